// The DMS door of quotes.
import {
  deleteQuote as deleteQuoteOperation,
  getQuote,
  getUpsaleQuote,
  listQuotes,
  listUpsaleQuotes,
  putQuote as putQuoteOperation,
  QuoteApproval,
} from '@walkaround/contract/dms/quotes.ts'
import { created, type Door, fieldsFrom, noContent, resource, serve } from '../../http/door.ts'
import { compileReader } from '../../http/reader.ts'
import { deleteQuote, putQuote } from './put-quote.ts'
import {
  findQuoteJson,
  getQuoteJson,
  getUpsaleQuoteJson,
  listQuotesJson,
  listUpsaleQuotesJson,
} from './read-quotes.ts'

const readApproval = compileReader(QuoteApproval)

export function quoteRoutes(door: Door): void {
  serve(door, listQuotes, async (call) => {
    return { status: 200, json: await call.read((scope) => listQuotesJson(scope, call.params.id)) }
  })

  serve(door, getQuote, async (call) => {
    const { id, quote_id } = call.params
    return resource(await call.read((scope) => getQuoteJson(scope, id, quote_id)))
  })

  serve(door, putQuoteOperation, async (call) => {
    const { id: surveyId, quote_id: id } = call.params
    const approval = fieldsFrom<QuoteApproval>(call.rawBody, readApproval)
    const outcome = await call.write((scope) =>
      putQuote(scope, {
        surveyId,
        id,
        fields: call.fields,
        approval,
        precondition: call.precondition,
        findJson: () => findQuoteJson(scope, surveyId, id),
      }),
    )
    return outcome === 'created' ? created(call.address(putQuoteOperation.path, call.params)) : noContent
  })

  serve(door, deleteQuoteOperation, async (call) => {
    await call.write((scope) => deleteQuote(scope, call.params.id, call.params.quote_id))
    return noContent
  })

  serve(door, listUpsaleQuotes, async (call) => {
    return { status: 200, json: await call.read((scope) => listUpsaleQuotesJson(scope, call.params.id)) }
  })

  serve(door, getUpsaleQuote, async (call) => {
    const { id, quote_id } = call.params
    return resource(await call.read((scope) => getUpsaleQuoteJson(scope, id, quote_id)))
  })
}
