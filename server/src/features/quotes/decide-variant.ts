// The customer's decision on a selected package variant, taken by the owner's page or by staff on the telephone. The interface
// refuses a PUT on its quote (E7); what was decided shows there and on the variant.
import type { QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getLoadedSurveyForUpdate } from '../surveys/load-survey.ts'
import { recordApproval } from './record-approval.ts'
import { approvalOf, toPackageQuote } from './rules.ts'
import * as store from './store.ts'

/** The decision is replaced whole (A1). Also on a closed survey: approvals still move there (D5). */
export async function decideVariant(
  scope: Scope,
  surveyId: string,
  quoteId: string,
  approval: QuoteApproval,
): Promise<void> {
  const survey = await getLoadedSurveyForUpdate(scope, surveyId)
  const selected = survey.selected.find((one) => one.quoteId === quoteId && !one.isReplaced)
  if (!selected) throw problem('noSuchResource', `the survey has no package quote "${quoteId}"`)
  const next = { ...selected, approval: approvalOf(approval) }
  const document = JSON.stringify(next.approval)
  if (document === JSON.stringify(selected.approval)) return
  await store.setVariantApproval(scope, surveyId, quoteId, document)
  await recordApproval(scope, survey, toPackageQuote(next), toPackageQuote(selected))
}
