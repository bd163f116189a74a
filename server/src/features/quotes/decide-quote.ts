// The customer's decision on any quote of a survey, made on the owner's page or recorded by staff; and quotes saved by the service
// itself, without an HTTP precondition.
import type { Quote, QuoteApproval } from '@walkaround/contract/dms/quotes.ts'
import { approvalOf, decide } from '@walkaround/contract/rules/quote-decision.ts'
import { type Actor, type Scope, unconditional } from '../../scope.ts'
import { decideVariant } from './decide-variant.ts'
import { putQuote } from './put-quote.ts'
import { getQuoteJson } from './read-quotes.ts'

export async function decideQuote(
  scope: Scope,
  surveyId: string,
  quoteId: string,
  approval: QuoteApproval,
  decidedBy?: Actor,
): Promise<void> {
  const quote = JSON.parse(await getQuoteJson(scope, surveyId, quoteId)) as Quote
  if (quote.category === 'package') await decideVariant(scope, surveyId, quoteId, approval, decidedBy)
  else await saveQuote(scope, surveyId, quoteId, decide(quote, approval), decidedBy)
}

/** Follows the rules of a PUT. `decidedBy`: who decided, if not the one who acts. */
export async function saveQuote(
  scope: Scope,
  surveyId: string,
  id: string,
  quote: Quote,
  decidedBy?: Actor,
): Promise<void> {
  await putQuote(scope, {
    surveyId,
    id,
    fields: { get: () => quote },
    approval: { get: () => approvalOf(quote) },
    precondition: unconditional,
    decidedBy,
  })
}
