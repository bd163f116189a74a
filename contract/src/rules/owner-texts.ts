// The texts of the owner's page that a client may say in its own words: the only list of them, and which words may be kept. Pure; page,
// command line and service decide by it.
import { fill, type Language } from './texts.ts'

/** What may stand in braces; filled in with what the page shows anyway. */
const ownerPlaceholders = ['dealership', 'vehicle', 'advisor', 'telephone'] as const
export type OwnerPlaceholder = (typeof ownerPlaceholders)[number]

/** The page of the result, the receipt that follows a decision, and the small pages: of a link that ended, of thanks, of a copy. */
export const ownerTextPages = ['result', 'receipt', 'notice'] as const
export type OwnerTextPage = (typeof ownerTextPages)[number]

interface OwnerText {
  /** In characters. */
  readonly longest: number
  readonly placeholders: readonly OwnerPlaceholder[]
  /** Where it is shown. */
  readonly on: readonly OwnerTextPage[]
  /** The service comes without words for it: nothing is shown until the client has some. It may have several lines. */
  readonly isExtra?: true
}

/**
 * In the order of the page. Nothing that says what a decision means, who reads what, or how safe something is; no labels of buttons and
 * states.
 */
const ownerTextRules = {
  title: { longest: 60, placeholders: ['dealership', 'vehicle'], on: ['result'] },
  lead: { longest: 300, placeholders: ownerPlaceholders, on: ['result'] },
  welcome: { longest: 500, placeholders: ownerPlaceholders, on: ['result'], isExtra: true },
  noOfferUrgent: { longest: 200, placeholders: ownerPlaceholders, on: ['result'] },
  noOffer: { longest: 200, placeholders: ownerPlaceholders, on: ['result'] },
  noPriceNote: { longest: 300, placeholders: ownerPlaceholders, on: ['result'], isExtra: true },
  othersNote: { longest: 300, placeholders: ownerPlaceholders, on: ['result'], isExtra: true },
  alsoDueWords: { longest: 200, placeholders: ownerPlaceholders, on: ['result'] },
  receiptThanks: { longest: 100, placeholders: ['dealership', 'advisor'], on: ['receipt'] },
  next: { longest: 500, placeholders: ownerPlaceholders, on: ['result', 'receipt'], isExtra: true },
  feedbackTitle: { longest: 100, placeholders: ['dealership', 'advisor'], on: ['result', 'receipt'] },
  foot: { longest: 500, placeholders: ['dealership', 'telephone'], on: ownerTextPages, isExtra: true },
} as const satisfies Record<string, OwnerText>

export type OwnerTextName = keyof typeof ownerTextRules
export const ownerTextNames = Object.keys(ownerTextRules) as readonly OwnerTextName[]
export const ruleOf = (name: OwnerTextName): OwnerText => ownerTextRules[name]

type ExtraIn<T> = { [N in keyof T]: T[N] extends { isExtra: true } ? N : never }[keyof T]
export type ExtraOwnerText = ExtraIn<typeof ownerTextRules>
export const isExtraText = (name: OwnerTextName): name is ExtraOwnerText => ruleOf(name).isExtra === true

/** Words by text; of those that are left out, the client has none. */
export type OwnerTextWords = { readonly [N in OwnerTextName]?: string | undefined }
export type KeptOwnerTexts = { readonly [L in Language]?: OwnerTextWords }

const MOST_LINES = 10
const PLACEHOLDER = /\{([^{}]*)\}/g
/** Control characters, and those that turn the direction of what follows. */
const UNWANTED = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** What is wrong with words, one line each, with the field; none if they can be kept. */
export function whyOwnerTextsRefused(words: OwnerTextWords): string[] {
  return ownerTextNames.flatMap((name) => {
    const fault = whyRefused(name, words[name] ?? '')
    return fault === undefined ? [] : [`${name}: ${fault}`]
  })
}

function whyRefused(name: OwnerTextName, text: string): string | undefined {
  const { longest, placeholders, isExtra } = ruleOf(name)
  const lines = text.split('\n')
  if ([...text].length > longest) return `must have at most ${longest} characters`
  if (!isExtra && lines.length > 1) return 'must be one line'
  if (lines.length > MOST_LINES) return `must have at most ${MOST_LINES} lines`
  if (lines.some((line) => UNWANTED.test(line)))
    return 'has a character that cannot be seen, such as a tab or one that turns the direction of writing'
  const unknown = [...text.matchAll(PLACEHOLDER)].find(
    ([, inside = '']) => !placeholders.some((known) => known === inside),
  )
  return unknown && `${unknown[0]} is not one of ${placeholders.map((known) => `{${known}}`).join(', ')}`
}

/** Without blanks around them; empty words, and those that equal the delivered ones, are none, so that they follow later versions. */
export function toKeptWords(words: OwnerTextWords, delivered: OwnerTextWords): OwnerTextWords {
  const said = ownerTextNames.flatMap((name) => {
    const text = words[name]
      ?.replaceAll('\r\n', '\n')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .trim()
    return !text || text === delivered[name] ? [] : [[name, text] as const]
  })
  return Object.fromEntries(said)
}

/** A text as a page shows it. */
interface SaidOwnerText {
  readonly text: string
  /** Of the words, if it is not that of the page. */
  readonly language?: Language
}
export type SaidOwnerTexts = { readonly [N in OwnerTextName]?: SaidOwnerText }

/**
 * A client's own words on a page in one language. Without own words in it the delivered ones hold; what the service has no words for is
 * said in the client's language. A text whose placeholder has no value on this page is left out, so the delivered one holds.
 */
export function sayOwnerTexts(
  kept: KeptOwnerTexts,
  language: Language,
  clientLanguage: string,
  values: Readonly<Partial<Record<OwnerPlaceholder, string | undefined>>>,
): SaidOwnerTexts {
  const said = ownerTextNames.flatMap((name) => {
    const found = wordsIn(kept, name, language, clientLanguage)
    if (!found) return []
    const lacks = [...found.text.matchAll(PLACEHOLDER)].some(
      ([, inside]) => !values[inside as OwnerPlaceholder]?.trim(),
    )
    return lacks ? [] : [[name, { ...found, text: fill(found.text, values) }] as const]
  })
  return Object.fromEntries(said)
}

/** Not filled in. */
export function wordsIn(
  kept: KeptOwnerTexts,
  name: OwnerTextName,
  language: Language,
  clientLanguage: string,
): SaidOwnerText | undefined {
  const own = kept[language]?.[name]
  if (own !== undefined) return { text: own }
  const inOther = kept[clientLanguage as Language]?.[name]
  return isExtraText(name) && inOther !== undefined
    ? { text: inOther, language: clientLanguage as Language }
    : undefined
}
