// What the audit says of a package: its fields and prices before and after, by name and by the ids of variants and items. Pure.

/** More than this is not compared field by field: it would hold up everybody else. */
const MOST_COMPARED = 256 * 1024

interface StoredPackage {
  document: string
  covers?: unknown
  contains?: unknown
  texts?: string | null
}

interface StoredPrices {
  currency: string
  prices: string
}

type Values = { before?: object; after?: object }

/** `texts` are translations: whether they changed is told, and not each word. */
export function packageValues(before: StoredPackage | undefined, after: StoredPackage): Values {
  const isLarge = isLong(before?.document) || isLong(after.document)
  const valuesOf = ({ document, covers, contains, texts }: StoredPackage) => ({
    ...(isLarge ? sizeOf(document) : (JSON.parse(document) as object)),
    covers,
    contains,
    translations: texts?.length,
  })
  return { ...(before ? { before: valuesOf(before) } : {}), after: valuesOf(after) }
}

export function priceValues(before: StoredPrices | undefined, after: StoredPrices): Values {
  const isLarge = isLong(before?.prices) || isLong(after.prices)
  const valuesOf = ({ currency, prices }: StoredPrices) => ({
    currency,
    prices: isLarge ? sizeOf(prices) : (JSON.parse(prices) as unknown),
  })
  return { ...(before ? { before: valuesOf(before) } : {}), after: valuesOf(after) }
}

const isLong = (text: string | undefined) => text !== undefined && text.length > MOST_COMPARED
const sizeOf = ({ length }: string) => ({ characters: length })
