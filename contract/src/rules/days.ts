// Days in the dealership's time zone. Pure: the caller gives the time.
import { parseIso, toInstant, toWallClock } from './iso-dates.ts'

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The date on the calendar there, as ISO. */
export const dateIn = (moment: Date, timeZone: string): string => toWallClock(moment, timeZone).slice(0, 10)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** From one ISO date to another; negative if the second is before the first. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** A date of the calendar, not a date with a time. */
export const isDate = (text: string): boolean => DATE.test(text) && parseIso(text) !== undefined

/** The calendar date there of a date or instant of the interface; undefined if the text is neither. */
export function dateOf(text: string, timeZone: string): string | undefined {
  if (isDate(text)) return text
  return parseIso(text) ? dateIn(toInstant(text, timeZone), timeZone) : undefined
}

/** Midnight with the local offset, so that a reader who drops the time keeps the day. */
export function startOfDay(date: string, timeZone: string): string {
  const instant = toInstant(`${date}T00:00:00`, timeZone)
  const minutes = Math.round((Date.parse(`${date}T00:00:00Z`) - instant.getTime()) / 60_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${date}T00:00:00${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}
