// Words and formats in the person's language, by the keys of the desk. The parts that the desk borrows from the app find them by the same
// context: a test checks that the desk has every word they say.
import { type FigureFormats, figureFormatsOf } from '@walkaround/contract/rules/figure-formats.ts'
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'
import type { Language, Values } from '@walkaround/contract/rules/texts.ts'
import { type ReactNode, useEffect, useMemo, useState } from 'preact/compat'
import {
  type Spoken as AppSpoken,
  type Words as AppWords,
  useWords as useAppWords,
  WordsContext,
  wordsOf,
} from '../../workshop/app/words.tsx'
import type { TextKey, Texts } from '../texts/texts.ts'

export interface Words extends Omit<AppWords, 't'>, FigureFormats {
  /** A text with `{n}` uses the plural form for `values.n`. */
  t(key: TextKey, values?: Values): string
}

export interface Spoken {
  readonly language: Language
  readonly texts: Texts
  readonly shared: SharedWords
}

/** Only the language of the person is loaded; each is a file of its own. */
export const loadSpoken = async (language: Language): Promise<Spoken> => {
  const { texts, shared } = await import(`../texts/${language}.generated.ts`)
  return { language, texts, shared }
}

interface Props {
  language: Language
  /** What the desk began with. */
  first: Spoken
  timeZone: string | undefined
  children: ReactNode
}

export function WordsProvider({ language, first, timeZone, children }: Props) {
  const [spoken, speak] = useState(first)
  useEffect(() => {
    let isWanted = true
    loadSpoken(language).then(
      (next) => {
        if (isWanted) speak(next)
      },
      (error: unknown) => console.error(error),
    )
    return () => {
      isWanted = false
    }
  }, [language])
  const words = useMemo(() => {
    const said = wordsOf(spoken as unknown as AppSpoken, timeZone)
    return Object.assign(said, figureFormatsOf(said))
  }, [spoken, timeZone])
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
}

export const useWords = useAppWords as unknown as () => Words
