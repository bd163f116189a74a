// Ready-made phrases for a comment: which a question offers, in which order, and what they do to the comment. A phrase with a colour belongs
// to that finding: to choose it gives the colour. Pure.
import type { Status } from '../shared.ts'
import type { Language } from './texts.ts'

export interface PhraseEntry {
  readonly words: Readonly<Partial<Record<Language, string>>>
  /** Of exactly these questions. Without them and without `prefix` it is for every question. */
  readonly questions?: readonly string[] | undefined
  /** Of questions whose id begins so. */
  readonly prefix?: string | undefined
  /** The finding it belongs to. */
  readonly status?: Status | undefined
}

export interface Phrase {
  readonly text: string
  /** The finding it belongs to: choosing it gives this colour. */
  readonly status?: Status
  /** It is for every question. */
  readonly isGeneral?: boolean
}

/** Delivered phrases by `vc.tread`, `vc.tread:red` or `*`; each language has the same ones in the same order. */
type Delivered = Readonly<Record<string, readonly string[]>>

export function deliveredPhrases(files: Readonly<Partial<Record<Language, Delivered>>>): PhraseEntry[] {
  const languages = Object.entries(files) as [Language, Delivered][]
  const keys = Object.entries(languages[0]?.[1] ?? {})
  return keys.flatMap(([key, texts]) => {
    const [prefix = '', status] = key.split(':') as [string, Status | undefined]
    return texts.map((_, at) => ({
      words: Object.fromEntries(languages.map(([language, file]) => [language, file[key]?.[at]])),
      ...(prefix === '*' ? {} : { prefix }),
      ...(status ? { status } : {}),
    }))
  })
}

const isGeneral = ({ questions, prefix }: PhraseEntry) => questions === undefined && prefix === undefined

const isOf = (entry: PhraseEntry, questionId: string) =>
  isGeneral(entry) ||
  (entry.questions ? entry.questions.includes(questionId) : questionId.startsWith(entry.prefix ?? ''))

/** One of the question itself comes before one of several whose ids begin alike. */
const nearness = ({ questions, prefix = '' }: PhraseEntry) => (questions ? 1000 : prefix.length)

/** Those of the finding that was given first, then those of none, those of another, and last those for every question; none twice. */
export function phrasesFor(
  entries: readonly PhraseEntry[],
  questionId: string,
  language: Language,
  status?: Status,
): Phrase[] {
  const rank = (entry: PhraseEntry) =>
    (isGeneral(entry) ? 3 : 0) + (entry.status === undefined ? 1 : entry.status === status ? 0 : 2)
  const own = entries
    .filter((entry) => isOf(entry, questionId))
    .sort((a, b) => rank(a) - rank(b) || nearness(b) - nearness(a))
  const found = new Map<string, Phrase>()
  for (const entry of own) {
    const text = entry.words[language]
    if (text !== undefined && !found.has(text)) found.set(text, toPhrase(entry, text))
  }
  return [...found.values()]
}

const toPhrase = (entry: PhraseEntry, text: string): Phrase => ({
  text,
  ...(entry.status ? { status: entry.status } : {}),
  ...(isGeneral(entry) ? { isGeneral: true } : {}),
})

const partsOf = (comment: string) => comment.split(/\s*;\s*/)

/** The comment without phrases, in any language, that belong to another finding. */
export function wordsFor(
  entries: readonly PhraseEntry[],
  comment: string,
  questionId: string,
  status: Status | undefined,
): string {
  const wrong = new Set(
    entries.flatMap((entry) =>
      isOf(entry, questionId) && (entry.status ?? status) !== status ? Object.values(entry.words) : [],
    ),
  )
  const parts = partsOf(comment)
  return parts.some((part) => wrong.has(part)) ? parts.filter((part) => !wrong.has(part)).join('; ') : comment
}

/** The comment with every phrase in it, of whatever language, in the reader's. Words of a person's own stay as written. */
export function saidIn(
  entries: readonly PhraseEntry[],
  comment: string,
  questionId: string,
  language: Language,
): string {
  const parts = partsOf(comment)
  const known = (part: string) =>
    entries.find((entry) => isOf(entry, questionId) && Object.values(entry.words).includes(part))
  const said = parts.map((part) => known(part)?.words[language] ?? part)
  return said.some((part, at) => part !== parts[at]) ? said.join('; ') : comment
}

/** Adds the phrase once; a second tap removes it. */
export function togglePhrase(comment: string, phrase: string): string {
  const parts = partsOf(comment).filter((part) => part.trim() !== '')
  const without = parts.filter((part) => part !== phrase)
  return (without.length < parts.length ? without : [...parts, phrase]).join('; ')
}

export const hasPhrase = (comment: string, phrase: string): boolean => partsOf(comment).includes(phrase)
