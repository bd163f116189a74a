// Where the lines of two periods go on a drawing. Pure: days with a value are joined, and a day without one is a gap, not a zero.
import { round, roundTicks, type Scale, scaleOf } from './scale.ts'

export type Values = readonly (number | undefined)[]

interface Mark {
  readonly x: number
  readonly y: number
  /** Which day, counted from the first. */
  readonly index: number
  readonly value: number
}

export interface Line {
  /** One for each run of days with values. */
  readonly paths: readonly string[]
  readonly marks: readonly Mark[]
}

interface Frame {
  readonly width: number
  readonly height: number
  /** Room for the words at the edges. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** The smallest step of the scale; 1 for what is counted. */
  readonly leastStep?: number
  /** How wide the name of a day is; languages differ. */
  readonly dayWidth?: number
}

interface LineLayout {
  readonly now: Line
  readonly before: Line
  readonly y: Scale
  /** Days that are named below, and where. */
  readonly days: readonly { readonly index: number; readonly x: number }[]
}

/** Between the names of two days. */
const between = 14

/** The same day of both periods stands at the same place; the scale begins at nought. */
export function layoutLines(now: Values, before: Values, frame: Frame): LineLayout {
  const { width, height, left, right, top, bottom, leastStep, dayWidth = 62 } = frame
  const length = Math.max(now.length, before.length)
  const known = [...now, ...before].filter((value) => value !== undefined)
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)]
  const y = scaleOf(roundTicks(low, high, height < 200 ? 3 : 5, leastStep), height - bottom, top)
  const end = width - right
  const x = (index: number) =>
    round(length > 1 ? left + (index / (length - 1)) * (end - left) : (left + end) / 2)
  const lineOf = (values: Values): Line => {
    const marks = values.flatMap((value, index) =>
      value === undefined ? [] : [{ x: x(index), y: round(y.at(value)), index, value }],
    )
    const runs: Mark[][] = []
    for (const mark of marks) {
      const run = runs.at(-1)
      if (run?.at(-1)?.index === mark.index - 1) run.push(mark)
      else runs.push([mark])
    }
    return { marks, paths: runs.map((run) => `M${run.map((mark) => `${mark.x} ${mark.y}`).join('L')}`) }
  }
  const wanted = Math.max(2, Math.floor((end - left) / (dayWidth + between)))
  const step = Math.max(1, Math.ceil((length - 1) / wanted))
  const days = Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step)
  return { now: lineOf(now), before: lineOf(before), y, days: days.map((index) => ({ index, x: x(index) })) }
}

/** Two words at the ends of lines, so far apart that neither covers the other. */
export function spread(places: readonly number[], apart: number, low: number, high: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place)
  let least = low
  for (const entry of order) {
    entry.place = Math.max(entry.place, least)
    least = entry.place + apart
  }
  let most = high
  for (const entry of order.toReversed()) {
    entry.place = Math.min(entry.place, most)
    most = entry.place - apart
  }
  return order.sort((a, b) => a.index - b.index).map(({ place }) => round(place))
}
