// Times of the demo, all told from now in the dealership's time zone: cars come at hours a workshop is open, and nothing
// that has happened lies in the future. Pure.
import { toInstant } from '../lib/iso-dates.ts'

export const TIME_ZONE = 'Europe/Berlin'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const QUARTER = 15
// What is planned around now stays between 07:30 and 16:30, whenever the demo is made.
const EARLIEST_NOON = 10 * 60
const LATEST_NOON = 14 * 60 + 30

export interface WorkshopClock {
  now: Date
  /** This many minutes ago, on the minute: for what people did today. */
  ago(minutes: number): Date
  /** Today, this many minutes from now as far as the workshop is open then. */
  today(minutes: number): string
  /** A time on the n-th working day from today; Sundays are none, but today always counts as 0. */
  on(workingDay: number, time: string): string
  at(workingDay: number, time: string): Date
  /** The date this many calendar days from today. */
  date(days: number): string
}

export function workshopClock(now: Date): WorkshopClock {
  const local = localParts(now)
  const date = (days: number) => new Date(Date.parse(local.date) + days * DAY).toISOString().slice(0, 10)

  // Reached by walking outwards from today, and remembered: hundreds of steps ask for the same days.
  const walked = { 1: [0], [-1]: [0] }
  const calendarDays = (workingDay: number) => {
    const step = workingDay < 0 ? -1 : 1
    const days = walked[step]
    while (days.length <= Math.abs(workingDay)) {
      let next = (days.at(-1) ?? 0) + step
      if (isSunday(date(next))) next += step
      days.push(next)
    }
    return days[Math.abs(workingDay)] ?? 0
  }
  const at = (workingDay: number, time: string) =>
    toInstant(`${date(calendarDays(workingDay))}T${time}`, TIME_ZONE)

  const minutes = Math.floor(local.minutes / QUARTER) * QUARTER
  const noon = Math.min(Math.max(minutes, EARLIEST_NOON), LATEST_NOON)

  return {
    now,
    ago: (ago) => new Date(Math.floor(now.getTime() / MINUTE) * MINUTE - ago * MINUTE),
    today: (from) => toLocalIso(at(0, toTime(noon + from))),
    on: (workingDay, time) => toLocalIso(at(workingDay, time)),
    at,
    date,
  }
}

const isSunday = (date: string) => new Date(date).getUTCDay() === 0

const toTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

const format = new Intl.DateTimeFormat('en-u-hc-h23', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function localParts(instant: Date) {
  const part: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(instant)) part[type] = value
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}:${part.second}`,
    minutes: Number(part.hour) * 60 + Number(part.minute),
  }
}

/** With the offset of that day, as a DMS sends it: 2026-11-16T08:30:00+01:00. */
export function toLocalIso(instant: Date): string {
  const { date, time } = localParts(instant)
  const ahead = (Date.parse(`${date}T${time}Z`) - instant.getTime()) / MINUTE
  return `${date}T${time}${ahead < 0 ? '-' : '+'}${toTime(Math.abs(ahead))}`
}
