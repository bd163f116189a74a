// What app and console say in a language, read from their folders: checks find things by these words. Holds no check of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { TextKey as ConsoleKey } from '../src/console/texts/texts.ts'
import type { TextKey } from '../src/workshop/texts/texts.ts'

type Said = string | { readonly other: string }
const known = new Map<Language, Readonly<Record<string, Said>>>()

function read(language: Language): Readonly<Record<string, Said>> {
  const texts = ['workshop', 'office', 'console'].flatMap((name) => {
    const folder = new URL(`../../languages/${language}/${name}/`, import.meta.url)
    return readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  })
  return Object.assign({}, ...texts)
}

/** With forms for numbers, that for most of them. */
export function said(language: Language, key: TextKey | ConsoleKey): string {
  const texts = known.get(language) ?? read(language)
  known.set(language, texts)
  const text = texts[key]!
  return typeof text === 'string' ? text : text.other
}

/** In a name, every space is a plain one. */
const toPattern = (text: string) =>
  text
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\s+/g, '\\s')

/** The text, in whatever language it is said. */
export const anyOf = (key: TextKey): RegExp =>
  new RegExp(`^(${languages.map((language) => toPattern(said(language, key))).join('|')})$`)

/** The text up to its first place to be filled, in whatever language it is said. */
export const beginningOf = (key: TextKey): RegExp =>
  new RegExp(`^(${languages.map((language) => toPattern(said(language, key).split('{')[0]!)).join('|')})`)
