// Which period an address asks for. Pure: the picker shows it, and pages read their figures by it.
import { isDate } from '@walkaround/contract/rules/days.ts'
import {
  type CalendarPeriod,
  calendarPeriod,
  calendarPeriods,
  freePeriod,
  type Period,
} from '@walkaround/contract/rules/periods.ts'
import type { Query } from '../places.ts'

export interface ChosenPeriod extends Period {
  readonly kind: CalendarPeriod | 'free'
}

const isCalendar = (word: string | undefined): word is CalendarPeriod =>
  calendarPeriods.some((period) => period === word)

/** A month that has just begun has little to show. */
const firstOf = (today: string): CalendarPeriod =>
  Number(today.slice(8)) <= FEW_DAYS ? 'lastMonth' : 'month'
const FEW_DAYS = 7

/** `period=month`, or `from=2026-03-01&to=2026-03-31`. An address that asks for nonsense gets what a page begins with. */
export function periodOf(query: Query, today: string, first = firstOf(today)): ChosenPeriod {
  const { period, from = '', to = '' } = query
  if (isDate(from) && isDate(to) && from <= to) return { kind: 'free', ...freePeriod({ from, to }) }
  const kind = isCalendar(period) ? period : first
  return { kind, ...calendarPeriod(kind, today) }
}

/** For the address, the other way round. */
export const queryOfPeriod = (period: CalendarPeriod | { from: string; to: string }) =>
  typeof period === 'string'
    ? { period, from: undefined, to: undefined }
    : { period: undefined, from: period.from, to: period.to }
