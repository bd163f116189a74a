// Why a package is shown on an answer or not: every package assigned there, variant by variant (E1).
import type { VariantExplanation, VariantReason } from '@walkaround/contract/app/package-reasons.ts'
import type { PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { listOffers } from '../assignment/offers.ts'
import { type Circumstances, type Criterion, explainVariant } from '../packages/applicability.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'

type Explained = VariantExplanation

/** By the present catalogue, even if the survey keeps the offers it was completed with. */
export async function explainPackages(
  scope: Scope,
  surveyId: string,
  questionId: string,
  answerId: string,
): Promise<Explained[]> {
  const survey = await getLoadedSurvey(scope, surveyId)
  assertAnswer(survey, questionId, answerId)
  const { row, header } = survey
  if (row.branchId === null || row.siteId === null) return []
  const template = { masterClientId: row.masterClientId, templateId: row.templateId }
  const place = { template, siteId: row.siteId, branchId: row.branchId }
  const offers = await listOffers(scope, place, row.catalogue)
  const assigned = offers.byQuestion.get(questionId)?.get(answerId) ?? []
  const circumstances = { filledFromVin: new Set(header.filledFromVin) }
  return assigned.flatMap(({ id, package: { description, variants = [] } }) =>
    variants.map((variant) => {
      const name = variant.description ?? description
      return {
        packageId: id,
        variantId: variant.id,
        description: name,
        ...explain(variant, header.vehicle ?? {}, circumstances),
      }
    }),
  )
}

function explain(
  variant: PackageVariant,
  vehicle: Parameters<typeof explainVariant>[1],
  circumstances: Circumstances,
): Pick<Explained, 'fits' | 'why' | 'reasons'> {
  const { fits, criteria } = explainVariant(variant, vehicle, circumstances)
  const told = fits ? criteria : criteria.filter(({ outcome }) => outcome === 'excluded')
  const why = told.map((criterion) => criterion.why)
  const reasons = told.map(toReason)
  if (fits && variant.priceExVat === undefined) {
    reasons.push({ code: 'noPrice' })
    why.push('an item has no price, so it cannot be selected')
  }
  return { fits, reasons, why }
}

const toReason = ({ code, attribute, value, allowed }: Criterion): VariantReason => ({
  code,
  attribute,
  value: value === undefined ? undefined : String(value),
  allowed: allowed.map(String),
})

function assertAnswer({ template, answers }: LoadedSurvey, questionId: string, answerId: string): void {
  if (!template.questions.has(questionId)) {
    throw problem('noSuchResource', `there is no question "${questionId}"`)
  }
  const isStandard = template.answers.get(questionId)?.has(answerId)
  if (!isStandard && !answers.get(questionId)?.some(({ id }) => id === answerId)) {
    throw problem('noSuchResource', `question "${questionId}" has no answer "${answerId}"`)
  }
}
