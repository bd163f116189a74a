// Customers' decisions by phone or at the counter, applied to the page as the service will record them. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditOf } from '@walkaround/contract/app/edits.ts'
import type { RecordedDecision } from '@walkaround/contract/app/offers.ts'
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import * as rule from '@walkaround/contract/rules/quote-decision.ts'
import { isRecorded } from '@walkaround/contract/rules/recorded-decision.ts'

/** How staff recorded the present decision of a quote; undefined if the owner or the DMS decided. */
export const recordedOf = (page: SurveyPage, quote: Quote): RecordedDecision | undefined =>
  page.recordedDecisions?.find((one) => one.quoteId === quote.id && isRecorded(quote, one))

/** Replaced as a whole (A1): a reason is removed with its refusal. */
export function decide(
  page: SurveyPage,
  edit: EditOf<'decision'>,
  person: { name: string } | undefined,
): SurveyPage {
  const {
    quoteId,
    approvalStatus,
    deferralDate,
    rejectionReasonCode,
    spokeWith,
    toldBy,
    note,
    at = '',
  } = edit
  const known = page.quotes.find(({ id }) => id === quoteId)
  if (!known) return page
  const approvalMedium = edit.approvalMedium ?? 'direct'
  const replaced =
    known.approvalMedium === 'internet' ? rule.approvalOf(known) : recordedOf(page, known)?.replaced
  const recorded: RecordedDecision = {
    quoteId,
    approvalMedium,
    approvalDate: at,
    recordedBy: person?.name ?? '',
    ...(spokeWith?.trim() ? { spokeWith: spokeWith.trim() } : {}),
    ...(toldBy === undefined ? {} : { toldBy }),
    ...(note?.trim() ? { note: note.trim() } : {}),
    ...(replaced ? { replaced } : {}),
  }
  return withDecision(
    page,
    quoteId,
    { approvalStatus, deferralDate, rejectionReasonCode, approvalMedium, approvalDate: at },
    recorded,
  )
}

/** Undecided again, or as the owner had decided online before. */
export function takeBackDecision(
  page: SurveyPage,
  { quoteId, reason, at = '' }: EditOf<'removeDecision'>,
  person: { name: string } | undefined,
): SurveyPage {
  const known = page.quotes.find(({ id }) => id === quoteId)
  const recorded = known && recordedOf(page, known)
  if (!recorded) return page
  const { replaced, ...kept } = recorded
  const why = reason?.trim()
  const takenBack = { by: person?.name ?? '', at, ...(why ? { reason: why } : {}) }
  return withDecision(page, recorded.quoteId, replaced ?? {}, { ...kept, takenBack })
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
    quotes: page.quotes.map((quote) => (quote.id === quoteId ? rule.decide(quote, approval) : quote)),
  }
}
