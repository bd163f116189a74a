// Exact amounts: numbers are taken apart by their decimal text, added and multiplied as whole units, and never as floats.
// Pure. The service computes the same way.

/** Amounts have six decimals at most (A9). */
const digits = 6

export function toUnits(value: number): bigint {
  const [mantissa = '0', exponent = '0'] = String(value).toLowerCase().split('e')
  const [whole = '0', fraction = ''] = mantissa.replace('-', '').split('.')
  const shift = digits + Number(exponent) - fraction.length
  const all = BigInt(whole + fraction)
  const units = shift >= 0 ? all * 10n ** BigInt(shift) : divide(all, 10n ** BigInt(-shift))
  return mantissa.startsWith('-') ? -units : units
}

export const fromUnits = (units: bigint): number => Number(`${units}e-${digits}`)

/** Halves away from zero. */
function divide(value: bigint, by: bigint): bigint {
  const size = value < 0n ? -value : value
  const rounded = (2n * size + by) / (2n * by)
  return value < 0n ? -rounded : rounded
}

/** To so many decimals of the currency. */
export function roundUnits(units: bigint, decimals: number): bigint {
  const step = 10n ** BigInt(digits - decimals)
  return divide(units, step) * step
}

export function sum(values: readonly number[]): number {
  return fromUnits(values.reduce((total, value) => total + toUnits(value), 0n))
}

export const minus = (a: number, b: number): number => fromUnits(toUnits(a) - toUnits(b))

export interface LineParts {
  quantity: number
  price: number
  /** Taken off the whole line: so much per cent of it, or so much. */
  discount: number
  kind: 'percent' | 'amount'
}

/** Rounded once, at the end. */
export function lineTotal({ quantity, price, discount, kind }: LineParts, decimals: number): number {
  const one = toUnits(1)
  const whole = toUnits(quantity) * toUnits(price)
  const less = kind === 'percent' ? divide(whole * toUnits(discount), toUnits(100)) : toUnits(discount) * one
  const step = 10n ** BigInt(digits - decimals)
  return fromUnits(divide(whole - less, one * step) * step)
}

/** To six decimals, so that times the quantity it is the total again. */
export const perUnit = (total: number, quantity: number): number =>
  quantity > 0 ? fromUnits(divide(toUnits(total) * toUnits(1), toUnits(quantity))) : total

/** `rate` in per cent. */
export function withVat(exVat: number, rate: number, decimals: number): number {
  const hundred = toUnits(100)
  return fromUnits(roundUnits(divide(toUnits(exVat) * (hundred + toUnits(rate)), hundred), decimals))
}

export function withoutVat(incVat: number, rate: number, decimals: number): number {
  const hundred = toUnits(100)
  return fromUnits(roundUnits(divide(toUnits(incVat) * hundred, hundred + toUnits(rate)), decimals))
}

/** The rate two amounts stand for, in per cent to half a per cent: cents were rounded before. */
export function rateOf(exVat: number, incVat: number): number | undefined {
  if (exVat <= 0 || incVat < exVat) return undefined
  const halves = divide(200n * (toUnits(incVat) - toUnits(exVat)), toUnits(exVat))
  return Number(halves) / 2
}

/** What people type: 1.234,50 and 1,234.50 and 1234,5. Undefined when it is no amount. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replaceAll(/[\s'’\u00a0\u202f]/g, '')
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(plain)) return undefined
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last < 0) return toAmount(plain)
  const sign = plain[last] as string
  const other = sign === '.' ? ',' : '.'
  // The same sign twice, or three digits behind a sign that stands beside another, are thousands.
  const isGrouping = plain.indexOf(sign) !== last
  if (isGrouping) return plain.includes(other) ? undefined : toAmount(plain.replaceAll(sign, ''))
  const whole = plain.slice(0, last).replaceAll(other, '')
  return toAmount(`${whole || '0'}.${plain.slice(last + 1)}`)
}

function toAmount(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && (text.split('.')[1] ?? '').length <= digits ? value : undefined
}

/** How many decimals a currency has. */
export function decimalsOf(currency: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      2
    )
  } catch {
    return 2
  }
}
