// The words and formats that components say: what they are, and how they are reached. Loads no texts: whoever shows the components
// brings them.
import { areZonesNamed, type Clocks, zoneAt } from '@walkaround/contract/rules/clocks.ts'
import { type Formats, formatsOf } from '@walkaround/contract/rules/formats.ts'
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { fill, findLanguage, type Language, type Values } from '@walkaround/contract/rules/texts.ts'
import { createContext, type ReactNode, useContext } from 'preact/compat'
import type { TextKey, Texts } from '../texts/texts.ts'

export interface Words extends Formats {
  language: Language
  /** What pages and paper say too: colours, units, fuels, kinds of damage and of messages. */
  shared: SharedWords
  /** The same by the clock of a branch: what belongs to a car is told by it. */
  at(branchId: string | undefined): Words
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

/** While nobody is signed in, the clock of the device is used. */
export function wordsOf(
  { language, texts, shared }: Spoken,
  clocks: Clocks = { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, branches: [] },
): Words {
  const options = { units: shared.units, isZoneNamed: areZonesNamed(clocks) }
  const formatsIn = (zone: string) => formatsOf(language, zone, options)
  const formats = formatsIn(clocks.timeZone)
  const { number, unitWord, plural } = formats
  const byZone: Record<string, Words> = {}
  const words: Words = {
    ...formats,
    at: (branchId) => {
      const zone = zoneAt(clocks, branchId)
      byZone[zone] ??= { ...words, ...formatsIn(zone) }
      return byZone[zone]
    },
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
  byZone[clocks.timeZone] = words
  return words
}

export const WordsContext = createContext<Words | undefined>(undefined)

export function useWords(): Words {
  const words = useContext(WordsContext)
  if (!words) throw new Error('words are only inside WordsProvider')
  return words
}

/** What is inside tells times by the clock of the car. */
export const CarClock = ({ branchId, children }: { branchId: string | undefined; children: ReactNode }) => (
  <WordsContext.Provider value={useWords().at(branchId)}>{children}</WordsContext.Provider>
)

/** The language chosen on the page the person came from. */
export const languageOfAddress = (): Language | undefined =>
  findLanguage(new URLSearchParams(location.search).get('lang') ?? '')

/** From the address or the browser, otherwise English. */
export function browserLanguage(): Language {
  const found = navigator.languages.map(findLanguage).find((language) => language !== undefined)
  return languageOfAddress() ?? found ?? 'en'
}
