// Amounts of money: sums, VAT, discounts and unit prices, in exact decimals. Service, tablet, owner's page and paper
// calculate with this. Pure.
import { currencies } from '../currencies.ts'
import { divide, fromUnits, toUnits } from './decimal.ts'

/** Amounts keep six decimals at most (A9). */
export const amountDecimals = 6

const unitsOf = (amount: number): bigint => toUnits(amount, amountDecimals)
const amountOf = (units: bigint): number => fromUnits(units, amountDecimals)
const ONE = unitsOf(1)
const HUNDRED = unitsOf(100)

/** Decimals of a currency: 2 for EUR, 0 for JPY; 2 if the currency is unknown. */
export const decimalsOf = (currency: string | undefined): number => currencies.get(currency ?? '') ?? 2

/** How many units one step of the last printed decimal has. */
const stepOf = (decimals: number): bigint => 10n ** BigInt(amountDecimals - decimals)

export function sum(amounts: readonly number[]): number {
  return amountOf(amounts.reduce((total, amount) => total + unitsOf(amount), 0n))
}

/** Undefined if any amount is missing: an incomplete sum is a wrong price. */
export const sumOfAll = (amounts: readonly (number | undefined)[]): number | undefined =>
  amounts.every((amount) => amount !== undefined) ? sum(amounts) : undefined

export const minus = (a: number, b: number): number => amountOf(unitsOf(a) - unitsOf(b))

/** A price without and with VAT; an amount that is not known is left out. */
export interface Price {
  readonly exVat?: number | undefined
  readonly incVat?: number | undefined
}

/** An amount that any of the prices lacks is left out: a total with a missing price would be wrong. */
export const addUp = (prices: readonly Price[]): Price => ({
  exVat: sumOfAll(prices.map(({ exVat }) => exVat)),
  incVat: sumOfAll(prices.map(({ incVat }) => incVat)),
})

interface PricedLine {
  readonly amountExVat?: number | undefined
  readonly amountIncVat?: number | undefined
}

const toPrice = ({ amountExVat, amountIncVat }: PricedLine): Price => ({
  exVat: amountExVat,
  incVat: amountIncVat,
})

/** What an offer with these lines costs. */
export const totalOf = (lines: readonly PricedLine[]): Price => addUp(lines.map(toPrice))

/** The same, but an offer without lines states no price. */
export const statedTotal = (lines: readonly PricedLine[] | undefined): Price | undefined =>
  lines === undefined || lines.length === 0 ? undefined : totalOf(lines)

interface PriceSum {
  readonly exVat: number
  readonly incVat: number
  /** True if every price had both amounts. */
  readonly isComplete: boolean
}

/** The sum of the known prices, each rounded to the decimals of the currency first, as a reader adds up what is printed. */
export function sumPrices(prices: readonly Price[], currency: string | undefined): PriceSum {
  const digits = decimalsOf(currency)
  const total = (name: 'exVat' | 'incVat') =>
    fromUnits(
      prices.reduce((units, price) => units + toUnits(price[name] ?? 0, digits), 0n),
      digits,
    )
  const isComplete = prices.every(({ exVat, incVat }) => exVat !== undefined && incVat !== undefined)
  return { exVat: total('exVat'), incVat: total('incVat'), isComplete }
}

/** Of lines of an order or of an offer. */
export const sumLines = (lines: readonly PricedLine[], currency: string | undefined): PriceSum =>
  sumPrices(lines.map(toPrice), currency)

interface LineParts {
  quantity: number
  price: number
  /** Taken off the whole line: a percentage or an amount. */
  discount: number
  kind: 'percent' | 'amount'
}

/** Rounded once, at the end. */
export function lineTotal({ quantity, price, discount, kind }: LineParts, decimals: number): number {
  const whole = unitsOf(quantity) * unitsOf(price)
  const less = kind === 'percent' ? divide(whole * unitsOf(discount), HUNDRED) : unitsOf(discount) * ONE
  const step = stepOf(decimals)
  return amountOf(divide(whole - less, ONE * step) * step)
}

/** To six decimals, so that multiplying by the quantity gives the total again. */
export const perUnit = (total: number, quantity: number): number =>
  quantity > 0 ? amountOf(divide(unitsOf(total) * ONE, unitsOf(quantity))) : total

/**
 * The unit price for readers of a total (E3: amounts of an item are totals). Undefined for one piece, and if no price in the
 * currency's decimals times the quantity gives the total.
 */
export function unitPriceOf(
  total: number | undefined,
  quantity: number | undefined,
  decimals: number,
): number | undefined {
  if (total === undefined || quantity === undefined || quantity <= 0 || quantity === 1) return undefined
  const [amount, count, step] = [unitsOf(total), unitsOf(quantity), stepOf(decimals)]
  if (count === 0n) return undefined
  const price = divide(amount * ONE, count * step) * step
  const again = divide(price * count, ONE * step) * step
  return price !== 0n && again === amount ? amountOf(price) : undefined
}

/** `rate` in per cent. */
export function withVat(exVat: number, rate: number, decimals: number): number {
  const step = stepOf(decimals)
  return amountOf(divide(unitsOf(exVat) * (HUNDRED + unitsOf(rate)), HUNDRED * step) * step)
}

export function withoutVat(incVat: number, rate: number, decimals: number): number {
  const step = stepOf(decimals)
  return amountOf(divide(unitsOf(incVat) * HUNDRED, (HUNDRED + unitsOf(rate)) * step) * step)
}

/** The VAT rate between two amounts, to half a per cent, because the amounts are rounded. */
export function rateOf(exVat: number, incVat: number): number | undefined {
  if (exVat <= 0 || incVat < exVat) return undefined
  return fromUnits(divide(200n * (unitsOf(incVat) - unitsOf(exVat)), unitsOf(exVat)) * 5n, 1)
}

/** Reads what people type: 1.234,50 and 1,234.50 and 1234,5. Undefined if it is not an amount. */
export function parseAmount(text: string): number | undefined {
  const plain = text.replaceAll(/[\s'’\u00a0\u202f]/g, '')
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(plain)) return undefined
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (last < 0) return toAmount(plain)
  const sign = plain[last] as string
  const other = sign === '.' ? ',' : '.'
  // A repeated separator, or the first of two different ones, separates thousands.
  const isGrouping = plain.indexOf(sign) !== last
  if (isGrouping) return plain.includes(other) ? undefined : toAmount(plain.replaceAll(sign, ''))
  const whole = plain.slice(0, last).replaceAll(other, '')
  return toAmount(`${whole || '0'}.${plain.slice(last + 1)}`)
}

function toAmount(text: string): number | undefined {
  const value = Number(text)
  return Number.isFinite(value) && (text.split('.')[1] ?? '').length <= amountDecimals ? value : undefined
}
