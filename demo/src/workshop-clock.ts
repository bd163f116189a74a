// Times of the demo, all relative to now in the dealership's time zone: cars come during opening hours, and nothing that has
// happened is in the future. Pure.
import { toInstant, toWallClock } from '@walkaround/contract/rules/iso-dates.ts'

export const TIME_ZONE = 'Europe/Berlin'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const QUARTER = 15
// Whatever is planned around now stays between 07:30 and 16:30, whenever the demo is made.
const EARLIEST_NOON = 10 * 60
const LATEST_NOON = 14 * 60 + 30

export interface WorkshopClock {
  now: Date
  /** This many minutes ago, rounded to the minute: for what people did today. */
  ago(minutes: number): Date
  /** Today, this many minutes from now, within opening hours. */
  today(minutes: number): string
  /** A time on the n-th working day from today; Sundays are not working days, but today always counts as 0. */
  on(workingDay: number, time: string): string
  at(workingDay: number, time: string): Date
  /** The date this many calendar days from today. */
  date(days: number): string
}

export function workshopClock(now: Date): WorkshopClock {
  const local = localParts(now)
  const date = (days: number) => new Date(Date.parse(local.date) + days * DAY).toISOString().slice(0, 10)

  // Reached by walking outwards from today, and cached: hundreds of steps ask for the same days.
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

function localParts(instant: Date) {
  const [date = '', time = ''] = toWallClock(instant, TIME_ZONE).split('T')
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return { date, time, minutes: hour * 60 + minute }
}

/** With the offset of that day, in the format of a DMS: 2026-11-16T08:30:00+01:00. */
export function toLocalIso(instant: Date): string {
  const { date, time } = localParts(instant)
  const ahead = (Date.parse(`${date}T${time}Z`) - instant.getTime()) / MINUTE
  return `${date}T${time}${ahead < 0 ? '-' : '+'}${toTime(Math.abs(ahead))}`
}
