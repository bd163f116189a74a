// The SQL of quotes and of the variants selected in a survey.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from '../surveys/rows.ts'

export interface QuoteRow {
  id: string
  category: 'quote' | 'upsaleQuote'
  document: string
  visible: boolean
  touched: boolean
  withdrawn: boolean
  /** Why an automatic quote is due, as JSON. */
  reason: string | null
}

export function listQuotes(scope: Scope, surveyId: string): Promise<QuoteRow[]> {
  return scope.db.rows(sql`
    select id, category, document::text as document, visible, touched, withdrawn, reason::text as reason from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId}
    order by category, created_at, id`)
}

export function findQuote(scope: Scope, surveyId: string, id: string): Promise<QuoteRow | undefined> {
  return scope.db.row(sql`
    select id, category, document::text as document, visible, touched, withdrawn, reason::text as reason from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}`)
}

interface QuoteToSave {
  surveyId: string
  id: string
  questionId: string
  answerId: string
  packageId: string | undefined
  variantId: string | undefined
  document: string
}

/** False if another quote has replaced the same variant (E7). */
export async function saveQuote(scope: Scope, quote: QuoteToSave, isNew: boolean): Promise<boolean> {
  const other = await scope.db.row(sql`
    select id from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${quote.surveyId} and category = 'quote'
      and question_id = ${quote.questionId} and answer_id = ${quote.answerId}
      and package_id = ${quote.packageId ?? null} and variant_id = ${quote.variantId ?? null} and id <> ${quote.id}`)
  if (other) return false
  await scope.db.run(sql`
    with saved as (
      insert into survey_quotes (system_client_id, survey_id, id, category, question_id, answer_id, package_id,
        variant_id, document, created_at)
      values (${scope.clientId}, ${quote.surveyId}, ${quote.id}, 'quote', ${quote.questionId}, ${quote.answerId},
        ${quote.packageId ?? null}, ${quote.variantId ?? null}, ${quote.document}::json, clock_timestamp())
      on conflict (system_client_id, survey_id, id) do update set question_id = excluded.question_id,
        answer_id = excluded.answer_id, package_id = excluded.package_id, variant_id = excluded.variant_id,
        document = excluded.document
    ), noted as (
      ${noteChange(scope, quote.surveyId)}
    )
    ${insertEvent(scope, isNew ? 'quote.created' : 'quote.changed', `survey/${quote.surveyId}`, { quoteId: quote.id })}`)
  return true
}

export async function countQuotes(scope: Scope, surveyId: string): Promise<number> {
  const row = await scope.db.row<{ quotes: number }>(sql`
    select count(*)::int as quotes from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and category = 'quote'`)
  return row?.quotes ?? 0
}

export async function deleteQuote(scope: Scope, surveyId: string, id: string): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from survey_quotes
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id} and category = 'quote'
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, 'quote.removed', `survey/${surveyId}`, { quoteId: id })}`)
}

/** A decision on an automatic quote, or its withdrawal: after either the service no longer replaces it. */
export async function touchAutomaticQuote(
  scope: Scope,
  surveyId: string,
  quote: { id: string; document: string; isWithdrawn: boolean },
): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update survey_quotes set document = ${quote.document}::json, touched = true, withdrawn = ${quote.isWithdrawn}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${quote.id}
        and category = 'upsaleQuote'
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, quote.isWithdrawn ? 'quote.withdrawn' : 'quote.changed', `survey/${surveyId}`, {
      quoteId: quote.id,
    })}`)
}

export interface AutomaticQuote {
  id: string
  packageId: string
  variantId: string
  visible: boolean
  document: string
  reason: string
}

/** Removes the set if nobody has changed it; false if somebody has. */
export async function dropAutomaticQuotes(scope: Scope, surveyId: string): Promise<boolean> {
  const touched = await scope.db.row(sql`
    select id from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and category = 'upsaleQuote' and touched
    limit 1`)
  if (touched) return false
  await scope.db.run(sql`
    delete from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and category = 'upsaleQuote'`)
  return true
}

export async function insertAutomaticQuotes(
  scope: Scope,
  surveyId: string,
  quotes: readonly AutomaticQuote[],
): Promise<void> {
  if (quotes.length === 0) return
  await scope.db.run(sql`
    with made as (
      insert into survey_quotes (system_client_id, survey_id, id, category, question_id, answer_id, package_id,
        variant_id, document, visible, reason, created_at)
      select ${scope.clientId}, ${surveyId}, q.id, 'upsaleQuote', 'upSale', 'upSale', q."packageId", q."variantId",
        q.document::json, q.visible, q.reason::json, ${scope.now}
      from json_to_recordset(${JSON.stringify(quotes)}::json)
        as q(id text, "packageId" text, "variantId" text, visible boolean, document text, reason text)
    )
    ${insertEvent(scope, 'quotes.proposed', `survey/${surveyId}`, { count: quotes.length })}`)
}

interface VariantToSave {
  surveyId: string
  quoteId: string
  questionId: string
  answerId: string
  packageId: string
  variantId: string
  document: string
}

/** Selecting a selected variant again changes nothing: it keeps its prices. */
export async function insertVariant(scope: Scope, variant: VariantToSave): Promise<void> {
  await scope.db.run(sql`
    with made as (
      insert into survey_variants (system_client_id, survey_id, quote_id, question_id, answer_id, package_id, variant_id,
        document, approval, created_at)
      values (${scope.clientId}, ${variant.surveyId}, ${variant.quoteId}, ${variant.questionId}, ${variant.answerId},
        ${variant.packageId}, ${variant.variantId}, ${variant.document}::json, '{}', ${scope.now})
      on conflict do nothing
      returning quote_id
    ), noted as (
      ${noteChange(scope, variant.surveyId, part`made`)}
    )
    ${insertEvent(scope, 'variant.selected', `survey/${variant.surveyId}`, { quoteId: variant.quoteId })} from made`)
}

export async function deleteVariant(scope: Scope, surveyId: string, quoteId: string): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from survey_variants
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}
      returning quote_id
    ), noted as (
      ${noteChange(scope, surveyId, part`gone`)}
    )
    ${insertEvent(scope, 'variant.deselected', `survey/${surveyId}`, { quoteId })} from gone`)
}

export async function setVariantApproval(
  scope: Scope,
  surveyId: string,
  quoteId: string,
  approval: string,
): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update survey_variants set approval = ${approval}::json
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, 'quote.changed', `survey/${surveyId}`, { quoteId })}`)
}
