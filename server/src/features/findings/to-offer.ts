// A quote as an offer to the customer: labour and parts separately, exact totals, the decision. Pure.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { totalBeforeDiscount } from '@walkaround/contract/rules/discounts.ts'
import { totalOf } from '@walkaround/contract/rules/money.ts'
import { toActLine } from '../surveys/act.ts'
import type { Offer } from './model.ts'

interface Around extends Pick<Offer, 'reason' | 'covers' | 'overlaps'> {
  spokeWith?: string | undefined
}

export function toOffer(quote: Quote, { reason, covers, overlaps, spokeWith }: Around = {}) {
  const lines = (quote.contents ?? []).map(toActLine)
  const partOf = (name: 'labour' | 'material') => {
    const own = lines.filter(({ category }) => category === name)
    return own.length > 0 ? totalOf(own) : undefined
  }
  const { approvalStatus: status, approvalDate: date, deferralDate, approvalMedium: medium } = quote
  return {
    text: quote.description ?? '',
    currency: quote.currency,
    questionRef: quote.category === 'upsaleQuote' ? undefined : quote.questionId,
    covers: covers?.refs.length ? covers : undefined,
    lines,
    labour: partOf('labour'),
    parts: partOf('material'),
    total: totalOf(lines),
    totalBeforeDiscount: totalBeforeDiscount(quote.contents ?? []),
    approval:
      status === 'approved' || status === 'rejected' || status === 'deferred'
        ? { status, date, deferredTo: deferralDate, medium, spokeWith }
        : undefined,
    reason,
    overlaps: overlaps?.length ? overlaps : undefined,
  } satisfies Offer
}
