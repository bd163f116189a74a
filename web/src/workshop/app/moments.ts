// Dates and times as they stand in the dealership (A8), wherever the device is: an instant is shown by the clock there, and
// what has no offset is by that clock already, so it is shown as it was written. Pure but for the clock.

/** A day, or a day and a time, without an offset. */
const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?)?$/
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

export interface Moments {
  time(moment: string | number): string
  /** Time alone when it is today, else with the date. */
  dayTime(moment: string | number): string
  /** With its year, for what lies further back. */
  date(moment: string | number): string
  /** A day of the calendar, written out. */
  day(moment: string | number): string
  /** The same, and today, as ISO: as a field of a form takes them. */
  isoDay(moment: string | number): string
  today(): string
  /** As ISO: the clock there, without an offset. */
  wallClock(moment: string | number): string
}

export function momentsOf(locale: string, timeZone?: string, now: () => number = Date.now): Moments {
  const there = formatsOf(locale, timeZone)
  // Read as UTC and shown as UTC, a wall clock stays what it is.
  const asWritten = formatsOf(locale, 'UTC')
  const read = (moment: string | number) => {
    const isWallClock = typeof moment === 'string' && WALL_CLOCK.test(moment)
    const at = new Date(isWallClock ? `${moment.replace(',', '.')}${DAY.test(moment) ? '' : 'Z'}` : moment)
    return { at, formats: isWallClock ? asWritten : there, isKnown: !Number.isNaN(at.getTime()) }
  }
  const by =
    (show: (one: ReturnType<typeof read>, moment: string | number) => string) =>
    (moment: string | number) => {
      const one = read(moment)
      return one.isKnown ? show(one, moment) : String(moment)
    }
  const today = () => there.iso.format(now())
  return {
    time: by(({ at, formats }) => formats.clock.format(at)),
    dayTime: by(({ at, formats }, moment) => {
      if (DAY.test(String(moment))) return formats.short.format(at)
      const time = formats.clock.format(at)
      return formats.iso.format(at) === today() ? time : `${formats.short.format(at)}, ${time}`
    }),
    date: by(({ at, formats }) => formats.withYear.format(at)),
    day: by(({ at, formats }) => formats.whole.format(at)),
    isoDay: by(({ at, formats }) => formats.iso.format(at)),
    today,
    wallClock: by(({ at, formats }) => `${formats.iso.format(at)}T${formats.isoClock.format(at)}`),
  }
}

function formatsOf(locale: string, timeZone: string | undefined) {
  const format = (options: Intl.DateTimeFormatOptions, language = locale) =>
    new Intl.DateTimeFormat(language, { ...options, ...(timeZone === undefined ? {} : { timeZone }) })
  return {
    clock: format({ hour: '2-digit', minute: '2-digit' }),
    short: format({ day: 'numeric', month: 'short' }),
    withYear: format({ day: 'numeric', month: 'short', year: '2-digit' }),
    whole: format({ dateStyle: 'medium' }),
    // Canada writes days as ISO does, Sweden hours.
    iso: format({}, 'en-CA'),
    isoClock: format({ hour: '2-digit', minute: '2-digit' }, 'sv-SE'),
  }
}

/** Days of the calendar are all of the same length in UTC. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
