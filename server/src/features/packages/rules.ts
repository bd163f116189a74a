// A package apart from its prices: who owns it, how it is stored, what it must contain. Pure.
import {
  Package,
  PackageItem,
  type PackageVariant,
  variantPriceNames,
} from '@walkaround/contract/dms/packages.ts'
import type { Violation } from '../../problems.ts'

export interface PackageRef {
  /** The system client that runs the package. */
  masterClientId: string
  /** The plain id its master uses. */
  packageId: string
}

/** A package as it is stored, with the prices that the client keeps for it if it is another client's. */
export interface PackageText {
  masterClientId: string
  id: string
  /** Without id and master, which depend on the reader. */
  document: string
  currency: string | null
  prices: string | null
}

/** The id of a central package contains its master for everyone but the master (E5). */
export function toShownId(clientId: string, { masterClientId, packageId }: PackageRef): string {
  return clientId === masterClientId ? packageId : `${masterClientId}!${packageId}`
}

/** Undefined if the id names nothing this client could see. */
export function findRef(
  clientId: string,
  masters: readonly string[],
  shownId: string,
): PackageRef | undefined {
  if (!shownId.includes('!')) return { masterClientId: clientId, packageId: shownId }
  const masterClientId = masters.find((master) => master !== clientId && shownId.startsWith(`${master}!`))
  return masterClientId === undefined
    ? undefined
    : { masterClientId, packageId: shownId.slice(masterClientId.length + 1) }
}

/** The client itself and the clients whose packages it sees. */
export function catalogueOwners(scope: {
  clientId: string
  client: { masters: readonly string[] }
}): string[] {
  return [...new Set([scope.clientId, ...scope.client.masters])].sort()
}

/**
 * An id of a central package, or one that other systems might turn into such an id: by folding full-width letters, or in a proxy
 * that decodes a path twice (E5).
 */
export function isCentralId(id: string): boolean {
  return id.normalize('NFKC').includes('!') || id.includes('%21')
}

export const isFixed = ({ variantPricingCategory }: PackageVariant): boolean =>
  variantPricingCategory === 'fixedVariantPrice'

export function withoutPrices(variant: PackageVariant): PackageVariant {
  const rest = { ...variant }
  for (const name of variantPriceNames) delete rest[name]
  return rest
}

export function withoutAmounts(item: PackageItem): PackageItem {
  const {
    amountExVat: _,
    amountIncVat: __,
    discountAmountExVat: ___,
    discountAmountIncVat: ____,
    ...rest
  } = item
  return rest
}

const withContents = (variant: PackageVariant, change: (item: PackageItem) => PackageItem): PackageVariant =>
  variant.contents ? { ...variant, contents: variant.contents.map(change) } : variant

/** A variant without any price, neither its own nor of its items. */
export function unpriced(variant: PackageVariant): PackageVariant {
  return withContents(withoutPrices(variant), withoutAmounts)
}

/** As the master stores it: no computed totals, and prices either of the variant or of its items, never both (E3). */
export function toStoredPackage({ id: _, ...rest }: Package): Package {
  if (!rest.variants) return rest
  return {
    ...rest,
    variants: rest.variants.map((variant) =>
      isFixed(variant) ? withContents(variant, withoutAmounts) : withoutPrices(variant),
    ),
  }
}

const namesOf = ({ properties }: { properties: object }) => Object.keys(properties)
const packageNames = namesOf(Package)
const itemNames = namesOf(PackageItem)

/** Stored packages have their fields in the order of the contract, so that equal packages give equal text. */
export const withCurrency = (document: Package, currency: string): Package =>
  ordered(packageNames, { ...document, currency })

/** The same for an item, which may have had no amounts before. */
export function withAmounts(
  item: PackageItem,
  { amountExVat, amountIncVat }: Required<Pick<PackageItem, 'amountExVat' | 'amountIncVat'>>,
): PackageItem {
  const priced = { ...item, amountExVat, amountIncVat }
  const hadBoth = item.amountExVat !== undefined && item.amountIncVat !== undefined
  return hadBoth ? priced : ordered(itemNames, priced)
}

function ordered<T extends object>(names: readonly string[], value: T): T {
  const result: Record<string, unknown> = {}
  for (const name of names) {
    const field = value[name as keyof T]
    if (field !== undefined) result[name] = field
  }
  return result as T
}

/** Customers may select it and it recurs, so it makes automatic quotes (E8). */
export function isAutomatic(document: Package): boolean {
  const hasInterval = (document.serviceIntervalMileage ?? 0) > 0 || (document.serviceIntervalAge ?? 0) > 0
  return document.customerSelectionAvailable === true && hasInterval
}

/** Ids that occur twice. Items may have none. */
export function duplicateViolations(
  variants: readonly { id: string; contents?: readonly { id?: string }[] }[] = [],
): Violation[] {
  const violations: Violation[] = []
  const look = (entries: readonly { id?: string }[], path: string) => {
    const seen = new Set<string>()
    for (const [index, { id }] of entries.entries()) {
      if (id === undefined) continue
      if (seen.has(id)) {
        violations.push({
          kind: 'duplicateId',
          info: `${path}[${index}].id: ${JSON.stringify(id)} occurs twice`,
        })
      }
      seen.add(id)
    }
  }
  look(variants, 'variants')
  for (const [index, { contents = [] }] of variants.entries()) look(contents, `variants[${index}].contents`)
  return violations
}

const amountNames = ['amountExVat', 'amountIncVat', 'discountAmountExVat', 'discountAmountIncVat'] as const
const neededAmounts = ['amountExVat', 'amountIncVat'] as const
const neededPrices = ['priceExVat', 'priceIncVat'] as const

/**
 * The prices an own package must have (E3). A master client may leave items unpriced, and the currency too (E5); half a price is
 * allowed for nobody.
 */
export function priceViolations(document: Package, isMaster: boolean): Violation[] {
  const variants = document.variants ?? []
  const violations = variants
    .flatMap((variant, index) => listUnpriced(variant, `variants[${index}]`, isMaster))
    .map((info): Violation => ({ kind: 'missingPrice', info }))
  if (document.currency !== undefined) return violations
  if (!isMaster)
    violations.unshift({ kind: 'missingField', info: 'currency: is required; an own package needs one' })
  else if (variants.some((variant) => isFixed(variant) || variant.contents?.some(isPriced)))
    violations.unshift({ kind: 'missingCurrency', info: 'currency: is missing; the items have amounts' })
  return violations
}

const isPriced = (item: PackageItem) => amountNames.some((name) => item[name] !== undefined)

function listUnpriced(variant: PackageVariant, path: string, isMaster: boolean): string[] {
  if (isFixed(variant))
    return neededPrices
      .filter((name) => variant[name] === undefined)
      .map((name) => `${path}.${name}: is missing; a fixedVariantPrice variant needs its own prices`)
  return (variant.contents ?? []).flatMap((item, at) =>
    isMaster && !isPriced(item)
      ? []
      : neededAmounts
          .filter((name) => item[name] === undefined)
          .map((name) => `${path}.contents[${at}].${name}: is missing; every item needs both amounts`),
  )
}
