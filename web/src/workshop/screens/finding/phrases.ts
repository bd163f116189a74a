// Ready phrases for the internal comment: those of the question first, then general ones. Data and a choice, no more.
import type { Language } from '../../app/words.tsx'
import de from '../../data/phrases.de.json' with { type: 'json' }
import en from '../../data/phrases.en.json' with { type: 'json' }
import ru from '../../data/phrases.ru.json' with { type: 'json' }

type Phrases = Readonly<Record<string, readonly string[]>>
const all: Readonly<Record<Language, Phrases>> = { en, de, ru }

/** The key that fits the id best: `vc.tread` goes before `vc.`. `*` is for every question. */
export function phrasesFor(
  questionId: string,
  language: Language,
  phrases: Phrases = all[language],
): string[] {
  const fitting = Object.keys(phrases)
    .filter((key) => key !== '*' && questionId.startsWith(key))
    .sort((a, b) => b.length - a.length)
  const keys = [...fitting, '*']
  return [...new Set(keys.flatMap((key) => phrases[key] ?? []))]
}

/** Added to what is there, once; a second tap takes it out again. */
export function togglePhrase(comment: string, phrase: string): string {
  const parts = comment.split(/\s*;\s*/).filter((part) => part.trim() !== '')
  const without = parts.filter((part) => part !== phrase)
  return (without.length < parts.length ? without : [...parts, phrase]).join('; ')
}

export const hasPhrase = (comment: string, phrase: string): boolean =>
  comment.split(/\s*;\s*/).includes(phrase)
