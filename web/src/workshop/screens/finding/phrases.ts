// Ready-made phrases for the internal comment: those of the question first, then general ones. Only data and a choice.
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { Status } from '@walkaround/contract/shared.ts'
import { createSignal } from '../../app/signal.ts'

type Phrases = Readonly<Record<string, readonly string[]>>

/** Of all languages: a comment may have been written in another one. Empty until they are loaded, a moment after the checklist. */
export const phrasesHere = createSignal<Partial<Record<Language, Phrases>>>({})

const loadFile = async (language: Language): Promise<Phrases> =>
  (await import(`../../../../../languages/${language}/workshop/phrases.json`, { with: { type: 'json' } }))
    .default

export async function loadPhrases(): Promise<void> {
  if (phrasesHere.get().en) return
  const loaded = await Promise.all(
    languages.map(async (language): Promise<[Language, Phrases]> => [language, await loadFile(language)]),
  )
  phrasesHere.set(Object.fromEntries(loaded))
}

export interface Phrase {
  readonly text: string
  /** The finding it belongs to: choosing it gives this colour. */
  readonly status?: Status
  /** It is for every question. */
  readonly isGeneral?: boolean
}

/**
 * The longest matching key wins: `vc.tread` before `vc.`. `*` is for every question. A suffix after a colon is the finding that the
 * phrase belongs to: "below minimum" is urgent. The phrases of the given finding come first, and nothing is listed twice.
 */
export function phrasesFor(
  questionId: string,
  language: Language,
  status?: Status,
  phrases: Phrases = phrasesHere.get()[language] ?? {},
): Phrase[] {
  const keys = Object.keys(phrases)
    .filter((key) => key !== '*' && questionId.startsWith(prefixOf(key)))
    .sort((a, b) => prefixOf(b).length - prefixOf(a).length)
  const own = [
    ...keys.filter((key) => statusOf(key) !== undefined && statusOf(key) === status),
    ...keys.filter((key) => statusOf(key) === undefined),
    ...keys.filter((key) => statusOf(key) !== undefined && statusOf(key) !== status),
  ]
  const found = new Map<string, Phrase>()
  for (const key of [...own, '*'])
    for (const text of phrases[key] ?? []) if (!found.has(text)) found.set(text, toPhrase(key, text))
  return [...found.values()]
}

function toPhrase(key: string, text: string): Phrase {
  const status = statusOf(key)
  return { text, ...(status ? { status } : {}), ...(key === '*' ? { isGeneral: true } : {}) }
}

const prefixOf = (key: string) => key.split(':')[0]!
const statusOf = (key: string) => key.split(':')[1] as Status | undefined
const fits = (key: string, questionId: string, status: Status | undefined) =>
  questionId.startsWith(prefixOf(key)) && (statusOf(key) ?? status) === status

/** The comment without phrases, in any language, that belong to another finding. */
export function wordsFor(comment: string, questionId: string, status: Status | undefined): string {
  const wrong = new Set(
    Object.values(phrasesHere.get()).flatMap((phrases) =>
      Object.entries(phrases).flatMap(([key, words]) =>
        questionId.startsWith(prefixOf(key)) && !fits(key, questionId, status) ? words : [],
      ),
    ),
  )
  const parts = comment.split(/\s*;\s*/)
  return parts.some((part) => wrong.has(part)) ? parts.filter((part) => !wrong.has(part)).join('; ') : comment
}

/** The comment with every phrase in it, of whatever language, in the reader's. Words of a person's own stay as written. */
export function saidIn(comment: string, questionId: string, language: Language): string {
  const all = phrasesHere.get()
  const inOwn = new Map<string, string>()
  for (const phrases of Object.values(all))
    for (const [key, words] of Object.entries(phrases)) {
      if (key !== '*' && !questionId.startsWith(prefixOf(key))) continue
      for (const [index, text] of words.entries()) {
        const own = all[language]?.[key]?.[index]
        if (own !== undefined) inOwn.set(text, own)
      }
    }
  const parts = comment.split(/\s*;\s*/)
  return parts.some((part) => inOwn.has(part))
    ? parts.map((part) => inOwn.get(part) ?? part).join('; ')
    : comment
}

/** Adds the phrase once; a second tap removes it. */
export function togglePhrase(comment: string, phrase: string): string {
  const parts = comment.split(/\s*;\s*/).filter((part) => part.trim() !== '')
  const without = parts.filter((part) => part !== phrase)
  return (without.length < parts.length ? without : [...parts, phrase]).join('; ')
}

export const hasPhrase = (comment: string, phrase: string): boolean =>
  comment.split(/\s*;\s*/).includes(phrase)
