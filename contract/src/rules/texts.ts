// How texts are kept and read in every language: which languages there are, the shape of a text, and how its places are filled.
// Pages, app, forms and messages read theirs by this; one test checks that no language lacks anything.

import { languages } from './languages.generated.ts'

/** One per folder of languages/, English first; each name in its own words, so that people find theirs. */
export { languageNames, languages } from './languages.generated.ts'
export type Language = (typeof languages)[number]

/** Whether it has the form of a language tag (BCP 47); whether the language exists is not asked. */
export function isLanguageTag(tag: string): boolean {
  try {
    return /^[a-z]{2,3}(-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** For a language tag as others write it, such as de-AT or DE_at. */
export function findLanguage(tag: string): Language | undefined {
  const [base] = tag.trim().toLowerCase().split(/[-_]/, 1)
  return languages.find((language) => language === base)
}

/** Plural forms, chosen by {n}. A language leaves out the forms it does not have. */
export interface Plural {
  readonly one?: string
  readonly few?: string
  readonly many?: string
  readonly other: string
}
export type Text = string | Plural

export type Values = Readonly<Record<string, string | number | undefined>>

/** The rule of a language for the form that fits a number. */
type PluralRule = (count: number) => Intl.LDMLPluralRule

/**
 * Fills the named places, and leaves any other brace alone: paths such as /surveys/{id} are full of them. What was filled in is not
 * filled again.
 */
export function fill(text: Text, values: Values, plural: PluralRule = () => 'other'): string {
  const forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> =
    typeof text === 'string' ? { other: text } : text
  const form = forms[plural(Number(values.n ?? 0))] ?? forms.other ?? ''
  return form.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? whole) : whole,
  )
}
