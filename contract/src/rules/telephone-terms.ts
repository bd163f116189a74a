// A telephone number as the search compares it: without country code and leading zero, read from its end. So the last digits, and
// every way to write the number, begin the same term. Pure.
import { phoneDigits } from './contact-address.ts'

/** Country codes of one and two digits; all others have three. */
const SHORT_CODES = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

/** +49 (0)30 1234567, 0049 30 1234567 and 030 1234567 are 301234567. */
function nationalOf(telephone: string): string {
  const text = telephone.replaceAll('(0)', '')
  const digits = phoneDigits(text)
  const abroad = text.trimStart().startsWith('+')
    ? digits
    : digits.startsWith('00')
      ? digits.slice(2)
      : undefined
  if (abroad !== undefined) {
    const code = SHORT_CODES.exec(abroad)?.[0] ?? abroad.slice(0, 3)
    return abroad.slice(code.length).replace(/^0+/, '')
  }
  if (digits.startsWith('0')) return digits.replace(/^0+/, '')
  // Within Russia and Kazakhstan people dial 8, and often write 7 without the plus.
  return /^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits
}

/** No folded text begins with it. */
const SIGN = '~'
const fromItsEnd = (digits: string): string => SIGN + Array.from(digits).reverse().join('')

/** Fewer digits are those of an extension. */
const FEWEST = 5

/** Undefined if it is no number that others can call. */
export function telephoneTerm(telephone: string): string | undefined {
  const national = nationalOf(telephone)
  return national.length < FEWEST ? undefined : fromItsEnd(national)
}

/** So many digits of the end are enough to ask for. */
const FEWEST_ASKED = 4
/** A shorter piece is the end of a number: its zeros belong to it. */
const SHORTEST_WHOLE = 7

const isPiece = (text: string): boolean => /^[+\d()/.\-–]+$/.test(text) && /\d/.test(text)

/** What a word may mean as a telephone number, or as its last digits. */
export function telephoneWord(word: string): string | undefined {
  const digits = phoneDigits(word)
  if (!isPiece(word) || digits.length < FEWEST_ASKED) return undefined
  return fromItsEnd(digits.length < SHORTEST_WHOLE ? digits : nationalOf(word))
}

/** Joins what stands apart in a number: "+49 30 123 45 67" is one word. */
export function joinTelephones(words: readonly string[]): string[] {
  const joined: string[] = []
  let run: string[] = []
  const endRun = () => {
    const isNumber = run.length > 1 && phoneDigits(run.join('')).length >= SHORTEST_WHOLE
    joined.push(...(isNumber ? [run.join('')] : run))
    run = []
  }
  for (const word of words) {
    if (isPiece(word)) run.push(word)
    else {
      endRun()
      joined.push(word)
    }
  }
  endRun()
  return joined
}
