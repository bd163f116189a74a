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

/** Spans whose sums are kept, each made of the next. A third of a month is its days 1 to 10, 11 to 20, and the rest. */
export type Span = 'year' | 'month' | 'third' | 'day'

export interface Piece extends Period {
  span: Span
}

/** Whole months are compared with as many months, any other period with as many days. */
export function periodBefore(period: Period): Period {
  const to = addDays(period.from, -1)
  if (isWholeMonths(period)) return { from: nextMonth(period.from, -monthsOf(period)), to }
  return { from: addDays(period.from, -daysOf(period)), to }
}

/** The longest whole spans, and shorter ones around them; each day is in one of them. `spans` ends with days. */
export function piecesOf(period: Period, [span = 'day', ...shorter]: readonly Span[]): Piece[] {
  const { from, to } = period
  if (span === 'day') return [{ span, from, to }]
  const first = from === beginOf(span, from) ? from : addDays(endOf(span, from), 1)
  const last = to === endOf(span, to) ? to : addDays(beginOf(span, to), -1)
  if (first > last) return piecesOf(period, shorter)
  return [
    ...(from < first ? piecesOf({ from, to: addDays(first, -1) }, shorter) : []),
    { span, from: first, to: last },
    ...(last < to ? piecesOf({ from: addDays(last, 1), to }, shorter) : []),
  ]
}

/** The day a span begins with; of a week its Monday. */
export function beginOf(span: Span | 'week', day: string): string {
  if (span === 'day') return day
  if (span === 'week') return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
  if (span === 'third')
    return `${day.slice(0, 8)}${day.slice(8) > '20' ? '21' : day.slice(8) > '10' ? '11' : '01'}`
  return span === 'month' ? firstOfMonth(day) : `${day.slice(0, 4)}-01-01`
}

export function endOf(span: Span, day: string): string {
  if (span === 'day') return day
  if (span === 'third' && day.slice(8) <= '20') return addDays(beginOf(span, day), 9)
  return span === 'year' ? `${day.slice(0, 4)}-12-31` : addDays(nextMonth(day), -1)
}
