// The columns beside a quote's document, so that statistics need not open it: what was offered, what was decided, by whom and when,
// and what was approved. Pure.
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { dateOf } from '@walkaround/contract/rules/days.ts'
import { toInstant } from '@walkaround/contract/rules/iso-dates.ts'
import { type Price, statedTotal } from '@walkaround/contract/rules/money.ts'
import { approvalOf } from '@walkaround/contract/rules/quote-decision.ts'
import { actorText } from '../../db/events.ts'
import type { Actor, Scope } from '../../scope.ts'

/** A left out column is null. */
interface QuoteColumns {
  currency: string
  offeredExVat?: number | undefined
  offeredIncVat?: number | undefined
  approvedExVat?: number | undefined
  approvedIncVat?: number | undefined
  approvalStatus?: string
  approvalMedium?: string
  rejectionReasonCode?: string
  /** A date in the dealership's time zone. */
  deferredTo?: string | undefined
  decidedAt?: string
  decidedBy?: string
}

interface Priced {
  currency: string
  total: Price | undefined
}

export const quoteColumns = (scope: Scope, quote: Quote, by?: Actor): QuoteColumns =>
  toColumns(scope, { currency: quote.currency, total: statedTotal(quote.contents) }, quote, by)

/** `by`: who decided, if not the one who acts. */
export function toColumns(
  { actor, client: { timeZone }, now }: Pick<Scope, 'actor' | 'client' | 'now'>,
  { currency, total }: Priced,
  decision: QuoteApproval,
  by: Actor = actor,
): QuoteColumns {
  const offered = { currency, offeredExVat: total?.exVat, offeredIncVat: total?.incVat }
  const { approvalStatus, approvalMedium, approvalDate, deferralDate, rejectionReasonCode } = decision
  if (approvalStatus === undefined) return offered
  return {
    ...offered,
    ...(approvalStatus === 'approved' ? { approvedExVat: total?.exVat, approvedIncVat: total?.incVat } : {}),
    approvalStatus,
    ...(approvalMedium === undefined ? {} : { approvalMedium }),
    ...(rejectionReasonCode === undefined ? {} : { rejectionReasonCode }),
    ...(deferralDate === undefined ? {} : { deferredTo: dateOf(deferralDate, timeZone) }),
    decidedAt: (approvalDate === undefined ? now : toInstant(approvalDate, timeZone)).toISOString(),
    decidedBy: actorText({ actor: by }),
  }
}

/** Who decided and when stays known as long as the decision is the same. */
export const hasSameDecision = (before: QuoteApproval | undefined, next: QuoteApproval): boolean =>
  before !== undefined && JSON.stringify(approvalOf(before)) === JSON.stringify(approvalOf(next))
