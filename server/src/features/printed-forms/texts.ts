// The words of the forms in a language: forms.<language>.json and agreements.<language>.json, read once.
// What a file lacks comes from its base language, then from English. Another language is another file, and no code.
import { readFileSync } from 'node:fs'
import type { openGroups, textKeys } from './text-keys.ts'

type Keys = typeof textKeys
export type FormTexts = {
  readonly [Group in keyof Keys]: Readonly<Record<Keys[Group][number], string>>
} & Readonly<Record<(typeof openGroups)[number], Readonly<Record<string, string>>>>
export type Clause = { readonly title: string; readonly text: string }

export const textFolder = new URL('../../../data/texts/', import.meta.url)

type Tree = { readonly [key: string]: string | Tree }

const kept = new Map<string, FormTexts>()

export function getTexts(language: string, folder: URL = textFolder): FormTexts {
  const key = `${folder}|${language}`
  const known = kept.get(key)
  if (known) return known
  const texts = chainOf(language).reduceRight<Tree>((below, tag) => {
    const own = readFile<Tree>(folder, `forms.${tag}.json`)
    return own ? merge(below, own) : below
  }, englishTexts()) as unknown as FormTexts
  kept.set(key, texts)
  return texts
}

/** Under every other language, wherever that one's files lie. */
const englishTexts = (): Tree => readFile<Tree>(textFolder, 'forms.en.json') ?? {}

/** What the parties agree to on a form; none when no language of the chain says anything. */
export function listClauses(form: string, language: string, folder: URL = textFolder): readonly Clause[] {
  for (const tag of chainOf(language)) {
    const clauses = readFile<Record<string, Clause[]>>(folder, `agreements.${tag}.json`)?.[form]
    if (clauses) return clauses
  }
  return []
}

/** `Page {page} of {pages}` with its values. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** de-AT → de-AT, de, en. Anything that is no language tag ends at English, and never names another file. */
function chainOf(language: string): string[] {
  const chain: string[] = []
  try {
    const parts = Intl.getCanonicalLocales(language)[0]?.split('-') ?? []
    while (parts.length > 0) {
      chain.push(parts.join('-'))
      parts.pop()
    }
  } catch {
    // No language tag; the words are English.
  }
  return chain.includes('en') ? chain : [...chain, 'en']
}

function readFile<T>(folder: URL, name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function merge(below: Tree, own: Tree): Tree {
  const merged: Record<string, string | Tree> = { ...below }
  for (const [key, value] of Object.entries(own)) {
    const under = merged[key]
    merged[key] = typeof value === 'object' && typeof under === 'object' ? merge(under, value) : value
  }
  return merged
}
