// What a package costs a client: combines prices of items, adds them up, and applies a price list (E3, E4). Pure.
import type {
  Package,
  PackageItem,
  PackagePrices,
  PackageVariant,
  PriceName,
} from '@walkaround/contract/dms/packages.ts'
import { fromUnits, roundUnits, sumUnits } from '@walkaround/contract/rules/decimal.ts'
import { amountDecimals, decimalsOf } from '@walkaround/contract/rules/money.ts'
import { limits } from '@walkaround/contract/schema.ts'
import type { Violation } from '../../problems.ts'
import {
  duplicateViolations,
  isFixed,
  unpriced,
  withAmounts,
  withCurrency,
  withoutAmounts,
  withoutPrices,
} from './rules.ts'

type Prices = Partial<Record<PriceName, number>>
type Amounts = Pick<
  PackageItem,
  'amountExVat' | 'amountIncVat' | 'discountAmountExVat' | 'discountAmountIncVat'
>

/**
 * The variant with the totals of its items: labour and parts separately, 0 if there are none. If any item has no price, the variant
 * has none at all. A fixed price stays unchanged.
 */
export function priceVariant(variant: PackageVariant, currency: string | undefined): PackageVariant {
  if (isFixed(variant)) return variant
  const { contents, ...rest } = withoutPrices(variant)
  const prices = currency === undefined ? undefined : sumUp(contents ?? [], currency)
  return { ...rest, ...prices, ...(contents ? { contents } : {}) }
}

interface Sum {
  labour: bigint
  parts: bigint
}

/** Undefined while any item has no price. */
function sumUp(items: readonly PackageItem[], currency: string): Prices | undefined {
  if (items.some((item) => item.amountExVat === undefined || item.amountIncVat === undefined))
    return undefined
  const digits = decimalsOf(currency)
  const labour = items.filter(({ itemCategory }) => itemCategory === 'labour')
  const parts = items.filter(({ itemCategory }) => itemCategory !== 'labour')
  const total = (amountOf: (item: Amounts) => number | undefined): Sum => {
    const sumOf = (some: readonly PackageItem[]) =>
      sumUnits(
        some.map((item) => amountOf(item) ?? 0),
        amountDecimals,
      )
    return { labour: sumOf(labour), parts: sumOf(parts) }
  }
  // Every total is rounded once, on its own: the whole is the sum of all items, not of two rounded halves.
  const rounded = (units: bigint) => fromUnits(roundUnits(units, amountDecimals, digits), digits)
  const shown = ({ labour, parts }: Sum) =>
    [rounded(labour + parts), rounded(labour), rounded(parts)] as const
  const [priceExVat, labourPriceExVat, partsPriceExVat] = shown(total((item) => item.amountExVat))
  const [priceIncVat, labourPriceIncVat, partsPriceIncVat] = shown(total((item) => item.amountIncVat))
  const plain: Prices = {
    priceExVat,
    priceIncVat,
    labourPriceExVat,
    labourPriceIncVat,
    partsPriceExVat,
    partsPriceIncVat,
  }
  const isDiscounted = items.some(
    (item) => item.discountAmountExVat !== undefined || item.discountAmountIncVat !== undefined,
  )
  if (!isDiscounted) return plain
  const [discountPriceExVat, discountLabourPriceExVat, discountPartsPriceExVat] = shown(
    total((item) => item.discountAmountExVat ?? item.amountExVat),
  )
  const [discountPriceIncVat, discountLabourPriceIncVat, discountPartsPriceIncVat] = shown(
    total((item) => item.discountAmountIncVat ?? item.amountIncVat),
  )
  return {
    ...plain,
    discountPriceExVat,
    discountPriceIncVat,
    discountLabourPriceExVat,
    discountLabourPriceIncVat,
    discountPartsPriceExVat,
    discountPartsPriceIncVat,
  }
}

export function pricePackage(document: Package): Package {
  if (!document.variants) return document
  return {
    ...document,
    variants: document.variants.map((variant) => priceVariant(variant, document.currency)),
  }
}

/** Totals are amounts of the interface and must obey the limit of amounts (A9). */
export function rangeViolations({ variants = [] }: Package): Violation[] {
  return variants.flatMap(({ contents = [] }, index) => {
    // A safe upper bound regardless of rounding: no total exceeds the sum of all absolute amounts.
    const largest = (plain: keyof Amounts, discounted: keyof Amounts) =>
      contents.reduce(
        (sum, item) => sum + Math.max(Math.abs(item[plain] ?? 0), Math.abs(item[discounted] ?? 0)),
        0,
      )
    const size = Math.max(
      largest('amountExVat', 'discountAmountExVat'),
      largest('amountIncVat', 'discountAmountIncVat'),
    )
    return size < limits.number
      ? []
      : [{ kind: 'outOfRange', info: `variants[${index}]: the amounts of its items add up to 10^12 or more` }]
  })
}

/** What a client charges for a central package: variant → item → without and with VAT. */
export interface ClientPrices {
  currency: string
  prices: ReadonlyMap<string, ReadonlyMap<string, readonly [number, number]>>
}

/** From the store; ids may be anything, even `__proto__`, so objects are only iterated. */
export function toClientPrices(currency: string, json: string): ClientPrices {
  const stored = JSON.parse(json) as Record<string, Record<string, [number, number]>>
  return {
    currency,
    prices: new Map(Object.entries(stored).map(([id, items]) => [id, new Map(Object.entries(items))])),
  }
}

/** Sorted, so that equal prices give equal text. */
export function toPricesJson({ prices }: ClientPrices): string {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(
    Object.fromEntries(sorted(prices).map(([id, items]) => [id, Object.fromEntries(sorted(items))])),
  )
}

/**
 * A central package as this client charges for it. The master's prices apply where the client has none in the same currency, and
 * wherever the manufacturer sets them (E3). The client's own price replaces the whole price of the item, including the discount:
 * the master's discount belongs to the master's price.
 */
export function withClientPrices(document: Package, own: ClientPrices | undefined): Package {
  if (!own || document.oemPricing) return document
  const isSameCurrency = document.currency === own.currency
  const variants = document.variants?.map((variant): PackageVariant => {
    if (isFixed(variant) || variant.oemPricing) return isSameCurrency ? variant : unpriced(variant)
    const prices = own.prices.get(variant.id)
    if (!variant.contents) return variant
    const contents = variant.contents.map((item): PackageItem => {
      const price = item.id === undefined ? undefined : prices?.get(item.id)
      if (price) return { ...withoutAmounts(item), amountExVat: price[0], amountIncVat: price[1] }
      return isSameCurrency ? item : withoutAmounts(item)
    })
    return { ...variant, contents }
  })
  return { ...document, currency: own.currency, ...(variants ? { variants } : {}) }
}

type GivenVariant = NonNullable<PackagePrices['variants']>[number]
type GivenPrice = NonNullable<GivenVariant['contents']>[number]

/** The prices of a list: variant → item. Of two that are the same the last one counts; such a list is refused. */
export type GivenPrices = ReadonlyMap<string, ReadonlyMap<string, GivenPrice>>

export const givenPrices = ({ variants = [] }: PackagePrices): GivenPrices =>
  new Map(variants.map(({ id, contents = [] }) => [id, new Map(contents.map((item) => [item.id, item]))]))

/** A price list may name only what the package has, and each item once (E4). */
export function listViolations(
  document: Package,
  list: PackagePrices,
  given: GivenPrices = givenPrices(list),
): Violation[] {
  if (isEachKnownOnce(document, list, given)) return []
  const known = new Map(
    (document.variants ?? []).map(({ id, contents = [] }) => [id, new Set(contents.map((item) => item.id))]),
  )
  const violations = duplicateViolations(list.variants)
  for (const [index, { id, contents = [] }] of (list.variants ?? []).entries()) {
    const items = known.get(id)
    if (!items) {
      violations.push({
        kind: 'unknownItem',
        info: `variants[${index}].id: ${JSON.stringify(id)} is not a variant of the package`,
      })
      continue
    }
    for (const [at, item] of contents.entries()) {
      if (items.has(item.id)) continue
      violations.push({
        kind: 'unknownItem',
        info: `variants[${index}].contents[${at}].id: ${JSON.stringify(item.id)} is not an item of variant ${JSON.stringify(id)}`,
      })
    }
  }
  return violations
}

/** Nearly every list. Only counts, so that nothing has to be made for each of ten thousand items. */
function isEachKnownOnce(
  { variants = [] }: Package,
  { variants: named = [] }: PackagePrices,
  given: GivenPrices,
): boolean {
  let [knownVariants, knownItems] = [0, 0]
  for (const { id, contents = [] } of variants) {
    const prices = given.get(id)
    if (!prices) continue
    knownVariants++
    for (const item of contents) if (item.id !== undefined && prices.has(item.id)) knownItems++
  }
  const namedItems = named.reduce((sum, { contents = [] }) => sum + contents.length, 0)
  return knownVariants === named.length && knownItems === namedItems
}

/** Items not named keep their price; a change of currency drops prices in the old one (E4). */
export function mergePrices(
  document: Package,
  list: PackagePrices,
  given: GivenPrices = givenPrices(list),
): Package {
  const isOtherCurrency = document.currency !== undefined && document.currency !== list.currency
  const variants = document.variants?.map((before): PackageVariant => {
    const variant = isOtherCurrency ? unpriced(before) : before
    const prices = given.get(variant.id)
    if (isFixed(variant) || !variant.contents) return variant
    const contents = variant.contents.map((item): PackageItem => {
      const price = item.id === undefined ? undefined : prices?.get(item.id)
      return price ? withAmounts(item, price) : item
    })
    return { ...variant, contents }
  })
  return withCurrency(variants ? { ...document, variants } : document, list.currency)
}

/** The same for the prices a client keeps for a package of another client. */
export function mergeClientPrices(
  document: Package,
  before: ClientPrices | undefined,
  list: PackagePrices,
): ClientPrices {
  const kept = before?.currency === list.currency ? before.prices : undefined
  const prices = new Map(kept)
  const fixed = new Set((document.variants ?? []).filter(isFixed).map(({ id }) => id))
  for (const { id, contents = [] } of list.variants ?? []) {
    if (fixed.has(id)) continue
    const items = new Map(prices.get(id))
    for (const item of contents) items.set(item.id, [item.amountExVat, item.amountIncVat])
    prices.set(id, items)
  }
  return { currency: list.currency, prices }
}
