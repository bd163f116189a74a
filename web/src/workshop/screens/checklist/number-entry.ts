// Turns digits typed on the number pad into a number. For small numbers the decimal point is implied: with one decimal, 6 and 5 are
// 6.5, and the next digit belongs to the next wheel. Pure: knows no question, only its limits.

export interface Limits {
  decimals: number
  min?: number | undefined
  max?: number | undefined
}

export interface Entry {
  digits: string
  isNegative: boolean
  /** Digits before a typed point; undefined while the point is implied or absent. */
  pointAt?: number
}

/** At most two digits before the point; for larger numbers the point is typed. */
const isImplied = ({ decimals, max = Infinity }: Limits) => decimals > 0 && max < 100

/** If numbers below zero are usual (frost protection), the sign is already there. */
export const emptyEntry = ({ min = 0, max = Infinity }: Limits): Entry => ({
  digits: '',
  isNegative: min < 0 && -min > max,
})

/** As text with a point, as the interface needs it; undefined while nothing was typed. */
export function toValue(entry: Entry, limits: Limits): string | undefined {
  const { digits, isNegative } = entry
  if (digits === '') return undefined
  const at = pointOf(entry, limits)
  const whole = digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0'
  const fraction = digits.slice(at)
  const number = fraction === '' ? whole : `${whole}.${fraction}`
  return isNegative && Number(number) !== 0 ? `-${number}` : number
}

function pointOf({ digits, pointAt }: Entry, limits: Limits): number {
  if (pointAt !== undefined) return pointAt
  return isImplied(limits) ? Math.min(1, digits.length) : digits.length
}

/** Nothing more fits: a further digit belongs to the next number. */
export function isFull(entry: Entry, limits: Limits): boolean {
  const { digits, pointAt } = entry
  if (pointAt !== undefined || isImplied(limits))
    return digits.length - pointOf(entry, limits) >= limits.decimals && digits !== ''
  return digits.length >= 9
}

/** The number meant if the point comes after all digits: 12 where 1.2 is shown. Undefined if that is out of range. */
export function wholeReading(entry: Entry, limits: Limits): string | undefined {
  if (entry.pointAt !== undefined || !isImplied(limits) || !isFull(entry, limits)) return undefined
  if (entry.digits.startsWith('0')) return undefined
  const value = `${entry.isNegative ? '-' : ''}${entry.digits}`
  return isInRange(value, limits) ? value : undefined
}

export function typeDigit(entry: Entry, digit: string, limits: Limits): Entry {
  if (isFull(entry, limits)) return entry
  // A leading zero of a whole number is replaced.
  if (limits.decimals === 0 && entry.digits === '0') return { ...entry, digits: digit }
  return { ...entry, digits: entry.digits + digit }
}

export function typePoint(entry: Entry, limits: Limits): Entry {
  if (limits.decimals === 0 || entry.pointAt !== undefined) return entry
  if (isFull(entry, limits) && wholeReading(entry, limits) === undefined) return entry
  const digits = entry.digits === '' ? '0' : entry.digits
  return { ...entry, digits, pointAt: digits.length }
}

export const toggleSign = (entry: Entry): Entry => ({ ...entry, isNegative: !entry.isNegative })

export function erase(entry: Entry): Entry {
  const { pointAt, ...rest } = entry
  if (pointAt !== undefined && pointAt === entry.digits.length) return rest
  return { ...entry, digits: entry.digits.slice(0, -1) }
}

export function isInRange(value: string, { min = -Infinity, max = Infinity }: Limits): boolean {
  const number = Number(value)
  return number >= min && number <= max
}

/** Whether no other number can be meant. Then the pad moves on automatically. */
export function isComplete(entry: Entry, limits: Limits): boolean {
  const value = toValue(entry, limits)
  if (value === undefined || !isInRange(value, limits)) return false
  if (limits.decimals > 0) return isFull(entry, limits) && wholeReading(entry, limits) === undefined
  // Any further digit makes it at least ten times as large.
  return entry.digits !== '0' && !isInRange(`${value}0`, limits)
}
