// Reads the texts of pages that the service renders: the same file from the folder of every language.
import { readFileSync } from 'node:fs'
import { type Language, languages } from '@walkaround/contract/rules/texts.ts'

/** By the name of the file. One test checks that every language has every text of the English one. */
export function readTexts<Texts>(
  file: string,
  wanted: readonly Language[] = languages,
): Readonly<Record<Language, Texts>> {
  const read = (language: Language): Texts =>
    JSON.parse(readFileSync(new URL(`../../languages/${language}/${file}`, import.meta.url), 'utf8'))
  return Object.fromEntries(wanted.map((language) => [language, read(language)])) as Record<Language, Texts>
}
