// Days and times in the demo's data files, all relative to now. Pure.
import { type Static, Type } from 'typebox'
import type { WorkshopClock } from './workshop-clock.ts'

/** One of: a working day from today with its time, minutes, or a calendar day. */
export const When = Type.Object({
  day: Type.Optional(Type.Integer()),
  time: Type.Optional(Type.String()),
  /** For what people did today. */
  minutesAgo: Type.Optional(Type.Integer()),
  /** For what is planned today, within opening hours. */
  minutesFromNow: Type.Optional(Type.Integer()),
  calendarDay: Type.Optional(Type.Integer()),
})
type When = Static<typeof When>

const noTime = (when: When) => new RangeError(`${JSON.stringify(when)} tells no time`)

export function instantOf(clock: WorkshopClock, when: When): Date {
  if (when.minutesAgo !== undefined) return clock.ago(when.minutesAgo)
  if (when.day !== undefined && when.time !== undefined) return clock.at(when.day, when.time)
  throw noTime(when)
}

/** In the format of a DMS. */
export function timestampOf(clock: WorkshopClock, when: When): string {
  if (when.minutesFromNow !== undefined) return clock.today(when.minutesFromNow)
  if (when.day !== undefined && when.time !== undefined) return clock.on(when.day, when.time)
  if (when.calendarDay !== undefined) return clock.date(when.calendarDay)
  throw noTime(when)
}
