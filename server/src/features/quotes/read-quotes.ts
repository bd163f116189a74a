// Reads quotes: those of a survey, or one (E7).

import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { listOverlaps } from '@walkaround/contract/rules/overlapping-work.ts'
import { isRecorded } from '@walkaround/contract/rules/recorded-decision.ts'
import { withoutRepeats } from '@walkaround/contract/rules/without-repeats.ts'
import { type ReadyJson, readyJson, toJson, toJsonArray } from '../../lib/ready-json.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { listContained } from '../packages/contained.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'
import type { DueReason } from './due.ts'
import { listRecordedDecisions } from './recorded-decisions.ts'
import { toPackageQuote } from './rules.ts'
import * as store from './store.ts'
import { placeOf, worksOfSurvey } from './works.ts'

const noSuchQuote = (id: string) => problem('noSuchResource', `the survey has no quote "${id}"`)

/** An automatic quote says whether the customer sees it; others are always shown. */
function quoteJson({ category, document, visible }: store.QuoteRow): ReadyJson<Quote> {
  return readyJson(category === 'quote' ? document : `${document.slice(0, -1)},"visible":${visible}}`)
}

export async function listQuotesJson(scope: Scope, surveyId: string): Promise<ReadyJson<Quote[]>> {
  return quotesJsonOf(scope, await getLoadedSurvey(scope, surveyId))
}

export async function quotesJsonOf(scope: Scope, survey: LoadedSurvey): Promise<ReadyJson<Quote[]>> {
  const rows = await store.listQuotes(scope, survey.row.id)
  const current = survey.selected.filter(({ isReplaced }) => !isReplaced)
  const shown = [
    ...rows.filter(({ category }) => category === 'quote').map(quoteJson),
    ...current.map((selected) => toJson(toPackageQuote(selected))),
    ...rows.filter((row) => row.category === 'upsaleQuote' && row.visible && !row.withdrawn).map(quoteJson),
  ]
  return toJsonArray(shown)
}

interface CustomerQuote {
  quote: Quote
  /** Why it is due; automatic quotes only. */
  reason?: DueReason
  /** The person staff spoke with, if they recorded the decision. */
  spokeWith?: string
  /** Other offers that contain this work, or some of it. */
  overlaps: readonly { kind: 'inside' | 'shared'; with: Quote }[]
}

/** What the customer is offered, each piece of work once. */
export async function listCustomerQuotes(scope: Scope, survey: LoadedSurvey): Promise<CustomerQuote[]> {
  const rows = await store.listQuotes(scope, survey.row.id)
  const shown = rows.filter(({ category, visible, withdrawn }) =>
    category === 'quote' ? true : visible && !withdrawn,
  )
  const decided = await listRecordedDecisions(scope, survey.row.id)
  const toldOf = (quote: Quote): Pick<CustomerQuote, 'spokeWith'> => {
    const told = decided.find(({ quoteId }) => quoteId === quote.id)
    return isRecorded(quote, told) && told?.spokeWith !== undefined ? { spokeWith: told.spokeWith } : {}
  }
  const quotes: Omit<CustomerQuote, 'overlaps'>[] = withoutRepeats([
    ...survey.selected
      .filter(({ isReplaced }) => !isReplaced)
      .map((selected) => ({ quote: toPackageQuote(selected) })),
    ...shown.map(({ document, reason }) => ({
      quote: JSON.parse(document) as Quote,
      reason: reason === null ? undefined : (JSON.parse(reason) as DueReason),
    })),
  ])
  const overlapsOf = await findOverlaps(
    scope,
    survey,
    quotes.map(({ quote }) => quote),
  )
  return quotes.map((one) => ({ ...one, ...toldOf(one.quote), overlaps: overlapsOf(one.quote) }))
}

/** The customer is not offered the same work twice without a word. What was declined or put off takes nothing away. */
async function findOverlaps(
  scope: Scope,
  survey: LoadedSurvey,
  quotes: readonly Quote[],
): Promise<(quote: Quote) => CustomerQuote['overlaps']> {
  const current = quotes.flatMap((quote) => {
    const { packageId, approvalStatus } = quote
    const isOff = approvalStatus === 'rejected' || approvalStatus === 'deferred'
    return packageId === undefined || isOff ? [] : [{ quote, packageId }]
  })
  if (current.length < 2) return () => []
  const works = worksOfSurvey(survey)
  const placed = current.map(({ quote, packageId }) => {
    const place = placeOf(quote)
    return { quote, packageId, axle: place && works.axleOf(place) }
  })
  const contained = await listContained(
    scope,
    survey.row.catalogue,
    current.map(({ packageId }) => packageId),
  )
  const found = listOverlaps(placed, contained)
  return (quote) =>
    found.flatMap(({ kind, whole, part }) => {
      if (part.quote === quote) return [{ kind, with: whole.quote }]
      return kind === 'shared' && whole.quote === quote ? [{ kind, with: part.quote }] : []
    })
}

/** Why automatic quotes are due, by their ids. */
export async function listDueReasons(
  scope: Scope,
  surveyId: string,
): Promise<{ quoteId: string; reason: DueReason }[]> {
  const rows = await store.listQuotes(scope, surveyId)
  return rows.flatMap(({ id, reason, withdrawn }) =>
    reason === null || withdrawn ? [] : [{ quoteId: id, reason: JSON.parse(reason) as DueReason }],
  )
}

export async function findQuoteJson(
  scope: Scope,
  surveyId: string,
  id: string,
): Promise<ReadyJson<Quote> | undefined> {
  const row = await store.findQuote(scope, surveyId, id)
  if (row) return row.withdrawn ? undefined : quoteJson(row)
  // Only a selected variant needs the whole survey.
  const survey = await getLoadedSurvey(scope, surveyId)
  const selected = survey.selected.find((one) => one.quoteId === id && !one.isReplaced)
  return selected && toJson(toPackageQuote(selected))
}

export async function getQuoteJson(scope: Scope, surveyId: string, id: string): Promise<ReadyJson<Quote>> {
  const json = await findQuoteJson(scope, surveyId, id)
  if (json === undefined) throw noSuchQuote(id)
  return json
}

export async function listUpsaleQuotesJson(scope: Scope, surveyId: string): Promise<ReadyJson<Quote[]>> {
  await getLoadedSurvey(scope, surveyId)
  const rows = await store.listQuotes(scope, surveyId)
  return toJsonArray(rows.filter((row) => row.category === 'upsaleQuote' && !row.withdrawn).map(quoteJson))
}

export async function getUpsaleQuoteJson(
  scope: Scope,
  surveyId: string,
  id: string,
): Promise<ReadyJson<Quote>> {
  await getLoadedSurvey(scope, surveyId)
  const row = await store.findQuote(scope, surveyId, id)
  if (row?.category !== 'upsaleQuote' || row.withdrawn) throw noSuchQuote(id)
  return quoteJson(row)
}
