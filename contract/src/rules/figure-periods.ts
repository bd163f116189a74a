// Periods of figures: the one before, and of which whole months and single days a period is made. Pure; days are ISO dates.
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

export const endOfMonth = (day: string): string => addDays(nextMonth(day), -1)

/** Whole months are compared with as many months, any other period with as many days. */
export function periodBefore(period: Period): Period {
  const to = addDays(period.from, -1)
  if (isWholeMonths(period)) return { from: nextMonth(period.from, -monthsOf(period)), to }
  return { from: addDays(period.from, -daysOf(period)), to }
}

/** Whole months and the days around them: sums of months are read where there are some. */
export function piecesOf(period: Period): { days: Period[]; months: Period[] } {
  const { from, to } = period
  const first = from === firstOfMonth(from) ? from : nextMonth(from)
  const after = firstOfMonth(addDays(to, 1))
  if (first >= after) return { days: [period], months: [] }
  const days = [
    { from, to: addDays(first, -1) },
    { from: after, to },
  ].filter((piece) => piece.from <= piece.to)
  return { days, months: [{ from: first, to: addDays(after, -1) }] }
}

/** The day a group of days begins with: the Monday of its week, the first of its month. */
export function beginOf(grouping: 'day' | 'week' | 'month', day: string): string {
  if (grouping === 'day') return day
  if (grouping === 'month') return firstOfMonth(day)
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}
