// The phrases that are at hand for comments: those that came with the survey, and the delivered ones. contract/rules/phrases.ts decides.
import {
  deliveredPhrases,
  type Phrase,
  type PhraseEntry,
  phrasesFor as phrasesOf,
  saidIn as saidOf,
  wordsFor as wordsOf,
} from '@walkaround/contract/rules/phrases.ts'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { Status } from '@walkaround/contract/shared.ts'
import { createSignal } from '../../app/signal.ts'

export { hasPhrase, type Phrase, togglePhrase } from '@walkaround/contract/rules/phrases.ts'

/** Of all languages: a comment may have been written in another one. The delivered ones are loaded a moment after the checklist. */
export const phrasesHere = createSignal<readonly PhraseEntry[]>([])

let delivered: readonly PhraseEntry[] = []
let own: readonly PhraseEntry[] = []
const show = () => phrasesHere.set([...own, ...delivered])

const loadFile = async (language: Language): Promise<Readonly<Record<string, readonly string[]>>> =>
  (await import(`../../../../../languages/${language}/workshop/phrases.json`, { with: { type: 'json' } }))
    .default

export async function loadPhrases(): Promise<void> {
  if (delivered.length > 0) return
  const loaded = await Promise.all(
    languages.map(async (language) => [language, await loadFile(language)] as const),
  )
  delivered = deliveredPhrases(Object.fromEntries(loaded))
  show()
}

/** Those of the dealership, as they came with the survey: they are there without a network too. */
export function setOwnPhrases(phrases: readonly PhraseEntry[] = []): void {
  if (JSON.stringify(phrases) === JSON.stringify(own)) return
  own = phrases
  show()
}

export const phrasesFor = (questionId: string, language: Language, status?: Status): Phrase[] =>
  phrasesOf(phrasesHere.get(), questionId, language, status)

/** The comment without phrases, in any language, that belong to another finding. */
export const wordsFor = (comment: string, questionId: string, status: Status | undefined): string =>
  wordsOf(phrasesHere.get(), comment, questionId, status)

/** The comment with every phrase in it, of whatever language, in the reader's. */
export const saidIn = (comment: string, questionId: string, language: Language): string =>
  saidOf(phrasesHere.get(), comment, questionId, language)
