// Packages that fit the selected answers, with their prices; alternatives are one choice. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { listAlternatives } from '@walkaround/contract/rules/overlapping-work.ts'
import { type Question, selectedAnswers } from '../../store/survey-elements.ts'
import { worksOfPage } from '../../store/works.ts'

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

/** As the quote builder has them: of alternatives one is chosen. */
export function listChoices(page: SurveyPage, question: Question, offered: readonly OfferedVariant[]) {
  const { axleOf } = worksOfPage(page)
  const works = offered.map((one) => {
    const { packageId, answerId } = one
    const axle = axleOf({ packageId, questionId: question.id, answerId })
    return { ...one, axle, questionIds: [question.id] }
  })
  return listAlternatives(works, page.contained ?? {})
}

/** Chosen or taken back; the other alternatives go out of the offer. */
export const listTaps = (
  choice: readonly OfferedVariant[],
  tapped: OfferedVariant,
): { one: OfferedVariant; selected: boolean }[] => [
  ...choice.flatMap((one) => (one !== tapped && one.isSelected ? [{ one, selected: false }] : [])),
  { one: tapped, selected: !tapped.isSelected },
]

/** With VAT: customers are told this price. */
function priceOf({ priceIncVat }: PackageVariant): number | undefined {
  const price = Number(priceIncVat)
  return priceIncVat === undefined || !Number.isFinite(price) ? undefined : price
}
