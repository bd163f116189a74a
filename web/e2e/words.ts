// What the app says in a language, read from its folder: checks find things by these words. Holds no check of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'
import type { TextKey } from '../src/workshop/texts/texts.ts'

const known = new Map<Language, Readonly<Record<string, string>>>()

function read(language: Language): Readonly<Record<string, string>> {
  const folder = new URL(`../../languages/${language}/workshop/`, import.meta.url)
  const texts = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  return Object.assign({}, ...texts)
}

/** A text without forms for numbers. */
export function said(language: Language, key: TextKey): string {
  const texts = known.get(language) ?? read(language)
  known.set(language, texts)
  return texts[key]!
}

/** The text up to its first place to be filled, in whatever language it is said. */
export const beginningOf = (key: TextKey): RegExp =>
  new RegExp(`^(${languages.map((language) => said(language, key).split('{')[0]!.trim()).join('|')})`)
