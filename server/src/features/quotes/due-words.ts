// Why something is due, in the words of a language: due.<language>.json.
import { readTexts } from '../../outside/language-files.ts'
import type { DueReason } from './due.ts'

interface DueTexts {
  new: string
  last: string
  km: string
  /** By plural category. */
  months: Record<string, string>
}

/** "since new: 123,456 km of 15,000 km". */
export function dueWords(reason: DueReason, language: string): string {
  const texts = readTexts<DueTexts>('due', language)
  const number = (value: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value)
  const parts: string[] = []
  if (reason.by.includes('mileage') && reason.km !== undefined && reason.intervalKm !== undefined) {
    parts.push(texts.km.replace('{km}', number(reason.km)).replace('{interval}', number(reason.intervalKm)))
  }
  if (reason.by.includes('age') && reason.months !== undefined && reason.intervalMonths !== undefined) {
    const months = Math.floor(reason.months)
    const form = new Intl.PluralRules(language).select(months)
    const text = texts.months[form] ?? texts.months.other ?? ''
    parts.push(text.replace('{months}', number(months)).replace('{interval}', number(reason.intervalMonths)))
  }
  return `${texts[reason.since]}: ${parts.join(', ')}`
}
