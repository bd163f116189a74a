// What panels are called, by language. Another language is another file server/data/texts/panels.<language>.json.
import { readFileSync } from 'node:fs'

const folder = new URL('../../../data/texts/', import.meta.url)
const loaded = new Map<string, Readonly<Record<string, string>>>()

/** Of the language, else of its first part (`de-AT`), else in English; an unknown panel is called by its id. */
export function panelName(id: string, language: string): string {
  for (const tag of [language, language.split('-')[0] as string, 'en']) {
    const name = namesOf(tag.toLowerCase())[id]
    if (name !== undefined) return name
  }
  return id
}

function namesOf(language: string): Readonly<Record<string, string>> {
  let names = loaded.get(language)
  if (!names) {
    names = readNames(language)
    loaded.set(language, names)
  }
  return names
}

function readNames(language: string): Readonly<Record<string, string>> {
  // Also keeps a tag that is none from naming another file.
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/.test(language)) return {}
  try {
    const text = readFileSync(new URL(`panels.${language}.json`, folder), 'utf8')
    return Object.freeze({ __proto__: null, ...JSON.parse(text) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}
