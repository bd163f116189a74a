// Where bars go: one below the other, each with its words before it, or above it where the drawing is narrow. Pure.
import { round, widthOf } from './scale.ts'

export interface Bar {
  readonly label: string
  readonly value: number | undefined
  /** Of the period before. */
  readonly before?: number | undefined
}

interface PlacedBar {
  readonly labelX: number
  readonly labelY: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly valueX: number
  readonly valueY: number
  /** Where the bar of the period before would end. */
  readonly beforeX?: number
}

interface BarLayout {
  readonly bars: readonly PlacedBar[]
  readonly height: number
  /** Longer words are cut. */
  readonly mostLetters: number
  /** Where a bar of the average would end. */
  readonly averageX?: number
}

const barHeight = 20
const narrow = 520

/** `written`: the value of each bar in words, which stand behind it. */
export function layoutBars(
  bars: readonly Bar[],
  written: readonly string[],
  width: number,
  average?: number,
): BarLayout {
  const isNarrow = width < narrow
  const longest = Math.max(0, ...bars.map(({ label }) => widthOf(label)))
  const labels = isNarrow ? 0 : Math.min(longest + 12, Math.round(width * 0.34))
  const behind = Math.max(0, ...written.map((text) => widthOf(text))) + 12
  const room = Math.max(40, width - labels - behind)
  const most = Math.max(0, average ?? 0, ...bars.flatMap(({ value = 0, before = 0 }) => [value, before]))
  const lengthOf = (value = 0) => (most > 0 ? round((Math.max(0, value) / most) * room) : 0)
  const step = isNarrow ? 50 : 36
  const placed = bars.map(({ value, before }, at): PlacedBar => {
    const y = at * step + (isNarrow ? 22 : (step - barHeight) / 2)
    const length = lengthOf(value)
    const was = before === undefined ? 0 : lengthOf(before)
    // Behind the bar where they fit before the stroke, which they would seem to name; otherwise behind whatever ends last.
    const last = was - length > widthOf(written[at] ?? '') + 24 ? length : Math.max(length, was)
    return {
      labelX: 0,
      labelY: isNarrow ? y - 7 : y + barHeight - 5,
      x: labels,
      y,
      width: length,
      height: barHeight,
      valueX: round(labels + last + 8),
      valueY: y + barHeight - 5,
      ...(before === undefined ? {} : { beforeX: round(labels + lengthOf(before)) }),
    }
  })
  return {
    bars: placed,
    height: bars.length * step,
    ...(average === undefined ? {} : { averageX: round(labels + lengthOf(average)) }),
    mostLetters: Math.floor((isNarrow ? width : labels - 12) / (13 * 0.56)),
  }
}

export const cut = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1)).trimEnd()}…`
