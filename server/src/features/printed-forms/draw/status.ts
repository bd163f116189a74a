// The states of a point: a colour, a drawn sign and a word, always together, so that a black and white print says the same. The
// signs also differ in outline: octagon, triangle, disc, ring. Tablet and owner's page draw the same shapes.

import type { DecisionStatus } from '@walkaround/contract/owner-page.ts'
import { decisionSigns, notCheckedSign, statusSigns } from '@walkaround/contract/signs.ts'
import { type Ink, type TypeStyle, widthOf } from '../../../outside/paper/paper.ts'
import type { Shown } from '../../findings/grading.ts'
import type { Sheet } from '../sheet.ts'
import type { Block } from './block.ts'
import { text } from './text.ts'
import { statusColours, type as typeScale } from './theme.ts'

/** On a grid of 24, of which the shapes leave 3 free on every side. */
const onGrid = (x: number, y: number, size: number) => (gx: number, gy: number) =>
  [x + ((gx - 3) / 18) * size, y + ((gy - 3) / 18) * size] as const

export function drawStatusSign(ink: Ink, status: Shown, x: number, y: number, size: number): void {
  const { fill } = statusColours[status]
  const place = onGrid(x, y, size)
  ink.lineCap('round').lineJoin('round')
  if (status === 'none')
    ink
      .placed(notCheckedSign, place)
      .lineWidth(size * 0.11)
      .stroke(fill)
  else {
    const { body, lines } = statusSigns[status]
    ink
      .placed(body, place)
      .lineWidth(size * 0.06)
      .fillAndStroke(fill, fill)
    ink
      .placed(lines, place)
      .lineWidth(size * 0.13)
      .stroke('#ffffff')
  }
  ink.lineCap('butt').lineJoin('miter')
}

/** What the customer said: a tick, a clock or a cross beside its words. */
export function decisionSign(status: DecisionStatus, size: number, height: number, colour: string): Block {
  return {
    height,
    first: height,
    draw(pen, x, y) {
      pen.artifact((ink) => {
        ink.lineCap('round').lineJoin('round')
        ink
          .placed(decisionSigns[status], onGrid(x, y + (height - size) / 2, size))
          .lineWidth(size * 0.13)
          .stroke(colour)
        ink.lineCap('butt').lineJoin('miter')
      })
    },
  }
}

/** Sign and word on a tinted background. */
export function badge({ texts }: Sheet, status: Shown): Block & { readonly width: number } {
  const { ink: tone, tint } = statusColours[status]
  const style: TypeStyle = { ...typeScale.label, weight: 'semibold', colour: tone }
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
