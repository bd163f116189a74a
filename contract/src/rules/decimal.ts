// Exact decimal arithmetic on numbers as they are written: 0.1 + 0.2 is 0.3, and 1.005 is a half that goes up.
// Pure; a number is taken apart by its decimal text and never added or rounded as a float where a float could be wrong.

const SMALL = 2 ** 40
const MOST_SMALL = 2 ** 52
const SHAPE = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

/**
 * The value in units of 10^-digits. Halves and more go away from zero, so that a credit is as large as the charge it
 * takes back: -1.005 in hundredths is -101.
 */
export function toUnits(value: number, digits: number): bigint {
  const small = smallUnits(value, 10 ** digits)
  if (small !== undefined) return BigInt(small)
  const match = SHAPE.exec(String(value))
  if (!match) throw new RangeError(`${value} is not a finite number`)
  const [, sign, whole = '0', fraction = '', exponent = '0'] = match
  const text = whole + fraction
  // How many digits precede the last wanted one; it may exceed the digits there are, or be negative.
  const length = whole.length + Number(exponent) + digits
  if (length < 0) return 0n
  const kept = BigInt(length <= text.length ? text.slice(0, length) || '0' : text.padEnd(length, '0'))
  const units = (text[length] ?? '0') >= '5' ? kept + 1n : kept
  return sign === '-' ? -units : units
}

/** Most amounts, and price lists have tens of thousands: the product is off by less than a thousandth, and not near a half. */
function smallUnits(value: number, factor: number): number | undefined {
  const scaled = value * factor
  const nearest = Math.round(scaled)
  return Math.abs(nearest) < SMALL && Math.abs(scaled - nearest) < 0.49 ? nearest : undefined
}

/** What the values add up to, in units of 10^-digits; each is rounded on its own. */
export function sumUnits(values: readonly number[], digits: number): bigint {
  const factor = 10 ** digits
  let sum = 0n
  // Small whole numbers are added as such, which is exact and many times as fast.
  let small = 0
  for (const value of values) {
    const units = smallUnits(value, factor)
    if (units === undefined) sum += toUnits(value, digits)
    else small += units
    if (Math.abs(small) < MOST_SMALL) continue
    sum += BigInt(small)
    small = 0
  }
  return sum + BigInt(small)
}

/** The number nearest to this many units of 10^-digits: the one with that decimal text. */
export function fromUnits(units: bigint, digits: number): number {
  return Number(`${units}e${-digits}`)
}

/** Halves away from zero. */
export function divide(value: bigint, by: bigint): bigint {
  const size = value < 0n ? -value : value
  const rounded = (2n * size + by) / (2n * by)
  return value < 0n ? -rounded : rounded
}

/** Cuts off digits: units of 10^-from become units of 10^-to. */
export function roundUnits(units: bigint, from: number, to: number): bigint {
  return to >= from ? units * 10n ** BigInt(to - from) : divide(units, 10n ** BigInt(from - to))
}

/** 1.998 to one decimal is 2, and 1.05 is 1.1 although the double is slightly below. Never -0. */
export function roundDecimal(value: number, digits: number): number {
  if (Number.isInteger(value)) return value || 0
  const factor = 10 ** digits
  // Nearly every amount has no more decimals than are kept: the quotient of two exact numbers is the one nearest to that decimal.
  const units = smallUnits(value, factor)
  if (units !== undefined && units / factor === value) return value
  return fromUnits(toUnits(value, digits), digits)
}
