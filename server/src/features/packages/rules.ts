// What a package is before it has prices: whose it is, how it is kept, what makes it whole. Pure.
import { Package, PackageItem, PackageVariant, variantPriceNames } from '@walkaround/contract/dms/packages.ts'
import type { Violation } from '../../problems.ts'

export interface PackageRef {
  /** The system client that runs the package. */
  masterClientId: string
  /** Plain, as its master knows it. */
  packageId: string
}

/** Centrally run packages carry their master's name for everyone but the master (E5). */
export function toShownId(clientId: string, { masterClientId, packageId }: PackageRef): string {
  return clientId === masterClientId ? packageId : `${masterClientId}!${packageId}`
}

/** Undefined for an id that names nothing this client could see. */
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

/** The client and those whose packages it sees. */
export function catalogueOwners(scope: {
  clientId: string
  client: { masters: readonly string[] }
}): string[] {
  return [...new Set([scope.clientId, ...scope.client.masters])].sort()
}

/**
 * The state of all a client can be offered, as `client:version,master:version` ordered by id; a client that never changed
 * its catalogue has version 0. For readers that fetch the rows of `catalogue_versions` in a statement of their own.
 */
export function toSignature(
  owners: readonly string[],
  rows: readonly { system_client_id: string; version: number }[],
): string {
  const versions = new Map(rows.map((row) => [row.system_client_id, row.version]))
  return [...owners]
    .sort()
    .map((owner) => `${owner}:${versions.get(owner) ?? 0}`)
    .join(',')
}

/**
 * An id that belongs to a centrally run package, or could be taken for one further on: by a system that folds full-width
 * letters to plain ones, or by a proxy that decodes a path twice (E5).
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

/** A variant without any price: neither its own nor those of its items. */
export function unpriced(variant: PackageVariant): PackageVariant {
  return withContents(withoutPrices(variant), withoutAmounts)
}

/** As the master keeps it: no computed sums, and either prices of the variant or of its items, never both (E3). */
export function toStoredPackage({ id: _, ...rest }: Package): Package {
  if (!rest.variants) return rest
  return {
    ...rest,
    variants: rest.variants.map((variant) =>
      isFixed(variant) ? withContents(variant, withoutAmounts) : withoutPrices(variant),
    ),
  }
}

/** Fields in the order of the contract, so that the same package is the same text however it came about. */
export function inOrder(document: Package): Package {
  const variants = document.variants?.map((variant) => {
    const contents = variant.contents?.map((item) => ordered(itemNames, item))
    return ordered(variantNames, contents ? { ...variant, contents } : variant)
  })
  return ordered(packageNames, variants ? { ...document, variants } : document)
}

const namesOf = ({ properties }: { properties: object }) => Object.keys(properties)
const packageNames = namesOf(Package)
const variantNames = namesOf(PackageVariant)
const itemNames = namesOf(PackageItem)

function ordered<T extends object>(names: readonly string[], value: T): T {
  const result: Record<string, unknown> = {}
  for (const name of names) {
    const field = value[name as keyof T]
    if (field !== undefined) result[name] = field
  }
  return result as T
}

/** Customers may choose it and it comes round again: it makes automatic quotes (E8). */
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
 * Prices an own package must have (E3). A master client may leave items unpriced, and with them the currency (E5); half a
 * price is none for anybody.
 */
export function priceViolations(document: Package, isMaster: boolean): Violation[] {
  const violations: Violation[] = []
  let hasAmount = false
  const missing = (path: string, rule: string) =>
    violations.push({ kind: 'missingPrice', info: `${path}: ${rule}` })
  for (const [index, variant] of (document.variants ?? []).entries()) {
    if (isFixed(variant)) {
      hasAmount = true
      for (const name of neededPrices) {
        if (variant[name] === undefined) {
          missing(
            `variants[${index}].${name}`,
            'is missing; a fixedVariantPrice variant needs its own prices',
          )
        }
      }
      continue
    }
    for (const [at, item] of (variant.contents ?? []).entries()) {
      const isPriced = amountNames.some((name) => item[name] !== undefined)
      hasAmount ||= isPriced
      if (isMaster && !isPriced) continue
      for (const name of neededAmounts) {
        if (item[name] === undefined) {
          missing(`variants[${index}].contents[${at}].${name}`, 'is missing; every item needs both amounts')
        }
      }
    }
  }
  if (document.currency === undefined && !isMaster) {
    violations.unshift({ kind: 'missingField', info: 'currency: is required; an own package needs one' })
  } else if (document.currency === undefined && hasAmount) {
    violations.unshift({ kind: 'missingCurrency', info: 'currency: is missing; the items have amounts' })
  }
  return violations
}
