// What customers decided by phone or at the counter, laid over the page as the service will record it. Pure.
import type { RecordedDecision, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Edit } from '@walkaround/contract/app/edits.ts'
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { approvalNames, isRecorded } from '@walkaround/contract/rules/recorded-decision.ts'

/** How staff recorded the decision that a quote has now; nothing where the owner or the DMS decided. */
export const recordedOf = (page: SurveyPage, quote: Quote): RecordedDecision | undefined =>
  page.recordedDecisions?.find((one) => one.quoteId === quote.id && isRecorded(quote, one))

/** Replaced whole (A1): a reason goes with the refusal it was given for. */
export function decide(page: SurveyPage, edit: Edit, person: { name: string } | undefined): SurveyPage {
  const { quoteId = '', approvalStatus, deferralDate, rejectionReasonCode, spokeWith, at = '' } = edit
  const known = page.quotes.find(({ id }) => id === quoteId)
  if (!known) return page
  const approvalMedium = edit.approvalMedium ?? 'direct'
  const replaced = known.approvalMedium === 'internet' ? approvalOf(known) : recordedOf(page, known)?.replaced
  const recorded: RecordedDecision = {
    quoteId,
    approvalMedium,
    approvalDate: at,
    recordedBy: person?.name ?? '',
    ...(spokeWith ? { spokeWith } : {}),
    ...(replaced ? { replaced } : {}),
  }
  return withDecision(
    page,
    quoteId,
    { approvalStatus, deferralDate, rejectionReasonCode, approvalMedium, approvalDate: at },
    recorded,
  )
}

/** Undecided again, or as the owner had decided it online before. */
export function takeBackDecision(page: SurveyPage, quoteId: string | undefined): SurveyPage {
  const known = page.quotes.find(({ id }) => id === quoteId)
  const recorded = known && recordedOf(page, known)
  if (!recorded) return page
  return withDecision(page, recorded.quoteId, recorded.replaced ?? {})
}

function withDecision(
  page: SurveyPage,
  quoteId: string,
  approval: QuoteApproval,
  recorded?: RecordedDecision,
): SurveyPage {
  const others = (page.recordedDecisions ?? []).filter((one) => one.quoteId !== quoteId)
  return {
    ...page,
    recordedDecisions: recorded ? [...others, recorded] : others,
    quotes: page.quotes.map((quote) => (quote.id === quoteId ? decided(quote, approval) : quote)),
  }
}

function decided(quote: Quote, approval: QuoteApproval): Quote {
  const next: Quote = { ...quote }
  for (const name of approvalNames) delete next[name]
  return { ...next, ...approvalOf(approval) }
}

const approvalOf = (from: QuoteApproval): QuoteApproval =>
  Object.fromEntries(
    approvalNames.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]),
  )
