// Drops an automatic quote if its package is also offered for a finding, so that nobody pays for the same work twice. Pure.

interface Offer {
  readonly category?: string | undefined
  readonly packageId?: string | undefined
  readonly approvalStatus?: string | undefined
}

/** A quote that was decided on stays. */
export function withoutRepeats<T extends { quote: Offer }>(quotes: readonly T[]): T[] {
  const isAutomatic = ({ quote }: T) => quote.category === 'upsaleQuote'
  const offered = new Set(quotes.flatMap((one) => (isAutomatic(one) ? [] : (one.quote.packageId ?? []))))
  return quotes.filter(
    (one) =>
      !isAutomatic(one) ||
      one.quote.approvalStatus !== undefined ||
      !offered.has(one.quote.packageId as string),
  )
}
