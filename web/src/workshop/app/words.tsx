// Words and formats in the language of the person: t('key', values), numbers, sizes; times come from moments.ts.
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { de } from '../texts/de.ts'
import { en, type TextKey, type Texts } from '../texts/en.ts'
import { ru } from '../texts/ru.ts'
import type { Values } from '../texts/text.ts'
import { type Moments, momentsOf } from './moments.ts'

export const languages = ['en', 'de', 'ru'] as const
export type Language = (typeof languages)[number]
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  ru: 'Русский',
}
const all: Readonly<Record<Language, Texts>> = { en, de, ru }
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }

export interface Words extends Moments {
  language: Language
  locale: string
  /** A text with `{n}` takes the form that fits `values.n`. */
  t(key: TextKey, values?: Values): string
  size(bytes: number): string
  number(value: number, decimals?: number): string
  money(value: number, currency: string): string
  /** A unit as people write it; one that is not known stays as it is. */
  unitWord(unit: string | undefined): string
  /** What was entered: a number with its unit, or words as they are. */
  measured(value: string | undefined, unit: string | undefined): string
  /** Between whole and part of a number. */
  point: string
  /** A stretch of seconds in words, for people who wait. */
  wait(seconds: number): string
}

export function wordsOf(language: Language, timeZone?: string): Words {
  const texts = all[language]
  const locale = locales[language]
  const plural = new Intl.PluralRules(locale)
  const numbers = new Map<string, Intl.NumberFormat>()
  /** Making a format costs a hundred times what using it does, and a checklist has dozens of numbers. */
  const format = (value: number, key: string, options: Intl.NumberFormatOptions) => {
    let made = numbers.get(key)
    if (made === undefined) {
      made = new Intl.NumberFormat(locale, options)
      numbers.set(key, made)
    }
    return made.format(value)
  }
  const unit = (value: number, name: string, digits = 0) =>
    format(value, `${name} ${digits}`, { style: 'unit', unit: name, maximumFractionDigits: digits })
  const number = (value: number, decimals?: number) =>
    format(
      value,
      String(decimals),
      decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    )
  const unitWord = (code: string | undefined) =>
    String((code === undefined ? '' : (texts as Record<string, unknown>)[`unit.${code}`]) ?? code ?? '')
  return {
    language,
    locale,
    t: (key, values = {}) => {
      const text = texts[key]
      const form = typeof text === 'string' ? text : (text[pluralForm(plural, values.n)] ?? text.other)
      return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
    },
    ...momentsOf(locale, timeZone),
    size: (bytes) => {
      if (bytes < 1_000_000) return unit(Math.ceil(bytes / 1000), 'kilobyte')
      if (bytes < 1_000_000_000) return unit(bytes / 1_000_000, 'megabyte', 1)
      return unit(bytes / 1_000_000_000, 'gigabyte', 1)
    },
    number,
    unitWord,
    measured: (value = '', code) => {
      const isNumber = /^-?\d+(\.\d+)?$/.test(value) && code !== undefined
      const shown = isNumber ? number(Number(value), value.split('.')[1]?.length ?? 0) : value
      return [shown, unitWord(code)].filter(Boolean).join(' ')
    },
    point:
      new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    money: (value, currency) => format(value, currency, { style: 'currency', currency }),
    wait: (seconds) => {
      const spelled = (value: number, name: string) =>
        format(value, `long ${name}`, { style: 'unit', unit: name, unitDisplay: 'long' })
      return seconds < 90 ? spelled(Math.ceil(seconds), 'second') : spelled(Math.ceil(seconds / 60), 'minute')
    },
  }
}

function pluralForm(
  rules: Intl.PluralRules,
  n: string | number | undefined,
): 'one' | 'few' | 'many' | 'other' {
  const form = rules.select(Number(n ?? 0))
  return form === 'zero' || form === 'two' ? 'other' : form
}

const WordsContext = createContext<Words>(wordsOf('en'))

export function WordsProvider(props: { language: Language; timeZone?: string; children: ReactNode }) {
  const { language, timeZone } = props
  const words = useMemo(() => wordsOf(language, timeZone), [language, timeZone])
  return <WordsContext.Provider value={words}>{props.children}</WordsContext.Provider>
}

export const useWords = (): Words => useContext(WordsContext)

/** Chosen on the page the person came from. */
export function languageOfAddress(): Language | undefined {
  const asked = new URLSearchParams(location.search).get('lang')
  return languages.find((one) => one === asked)
}

/** Of the address or the browser, else English. */
export function browserLanguage(): Language {
  const tags = [languageOfAddress() ?? [], ...navigator.languages].flat()
  for (const tag of tags) {
    const language = languages.find((one) => tag.toLowerCase().startsWith(one))
    if (language) return language
  }
  return 'en'
}
