// Quotes as forms print them: labour and parts apart, exact sums, the decision. Pure.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { fromUnits, toUnits } from '../../lib/decimal.ts'
import { type LineItem, toActLine } from '../surveys/act.ts'
import type { FormQuote, FormSum } from './model.ts'

/** Amounts keep six decimals at most (A9). */
const DIGITS = 6

/** Left out as soon as one line has no such amount: a sum that lacks something is a wrong price. */
function sumOf(items: readonly LineItem[], name: 'amountExVat' | 'amountIncVat'): number | undefined {
  let sum = 0n
  for (const item of items) {
    const amount = item[name]
    if (amount === undefined) return undefined
    sum += toUnits(amount, DIGITS)
  }
  return fromUnits(sum, DIGITS)
}

function toSum(items: readonly LineItem[]): FormSum {
  const [exVat, incVat] = [sumOf(items, 'amountExVat'), sumOf(items, 'amountIncVat')]
  return { ...(exVat === undefined ? {} : { exVat }), ...(incVat === undefined ? {} : { incVat }) }
}

export function toFormQuote(
  quote: Quote,
  {
    reason,
    covers,
    spokeWith,
  }: { reason?: string | undefined; covers?: FormQuote['covers']; spokeWith?: string | undefined },
): FormQuote {
  const items = quote.contents ?? []
  const labour = items.filter(({ itemCategory }) => itemCategory === 'labour')
  const parts = items.filter(({ itemCategory }) => itemCategory === 'material')
  const status = quote.approvalStatus
  return {
    text: quote.description ?? '',
    currency: quote.currency,
    ...(quote.category === 'upsaleQuote' ? {} : { questionRef: quote.questionId }),
    ...(covers === undefined || covers.refs.length === 0 ? {} : { covers }),
    lines: items.map(toActLine),
    ...(labour.length > 0 ? { labour: toSum(labour) } : {}),
    ...(parts.length > 0 ? { parts: toSum(parts) } : {}),
    total: toSum(items),
    ...(status === 'approved' || status === 'rejected' || status === 'deferred'
      ? {
          approval: {
            status,
            ...(quote.approvalDate === undefined ? {} : { date: quote.approvalDate }),
            ...(quote.deferralDate === undefined ? {} : { deferredTo: quote.deferralDate }),
            ...(quote.approvalMedium === undefined ? {} : { medium: quote.approvalMedium }),
            ...(spokeWith === undefined ? {} : { spokeWith }),
          },
        }
      : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}
