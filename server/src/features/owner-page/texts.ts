// The texts of the owner's page that are data: what a finding means, and why an offer may be declined. English where a
// language has none.
import { readFileSync } from 'node:fs'

interface Meaning {
  /** Ids of questions, or beginnings of them with * at the end. */
  questions: string[]
  red?: string
  amber?: string
}

export interface Reason {
  code: string
  text: string
}

interface Meanings {
  meanings: Meaning[]
  fallback: { red: string; amber: string }
}

const folder = new URL('../../../data/texts/', import.meta.url)
const kept = new Map<string, unknown>()

function read<T>(name: string, language: string): T {
  const tag = /^[a-z]{2,3}$/.test(language) ? language : 'en'
  const file = `${name}.${tag}.json`
  if (!kept.has(file)) kept.set(file, load(file) ?? load(`${name}.en.json`))
  return kept.get(file) as T
}

function load(file: string): unknown {
  try {
    return JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A plain sentence on what the finding means for whoever drives. */
export function meaningOf(questionId: string, grade: 'red' | 'amber', language: string): string {
  const { meanings, fallback } = read<Meanings>('meanings', language)
  const found = meanings.find(({ questions }) => questions.some((pattern) => fits(pattern, questionId)))
  return found?.[grade] ?? fallback[grade]
}

const fits = (pattern: string, id: string) =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern

export const listReasons = (language: string): readonly Reason[] =>
  read<{ reasons: Reason[] }>('rejection-reasons', language).reasons
