// Texts of the owner's page that are data: what a finding means, and reasons to decline an offer.
import { readTexts } from '../../outside/language-files.ts'

interface Meaning {
  /** Ids of questions, or prefixes of ids ending with *. */
  questions: string[]
  red?: string
  amber?: string
}

export interface Reason {
  code: string
  /** In the owner's own words. */
  text: string
  /** As others report it about the owner. */
  reported?: string
}

interface Meanings {
  meanings: Meaning[]
  fallback: { red: string; amber: string }
}

/** A plain sentence on what the finding means for the driver. */
export function meaningOf(questionId: string, grade: 'red' | 'amber', language: string): string {
  const { meanings, fallback } = readTexts<Meanings>('meanings', language)
  const found = meanings.find(({ questions }) => questions.some((pattern) => fits(pattern, questionId)))
  return found?.[grade] ?? fallback[grade]
}

const fits = (pattern: string, id: string) =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern

export const listReasons = (language: string): readonly Reason[] =>
  readTexts<{ reasons: Reason[] }>('rejection-reasons', language).reasons
