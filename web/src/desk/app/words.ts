// The words of the desk: the same as everywhere in the office, by the keys that the desk has.
import type { Language, Values } from '@walkaround/contract/rules/texts.ts'
import {
  type Words as OfficeWords,
  type Spoken,
  useWords as useOfficeWords,
} from '../../office/app/words.tsx'
import type { TextKey } from '../texts/texts.ts'

export { CarClock } from '../../workshop/app/words.tsx'

export interface Words extends Omit<OfficeWords, 't' | 'at'> {
  /** The same by the clock of a branch: what belongs to a car is told by it. */
  at(branchId: string | undefined): Words
  /** A text with `{n}` uses the plural form for `values.n`. */
  t(key: TextKey, values?: Values): string
}

/** Only the language of the person is loaded; each is a file of its own. */
export const loadSpoken = async (language: Language): Promise<Spoken> => {
  const { texts, shared } = await import(`../texts/${language}.generated.ts`)
  return { language, texts, shared }
}

export const useWords = useOfficeWords as unknown as () => Words
