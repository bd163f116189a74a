// Why something is due, in the words of a language: due.<language>.json.
import { readTexts } from '../../outside/language-files.ts'
import type { DueReason } from './due.ts'

interface Passed {
  km: string
  months: string
  both: string
}

interface DueTexts {
  words: string
  or: string
  new: Passed
  last: Passed
  km: string
  /** By plural category. */
  months: Record<string, string>
}

/** "every 15,000 km; 123,456 km since new": of mileage and age what made it due, and nothing else. */
export function dueWords(reason: DueReason, language: string): string {
  const texts = readTexts<DueTexts>('due', language)
  const number = (value: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value)
  const inKm = (value: number) => fill(texts.km, { number: number(value) })
  const inMonths = (value: number) => {
    const months = Math.floor(value)
    const form = new Intl.PluralRules(language).select(months)
    return fill(texts.months[form] ?? texts.months.other ?? '', { number: number(months) })
  }
  const kinds = (['km', 'months'] as const).filter((kind) =>
    reason.by.includes(kind === 'km' ? 'mileage' : 'age'),
  )
  const [kind = 'km', other] = kinds
  const words = (km: number | undefined, months: number | undefined) => ({
    km: inKm(km ?? 0),
    months: inMonths(months ?? 0),
  })
  const interval = words(reason.intervalKm, reason.intervalMonths)
  return fill(texts.words, {
    interval: other ? fill(texts.or, interval) : interval[kind],
    passed: fill(texts[reason.since][other ? 'both' : kind], words(reason.km, reason.months)),
  })
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
