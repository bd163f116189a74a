// The result of the inspection at a glance: a tile per state with its number, and how much was checked.

import { fill } from '@walkaround/contract/rules/texts.ts'
import { fitLine, type TypeStyle } from '../../../outside/paper/paper.ts'
import type { Graded, Shown } from '../../findings/grading.ts'
import type { Sheet } from '../sheet.ts'
import { type Block, stack } from './block.ts'
import { drawStatusSign } from './status.ts'
import { text } from './text.ts'
import { colours, columns, contentWidth, statusColours, type as typeScale } from './theme.ts'

const shown: readonly Shown[] = ['red', 'amber', 'green', 'none']

export function overview(sheet: Sheet, graded: Graded): Block {
  return stack(
    [tiles(sheet, graded), shares(graded), text(sentence(sheet, graded), typeScale.body, contentWidth)],
    9,
  )
}

function sentence({ texts: { summary } }: Sheet, graded: Graded): string {
  // Answers without a grade are not inspection points; the tiles do not count them either.
  const checked = graded.red.length + graded.amber.length + graded.green.length
  const total = checked + graded.none.length
  if (total === 0) return summary.noPoints
  if (checked === 0) return fill(summary.nothingChecked, { total })
  return fill(checked === total ? summary.allChecked : summary.checkedOf, { checked, total })
}

function tiles(sheet: Sheet, graded: Graded): Block {
  const gap = 10
  const width = (contentWidth + gap) / shown.length - gap
  const height = 64
  return {
    height,
    first: height,
    draw(pen, x, y, parent) {
      shown.forEach((status, index) => {
        const left = x + index * (width + gap)
        const { ink: tone, tint, fill: solid } = statusColours[status]
        pen.artifact((ink) => {
          ink.roundedRect(left, y, width, height, 4).fill(tint)
          ink.rect(left, y + 4, 2.5, height - 8).fill(solid)
          drawStatusSign(ink, status, left + width - 28, y + 13, 15)
        })
        pen.content(pen.open({ type: 'P' }, parent), () => {
          const inner = width - 22
          const figure: TypeStyle = { ...typeScale.figure, colour: tone }
          const word: TypeStyle = { ...typeScale.strong, colour: tone }
          pen.write(fitLine(String(graded[status].length), figure, inner), figure, left + 14, y + 28, true)
          pen.write(fitLine(sheet.texts.status[status], word, inner), word, left + 14, y + 43, true)
          const meaning: TypeStyle = { ...typeScale.label, colour: colours.soft }
          pen.write(fitLine(sheet.texts.statusMeaning[status], meaning, inner), meaning, left + 14, y + 54.5)
        })
      })
    },
  }
}

/** The same numbers as a bar; decoration, because the tiles say everything. */
function shares(graded: Graded): Block {
  const total = shown.reduce((sum, status) => sum + graded[status].length, 0)
  const height = total ? 5 : 0
  return {
    height,
    first: height,
    draw(pen, x, y) {
      if (!total) return
      pen.artifact((ink) => {
        ink.save().roundedRect(x, y, columns(12), height, 2.5).clip()
        let at = x
        for (const status of shown) {
          const width = (graded[status].length / total) * columns(12)
          if (width > 0)
            ink.rect(at, y, width, height).fill(status === 'none' ? '#d7dde3' : statusColours[status].fill)
          at += width
          if (width > 0) ink.rect(at - 0.75, y, 1.5, height).fill(colours.white)
        }
        ink.restore()
      })
    },
  }
}
