// Brings the app's texts in the person's language, and those of another one when the person changes it.
import type { Clocks } from '@walkaround/contract/rules/clocks.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { type ReactNode, useEffect, useMemo, useState } from 'preact/compat'
import { loadTexts } from '../texts/load-texts.ts'
import { type Spoken, WordsContext, wordsOf } from './words.tsx'

export const loadSpoken = async (language: Language): Promise<Spoken> => ({
  language,
  ...(await loadTexts(language)),
})

interface Props {
  language: Language
  /** What the app began with. */
  first: Spoken
  clocks: Clocks | undefined
  children: ReactNode
}

export function WordsProvider({ language, first, clocks, children }: Props) {
  const { spoken = first } = useSpoken(language, first)
  const words = useMemo(() => wordsOf(spoken, clocks), [spoken, clocks])
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
