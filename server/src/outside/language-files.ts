// Texts that are data: server/<name>.json in the folder of each language, read once. A text that a language lacks comes from its base
// (de-AT → de), then from English. A new language needs a folder and no code.
import { readFileSync } from 'node:fs'
import { Recent } from '../lib/recent.ts'

export const languagesFolder = new URL('../../../languages/', import.meta.url)

type Tree = { readonly [key: string]: unknown }

// Callers choose languages too: only those used last are kept, others are read again.
const kept = new Recent<Tree>(200)

/** Objects of two languages are merged key by key; lists and texts are replaced as a whole. */
export function readTexts<Texts>(name: string, language: string, folder: URL = languagesFolder): Texts {
  const key = `${folder.href}|${name}|${language}`
  let texts = kept.get(key)
  if (!texts) {
    // English is the base of every other language, whatever folder that language is in.
    texts = readTree(fileOf('en', name, languagesFolder)) ?? {}
    for (const tag of chainOf(language).reverse())
      texts = join(texts, readTree(fileOf(tag, name, folder)) ?? {})
    kept.set(key, texts)
  }
  return texts as Texts
}

const fileOf = (tag: string, name: string, folder: URL) => new URL(`${tag}/server/${name}.json`, folder)

/** de-AT → de-AT, de. Anything that is not a language tag gives an empty chain, so it can never name another file. */
function chainOf(language: string): string[] {
  try {
    const parts = Intl.getCanonicalLocales(language)[0]?.split('-') ?? []
    return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  } catch {
    return []
  }
}

function readTree(file: URL): Tree | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tree
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function join(below: Tree, own: Tree): Tree {
  const joined: Record<string, unknown> = { ...below }
  for (const [key, value] of Object.entries(own)) {
    const under = joined[key]
    joined[key] = isTree(value) && isTree(under) ? join(under, value) : value
  }
  return joined
}
