// The words of the console: the same as everywhere in the office, by the keys that the console has.
import type { Language, Values } from '@walkaround/contract/rules/texts.ts'
import {
  type Words as OfficeWords,
  type Spoken,
  useWords as useOfficeWords,
} from '../../office/app/words.tsx'
import { createLateTexts } from '../../workshop/texts/late-texts.ts'
import type { TextKey } from '../texts/texts.ts'

export interface Words extends Omit<OfficeWords, 't'> {
  /** A text with `{n}` uses the plural form for `values.n`. */
  t(key: TextKey, values?: Values): string
}

const { load, loadRest } = createLateTexts<Pick<Spoken, 'texts' | 'shared'>>(
  (language) => import(`../texts/${language}.generated.ts`),
  async (language) => (await import(`../texts/later/${language}.generated.ts`)).texts,
)

/** Only the language of the person is loaded; each is a file of its own. */
export const loadSpoken = async (language: Language): Promise<Spoken> => {
  const { texts, shared } = await load(language)
  return { language, texts, shared }
}
/** Before a page is shown whose words do not come first. */
export const loadLaterWords = loadRest

export const useWords = useOfficeWords as unknown as () => Words
