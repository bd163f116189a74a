// Reasons why customers decline: the codes and words the server sent with the survey, and DMS codes made readable. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { RejectionReason } from '@walkaround/contract/app/offers.ts'

/** A page stored by an earlier version of the app has none. */
export const reasonsOf = (page: Partial<Pick<SurveyPage, 'rejectionReasons'>>): readonly RejectionReason[] =>
  page.rejectionReasons ?? []

export const wordsOfReason = ({ code, words }: RejectionReason, language: string): string =>
  words[language] ?? words.en ?? readable(code) ?? code

/** In words; undefined for a code without any: a number, or letters that are not a word. */
export function reasonWords(
  code: string,
  reasons: readonly RejectionReason[],
  language: string,
): string | undefined {
  const known = reasons.find((one) => one.code === code)
  return known ? wordsOfReason(known, language) : readable(code)
}

/** priceTooHigh, PRICE_TOO_HIGH and price-too-high → Price too high. */
function readable(code: string): string | undefined {
  const text = code.trim()
  const isShouted = text === text.toUpperCase()
  const spaced = text
    .replaceAll(/[_\-.]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()
  const words = spaced.split(/\s+/)
  // "R7" and "KD" are not readable words; a sentence somebody wrote stays unchanged.
  if (/\s/.test(text)) return text
  if (isShouted && words.length === 1 && text.length <= 4) return undefined
  if (!/\p{L}{2}/u.test(text)) return undefined
  const lowered = words.map((word) => (isShouted || /^\p{Lu}\p{Ll}/u.test(word) ? word.toLowerCase() : word))
  const joined = lowered.join(' ')
  return joined.charAt(0).toUpperCase() + joined.slice(1)
}
