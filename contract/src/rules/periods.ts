// Periods of figures: which days one has, and with which days it is compared. Days are those of the client's time zone, as
// YYYY-MM-DD. Pure; web, service and command line mean the same days by the same word.
import { addDays } from './days.ts'

export const calendarPeriods = ['week', 'month', 'lastMonth', 'quarter', 'year'] as const
export type CalendarPeriod = (typeof calendarPeriods)[number]

/** Both days belong to it. */
export interface Days {
  readonly from: string
  readonly to: string
}

export interface Period {
  readonly days: Days
  /** As long as far as the calendar allows, so that a month that has just begun is not compared with a whole one. */
  readonly before: Days
}

const at = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
/** From the one to the other: 1 to the next day. */
const between = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** How many days there are, both counted. */
export const lengthOf = ({ from, to }: Days): number => between(from, to) + 1

/** First days of this one and of its neighbours. Weeks begin on Monday. */
function startOf(period: CalendarPeriod, today: string, steps: number): string {
  const day = new Date(today)
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  if (period === 'week') return at(year, month, date - ((day.getUTCDay() + 6) % 7) + 7 * steps)
  if (period === 'month') return at(year, month + steps, 1)
  if (period === 'lastMonth') return at(year, month + steps - 1, 1)
  if (period === 'quarter') return at(year, month - (month % 3) + 3 * steps, 1)
  return at(year + steps, 0, 1)
}

/** From its first day until today, and the last month whole. It is compared with the same days of the one before, or with all of it on the last day. */
export function calendarPeriod(period: CalendarPeriod, today: string): Period {
  const from = startOf(period, today, 0)
  const fromBefore = startOf(period, today, -1)
  if (period === 'lastMonth') {
    const last = addDays(startOf(period, today, 1), -1)
    return { days: { from, to: last }, before: { from: fromBefore, to: addDays(from, -1) } }
  }
  const isWhole = addDays(today, 1) === startOf(period, today, 1)
  const lastBefore = addDays(from, -1)
  const sameDay = addDays(fromBefore, between(from, today))
  const to = isWhole || sameDay > lastBefore ? lastBefore : sameDay
  return { days: { from, to: today }, before: { from: fromBefore, to } }
}

/** Any days, compared with as many just before. */
export const freePeriod = (days: Days): Period => ({
  days,
  before: { from: addDays(days.from, -lengthOf(days)), to: addDays(days.from, -1) },
})
