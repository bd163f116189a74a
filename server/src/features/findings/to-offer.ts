// A quote as an offer to the customer: labour and parts separately, exact totals, the decision. Pure.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { type Price, sumOfAll } from '@walkaround/contract/rules/money.ts'
import { toActLine } from '../surveys/act.ts'
import type { Offer } from './model.ts'

/** A total with a missing price would be wrong, so it is left out. */
export const addUp = (prices: readonly Price[]): Price => ({
  exVat: sumOfAll(prices.map(({ exVat }) => exVat)),
  incVat: sumOfAll(prices.map(({ incVat }) => incVat)),
})

interface Around extends Pick<Offer, 'reason' | 'covers'> {
  spokeWith?: string | undefined
}

export function toOffer(quote: Quote, { reason, covers, spokeWith }: Around = {}) {
  const lines = (quote.contents ?? []).map(toActLine)
  const sumOf = (some: typeof lines) =>
    addUp(some.map(({ amountExVat, amountIncVat }) => ({ exVat: amountExVat, incVat: amountIncVat })))
  const partOf = (name: 'labour' | 'material') => {
    const own = lines.filter(({ category }) => category === name)
    return own.length > 0 ? sumOf(own) : undefined
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
    total: sumOf(lines),
    approval:
      status === 'approved' || status === 'rejected' || status === 'deferred'
        ? { status, date, deferredTo: deferralDate, medium, spokeWith }
        : undefined,
    reason,
  } satisfies Offer
}
