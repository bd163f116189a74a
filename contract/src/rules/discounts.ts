// Discounts on the lines of a quote. A line keeps its full amount beside the reduced one, so that the former price can be shown and
// the amounts that everybody adds up are what the customer pays. Used by tablet and service. Pure.
import { divide, fromUnits, toUnits } from './decimal.ts'
import { amountDecimals, minus, type Price, sum, totalOf } from './money.ts'

interface Amounts {
  readonly exVat: number
  readonly incVat: number
}

export interface Discount {
  readonly value: number
  readonly kind: 'percent' | 'amount'
}

/** What is taken off this sum with VAT; undefined if that would be more than the sum. */
export function discountOn(total: number, { value, kind }: Discount, decimals: number): number | undefined {
  const units = toUnits(value, amountDecimals)
  const whole = toUnits(total, amountDecimals)
  const step = 10n ** BigInt(amountDecimals - decimals)
  const off = kind === 'amount' ? units : divide(whole * units, toUnits(100, amountDecimals))
  const rounded = divide(off, step) * step
  const isFair = units >= 0n && rounded <= whole && (kind === 'amount' || value <= 100)
  return isFair ? fromUnits(rounded, amountDecimals) : undefined
}

/**
 * Takes a discount off a whole quote: each line gets its share of the sum with VAT, and its amount without VAT is reduced in the
 * same proportion. The lines add up to the reduced sum exactly. Undefined if the discount is more than the price.
 */
export function spreadDiscount<L extends Amounts>(
  lines: readonly L[],
  discount: Discount,
  decimals: number,
): L[] | undefined {
  const total = sum(lines.map(({ incVat }) => incVat))
  const off = discountOn(total, discount, decimals)
  if (off === undefined) return undefined
  if (off === 0 || total === 0) return [...lines]
  const reduced = toUnits(minus(total, off), decimals)
  const whole = toUnits(total, amountDecimals)
  let seen = 0n
  let given = 0n
  return lines.map((line) => {
    const incVat = toUnits(line.incVat, amountDecimals)
    seen += incVat
    // Rounded on the running sum, so that nothing is lost between the lines.
    const upTo = divide(reduced * seen, whole)
    const next = upTo - given
    given = upTo
    const exVat =
      incVat === 0n
        ? line.exVat
        : fromUnits(
            divide(toUnits(line.exVat, decimals) * next * 10n ** BigInt(amountDecimals - decimals), incVat),
            decimals,
          )
    return { ...line, exVat, incVat: fromUnits(next, decimals) }
  })
}

interface DiscountedLine {
  readonly amountExVat?: number | undefined
  readonly amountIncVat?: number | undefined
  readonly fullAmountExVat?: number | undefined
  readonly fullAmountIncVat?: number | undefined
}

/** What the lines cost before their discounts; undefined if none has one. */
export function totalBeforeDiscount(lines: readonly DiscountedLine[]): Price | undefined {
  const isReduced = lines.some(
    (line) =>
      isLess(line.amountExVat, line.fullAmountExVat) || isLess(line.amountIncVat, line.fullAmountIncVat),
  )
  if (!isReduced) return undefined
  return totalOf(
    lines.map((line) => ({
      amountExVat: line.fullAmountExVat ?? line.amountExVat,
      amountIncVat: line.fullAmountIncVat ?? line.amountIncVat,
    })),
  )
}

const isLess = (now: number | undefined, before: number | undefined): boolean =>
  now !== undefined && before !== undefined && now < before

/** Which full amounts of a line are lower than what is asked for it: a discount never makes work dearer. */
export function listWrongDiscounts(line: DiscountedLine): { field: string; info: string }[] {
  return (['ExVat', 'IncVat'] as const).flatMap((vat) => {
    const [full, amount] = [line[`fullAmount${vat}`], line[`amount${vat}`]]
    const field = `fullAmount${vat}`
    if (full === undefined) return []
    if (amount === undefined)
      return [{ field, info: `${full} needs amount${vat}, the price after the discount` }]
    return isLess(full, amount)
      ? [{ field, info: `${full} must be at least amount${vat}, which is ${amount}` }]
      : []
  })
}
