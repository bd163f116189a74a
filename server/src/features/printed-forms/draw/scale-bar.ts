// A measured value on its bands: a bar in the colours of the states, its limits as numbers, the value above. The alternative text
// of the figure says the same in words.

import { fitLine, type TypeStyle, widthOf } from '../../../outside/paper/paper.ts'
import { boundOf, scaleWords } from '../../findings/answer-words.ts'
import type { FoundAnswer, Limit } from '../../findings/model.ts'
import type { Sheet } from '../sheet.ts'
import type { Block } from './block.ts'
import { drawStatusSign } from './status.ts'
import { colours, statusColours, type as typeScale } from './theme.ts'

export function scaleBar(sheet: Sheet, answer: FoundAnswer, width: number): Block {
  const { value = 0, unit, limit = { bands: [] } } = answer
  const { formats } = sheet
  const bounds = limit.bands.flatMap((band) => boundOf(band) ?? [])
  const [low, high] = rangeOf(bounds, value, limit)
  const position = (number: number) =>
    Math.min(1, Math.max(0, high === low ? 0.5 : (number - low) / (high - low))) * width
  const height = 45
  const barTop = 22
  const barHeight = 7
  const valueStyle: TypeStyle = { ...typeScale.strong, size: 10, leading: 13 }
  const label = formats.quantity(value, unit)
  return {
    height,
    first: height,
    draw(pen, x, y, parent) {
      const element = pen.open({ type: 'Figure', options: { alt: scaleWords(sheet, answer) } }, parent)
      pen.content(element, (ink) => {
        let left = 0
        limit.bands.forEach((band, index) => {
          const bound = boundOf(band)
          const right = bound === undefined || index === limit.bands.length - 1 ? width : position(bound)
          if (right <= left) return
          ink.rect(x + left, y + barTop, right - left, barHeight).fill(statusColours[band.status].fill)
          const signSize = 7
          if (right - left > signSize + 4)
            drawStatusSign(
              ink,
              band.status,
              x + (left + right - signSize) / 2,
              y + barTop + barHeight + 4.5,
              signSize,
            )
          left = right
        })
        for (const bound of bounds) {
          const at = x + position(bound)
          ink.rect(at - 0.6, y + barTop - 1, 1.2, barHeight + 3).fill(colours.white)
          const words = fitLine(formats.number(bound), typeScale.label, 60)
          pen.write(words, typeScale.label, at - words.width / 2, y + barTop + barHeight + 12, true)
        }
        const at = x + position(value)
        const labelWidth = widthOf(label, valueStyle)
        const labelLeft = Math.min(Math.max(at - labelWidth / 2, x), x + width - labelWidth)
        pen.write(fitLine(label, valueStyle, width), valueStyle, labelLeft, y + 10)
        ink.polygon([at - 4, y + 14], [at + 4, y + 14], [at, y + barTop - 0.5]).fill(colours.ink)
        ink.rect(at - 0.7, y + barTop - 1, 1.4, barHeight + 2).fill(colours.ink)
      })
    },
  }
}

/** With room on both sides of the limits and the value always inside; never below zero for values that cannot be negative. */
export function rangeOf(bounds: readonly number[], value: number, { min, max }: Limit): [number, number] {
  const least = Math.min(...bounds)
  const most = Math.max(...bounds)
  const pad = Math.max((most - least) * 0.7, Math.abs(most) * 0.45, 1e-9)
  let low = Math.min(least - pad, value - pad * 0.2)
  let high = Math.max(most + pad, value + pad * 0.2)
  if (least >= 0 && value >= 0) low = Math.max(0, low)
  if (min !== undefined && min <= Math.min(least, value)) low = Math.max(low, min)
  if (max !== undefined && max >= Math.max(most, value)) high = Math.min(high, max)
  return [low, high]
}
