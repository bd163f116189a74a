// The words and formats that components say: what they are, and how they are reached. Loads no texts: whoever shows the components
// brings them.
import { type Formats, formatsOf } from '@walkaround/contract/rules/formats.ts'
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { fill, findLanguage, type Language, type Values } from '@walkaround/contract/rules/texts.ts'
import { createContext, useContext } from 'preact/compat'
import type { TextKey, Texts } from '../texts/texts.ts'

export interface Words extends Formats {
  language: Language
  /** What pages and paper say too: colours, units, fuels, kinds of damage and of messages. */
  shared: SharedWords
  /** A text with `{n}` uses the plural form for `values.n`. */
  t(key: TextKey, values?: Values): string
  /** What was entered: a number with its unit, or words unchanged. */
  measured(value: string | undefined, unit: string | undefined): string
  /** The decimal separator. */
  point: string
}

/** A language whose texts are here. */
export interface Spoken {
  readonly language: Language
  readonly texts: Texts
  readonly shared: SharedWords
}

/** Without a time zone, while nobody is signed in, that of the device is used. */
export function wordsOf(
  { language, texts, shared }: Spoken,
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): Words {
  const formats = formatsOf(language, timeZone, shared)
  const { number, unitWord, plural } = formats
  return {
    ...formats,
    language,
    shared,
    t: (key, values = {}) => fill(texts[key], values, plural),
    measured: (value = '', code) => {
      const isNumber = /^-?\d+(\.\d+)?$/.test(value) && code !== undefined
      const shown = isNumber ? number(Number(value), value.split('.')[1]?.length ?? 0) : value
      return [shown, unitWord(code)].filter(Boolean).join(' ')
    },
    // Found when it is needed: making a format takes a slow tablet long.
    get point() {
      return number(0.5, 1).charAt(1)
    },
  }
}

export const WordsContext = createContext<Words | undefined>(undefined)

export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('words are only inside WordsProvider')
  return words
}

/** The language chosen on the page the person came from. */
export const languageOfAddress = (): Language | undefined =>
  findLanguage(new URLSearchParams(location.search).get('lang') ?? '')

/** From the address or the browser, otherwise English. */
export function browserLanguage(): Language {
  const found = navigator.languages.map(findLanguage).find((language) => language !== undefined)
  return languageOfAddress() ?? found ?? 'en'
}
