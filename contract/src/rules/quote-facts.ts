// What log and statistics know of a quote: its place, its amounts and its decision, without its texts. Pure.
import type { Quote } from '../dms/quotes.ts'
import type { QuoteFacts } from '../event-facts.ts'
import { statedTotal } from './money.ts'
import { approvalOf } from './quote-decision.ts'

export function quoteFacts(quote: Quote): QuoteFacts {
  const { category, questionId, answerId, packageId, variantId, currency, contents } = quote
  return {
    category,
    questionId,
    answerId,
    packageId,
    variantId,
    currency,
    lines: contents?.length ?? 0,
    ...statedTotal(contents),
    ...approvalOf(quote),
  }
}
