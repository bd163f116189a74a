// What the board's search finds: a car has terms, and a word finds the terms that begin with it. Pure; the service and the tablet
// both search by it, so the same words find the same cars with and without a network.
import { foldForSearch } from './folding.ts'

/** In characters; a longer word is compared as far as this. */
const LONGEST_TERM = 40
/** Of a number, the last places where people begin to read it. */
const MOST_STARTS = 3
/** Of a name: a company may have many words. */
const MOST_NAME_WORDS = 6

export interface Searched {
  /** Of the order, as the system and as people know it. */
  numbers: readonly (string | undefined)[]
  numberPlate?: string | undefined
  vin?: string | undefined
  names: readonly (string | undefined)[]
}

const cut = (text: string): string => {
  const letters = Array.from(text)
  return letters.length <= LONGEST_TERM ? text : letters.slice(0, LONGEST_TERM).join('')
}

/** The parts between separators. */
const partsOf = (text: string): string[] =>
  text
    .split(/[\s\-–·.|]+/)
    .map(foldForSearch)
    .filter((part) => part !== '')

/** Also divided where digits begin and end, behind signs, and behind leading zeros: SO-2026/0042 is SO, 2026, /, 00, 42. */
const readingsOf = (text: string): string[] =>
  partsOf(text)
    .join('\n')
    .replaceAll(/([/_#:])(?=[^\n])/g, '$1\n')
    .replaceAll(/(\d)(?=[^\d\n])/g, '$1\n')
    .replaceAll(/([^\d\n])(?=\d)/g, '$1\n')
    .replaceAll(/(^|\n)(0+)(?=[1-9])/g, '$1$2\n')
    .split('\n')

/** From each part to the end. */
const endsOf = (parts: readonly string[]): string[] => parts.map((_, index) => parts.slice(index).join(''))

const lastOf = (text: string, lengths: readonly number[], above: number): string[] =>
  text.length > above ? lengths.map((length) => text.slice(-length)) : []

function numberTerms(number: string): string[] {
  const [whole = '', ...starts] = endsOf(readingsOf(number))
  return [whole, ...starts.slice(-MOST_STARTS), ...lastOf(whole, [4], 6)]
}

/** A plate is found by any part of it of four characters or more. */
function plateTerms(plate: string): string[] {
  const starts = endsOf(readingsOf(plate))
  const whole = Array.from(starts[0] ?? '').slice(0, 16)
  return [...starts, ...whole.map((_, index) => whole.slice(index).join('')).filter((end) => end.length >= 4)]
}

/** People read out the last six to eight characters. */
function vinTerms(vin: string): string[] {
  const whole = foldForSearch(vin)
  return [whole, ...lastOf(whole, [8, 7, 6], 8)]
}

/** The most telling ones first, each once. */
export function searchTermsOf({ numbers, numberPlate = '', vin = '', names }: Searched): string[] {
  const terms = [
    ...numbers.flatMap((number) => numberTerms(number ?? '')),
    ...plateTerms(numberPlate),
    ...vinTerms(vin),
    ...names.flatMap((name) => endsOf(partsOf(name ?? '').slice(0, MOST_NAME_WORDS))),
  ]
  return [...new Set(terms.map(cut))].filter((term) => term !== '')
}

/** The words of a search; none if there are only separators. */
export const searchWordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s+/)
      .map((word) => cut(foldForSearch(word)))
      .filter((word) => word !== ''),
  ),
]

/** Every word must begin a term. */
export const isFound = (terms: readonly string[], words: readonly string[]): boolean =>
  words.every((word) => terms.some((term) => term.startsWith(word)))
