// The decision on a quote, apart from the rest of it. Tablet and service decide with this. Pure.
import type { Quote, QuoteApproval } from '../dms/quotes.ts'
import { approvalNames } from './recorded-decision.ts'

/** A quote without its decision. */
export function withoutApproval(quote: Quote): Partial<Quote> {
  const rest: Partial<Quote> = { ...quote }
  for (const name of approvalNames) delete rest[name]
  return rest
}

export function approvalOf(quote: QuoteApproval): QuoteApproval {
  const approval: Record<string, unknown> = {}
  for (const name of approvalNames) if (quote[name] !== undefined) approval[name] = quote[name]
  return approval as QuoteApproval
}

/** The decision is replaced whole (A1). */
export function decide(quote: Quote, approval: QuoteApproval): Quote {
  const { contents, visible, ...rest } = withoutApproval(quote)
  return {
    ...rest,
    ...approvalOf(approval),
    ...(contents === undefined ? {} : { contents }),
    ...(visible === undefined ? {} : { visible }),
  } as Quote
}
