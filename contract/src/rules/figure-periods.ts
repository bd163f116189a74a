// Periods of figures: the one before, and of which years, months and shorter spans a period is made. Pure; days are ISO dates.
import { addDays } from './days.ts'

export interface Period {
  from: string
  /** Belongs to it. */
  to: string
}

const DAY_MS = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

const daysOf = ({ from, to }: Period): number => Math.round((at(to) - at(from)) / DAY_MS) + 1

const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
const nextMonth = (day: string, months = 1): string => {
  const date = new Date(`${firstOfMonth(day)}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}
const isWholeMonths = ({ from, to }: Period): boolean =>
  from === firstOfMonth(from) && addDays(to, 1) === firstOfMonth(addDays(to, 1))
const monthsOf = ({ from, to }: Period): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1

/**
 * Spans whose sums are kept: a year is made of months, a month of thirds, a third and a week of days. The thirds of a month are its days
 * 1 to 10, 11 to 20, and the rest.
 */
export type Span = 'year' | 'month' | 'third' | 'week' | 'day'

/** Whole spans, whose sums are added, or taken away again. */
export interface Piece extends Period {
  span: Span
  sign: 1 | -1
}

/** Whole months are compared with as many months, any other period with as many days. */
export function periodBefore(period: Period): Period {
  const to = addDays(period.from, -1)
  if (isWholeMonths(period)) return { from: nextMonth(period.from, -monthsOf(period)), to }
  return { from: addDays(period.from, -daysOf(period)), to }
}

/**
 * The pieces with the fewest sums that add up to a period: of a month without its last day, the month less that day. Each of `spans` is
 * made of the next one, and the last is a day.
 */
export function piecesOf(period: Period, [span = 'day', ...shorter]: readonly Span[]): Piece[] {
  const { from, to } = period
  if (span === 'day') return [{ span, sign: 1, from, to }]
  const outer = { from: beginOf(span, from), to: endOf(span, to) }
  const less = (beyond: Period | undefined) =>
    beyond
      ? piecesOf(beyond, shorter).map((piece): Piece => ({ ...piece, sign: piece.sign === 1 ? -1 : 1 }))
      : []
  const before = rangeOf(outer.from, addDays(from, -1))
  const after = rangeOf(addDays(to, 1), outer.to)
  if (outer.to === endOf(span, from)) {
    const whole: Piece[] = [{ span, sign: 1, ...outer }, ...less(before), ...less(after)]
    const parts = piecesOf(period, shorter)
    return countSums(whole) < countSums(parts) ? whole : parts
  }
  /** The span an end lies in is read whole, or as much of it as belongs to the period. */
  const endPieces = (within: Period, beyond: Period | undefined) => {
    const [taken, parts] = [less(beyond), beyond ? piecesOf(within, shorter) : []]
    const isWhole = !beyond || countSums(taken) + 1 < countSums(parts)
    return { isWhole, pieces: isWhole ? taken : parts }
  }
  const [first, last] = [endOf(span, from), beginOf(span, to)]
  const head = endPieces({ from, to: first }, before)
  const tail = endPieces({ from: last, to }, after)
  const whole = rangeOf(
    head.isWhole ? outer.from : addDays(first, 1),
    tail.isWhole ? outer.to : addDays(last, -1),
  )
  return [...head.pieces, ...(whole ? [{ span, sign: 1, ...whole } as const] : []), ...tail.pieces]
}

const rangeOf = (from: string, to: string): Period | undefined => (from > to ? undefined : { from, to })

/** How many sums are read. */
export const countSums = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { span, from, to }) => sum + spansIn(span, from, to), 0)

function spansIn(span: Span, from: string, to: string): number {
  if (span === 'day') return daysOf({ from, to })
  if (span === 'week') return daysOf({ from, to }) / 7
  if (span === 'year') return monthsOf({ from, to }) / 12
  if (span === 'month') return monthsOf({ from, to })
  return (monthsOf({ from, to }) - 1) * 3 + thirdOf(to) - thirdOf(from) + 1
}

const thirdOf = (day: string): number => (day.slice(8) > '20' ? 3 : day.slice(8) > '10' ? 2 : 1)

/** The day a span begins with; of a week its Monday. */
export function beginOf(span: Span, day: string): string {
  if (span === 'day') return day
  if (span === 'week') return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  if (span === 'third') return `${day.slice(0, 8)}${['01', '11', '21'][thirdOf(day) - 1]}`
  return span === 'month' ? firstOfMonth(day) : `${day.slice(0, 4)}-01-01`
}

export function endOf(span: Span, day: string): string {
  if (span === 'day') return day
  if (span === 'week') return addDays(beginOf(span, day), 6)
  if (span === 'third' && thirdOf(day) < 3) return addDays(beginOf(span, day), 9)
  return span === 'year' ? `${day.slice(0, 4)}-12-31` : addDays(nextMonth(day), -1)
}
