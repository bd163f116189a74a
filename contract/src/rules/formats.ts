// Formats numbers, money, units, dates and times for a language: on paper, on the owner's page, in messages, in
// the app and on the command line. Dates and times are those of the dealership (A8), wherever the reader or the process is.
import { dateIn } from './days.ts'
import { isIsoDate, toInstant, toWallClock } from './iso-dates.ts'
import { locales } from './languages.generated.ts'
import type { SharedWords } from './shared-words.ts'

/** An instant, or a date or date-time of the interface; any other text is shown unchanged. */
type Moment = string | number | Date

export interface Formats {
  locale: string
  timeZone: string
  /** It stands beside the times of a day. */
  isZoneNamed: boolean
  /** With up to six decimals, or exactly `decimals`. */
  number(value: number, decimals?: number): string
  money(value: number, currency?: string): string
  /** Without decimals, for overviews: €570. */
  wholeMoney(value: number, currency: string): string
  /** The unit as people write it; an unknown code stays as it is. */
  unitWord(code: string | undefined): string
  /** A count, mileage or value with its unit: 12.400 km, 3,5 mm, 80 %. */
  quantity(value: number, unit?: string): string
  /** Litres of an engine: 2.0, as the trade writes it. */
  capacity(value: number): string
  size(bytes: number): string
  /** A duration in words, for people who are waiting. */
  wait(seconds: number): string
  /** one, few, many or other: the form of a text that fits the number. */
  plural(count: number): Intl.LDMLPluralRule
  /** One, two or three. */
  either(words: readonly string[]): string
  /** 15 November 2026; a date without a time is that date in every time zone. */
  date(moment: Moment): string
  /** 15 Nov 2026 */
  shortDate(moment: Moment): string
  /** 15 Nov 26 */
  briefDate(moment: Moment): string
  /** March 2027, and March alone: standing by themselves, as calendars head their pages. */
  month(moment: Moment): string
  monthAlone(moment: Moment): string
  /** 15 November 2026 at 10:30 */
  dateTime(moment: Moment): string
  /** 10:30, or 10:30 CET where zones are named */
  time(moment: Moment): string
  /** Time alone when it is today, else with the date: 15 Nov, 10:30. */
  dayTime(moment: Moment): string
  /** As ISO, as fields of forms take them: the day, today, and day and time without an offset. */
  isoDay(moment: Moment): string
  today(): string
  wallClock(moment: Moment): string
}

const styles = {
  long: { dateStyle: 'long' },
  medium: { dateStyle: 'medium' },
  brief: { day: 'numeric', month: 'short', year: '2-digit' },
  dayOfYear: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
  monthAlone: { month: 'long' },
  longTime: { dateStyle: 'long', timeStyle: 'short' },
  time: { hour: '2-digit', minute: '2-digit' },
  timeInZone: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const DAY = /^\d{4}-\d{2}-\d{2}$/
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Making a formatter takes a hundred times as long as using it. Callers choose the locales, so only this many are kept. */
const KEPT = 500
const made = new Map<string, unknown>()

function recall<T>(key: string, make: () => T): T {
  let value = made.get(key) as T | undefined
  if (value === undefined) {
    value = make()
    if (made.size >= KEPT) made.clear()
    made.set(key, value)
  }
  return value
}

function known(make: () => string, otherwise: string): string {
  try {
    return make()
  } catch {
    return otherwise
  }
}

/**
 * `units`: code → word, as the shared words of the language have them. Languages and zones that nobody knows are English and UTC.
 * `isZoneNamed`: beside the times of a day, for whoever reads times of several zones.
 */
export function formatsOf(
  language: string,
  timeZone: string,
  {
    units,
    now = Date.now,
    isZoneNamed = false,
  }: { units: SharedWords['units']; now?: () => number; isZoneNamed?: boolean },
): Formats {
  // English without a country: 12 March is read right everywhere, 03/12 and 3 PM are not.
  const tag = locales[language] ?? language
  const locale = recall(`locale ${tag}`, () =>
    known(() => new Intl.NumberFormat(tag).resolvedOptions().locale, 'en-GB'),
  )
  const zone = recall(`zone ${timeZone}`, () =>
    known(() => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone, 'UTC'),
  )
  const numbers = (name: string, options: Intl.NumberFormatOptions) =>
    recall(`${name} ${locale}`, () => new Intl.NumberFormat(locale, options))
  const number = (value: number, decimals?: number) =>
    numbers(
      `number ${decimals}`,
      decimals === undefined
        ? { maximumFractionDigits: 6 }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    ).format(value)
  const inUnit = (
    value: number,
    unit: string,
    unitDisplay: 'short' | 'long',
    maximumFractionDigits: number,
  ) =>
    numbers(`${unitDisplay} ${unit}`, { style: 'unit', unit, unitDisplay, maximumFractionDigits }).format(
      value,
    )
  const unitWord = (code = '') => (Object.hasOwn(units, code) ? (units[code] as string) : code)
  const at = (instant: Date, style: keyof typeof styles, shownIn: string) =>
    recall(
      `${style} ${shownIn} ${locale}`,
      () => new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: shownIn }),
    ).format(instant)
  const isDay = (moment: Moment): moment is string => typeof moment === 'string' && DAY.test(moment)
  /** A date without a time is parsed and shown in UTC, so that it stays the same day. */
  const by = (show: (instant: Date, shownIn: string, moment: Moment) => string) => (moment: Moment) => {
    if (typeof moment === 'string' && !isIsoDate(moment)) return moment
    const shownIn = isDay(moment) ? 'UTC' : zone
    const instant = typeof moment === 'string' ? toInstant(moment, shownIn) : new Date(moment)
    return Number.isNaN(instant.getTime()) ? String(moment) : show(instant, shownIn, moment)
  }
  const ofDay = isZoneNamed ? 'timeInZone' : 'time'
  const inStyle = (style: keyof typeof styles) => by((instant, shownIn) => at(instant, style, shownIn))
  const today = () => dateIn(new Date(now()), zone)
  return {
    locale,
    timeZone: zone,
    isZoneNamed,
    number,
    money: (value, currency) => {
      if (currency && /^[A-Za-z]{3}$/.test(currency))
        return numbers(`money ${currency}`, { style: 'currency', currency }).format(value)
      return [number(value, 2), currency].filter(Boolean).join(' ')
    },
    wholeMoney: (value, currency) =>
      /^[A-Za-z]{3}$/.test(currency)
        ? numbers(`whole money ${currency}`, {
            style: 'currency',
            currency,
            maximumFractionDigits: 0,
          }).format(value)
        : [number(value, 0), currency].filter(Boolean).join(' '),
    unitWord,
    quantity: (value, code) => (code ? `${number(value)}\u00a0${unitWord(code)}` : number(value)),
    capacity: (value) => `${numbers('capacity', ONE_DECIMAL).format(value)}\u00a0${unitWord('l')}`,
    size: (bytes) => {
      if (bytes < 1_000_000) return inUnit(Math.ceil(bytes / 1000), 'kilobyte', 'short', 0)
      if (bytes < 1_000_000_000) return inUnit(bytes / 1_000_000, 'megabyte', 'short', 1)
      return inUnit(bytes / 1_000_000_000, 'gigabyte', 'short', 1)
    },
    wait: (seconds) =>
      seconds < 90
        ? inUnit(Math.ceil(seconds), 'second', 'long', 0)
        : inUnit(Math.ceil(seconds / 60), 'minute', 'long', 0),
    plural: (count) => recall(`plural ${locale}`, () => new Intl.PluralRules(locale)).select(count),
    either: (words) =>
      recall(`either ${locale}`, () => new Intl.ListFormat(locale, { type: 'disjunction' })).format(words),
    date: inStyle('long'),
    shortDate: inStyle('medium'),
    briefDate: inStyle('brief'),
    month: inStyle('month'),
    monthAlone: inStyle('monthAlone'),
    dateTime: by((instant, shownIn, moment) => at(instant, isDay(moment) ? 'long' : 'longTime', shownIn)),
    time: inStyle(ofDay),
    dayTime: by((instant, shownIn, moment) => {
      const day = at(instant, 'dayOfYear', shownIn)
      if (isDay(moment)) return day
      const time = at(instant, ofDay, shownIn)
      return dateIn(instant, shownIn) === today() ? time : `${day}, ${time}`
    }),
    isoDay: by(dateIn),
    today,
    wallClock: by((instant, shownIn) => toWallClock(instant, shownIn).slice(0, 16)),
  }
}
