// Why something is due, in words of a language: due.<language>.json.
import { formatsOf } from '@walkaround/contract/rules/formats.ts'
import { sharedWordsOf } from '@walkaround/contract/rules/shared-words.ts'
import { fill, type Plural } from '@walkaround/contract/rules/texts.ts'
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
  months: Plural
}

/** "every 15,000 km; 123,456 km since new": of mileage and age only what made it due. */
export function dueWords(reason: DueReason, language: string): string {
  const texts = readTexts<DueTexts>('due', language)
  const { number, plural } = formatsOf(language, 'UTC', sharedWordsOf(language))
  const inKm = (value: number) => fill(texts.km, { number: number(value, 0) })
  const inMonths = (value: number) => {
    const months = Math.floor(value)
    return fill(texts.months, { n: months, number: number(months, 0) }, plural)
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
