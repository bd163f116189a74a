// What the board's search finds: a car has terms, and a word finds the terms that begin with it. Pure; the service and the tablet
// both search by it, so the same words find the same cars with and without a network.
import { foldByLook, foldBySound } from './folding.ts'
import { joinTelephones, telephoneTerm, telephoneWord } from './telephone-terms.ts'

/** In characters; a longer word is compared as far as this. */
const LONGEST_TERM = 40
/** Of a number, the last places where people begin to read it. */
const MOST_STARTS = 3
/** Of a name: a company may have many words. */
const MOST_NAME_WORDS = 6
/** Of each: an order may name everybody at a company, and tell a long story. */
const MOST_NUMBERS = 4
const MOST_PEOPLE = 8
const MOST_WORDS = 10
/** A shorter word says nothing: an, und, на. */
const SHORTEST_WORD = 3

type Given = readonly (string | undefined)[]

export interface Searched {
  /** Of the order, as the system and as people know it. */
  numbers: Given
  numberPlate?: string | undefined
  vin?: string | undefined
  /** Of the customer, and of those who do the work. */
  names: Given
  telephones?: Given
  emails?: Given
  /** Make and model. */
  vehicle?: string | undefined
  /** What the customer asked for. */
  request?: string | undefined
}

const cut = (text: string): string => {
  const letters = Array.from(text)
  return letters.length <= LONGEST_TERM ? text : letters.slice(0, LONGEST_TERM).join('')
}

/** The parts between separators. */
const partsOf = (text: string): string[] => text.split(/[\s\-–·.|]+/).filter((part) => part !== '')

/** Also divided where digits begin and end, behind signs, and behind leading zeros: SO-2026/0042 is SO, 2026, /, 00, 42. */
const readingsOf = (text: string): string[] =>
  partsOf(text)
    .map(foldByLook)
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
  const whole = foldByLook(vin)
  return [whole, ...lastOf(whole, [8, 7, 6], 8)]
}

/** From each of its words. */
const nameTerms = (name: string): string[] =>
  endsOf(partsOf(name).slice(0, MOST_NAME_WORDS)).map((end) => foldBySound(end))

/** The address, and the name of its server. */
const emailTerms = (email: string): string[] => [email, email.split('@').at(-1) ?? ''].map(foldByLook)

function requestTerms(request: string): string[] {
  const words = request.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word.length >= SHORTEST_WORD)
  return [...new Set(words.map((word) => (/\d/.test(word) ? foldByLook(word) : foldBySound(word))))].slice(
    0,
    MOST_WORDS,
  )
}

const eachOf = (given: Given | undefined, most: number): string[] =>
  [
    ...new Set((given ?? []).flatMap((text) => (text === undefined || text.trim() === '' ? [] : [text]))),
  ].slice(0, most)

/** The most telling ones first, each once. */
export function searchTermsOf(searched: Searched): string[] {
  const { numberPlate = '', vin = '', vehicle = '', request = '' } = searched
  const terms = [
    ...eachOf(searched.numbers, MOST_NUMBERS).flatMap(numberTerms),
    ...plateTerms(numberPlate),
    ...vinTerms(vin),
    ...eachOf(searched.names, MOST_PEOPLE).flatMap(nameTerms),
    ...eachOf(searched.telephones, MOST_NUMBERS).map((telephone) => telephoneTerm(telephone) ?? ''),
    ...eachOf(searched.emails, MOST_NUMBERS).flatMap(emailTerms),
    ...nameTerms(vehicle),
    ...requestTerms(request),
  ]
  return [...new Set(terms.map(cut))].filter((term) => term !== '')
}

/** A word as it may be meant: as it looks, and as it sounds, or as the end of a telephone number. */
export interface SearchWord {
  text: string
  other?: string
}

/** Letters that change the sound of those before them. */
const CHANGING = ['', ...'ACEHIKOSUY']

/** As far as the sound of a word is the same however the word goes on: after "Sc" may come "h". */
function beginningBySound(word: string): string {
  const [whole = '', ...longer] = CHANGING.map((letter) => foldBySound(word + letter))
  let length = whole.length
  while (!longer.every((one) => one.startsWith(whole.slice(0, length)))) length -= 1
  return length === 0 ? whole : whole.slice(0, length)
}

function toSearchWord(word: string): SearchWord {
  const text = cut(foldByLook(word))
  const other = /\p{L}/u.test(word) ? cut(beginningBySound(word)) : telephoneWord(word)
  return other && other !== text ? { text, other } : { text }
}

/** The words of a search; none if there are only separators. */
export function searchWordsOf(text: string): SearchWord[] {
  const words = joinTelephones(text.split(/\s+/))
    .map(toSearchWord)
    .filter((word) => word.text !== '')
  return [...new Map(words.map((word) => [word.text, word])).values()]
}

/** Every word must begin a term. */
export const isFound = (terms: readonly string[], words: readonly SearchWord[]): boolean =>
  words.every(({ text, other }) =>
    terms.some((term) => term.startsWith(text) || (other !== undefined && term.startsWith(other))),
  )
