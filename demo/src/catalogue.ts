// All packages of the demo dealership with their prices: the service's and its own. Pure.
import type { Package, PackageItem, PackagePrices, QuoteItem } from '@walkaround/contract/dms/packages.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import { explainVariant } from '@walkaround/server/features/packages/applicability.ts'
import { CURRENCY, type Line } from './lines.ts'
import { ownPackages } from './own-packages.ts'
import { findAmounts } from './prices.ts'

/** A package of the service, by the id every client but its master uses (E5). */
export const central = (id: string): string => `open!${id}`

export interface Catalogue {
  /** For the packages of the service. */
  priceLists: readonly (PackagePrices & { id: string })[]
  /** The first variant that fits, in the order of a survey's offers. */
  variantFor(packageId: string, vehicle: Vehicle): { packageId: string; variantId: string }
  /** The same as lines of an order. */
  linesOf(packageId: string, vehicle: Vehicle): Line[]
}

export function makeCatalogue(defaults: readonly (Package & { id: string })[]): Catalogue {
  const priceLists = defaults.map(toPriceList)
  const packages = new Map([
    ...defaults.map((one) => [central(one.id), priced(one)] as const),
    ...ownPackages.map((one) => [one.id, one] as const),
  ])
  const find = (packageId: string, vehicle: Vehicle) => {
    const variant = packages.get(packageId)?.variants?.find((one) => explainVariant(one, vehicle).fits)
    if (!variant) throw new RangeError(`no variant of ${packageId} fits ${vehicle.model}`)
    return variant
  }
  return {
    priceLists,
    variantFor: (packageId, vehicle) => ({ packageId, variantId: find(packageId, vehicle).id }),
    linesOf: (packageId, vehicle) => {
      const { id, contents = [] } = find(packageId, vehicle)
      const origin = { healthPackageId: packageId, healthPackageVariantId: id }
      return contents.map((item) => ({ ...toLine(item), ...origin }))
    },
  }
}

function toPriceList({ id, variants = [] }: Package & { id: string }): PackagePrices & { id: string } {
  return {
    id: central(id),
    currency: CURRENCY,
    variants: variants.map((variant) => ({
      id: variant.id,
      contents: (variant.contents ?? []).flatMap((item) => {
        const amounts = findAmounts(item)
        return amounts && item.id !== undefined ? [{ id: item.id, ...amounts }] : []
      }),
    })),
  }
}

const priced = (one: Package): Package => ({
  ...one,
  variants: (one.variants ?? []).map((variant) => ({
    ...variant,
    contents: (variant.contents ?? []).map((item) => ({ ...item, ...findAmounts(item) })),
  })),
})

/** An item of a package or quote as a line of an order; the DMS gives the line its number. */
export function toLine(item: PackageItem | QuoteItem): Line {
  const { itemCategory, itemCode, description, catalogue, labourType, materialGroup } = item
  const { quantity, unitOfMeasure, amountExVat, amountIncVat } = item
  const fields = {
    itemCode,
    description,
    catalogue,
    labourType,
    materialGroup,
    quantity,
    unitOfMeasure,
    amountExVat,
    amountIncVat,
  }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { itemCategory, ...Object.fromEntries(given) }
}
