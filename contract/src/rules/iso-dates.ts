// ISO 8601 dates and date-times as the interface takes them (A8). Pure; knows time zones by Intl alone.

const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

interface Parts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
  isDateOnly: boolean
  /** Minutes east of UTC; undefined when the text names no offset. */
  offset: number | undefined
}

export function parseIso(text: string): Parts | undefined {
  const match = SHAPE.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour, minute, second, fraction, zone] = match
  const parts: Parts = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: fraction ? Math.floor(Number(`0.${fraction}`) * 1000) : 0,
    isDateOnly: hour === undefined,
    offset: zone === undefined ? undefined : offsetMinutes(zone),
  }
  if (parts.year < 1 || parts.month < 1 || parts.month > 12) return undefined
  if (parts.day < 1 || parts.day > daysInMonth(parts.year, parts.month)) return undefined
  if (parts.hour > 23 || parts.minute > 59 || parts.second > 59) return undefined
  if (parts.offset !== undefined && Number.isNaN(parts.offset)) return undefined
  return parts
}

export const isIsoDate = (text: string): boolean => parseIso(text) !== undefined

function offsetMinutes(zone: string): number {
  if (zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 15 || minutes > 59) return Number.NaN
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** The instant a text means; without an offset it is read in the given time zone. The text must be valid. */
export function toInstant(text: string, timeZone: string): Date {
  const parts = parseIso(text)
  if (!parts) throw new RangeError('not an ISO 8601 date or date-time')
  return instantOf(parts, timeZone)
}

/** The last instant a text means: for a date alone the end of that day, else the instant itself (C7). */
export function toLastInstant(text: string, timeZone: string): Date {
  const parts = parseIso(text)
  if (!parts) throw new RangeError('not an ISO 8601 date or date-time')
  if (!parts.isDateOnly) return instantOf(parts, timeZone)
  const next = new Date(utc(parts) + DAY)
  const tomorrow = {
    ...parts,
    year: next.getUTCFullYear(),
    month: next.getUTCMonth() + 1,
    day: next.getUTCDate(),
  }
  return new Date(instantOf(tomorrow, timeZone).getTime() - 1)
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

function utc(p: Parts): number {
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(Date.UTC(2000, p.month - 1, p.day, p.hour, p.minute, p.second, p.millisecond))
  date.setUTCFullYear(p.year, p.month - 1, p.day)
  return date.getTime()
}

// An offset can carry the first and last days of the calendar out of it, where a timestamp has no year to be written.
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')
const withinCalendar = (instant: number) => new Date(Math.min(Math.max(instant, FIRST_INSTANT), LAST_INSTANT))

function instantOf(parts: Parts, timeZone: string): Date {
  const local = utc(parts)
  if (parts.offset !== undefined) return withinCalendar(local - parts.offset * MINUTE)
  if (timeZone === 'UTC') return new Date(local)
  // No offset exceeds a day, so these two are on either side of a clock change near the given time.
  const before = zoneOffset(local - DAY, timeZone)
  const after = zoneOffset(local + DAY, timeZone)
  if (before === after) return withinCalendar(local - before)
  // An hour that comes twice means the first; in one that does not come the clock has run on.
  const isAfter =
    zoneOffset(local - before, timeZone) === after && zoneOffset(local - after, timeZone) === after
  return withinCalendar(local - (isAfter ? after : before))
}

/** What clock and calendar show there, as ISO without an offset: 2026-11-16T08:30:00. */
export function toWallClock(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + zoneOffset(instant.getTime(), timeZone)).toISOString().slice(0, 19)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Milliseconds the zone is ahead of UTC at the instant. */
function zoneOffset(instant: number, timeZone: string): number {
  let format = formatters.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-u-hc-h23', {
      timeZone,
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, format)
  }
  const part: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(instant)) part[type] = value
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year)
  const shown = new Date(
    Date.UTC(
      2000,
      Number(part.month) - 1,
      Number(part.day),
      Number(part.hour),
      Number(part.minute),
      Number(part.second),
    ),
  )
  shown.setUTCFullYear(year, Number(part.month) - 1, Number(part.day))
  return shown.getTime() - Math.floor(instant / 1000) * 1000
}
