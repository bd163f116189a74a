// Lines of the demo's orders and items of its packages, in euros with 19 % VAT. Computed in exact decimals, so that totals have no
// rounding errors. Pure.
import type { ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'
import { fromUnits, roundUnits, toUnits } from '@walkaround/contract/rules/decimal.ts'

export type Line = ServiceOrderContentItem

export const CURRENCY = 'EUR'
const VAT_PERCENT = 19n
/** Cents per hour without VAT. */
export const HOURLY_RATE = 118_00

/** Both amounts for this many cents without VAT. */
export function withVat(cents: number | bigint): { exVat: number; incVat: number } {
  const exVat = BigInt(cents)
  return { exVat: fromUnits(exVat, 2), incVat: fromUnits(roundUnits(exVat * (100n + VAT_PERCENT), 4, 2), 2) }
}

/** Both amounts of a quantity at this many cents each, without VAT. */
export function amountsOf(quantity: number, price: number): { amountExVat: number; amountIncVat: number } {
  const cents = roundUnits(toUnits(quantity, 3) * BigInt(price), 3, 0)
  const { exVat, incVat } = withVat(cents)
  return { amountExVat: exVat, amountIncVat: incVat }
}

/** Invoiced completely. */
export const sold = (line: Line): Line => ({
  ...line,
  soldQuantity: line.quantity,
  soldAmountExVat: line.amountExVat,
  soldAmountIncVat: line.amountIncVat,
})

/** Deferred completely. */
export const deferred = (line: Line, until: string): Line => ({
  ...line,
  deferredQuantity: line.quantity,
  deferredAmountExVat: line.amountExVat,
  deferredAmountIncVat: line.amountIncVat,
  deferralDateTime: until,
})

/** Item numbers as a DMS gives them: 10, 20, 30 … */
export const numbered = (lines: readonly Line[]): Line[] =>
  lines.map((line, index) => ({ id: String((index + 1) * 10), ...line }))
