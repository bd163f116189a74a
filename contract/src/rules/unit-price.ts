// What one of several costs, for whoever reads a total of them (A9, E3: amounts of an item are totals). Tablet, owner's page
// and paper say it with this. Pure.

const DIGITS = 6

/** In millionths, by the decimal text: never as a float. */
function toMillionths(value: number): bigint {
  const [whole = '0', fraction = ''] = value.toFixed(DIGITS).split('.')
  return BigInt(whole + fraction)
}

/** Halves away from zero. */
function divide(value: bigint, by: bigint): bigint {
  const size = value < 0n ? -value : value
  const rounded = (2n * size + by) / (2n * by)
  return value < 0n ? -rounded : rounded
}

/** Undefined for one piece, and where no price of the currency's own decimals times the quantity is the total. */
export function unitPriceOf(
  total: number | undefined,
  quantity: number | undefined,
  decimals: number,
): number | undefined {
  if (total === undefined || quantity === undefined || quantity <= 0 || quantity === 1) return undefined
  const step = 10n ** BigInt(DIGITS - decimals)
  const [amount, count] = [toMillionths(total), toMillionths(quantity)]
  if (count === 0n) return undefined
  const price = divide(amount * 10n ** BigInt(DIGITS), count * step) * step
  const again = divide(price * count, 10n ** BigInt(DIGITS) * step) * step
  return price !== 0n && again === amount ? Number(`${price}e-${DIGITS}`) : undefined
}
