// Words and formats in the person's language: t('key', values), and formats of numbers, money and times.
import { type Formats, formatsOf } from '@walkaround/contract/rules/formats.ts'
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import { fill, findLanguage, type Language, type Values } from '@walkaround/contract/rules/texts.ts'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'preact/compat'
import { loadTexts } from '../texts/load-texts.ts'
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

export const loadSpoken = async (language: Language): Promise<Spoken> => ({
  language,
  ...(await loadTexts(language)),
})

/** Without a time zone, while nobody is signed in, that of the device is used. */
function wordsOf(
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

const WordsContext = createContext<Words | undefined>(undefined)

interface Props {
  language: Language
  /** What the app began with. */
  first: Spoken
  timeZone?: string
  children: ReactNode
}

export function WordsProvider({ language, first, timeZone, children }: Props) {
  const { spoken = first } = useSpoken(language, first)
  const words = useMemo(() => wordsOf(spoken, timeZone), [spoken, timeZone])
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
}

interface Speaking {
  /** Of the language before, until the texts of the other one are here. */
  spoken: Spoken | undefined
  /** They could not be loaded. */
  isMissing: boolean
}

/** Another language takes the place of the former one when its texts are here; without a network that may be later. */
export function useSpoken(language: Language, first?: Spoken): Speaking {
  const [speaking, setSpeaking] = useState<Speaking>({ spoken: first, isMissing: false })
  useEffect(() => {
    let isWanted = true
    const load = () =>
      loadSpoken(language).then(
        (next) =>
          isWanted &&
          setSpeaking(({ spoken }) => ({
            spoken: spoken?.language === language ? spoken : next,
            isMissing: false,
          })),
        (error: unknown) => {
          console.error(error)
          if (isWanted) setSpeaking(({ spoken }) => ({ spoken, isMissing: true }))
        },
      )
    load()
    window.addEventListener('online', load)
    return () => {
      isWanted = false
      window.removeEventListener('online', load)
    }
  }, [language])
  return speaking
}

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
