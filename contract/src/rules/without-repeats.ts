// An automatic quote steps back where its package is offered for a reason: nobody pays for the same work twice. Pure.

interface Offer {
  readonly category?: string | undefined
  readonly packageId?: string | undefined
  readonly approvalStatus?: string | undefined
}

/** One that was decided stays, for the decision stands. */
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
