// The states of a point: a colour, a drawn sign and a word, always together, so that a black and white print says the same. The
// signs also differ in outline: octagon, triangle, disc, ring.

import { type Ink, type TypeStyle, widthOf } from '../../../outside/paper/paper.ts'
import type { Shown } from '../../findings/grading.ts'
import type { Sheet } from '../sheet.ts'
import type { Block } from './block.ts'
import { text } from './text.ts'
import { statusColours, type as typeScale } from './theme.ts'

export function drawStatusSign(ink: Ink, status: Shown, x: number, y: number, size: number): void {
  const { fill } = statusColours[status]
  const at = (fx: number, fy: number) => [x + fx * size, y + fy * size] as const
  const stroke = () =>
    ink
      .lineWidth(size * 0.13)
      .lineCap('round')
      .lineJoin('round')
  if (status === 'red') {
    const cut = 0.29
    ink.polygon(
      [...at(cut, 0)],
      [...at(1 - cut, 0)],
      [...at(1, cut)],
      [...at(1, 1 - cut)],
      [...at(1 - cut, 1)],
      [...at(cut, 1)],
      [...at(0, 1 - cut)],
      [...at(0, cut)],
    )
    ink.fill(fill)
    stroke()
      .moveTo(...at(0.33, 0.33))
      .lineTo(...at(0.67, 0.67))
      .stroke('#ffffff')
    stroke()
      .moveTo(...at(0.67, 0.33))
      .lineTo(...at(0.33, 0.67))
      .stroke('#ffffff')
  } else if (status === 'amber') {
    ink.lineWidth(size * 0.14).lineJoin('round')
    ink.polygon([...at(0.5, 0.1)], [...at(0.95, 0.9)], [...at(0.05, 0.9)]).fillAndStroke(fill, fill)
    stroke()
      .moveTo(...at(0.5, 0.38))
      .lineTo(...at(0.5, 0.61))
      .stroke('#ffffff')
    ink.circle(...at(0.5, 0.79), size * 0.075).fill('#ffffff')
  } else if (status === 'green') {
    ink.circle(...at(0.5, 0.5), size / 2).fill(fill)
    stroke()
      .moveTo(...at(0.29, 0.52))
      .lineTo(...at(0.44, 0.67))
      .lineTo(...at(0.72, 0.36))
      .stroke('#ffffff')
  } else {
    ink
      .circle(...at(0.5, 0.5), size * 0.45)
      .lineWidth(size * 0.1)
      .stroke(fill)
    stroke()
      .moveTo(...at(0.33, 0.5))
      .lineTo(...at(0.67, 0.5))
      .stroke(fill)
  }
  ink.lineCap('butt').lineJoin('miter')
}

/** Sign and word on a tinted background. */
export function badge({ texts }: Sheet, status: Shown): Block & { readonly width: number } {
  const { ink: tone, tint } = statusColours[status]
  const style: TypeStyle = { ...typeScale.label, size: 7.8, weight: 'semibold', colour: tone }
  const word = texts.status[status]
  const wordWidth = widthOf(word, style)
  const label = text(word, style, wordWidth + 1)
  const height = 15
  const sign = 8.5
  const width = 5 + sign + 4 + wordWidth + 7
  return {
    height,
    first: height,
    width,
    draw(pen, x, y, parent) {
      pen.artifact((ink) => {
        ink.roundedRect(x, y, width, height, height / 2).fill(tint)
        drawStatusSign(ink, status, x + 5, y + (height - sign) / 2, sign)
      })
      label.draw(pen, x + 5 + sign + 4, y + (height - label.height) / 2, parent)
    },
  }
}

/** Only the sign; its word must be nearby. */
export function sign(status: Shown, size: number, height = size): Block {
  return {
    height,
    first: height,
    draw(pen, x, y) {
      pen.artifact((ink) => drawStatusSign(ink, status, x, y + (height - size) / 2, size))
    },
  }
}
