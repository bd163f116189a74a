// Ready-made phrases for the internal comment: those of the question first, then general ones. Only data and a choice.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Status } from '@walkaround/contract/shared.ts'
import de from '../../texts/phrases.de.json' with { type: 'json' }
import en from '../../texts/phrases.en.json' with { type: 'json' }
import ru from '../../texts/phrases.ru.json' with { type: 'json' }

type Phrases = Readonly<Record<string, readonly string[]>>
const all: Readonly<Record<Language, Phrases>> = { en, de, ru }

/**
 * The longest matching key wins: `vc.tread` before `vc.`. `*` is for every question, and a suffix after a colon limits it to one
 * finding: "below minimum" never appears with advice.
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

/** The comment without phrases, in any language, that belong to another finding. */
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

/** Adds the phrase once; a second tap removes it. */
export function togglePhrase(comment: string, phrase: string): string {
  const parts = comment.split(/\s*;\s*/).filter((part) => part.trim() !== '')
  const without = parts.filter((part) => part !== phrase)
  return (without.length < parts.length ? without : [...parts, phrase]).join('; ')
}

export const hasPhrase = (comment: string, phrase: string): boolean =>
  comment.split(/\s*;\s*/).includes(phrase)
