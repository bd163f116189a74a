// Language → its texts, and the filling of {placeholders}. Knows no page.
import type { Language } from '../language.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { ru } from './ru.ts'

const texts: Readonly<Record<Language, Texts>> = { en, de, ru }

export function textsOf(language: Language): Texts {
  return texts[language]
}

/** Fills the named placeholders and leaves any other brace alone: paths such as `/surveys/{id}` are full of them. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
