// Which PINs are refused: those that somebody who has the tablet for a minute would try first. The service decides by it, and the page
// says so before it asks.

/** Wrong PINs of one person on one tablet; then it stays locked for them. */
export const mostWrongPins = 5

export type PinRule = 'digits' | 'same' | 'row' | 'repeated' | 'year' | 'common'

/** The middle column of the keys and the like: beside rows and years, what people choose most. */
const common = new Set([
  '2580',
  '0852',
  '1397',
  '1379',
  '7931',
  '1470',
  '3690',
  '147258',
  '159357',
  '147258369',
])

/** The rule a PIN breaks, or undefined when it may be used. */
export function brokenPinRule(pin: string): PinRule | undefined {
  if (!/^[0-9]{4,8}$/.test(pin)) return 'digits'
  if (new Set(pin).size === 1) return 'same'
  if (isRow(pin)) return 'row'
  if (isRepeated(pin)) return 'repeated'
  if (isYear(pin)) return 'year'
  return common.has(pin) ? 'common' : undefined
}

/** Neighbours upwards or downwards; 0 comes after 9 and before 1. */
function isRow(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10)
  return steps.every((step) => step === 1) || steps.every((step) => step === 9)
}

/** The same two, three or four digits again: 1212, 123123. */
function isRepeated(pin: string): boolean {
  return [2, 3, 4].some(
    (length) =>
      pin.length > length &&
      pin.length % length === 0 &&
      pin === pin.slice(0, length).repeat(pin.length / length),
  )
}

/** A year that somebody living was born in or has a memory of. */
const isYear = (pin: string): boolean => /^(19[3-9]|20[0-3])[0-9]$/.test(pin)
