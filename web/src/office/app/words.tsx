// Words and formats in the person's language, by the keys that all bundles of the office have. What they borrow from the app finds them by
// the same context: a test checks that each bundle has every word it says.
import type { Clocks } from '@walkaround/contract/rules/clocks.ts'
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

export type { TextKey } from '../texts/texts.ts'

export interface Words extends Omit<AppWords, 't' | 'at'>, FigureFormats {
  /** The same by the clock of a branch: what belongs to a car is told by it. */
  at(branchId: string | undefined): Words
  /** A text with `{n}` uses the plural form for `values.n`. */
  t(key: TextKey, values?: Values): string
}

export interface Spoken {
  readonly language: Language
  readonly texts: Texts
  readonly shared: SharedWords
}

/** Finds the words of a bundle, which has more of them than the office. */
export type LoadSpoken = (language: Language) => Promise<Spoken>

interface Props {
  language: Language
  /** What the bundle began with. */
  first: Spoken
  load: LoadSpoken
  clocks: Clocks | undefined
  children: ReactNode
}

export function WordsProvider({ language, first, load, clocks, children }: Props) {
  const [spoken, speak] = useState(first)
  useEffect(() => {
    let isWanted = true
    load(language).then(
      (next) => {
        if (isWanted) speak(next)
      },
      (error: unknown) => console.error(error),
    )
    return () => {
      isWanted = false
    }
  }, [language, load])
  const words = useMemo(() => {
    const said = wordsOf(spoken as unknown as AppSpoken, clocks)
    return Object.assign(said, figureFormatsOf(said))
  }, [spoken, clocks])
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
}

export const useWords = useAppWords as unknown as () => Words
