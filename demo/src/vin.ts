// Vehicle identification numbers that belong to nobody: valid in form and check digit, with a prefix of no country. Pure.

/** Prefixes that begin with G are assigned to no country (ISO 3780). */
const PREFIX = 'GWA'
const PLANT = 'W'

const LETTERS: Record<string, number> = {
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** The correct character for position 9; the present one is ignored. */
export function checkDigit(vin: string): string {
  const sum = [...vin].reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : LETTERS[character]
    if (value === undefined) throw new RangeError(`${character} is not a character of a VIN`)
    return total + value * (WEIGHTS[index] ?? 0)
  }, 0)
  const rest = sum % 11
  return rest === 10 ? 'X' : String(rest)
}

// 30 codes without I, O, Q, U, Z and 0; A was 1980 and 2010.
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'

export function makeVin({
  descriptor,
  modelYear,
  serial,
}: {
  /** Five characters for the model, positions 4 to 8. */
  descriptor: string
  modelYear: number
  serial: number
}): string {
  const year = YEAR_CODES[(modelYear - 1980) % YEAR_CODES.length]
  const vin = `${PREFIX}${descriptor}0${year}${PLANT}${String(serial).padStart(6, '0')}`
  if (vin.length !== WEIGHTS.length) throw new RangeError(`${vin} does not have 17 characters`)
  return `${vin.slice(0, 8)}${checkDigit(vin)}${vin.slice(9)}`
}
