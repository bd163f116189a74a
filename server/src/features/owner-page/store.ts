// The SQL of the owner's page: the data around a survey, receipts and feedback.
import type { DecisionFacts } from '@walkaround/contract/event-facts.ts'
import type { Price } from '@walkaround/contract/rules/money.ts'
import { insertEvent } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Around {
  completedAt: Date | null
  receiptId: string | null
  hasFeedback: boolean
  isSigned: boolean
  hasMarks: boolean
}

export function findAround(scope: Scope, surveyId: string): Promise<Around | undefined> {
  return scope.db.row(sql`
    select s.completed_at,
      (select d.id from owner_decisions d
        where d.system_client_id = s.system_client_id and d.survey_id = s.id order by d.at desc, d.id desc limit 1)
        as receipt_id,
      exists (select 1 from owner_feedback f
        where f.system_client_id = s.system_client_id and f.survey_id = s.id) as has_feedback,
      exists (select 1 from signatures g
        where g.system_client_id = s.system_client_id and g.survey_id = s.id) as is_signed,
      exists (select 1 from damage_marks m
        where m.system_client_id = s.system_client_id and m.survey_id = s.id) as has_marks
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

interface DecisionRow {
  id: string
  surveyId: string
  at: Date
  receipt: string
  hash: Buffer
}

export async function findDecisionByForm(
  scope: Scope,
  linkId: string,
  formId: string,
): Promise<string | undefined> {
  const row = await scope.db.row<{ id: string }>(sql`
    select id from owner_decisions
    where system_client_id = ${scope.clientId} and link_id = ${linkId} and form_id = ${formId}`)
  return row?.id
}

export function findDecision(scope: Scope, surveyId: string, id: string): Promise<DecisionRow | undefined> {
  return scope.db.row(sql`
    select id, survey_id, at, receipt, hash from owner_decisions
    where system_client_id = ${scope.clientId} and id = ${id} and survey_id = ${surveyId}`)
}

export function listDecisions(scope: Scope, surveyId: string): Promise<Pick<DecisionRow, 'id' | 'at'>[]> {
  return scope.db.rows(sql`
    select id, at from owner_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by at desc, id desc`)
}

interface DecisionToSave {
  id: string
  surveyId: string
  linkId: string
  formId: string
  receipt: string
  hash: Buffer
  lines: readonly DecidedLine[]
}

/** What was decided on one quote, and what it cost. */
export interface DecidedLine {
  quoteId: string
  total: Price | undefined
  before: DecisionFacts | undefined
  after: DecisionFacts
  /** As quotes store them beside their document. */
  columns: { currency: string }
}

export async function insertDecision(scope: Scope, decision: DecisionToSave): Promise<void> {
  const rows = decision.lines.map(({ quoteId, columns }) => ({ quoteId, ...columns }))
  await scope.db.run(sql`
    with made as (
      insert into owner_decisions (system_client_id, id, survey_id, link_id, form_id, at, receipt, hash)
      values (${scope.clientId}, ${decision.id}, ${decision.surveyId}, ${decision.linkId}, ${decision.formId},
        ${scope.now}, ${decision.receipt}, ${decision.hash})
    ), decided as (
      insert into owner_decision_lines (system_client_id, decision_id, quote_id, survey_id, decided_at, approval_status,
        rejection_reason_code, deferred_to, currency, offered_ex_vat, offered_inc_vat, approved_ex_vat,
        approved_inc_vat)
      select ${scope.clientId}, ${decision.id}, c."quoteId", ${decision.surveyId}, ${scope.now}, c."approvalStatus",
        c."rejectionReasonCode", c."deferredTo", c.currency, c."offeredExVat", c."offeredIncVat", c."approvedExVat",
        c."approvedIncVat"
      from json_to_recordset(${JSON.stringify(rows)}::json) as c("quoteId" text, "approvalStatus" text,
        "rejectionReasonCode" text, "deferredTo" date, currency text, "offeredExVat" numeric, "offeredIncVat" numeric,
        "approvedExVat" numeric, "approvedIncVat" numeric)
    )
    ${insertEvent(scope, 'owner.decided', `survey/${decision.surveyId}`, {
      receiptId: decision.id,
      lines: decision.lines.length,
      decisions: decision.lines.map(toDecision),
    })}`)
}

const toDecision = ({ quoteId, columns: { currency }, total, before, after }: DecidedLine) => ({
  quoteId,
  currency,
  ...total,
  before,
  after,
})

interface FeedbackToSave {
  id: string
  surveyId: string
  linkId: string
  formId: string
  stars: number
  text: string | undefined
}

/** False if the same form was sent before. */
export async function insertFeedback(scope: Scope, feedback: FeedbackToSave): Promise<boolean> {
  const rows = await scope.db.rows(sql`
    with made as (
      insert into owner_feedback (system_client_id, id, survey_id, link_id, form_id, at, stars, text)
      values (${scope.clientId}, ${feedback.id}, ${feedback.surveyId}, ${feedback.linkId}, ${feedback.formId},
        ${scope.now}, ${feedback.stars}, ${feedback.text ?? null})
      on conflict do nothing
      returning id
    ), told as (
      ${insertEvent(scope, 'owner.feedback', `survey/${feedback.surveyId}`, { stars: feedback.stars })} from made
    )
    select id from made`)
  return rows.length > 0
}

interface OwnerActsRow {
  surveyId: string
  openedAt: Date | null
  watchedAt: Date | null
  decidedAt: Date | null
  receiptId: string | null
  askedAt: Date | null
  stars: number | null
  feedback: string | null
  feedbackAt: Date | null
}

export function listActs(scope: Scope, surveyIds: readonly string[]): Promise<OwnerActsRow[]> {
  return scope.db.rows(sql`
    select w.id as survey_id, l.opened_at, l.watched_at, d.at as decided_at, d.id as receipt_id,
      l.asked_at, f.stars::int as stars, f.text as feedback, f.at as feedback_at
    from unnest(${surveyIds}::text[]) as w(id)
    left join lateral (
      select max(opened_at) as opened_at, max(watched_at) as watched_at, max(asked_at) as asked_at from owner_links
      where system_client_id = ${scope.clientId} and survey_id = w.id
    ) l on true
    left join lateral (
      select id, at from owner_decisions
      where system_client_id = ${scope.clientId} and survey_id = w.id order by at desc, id desc limit 1
    ) d on true
    left join lateral (
      select stars, text, at from owner_feedback
      where system_client_id = ${scope.clientId} and survey_id = w.id order by at desc, id desc limit 1
    ) f on true
    order by w.id`)
}
