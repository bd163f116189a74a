// Ready phrases for the internal comment: those of the question first, then general ones. Data and a choice, no more.
import type { Status } from '@walkaround/contract/dms/surveys.ts'
import type { Language } from '../../app/words.tsx'
import de from '../../data/phrases.de.json' with { type: 'json' }
import en from '../../data/phrases.en.json' with { type: 'json' }
import ru from '../../data/phrases.ru.json' with { type: 'json' }

type Phrases = Readonly<Record<string, readonly string[]>>
const all: Readonly<Record<Language, Phrases>> = { en, de, ru }

/**
 * The key that fits the id best: `vc.tread` goes before `vc.`. `*` is for every question, and what stands behind a colon is
 * said of this finding alone: "below minimum" never stands beside advice.
 */
export function phrasesFor(
  questionId: string,
  language: Language,
  status?: Status,
  phrases: Phrases = all[language],
): string[] {
  const fitting = Object.keys(phrases)
    .filter((key) => key !== '*' && fits(key, questionId, status))
    .sort((a, b) => prefixOf(b).length - prefixOf(a).length)
  const keys = [...fitting, '*']
  return [...new Set(keys.flatMap((key) => phrases[key] ?? []))]
}

const prefixOf = (key: string) => key.split(':')[0]!
const statusOf = (key: string) => key.split(':')[1]
const fits = (key: string, questionId: string, status: Status | undefined) =>
  questionId.startsWith(prefixOf(key)) && (statusOf(key) ?? status) === status

/** The comment without phrases, of any language, that are said of another finding. */
export function wordsFor(comment: string, questionId: string, status: Status | undefined): string {
  const wrong = new Set(
    Object.values(all).flatMap((phrases) =>
      Object.entries(phrases).flatMap(([key, words]) =>
        questionId.startsWith(prefixOf(key)) && !fits(key, questionId, status) ? words : [],
      ),
    ),
  )
  const parts = comment.split(/\s*;\s*/)
  return parts.some((part) => wrong.has(part)) ? parts.filter((part) => !wrong.has(part)).join('; ') : comment
}

/** Added to what is there, once; a second tap takes it out again. */
export function togglePhrase(comment: string, phrase: string): string {
  const parts = comment.split(/\s*;\s*/).filter((part) => part.trim() !== '')
  const without = parts.filter((part) => part !== phrase)
  return (without.length < parts.length ? without : [...parts, phrase]).join('; ')
}

export const hasPhrase = (comment: string, phrase: string): boolean =>
  comment.split(/\s*;\s*/).includes(phrase)
