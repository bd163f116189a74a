// The customer's decision on a selected package variant, made on the owner's page or recorded by staff. The interface refuses a PUT
// on its quote (E7); the decision shows there and on the variant.
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { approvalOf } from '@walkaround/contract/rules/quote-decision.ts'
import { problem } from '../../problems.ts'
import { type Actor, atSite, type Scope } from '../../scope.ts'
import { getLoadedSurveyForUpdate } from '../surveys/load-survey.ts'
import { recordApproval } from './record-approval.ts'
import { toPackageQuote } from './rules.ts'
import * as store from './store.ts'

/** Replaces the decision as a whole (A1). Also on a closed survey: approvals can still change there (D5). */
export async function decideVariant(
  asked: Scope,
  surveyId: string,
  quoteId: string,
  approval: QuoteApproval,
  decidedBy?: Actor,
): Promise<void> {
  const survey = await getLoadedSurveyForUpdate(asked, surveyId)
  const scope = atSite(asked, survey.row.siteId)
  const selected = survey.selected.find((one) => one.quoteId === quoteId && !one.isReplaced)
  if (!selected) throw problem('noSuchResource', `the survey has no package quote "${quoteId}"`)
  const next = approvalOf(approval)
  if (JSON.stringify(next) === JSON.stringify(selected.approval)) return
  const before = toPackageQuote(selected)
  const quote = toPackageQuote({ ...selected, approval: next })
  await store.setVariantApproval(scope, { surveyId, quote, before, decidedBy })
  await recordApproval(scope, survey, quote, before)
}
