// Packages that fit the selected answers, with their prices. Pure.
import type { PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'

export interface OfferedVariant {
  answerId: string
  packageId: string
  variantId: string
  name: string
  /** Name of the variant, if the package has several. */
  detail: string
  price: number | undefined
  currency: string | undefined
  isSelected: boolean
}

export function listOffered(question: Question, currency: string | undefined): OfferedVariant[] {
  return selectedAnswers(question).flatMap((answer) =>
    (answer.packages ?? []).flatMap((offered) =>
      (offered.variants ?? []).map((variant) => ({
        answerId: answer.id!,
        packageId: offered.id!,
        variantId: variant.id,
        name: offered.description ?? variant.description ?? offered.id!,
        detail: offered.description === variant.description ? '' : (variant.description ?? ''),
        price: priceOf(variant),
        currency: offered.currency ?? currency,
        isSelected: variant.selected === true,
      })),
    ),
  )
}

/** With VAT: customers are told this price. */
function priceOf({ priceIncVat }: PackageVariant): number | undefined {
  const price = Number(priceIncVat)
  return priceIncVat === undefined || !Number.isFinite(price) ? undefined : price
}
