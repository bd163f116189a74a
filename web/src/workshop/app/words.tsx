// Words and formats in the person's language: t('key', values), and formats of numbers, money and times.
import { type Formats, formatsOf } from '@walkaround/contract/rules/formats.ts'
import { fill, findLanguage, type Language, type Values } from '@walkaround/contract/rules/texts.ts'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { texts as all, type TextKey } from '../texts/texts.ts'

export interface Words extends Formats {
  language: Language
  /** A text with `{n}` uses the plural form for `values.n`. */
  t(key: TextKey, values?: Values): string
  /** What was entered: a number with its unit, or words unchanged. */
  measured(value: string | undefined, unit: string | undefined): string
  /** The decimal separator. */
  point: string
}

/** Without a time zone, while nobody is signed in, that of the device is used. */
export function wordsOf(
  language: Language,
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): Words {
  const texts = all[language]
  const formats = formatsOf(language, timeZone)
  const { number, unitWord, plural } = formats
  return {
    ...formats,
    language,
    t: (key, values = {}) => fill(texts[key], values, plural),
    measured: (value = '', code) => {
      const isNumber = /^-?\d+(\.\d+)?$/.test(value) && code !== undefined
      const shown = isNumber ? number(Number(value), value.split('.')[1]?.length ?? 0) : value
      return [shown, unitWord(code)].filter(Boolean).join(' ')
    },
    point: number(0.5, 1).charAt(1),
  }
}

const WordsContext = createContext<Words>(wordsOf('en'))

export function WordsProvider(props: { language: Language; timeZone?: string; children: ReactNode }) {
  const { language, timeZone } = props
  const words = useMemo(() => wordsOf(language, timeZone), [language, timeZone])
  return <WordsContext.Provider value={words}>{props.children}</WordsContext.Provider>
}

export const useWords = (): Words => useContext(WordsContext)

/** The language chosen on the page the person came from. */
export const languageOfAddress = (): Language | undefined =>
  findLanguage(new URLSearchParams(location.search).get('lang') ?? '')

/** From the address or the browser, otherwise English. */
export function browserLanguage(): Language {
  const found = navigator.languages.map(findLanguage).find((language) => language !== undefined)
  return languageOfAddress() ?? found ?? 'en'
}
