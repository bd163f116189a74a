// Adds up prices without and with VAT, exactly. Pure.
import { fromUnits, toUnits } from './decimal.ts'

export interface PriceSum {
  readonly exVat: number
  readonly incVat: number
  /** Everything had both amounts. */
  readonly isComplete: boolean
}

/** The sum of what has a price, in units of the currency with so many decimals. */
export function sumPrices(
  prices: readonly { readonly exVat?: number | undefined; readonly incVat?: number | undefined }[],
  digits: number,
): PriceSum {
  let [ex, inc] = [0n, 0n]
  let isComplete = true
  for (const { exVat, incVat } of prices) {
    if (exVat === undefined || incVat === undefined) isComplete = false
    ex += toUnits(exVat ?? 0, digits)
    inc += toUnits(incVat ?? 0, digits)
  }
  return { exVat: fromUnits(ex, digits), incVat: fromUnits(inc, digits), isComplete }
}
