// What a VIN says by itself: its check digit and the code of its model year (ISO 3779). Pure, without tables.

const LETTERS: Readonly<Record<string, number>> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The correct character for position 9; the present one is ignored. */
export function checkDigit(vin: string): string {
  let sum = 0
  for (const [index, weight] of WEIGHTS.entries()) {
    const character = vin.charAt(index)
    sum += (LETTERS[character] ?? Number(character)) * weight
  }
  const rest = sum % 11
  return rest === 10 ? 'X' : String(rest)
}

/** `none`: the filler Z of other markets, which is never a check digit. */
export function checkOf(vin: string): 'right' | 'wrong' | 'none' {
  if (vin.charAt(8) === 'Z') return 'none'
  return vin.charAt(8) === checkDigit(vin) ? 'right' : 'wrong'
}

/** Made in North America, where position 9 must be the check digit. 7A to 7E are New Zealand. */
export const isAmerican = (vin: string): boolean => /^([1-5]|7[F-Z0-9])/.test(vin)

// 30 codes without I, O, Q, U, Z and 0; A was 1980 and 2010.
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_YEAR = 1980
const CYCLE = 30

/** The years that a code at position 10 can mean, the earlier first; empty if the character is not a code. */
export function yearsOf(code: string): number[] {
  const index = code === '' ? -1 : YEAR_CODES.indexOf(code)
  return index < 0 ? [] : [FIRST_YEAR + index, FIRST_YEAR + CYCLE + index]
}

/** How many years a model year may differ from production, sale or first registration. */
const NEAR = 5

interface YearClues {
  /** The code was not used before this year. */
  since?: number | undefined
  /** North America: a letter at position 7 means from 2010 on, a digit before. */
  position7?: string | undefined
  /** Years known from elsewhere: of production, of the start of warranty. */
  near?: readonly number[] | undefined
  /** No model year is sold earlier than the year before it. */
  nextYear: number
}

/** One year, or why there is none. A year is never guessed (F4). */
export function resolveYear(
  code: string,
  { since = FIRST_YEAR, position7, near = [], nextYear }: YearClues,
): { year: number } | { why: string } {
  const all = yearsOf(code)
  if (all.length === 0) return { why: `"${code}" at position 10 is not the code of a year` }
  const byCycle =
    position7 === undefined
      ? all
      : all.filter((year) => year >= FIRST_YEAR + CYCLE === /[A-Z]/.test(position7))
  const possible = byCycle.filter((year) => year >= since && year <= nextYear)
  if (possible.length === 0) return { why: `"${code}" at position 10 is an impossible year` }
  const fitting =
    near.length === 0
      ? possible
      : possible.filter((year) => near.every((other) => Math.abs(year - other) <= NEAR))
  const [year, ...others] = fitting
  if (year === undefined) return { why: `"${code}" at position 10 contradicts other years of the vehicle` }
  if (others.length > 0) return { why: `"${code}" at position 10 is ${fitting.join(' or ')}` }
  return { year }
}
