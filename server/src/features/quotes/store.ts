// The SQL of quotes and of the variants selected in a survey.
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { changedFields } from '@walkaround/contract/rules/changed-fields.ts'
import { approvalOf } from '@walkaround/contract/rules/quote-decision.ts'
import { quoteFacts } from '@walkaround/contract/rules/quote-facts.ts'
import { insertEvent } from '../../db/events.ts'
import { movingSurvey, part, sql } from '../../db/sql.ts'
import type { Actor, Scope } from '../../scope.ts'
import { noteChange } from '../surveys/rows.ts'
import { hasSameDecision, quoteColumns } from './promoted.ts'

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

/** The columns of promoted.ts as they arrive in JSON. */
const promotedTypes = part`currency text, "offeredExVat" numeric, "offeredIncVat" numeric, "approvedExVat" numeric,
  "approvedIncVat" numeric, "approvalStatus" text, "approvalMedium" text, "rejectionReasonCode" text, "deferredTo" date,
  "decidedAt" timestamptz, "decidedBy" text`
const promotedNames = part`currency, offered_ex_vat, offered_inc_vat, approved_ex_vat, approved_inc_vat, approval_status,
  approval_medium, rejection_reason_code, deferred_to, decided_at, decided_by`
const promotedValues = part`c.currency, c."offeredExVat", c."offeredIncVat", c."approvedExVat", c."approvedIncVat",
  c."approvalStatus", c."approvalMedium", c."rejectionReasonCode", c."deferredTo", c."decidedAt", c."decidedBy"`

const promotedDecision = part`approved_ex_vat = c."approvedExVat", approved_inc_vat = c."approvedIncVat",
  approval_status = c."approvalStatus", approval_medium = c."approvalMedium",
  rejection_reason_code = c."rejectionReasonCode", deferred_to = c."deferredTo", decided_at = c."decidedAt",
  decided_by = c."decidedBy"`

/** One row of columns. */
export const promotedOf = (scope: Scope, quote: Quote, by?: Actor) =>
  part`json_to_recordset(${JSON.stringify([quoteColumns(scope, quote, by)])}::json) as c(${promotedTypes})`

interface QuoteChange {
  surveyId: string
  quote: Quote & { id: string }
  before: Quote | undefined
  /** Who decided, if not the one who acts. */
  decidedBy?: Actor | undefined
}

interface QuoteToSave extends QuoteChange {
  /** The other questions that its work covers (I4). */
  coveredQuestions: readonly string[]
}

const changeOf = ({ quote, before }: { quote: Quote & { id: string }; before: Quote }) => ({
  quoteId: quote.id,
  changed: changedFields(before, quote),
  before: quoteFacts(before),
  after: quoteFacts(quote),
})

/** False if another quote has replaced the same variant (E7). */
export async function saveQuote(scope: Scope, change: QuoteToSave): Promise<boolean> {
  const { surveyId, quote, before, decidedBy, coveredQuestions } = change
  const other = await scope.db.row(sql`
    select id from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and category = 'quote'
      and question_id = ${quote.questionId} and answer_id = ${quote.answerId}
      and package_id = ${quote.packageId ?? null} and variant_id = ${quote.variantId ?? null} and id <> ${quote.id}`)
  if (other) return false
  const isSame = hasSameDecision(before, quote)
  await scope.db.run(sql`
    with saved as (
      insert into survey_quotes as q (system_client_id, survey_id, id, category, question_id, answer_id, package_id,
        variant_id, covered_questions, document, created_at, ${promotedNames})
      select ${scope.clientId}, ${surveyId}, ${quote.id}, 'quote', ${quote.questionId}, ${quote.answerId},
        ${quote.packageId ?? null}, ${quote.variantId ?? null}, ${coveredQuestions}::text[], ${JSON.stringify(quote)}::json,
        clock_timestamp(),
        ${promotedValues}
      from ${promotedOf(scope, quote, decidedBy)}
      on conflict (system_client_id, survey_id, id) do update set question_id = excluded.question_id,
        answer_id = excluded.answer_id, package_id = excluded.package_id, variant_id = excluded.variant_id,
        covered_questions = excluded.covered_questions, document = excluded.document, currency = excluded.currency, offered_ex_vat = excluded.offered_ex_vat,
        offered_inc_vat = excluded.offered_inc_vat, approved_ex_vat = excluded.approved_ex_vat,
        approved_inc_vat = excluded.approved_inc_vat, approval_status = excluded.approval_status,
        approval_medium = excluded.approval_medium, rejection_reason_code = excluded.rejection_reason_code,
        deferred_to = excluded.deferred_to,
        decided_at = case when ${isSame} then q.decided_at else excluded.decided_at end,
        decided_by = case when ${isSame} then q.decided_by else excluded.decided_by end
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${
      before
        ? insertEvent(scope, 'quote.changed', `survey/${surveyId}`, changeOf({ quote, before }))
        : insertEvent(scope, 'quote.created', `survey/${surveyId}`, {
            quoteId: quote.id,
            after: quoteFacts(quote),
          })
    } ${movingSurvey(scope, surveyId, [])}`)
  return true
}

export async function countQuotes(scope: Scope, surveyId: string): Promise<number> {
  const row = await scope.db.row<{ quotes: number }>(sql`
    select count(*)::int as quotes from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and category = 'quote'`)
  return row?.quotes ?? 0
}

export async function deleteQuote(scope: Scope, surveyId: string, id: string, before: Quote): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from survey_quotes
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id} and category = 'quote'
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, 'quote.removed', `survey/${surveyId}`, { quoteId: id, before: quoteFacts(before) })} ${movingSurvey(scope, surveyId, [])}`)
}

/** A decision on an automatic quote: after it the service no longer replaces it. */
export async function decideAutomaticQuote(
  scope: Scope,
  { surveyId, quote, before, decidedBy }: QuoteChange & { before: Quote },
): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update survey_quotes set document = ${JSON.stringify(quote)}::json, touched = true,
        ${promotedDecision}
      from ${promotedOf(scope, quote, decidedBy)}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${quote.id}
        and category = 'upsaleQuote'
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, 'quote.changed', `survey/${surveyId}`, changeOf({ quote, before }))} ${movingSurvey(scope, surveyId, [])}`)
}

/** The service does not make it again. */
export async function withdrawAutomaticQuote(
  scope: Scope,
  surveyId: string,
  id: string,
  before: Quote,
): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update survey_quotes set touched = true, withdrawn = true
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
        and category = 'upsaleQuote'
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, 'quote.withdrawn', `survey/${surveyId}`, { quoteId: id, before: quoteFacts(before) })} ${movingSurvey(scope, surveyId, [])}`)
}

export interface AutomaticQuote {
  quote: Quote & { id: string; packageId: string; variantId: string }
  visible: boolean
  reason: string
}

/** Removes the set if nobody has changed it, and returns it; undefined if somebody has. */
export async function dropAutomaticQuotes(scope: Scope, surveyId: string): Promise<Quote[] | undefined> {
  const touched = await scope.db.row(sql`
    select id from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and category = 'upsaleQuote' and touched
    limit 1`)
  if (touched) return undefined
  const gone = await scope.db.rows<{ document: string }>(sql`
    delete from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and category = 'upsaleQuote'
    returning document::text as document`)
  return gone.map(({ document }) => JSON.parse(document) as Quote)
}

export async function insertAutomaticQuotes(
  scope: Scope,
  surveyId: string,
  quotes: readonly AutomaticQuote[],
  dropped: readonly Quote[],
): Promise<void> {
  if (quotes.length === 0 && dropped.length === 0) return
  const rows = quotes.map(({ quote, visible, reason }) => {
    const { id, packageId, variantId } = quote
    const document = JSON.stringify(quote)
    return { ...quoteColumns(scope, quote), id, packageId, variantId, document, visible, reason }
  })
  const toMember = (quote: Quote) => ({ quoteId: quote.id as string, quote: quoteFacts(quote) })
  await scope.db.run(sql`
    with made as (
      insert into survey_quotes (system_client_id, survey_id, id, category, question_id, answer_id, package_id,
        variant_id, document, visible, reason, created_at, ${promotedNames})
      select ${scope.clientId}, ${surveyId}, c.id, 'upsaleQuote', 'upSale', 'upSale', c."packageId", c."variantId",
        c.document::json, c.visible, c.reason::json, ${scope.now}, ${promotedValues}
      from json_to_recordset(${JSON.stringify(rows)}::json) as c(id text, "packageId" text, "variantId" text,
        visible boolean, document text, reason text, ${promotedTypes})
    )
    ${insertEvent(scope, 'quotes.proposed', `survey/${surveyId}`, {
      count: quotes.length,
      before: dropped.map(toMember),
      after: quotes.map(({ quote }) => toMember(quote)),
    })} ${movingSurvey(scope, surveyId, [])}`)
}

interface VariantToSave {
  surveyId: string
  /** As its quote shows it. */
  quote: Quote & { id: string; packageId: string; variantId: string }
  document: string
  /** The other questions that its work covers (I4). */
  coveredQuestions: readonly string[]
}

/** Selecting a selected variant again changes nothing: it keeps its prices. */
export async function insertVariant(
  scope: Scope,
  { surveyId, quote, document, coveredQuestions }: VariantToSave,
): Promise<void> {
  await scope.db.run(sql`
    with made as (
      insert into survey_variants (system_client_id, survey_id, quote_id, question_id, answer_id, package_id, variant_id,
        covered_questions, document, approval, created_at, ${promotedNames})
      select ${scope.clientId}, ${surveyId}, ${quote.id}, ${quote.questionId}, ${quote.answerId}, ${quote.packageId},
        ${quote.variantId}, ${coveredQuestions}::text[], ${document}::json, '{}', ${scope.now}, ${promotedValues}
      from ${promotedOf(scope, quote)}
      on conflict do nothing
      returning quote_id
    ), noted as (
      ${noteChange(scope, surveyId, part`made`)}
    )
    ${insertEvent(scope, 'variant.selected', `survey/${surveyId}`, {
      quoteId: quote.id,
      after: quoteFacts(quote),
    })} from made ${movingSurvey(scope, surveyId, [])}`)
}

export async function deleteVariant(
  scope: Scope,
  surveyId: string,
  quoteId: string,
  before: Quote,
): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from survey_variants
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}
      returning quote_id
    ), noted as (
      ${noteChange(scope, surveyId, part`gone`)}
    )
    ${insertEvent(scope, 'variant.deselected', `survey/${surveyId}`, { quoteId, before: quoteFacts(before) })} from gone ${movingSurvey(scope, surveyId, [])}`)
}

export async function setVariantApproval(
  scope: Scope,
  { surveyId, quote, before, decidedBy }: QuoteChange & { before: Quote },
): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update survey_variants set approval = ${JSON.stringify(approvalOf(quote))}::json,
        ${promotedDecision}
      from ${promotedOf(scope, quote, decidedBy)}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quote.id}
    ), noted as (
      ${noteChange(scope, surveyId)}
    )
    ${insertEvent(scope, 'quote.changed', `survey/${surveyId}`, changeOf({ quote, before }))} ${movingSurvey(scope, surveyId, [])}`)
}
