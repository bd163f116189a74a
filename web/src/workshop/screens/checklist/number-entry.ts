// What fingers type on the number pad, as a number. The decimal point is implied: with one decimal, 6 and 5 are 6.5.
// Pure: knows no question, only its limits.

export interface Limits {
  decimals: number
  min?: number
  max?: number
}

export interface Entry {
  digits: string
  isNegative: boolean
  /** Digits before a point that was typed; undefined while it is implied. */
  pointAt?: number
}

/** Where numbers below zero are the rule (frost protection), the sign stands there already. */
export const emptyEntry = ({ min = 0, max = Infinity }: Limits): Entry => ({
  digits: '',
  isNegative: min < 0 && -min > max,
})

export function entryOf(value: string | undefined, limits: Limits): Entry {
  const number = Number(value)
  if (!value?.trim() || !Number.isFinite(number)) return emptyEntry(limits)
  const [whole = '0', fraction = ''] = Math.abs(number).toFixed(limits.decimals).split('.')
  return { digits: whole + fraction, isNegative: number < 0, pointAt: whole.length }
}

/** As text with a point, as the interface takes it; undefined while nothing was typed. */
export function toValue({ digits, isNegative, pointAt }: Entry, { decimals }: Limits): string | undefined {
  if (digits === '') return undefined
  const at = pointAt ?? impliedPoint(digits, decimals)
  const whole = digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0'
  const fraction = digits.slice(at, at + decimals)
  const number = fraction === '' ? whole : `${whole}.${fraction}`
  return isNegative && Number(number) !== 0 ? `-${number}` : number
}

/** A lone digit is whole millimetres; from then on the last digits are decimals. A zero first means "nought point". */
function impliedPoint(digits: string, decimals: number): number {
  if (decimals === 0) return digits.length
  if (digits.startsWith('0')) return 1
  return digits.length <= decimals ? digits.length : digits.length - decimals
}

export function typeDigit(entry: Entry, digit: string, limits: Limits): Entry {
  const { decimals } = limits
  const at = entry.pointAt ?? (entry.digits.startsWith('0') && decimals > 0 ? 1 : undefined)
  if (at !== undefined && entry.digits.length - at >= decimals && decimals > 0) return entry
  if (decimals === 0 && entry.digits === '0') return { ...entry, digits: digit }
  return entry.digits.length >= 9 ? entry : { ...entry, digits: entry.digits + digit }
}

export function typePoint(entry: Entry, { decimals }: Limits): Entry {
  if (decimals === 0 || entry.pointAt !== undefined) return entry
  const digits = entry.digits === '' ? '0' : entry.digits
  return { ...entry, digits, pointAt: digits.length }
}

export const toggleSign = (entry: Entry): Entry => ({ ...entry, isNegative: !entry.isNegative })

export function erase(entry: Entry): Entry {
  const { pointAt, ...rest } = entry
  if (pointAt !== undefined && pointAt === entry.digits.length) return rest
  const digits = entry.digits.slice(0, -1)
  return { ...entry, digits }
}

export function isInRange(value: string, { min = -Infinity, max = Infinity }: Limits): boolean {
  const number = Number(value)
  return number >= min && number <= max
}

/** Whether another digit could still be meant. If not, the pad goes on by itself. */
export function isComplete(entry: Entry, limits: Limits): boolean {
  const value = toValue(entry, limits)
  if (value === undefined || !isInRange(value, limits)) return false
  const { decimals } = limits
  const at = entry.pointAt ?? (entry.digits.startsWith('0') ? 1 : undefined)
  if (decimals > 0 && at !== undefined) return entry.digits.length - at >= decimals
  if (decimals > 0 && entry.digits.length <= decimals) return false
  // Any further digit makes at least ten times as much.
  const longer = toValue({ ...entry, digits: `${entry.digits}0` }, limits)
  return longer !== undefined && !isInRange(longer, limits)
}
