// Why a package is offered for a vehicle or not: the same decision as in a survey, explained variant by variant (E1).
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { type Circumstances, type Criterion, explainVariant } from './applicability.ts'
import { getPackage } from './get-package.ts'

interface ExplainedPackage {
  id: string
  description?: string
  currency?: string
  /** At least one variant fits. */
  offered: boolean
  variants: {
    id: string
    description?: string
    fits: boolean
    /** Without VAT; absent while an item has no price, and the variant then cannot be selected (E3). */
    priceExVat?: number
    criteria: Criterion[]
  }[]
}

export async function explainPackage(
  scope: Scope,
  shownId: string,
  vehicle: Vehicle,
  circumstances?: Circumstances,
): Promise<ExplainedPackage> {
  const { description, currency, variants: all = [] } = await getPackage(scope, shownId)
  const variants = all.map((variant) => {
    const { id, description: name, priceExVat } = variant
    return {
      id,
      description: name,
      priceExVat,
      ...explainVariant(variant, vehicle, circumstances),
    }
  })
  return {
    id: shownId,
    description,
    currency,
    offered: variants.some(({ fits }) => fits),
    variants,
  }
}
