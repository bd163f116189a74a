// Opening hours as a dealership enters them, and as people read them in their language. Pure.
// A line is days and times: `mo-fr 08:00-18:00`, `sa 09:00-13:00`, `mo-th 07:30-12:00 13:00-17:00`.

const days = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
type Day = (typeof days)[number]

/** Inclusive; one day has the same at both ends. */
interface OpenHours {
  readonly from: Day
  readonly to: Day
  /** As HH:MM. */
  readonly times: readonly { readonly from: string; readonly to: string }[]
}

const TIME = '([01]\\d|2[0-3]):[0-5]\\d'
const SPAN = `${TIME}-(?:${TIME}|24:00)`
const LINE = new RegExp(`^([a-z]{2})(?:-([a-z]{2}))?((?: ${SPAN}){1,3})$`)

const isDay = (word: string): word is Day => (days as readonly string[]).includes(word)

/** Undefined if the line cannot be read. */
export function parseHours(line: string): OpenHours | undefined {
  const [, from = '', to = from, spans = ''] = LINE.exec(line.trim().toLowerCase()) ?? []
  if (!isDay(from) || !isDay(to) || days.indexOf(from) > days.indexOf(to)) return undefined
  const times = spans
    .trim()
    .split(' ')
    .map((span) => ({ from: span.slice(0, 5), to: span.slice(6) }))
  const marks = times.flatMap((span) => [span.from, span.to])
  const isInOrder = marks.every((mark, at) => at === 0 || (marks[at - 1] ?? '') < mark)
  return isInOrder ? { from, to, times } : undefined
}

/** 5 January 1970 was a Monday. */
const dayName = (day: Day, language: string) =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 5 + days.indexOf(day))),
  )

/** Days and times, apart: a list aligns them. */
export function hoursInWords(
  { from, to, times }: OpenHours,
  language: string,
): { readonly days: string; readonly times: string } {
  const first = dayName(from, language)
  return {
    days: from === to ? first : `${first}–${dayName(to, language)}`,
    times: times.map((span) => `${span.from}–${span.to}`).join(', '),
  }
}
