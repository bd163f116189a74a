// The routes of quotes in the DMS interface.
import {
  deleteQuote as deleteQuoteOperation,
  getQuote,
  getUpsaleQuote,
  listQuotes,
  listUpsaleQuotes,
  putQuote as putQuoteOperation,
  QuoteApproval,
} from '@walkaround/contract/dms/quotes.ts'
import { type Door, serve } from '../../http/door.ts'
import { created, noContent, okJson } from '../../http/reply.ts'
import { readBody, wantedBy } from '../../input/read-body.ts'
import { toFields } from '../../input/reader.ts'
import type { Fields } from '../../scope.ts'
import { deleteQuote, putQuote } from './put-quote.ts'
import {
  findQuoteJson,
  getQuoteJson,
  getUpsaleQuoteJson,
  listQuotesJson,
  listUpsaleQuotesJson,
} from './read-quotes.ts'

const approvalBody = wantedBy(QuoteApproval)

export function quoteRoutes(door: Door): void {
  serve(door, listQuotes, async (call) => {
    return okJson(await call.read((scope) => listQuotesJson(scope, call.params.id)))
  })

  serve(door, getQuote, async (call) => {
    const { id, quote_id } = call.params
    return okJson(await call.read((scope) => getQuoteJson(scope, id, quote_id)))
  })

  serve(door, putQuoteOperation, async (call) => {
    const { id: surveyId, quote_id: id } = call.params
    const approval = toFields(readBody(call.rawBody, approvalBody)) as Fields<QuoteApproval>
    const outcome = await call.change(
      (scope) => findQuoteJson(scope, surveyId, id),
      (scope, precondition) => putQuote(scope, { surveyId, id, fields: call.fields, approval, precondition }),
    )
    return outcome === 'created' ? created(call.address(putQuoteOperation.path, call.params)) : noContent
  })

  serve(door, deleteQuoteOperation, async (call) => {
    const { id: surveyId, quote_id: id } = call.params
    await call.change(
      (scope) => findQuoteJson(scope, surveyId, id),
      (scope, precondition) => deleteQuote(scope, surveyId, id, precondition),
    )
    return noContent
  })

  serve(door, listUpsaleQuotes, async (call) => {
    return okJson(await call.read((scope) => listUpsaleQuotesJson(scope, call.params.id)))
  })

  serve(door, getUpsaleQuote, async (call) => {
    const { id, quote_id } = call.params
    return okJson(await call.read((scope) => getUpsaleQuoteJson(scope, id, quote_id)))
  })
}
