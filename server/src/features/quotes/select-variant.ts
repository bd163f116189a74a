// Selects and deselects a package variant on an answer (E2): the advisor's choice, frozen with its prices.
import { hash } from 'node:crypto'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { withoutApproval } from '@walkaround/contract/rules/quote-decision.ts'
import { isOutOfWarranty } from '@walkaround/contract/rules/warranty.ts'
import { problem } from '../../problems.ts'
import { atSite, type Scope } from '../../scope.ts'
import { getLoadedSurveyForUpdate, type LoadedSurvey } from '../surveys/load-survey.ts'
import { findOffered } from '../surveys/offered.ts'
import { recordApproval } from './record-approval.ts'
import { toPackageQuote } from './rules.ts'
import * as store from './store.ts'
import { findOffer, workOffered } from './work-offered.ts'
import { worksOfSurvey } from './works.ts'

export interface VariantRef {
  questionId: string
  answerId: string
  packageId: string
  variantId: string
}

/** The same variant on the same answer always has the same id (E7). */
export function packageQuoteId({ questionId, answerId, packageId, variantId }: VariantRef): string {
  return `pkg-${hash('sha1', JSON.stringify([questionId, answerId, packageId, variantId]), 'base64url').slice(0, 20)}`
}

/**
 * Returns the id of its package quote, or of an offer that already has the same work (I4). Possible until the survey is closed,
 * even after completion (D5).
 */
export async function selectVariant(asked: Scope, surveyId: string, ref: VariantRef): Promise<string> {
  const survey = await getOpenSurvey(asked, surveyId)
  const scope = atSite(asked, survey.row.siteId)
  const offered = findOffered(survey.offered(), ref)
  const place = `"${ref.variantId}" of package "${ref.packageId}"`
  if (!offered)
    throw problem('variantNotOffered', `variantId: ${place} is not offered on answer "${ref.answerId}"`)
  if (offered.variant.priceExVat === undefined) {
    throw problem('variantNotOffered', `variantId: ${place} has no price yet`)
  }
  const covering = await findOffer(scope, survey, ref)
  if (covering?.variantId === ref.variantId) return covering.quoteId
  if (covering) throw workOffered(covering)
  const isDiscounted =
    offered.variant.discountPriceExVat !== undefined &&
    isOutOfWarranty(survey.header.vehicle, scope.now, scope.client.timeZone)
  const quoteId = packageQuoteId(ref)
  const { questionId, answerId } = ref
  const chosen = {
    package: offered.package,
    variant: offered.variant,
    isDiscounted,
    covers: survey.coverage().get(ref.packageId),
  }
  const quote = toPackageQuote({ ...chosen, quoteId, questionId, answerId, approval: {} })
  const coveredQuestions = worksOfSurvey(survey).othersOf(ref)
  await store.insertVariant(scope, { surveyId, quote, document: JSON.stringify(chosen), coveredQuestions })
  return quoteId
}

export async function deselectVariant(scope: Scope, surveyId: string, ref: VariantRef): Promise<void> {
  const survey = await getOpenSurvey(scope, surveyId)
  const quoteId = packageQuoteId(ref)
  const selected = survey.selected.find((one) => one.quoteId === quoteId)
  if (!selected) {
    throw problem(
      'noSuchResource',
      `variant "${ref.variantId}" of package "${ref.packageId}" is not selected on answer "${ref.answerId}"`,
    )
  }
  const quote = toPackageQuote(selected)
  await store.deleteVariant(scope, surveyId, quoteId, quote)
  // Work that is no longer offered is no longer approved either: the interval continues (E8).
  await recordApproval(scope, survey, withoutApproval(quote) as Quote, quote)
}

async function getOpenSurvey(scope: Scope, surveyId: string): Promise<LoadedSurvey> {
  const survey = await getLoadedSurveyForUpdate(scope, surveyId)
  if (survey.row.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  return survey
}
