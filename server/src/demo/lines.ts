// Lines of the demo's orders and items of its packages, in euros with 19 % VAT. Reckoned in exact decimals, so that no sum
// carries dust. Pure.
import type { ServiceOrderContentItem } from '@walkaround/contract/dms/service-orders.ts'
import { fromUnits, roundUnits, toUnits } from '../lib/decimal.ts'

export type Line = ServiceOrderContentItem

export const CURRENCY = 'EUR'
const VAT_PERCENT = 19n
/** Cents an hour without VAT. */
export const HOURLY_RATE = 118_00

/** Both amounts of so many cents without VAT. */
export function withVat(cents: number | bigint): { exVat: number; incVat: number } {
  const exVat = BigInt(cents)
  return { exVat: fromUnits(exVat, 2), incVat: fromUnits(roundUnits(exVat * (100n + VAT_PERCENT), 4, 2), 2) }
}

/** Both amounts of a quantity at so many cents for one, without VAT. */
export function amountsOf(quantity: number, price: number): { amountExVat: number; amountIncVat: number } {
  const cents = roundUnits(toUnits(quantity, 3) * BigInt(price), 3, 0)
  const { exVat, incVat } = withVat(cents)
  return { amountExVat: exVat, amountIncVat: incVat }
}

export function labour(
  itemCode: string,
  description: string,
  hours: number,
  labourType = 'mechanical',
): Line {
  return {
    itemCategory: 'labour',
    itemCode,
    description,
    catalogue: 'WDC',
    labourType,
    quantity: hours,
    unitOfMeasure: 'hour',
    ...amountsOf(hours, HOURLY_RATE),
  }
}

export function part(
  itemCode: string,
  description: string,
  quantity: number,
  /** Cents for one, without VAT. */
  price: number,
  { unit = 'ea', group = 'parts' }: { unit?: 'ea' | 'l'; group?: string } = {},
): Line {
  return {
    itemCategory: 'material',
    itemCode,
    description,
    materialGroup: group,
    quantity,
    unitOfMeasure: unit,
    ...amountsOf(quantity, price),
  }
}

/** Invoiced whole. */
export const sold = (line: Line): Line => ({
  ...line,
  ...(line.quantity === undefined ? {} : { soldQuantity: line.quantity }),
  ...(line.amountExVat === undefined ? {} : { soldAmountExVat: line.amountExVat }),
  ...(line.amountIncVat === undefined ? {} : { soldAmountIncVat: line.amountIncVat }),
})

/** Put off whole. */
export const deferred = (line: Line, until: string): Line => ({
  ...line,
  ...(line.quantity === undefined ? {} : { deferredQuantity: line.quantity }),
  ...(line.amountExVat === undefined ? {} : { deferredAmountExVat: line.amountExVat }),
  ...(line.amountIncVat === undefined ? {} : { deferredAmountIncVat: line.amountIncVat }),
  deferralDateTime: until,
})

/** Item numbers as a DMS gives them: 10, 20, 30 … */
export const numbered = (lines: readonly Line[]): Line[] =>
  lines.map((line, index) => ({ id: String((index + 1) * 10), ...line }))
