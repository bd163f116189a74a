// When a part that wears is due, as a sentence: on the owner's page and in the app.
import type { Formats } from './formats.ts'
import { fill, findLanguage, type Language } from './texts.ts'
import type { WearAhead } from './wear-forecast.ts'
import { wordsByLanguage } from './wear-words.generated.ts'

interface Sentence {
  readonly about: string
  readonly between: string
}

/** `owner`, `staff`: why "Later" proposes a date, to either of them · `red`: when a finding becomes urgent. */
type Said = 'owner' | 'staff' | 'red'

const texts: Readonly<Record<Language, Readonly<Record<Said, Sentence>>>> = wordsByLanguage

/** Only the dates of a forecast are told. */
export type WearDates = Pick<WearAhead, 'date' | 'from' | 'to'>

/** Months: a day would promise more than readings can tell. Their year is said once if it is the same. */
export function wearWords(
  said: Said,
  { date, from, to }: WearDates,
  { language, formats }: { language: string; formats: Pick<Formats, 'month' | 'monthAlone'> },
): string {
  const sentence = texts[findLanguage(language) ?? 'en'][said]
  const dates = [date, from, to]
  const isWithin = (length: number) => new Set(dates.map((one) => one.slice(0, length))).size === 1
  if (isWithin('2027-03'.length)) return fill(sentence.about, { about: formats.month(date) })
  const show = isWithin('2027'.length) ? formats.monthAlone : formats.month
  return fill(sentence.between, { about: formats.month(date), from: show(from), to: show(to) })
}
