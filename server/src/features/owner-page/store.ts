// The SQL of the owner's page: what stands around a survey, receipts and feedback.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Around {
  completed_at?: Date | null
  site_name: string | null
  address: string[] | null
  telephone: string | null
  receipt_id?: string | null
  has_feedback?: boolean
}

export function findAround(scope: Scope, surveyId: string): Promise<Around | undefined> {
  return scope.db.row(sql`
    select s.completed_at, t.name as site_name, t.address, t.telephone,
      (select d.id from owner_decisions d
        where d.system_client_id = s.system_client_id and d.survey_id = s.id order by d.at desc, d.id desc limit 1)
        as receipt_id,
      exists (select 1 from owner_feedback f
        where f.system_client_id = s.system_client_id and f.survey_id = s.id) as has_feedback
    from surveys s
    left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
    left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
    left join branches b on b.system_client_id = s.system_client_id
      and b.id = coalesce(o.branch_id, l.branch_id, s.branch_id)
    left join sites t on t.system_client_id = s.system_client_id and t.id = b.site_id
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

export interface ComingVideo {
  id: string
  questionId?: string
}

/** Videos that are on their way: something of them has arrived since then. */
export async function listComingVideos(scope: Scope, surveyId: string, since: Date): Promise<ComingVideo[]> {
  const rows = await scope.db.rows<{ id: string; question_id: string | null }>(sql`
    select subject_id as id, question_id from uploads
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and kind = 'video'
      and refused is null and finished_at is null and touched_at >= ${since}
    order by created_at, subject_id`)
  return rows.map(({ id, question_id }) => ({
    id,
    ...(question_id === null ? {} : { questionId: question_id }),
  }))
}

export function findDefaultSite(scope: Scope, siteId: string): Promise<Around | undefined> {
  return scope.db.row(sql`
    select name as site_name, address, telephone from sites
    where system_client_id = ${scope.clientId} and id = ${siteId}`)
}

export interface DecisionRow {
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
    select id, survey_id as "surveyId", at, receipt, hash from owner_decisions
    where system_client_id = ${scope.clientId} and id = ${id} and survey_id = ${surveyId}`)
}

export function listDecisions(scope: Scope, surveyId: string): Promise<Pick<DecisionRow, 'id' | 'at'>[]> {
  return scope.db.rows(sql`
    select id, at from owner_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by at desc, id desc`)
}

export interface DecisionToSave {
  id: string
  surveyId: string
  linkId: string
  formId: string
  receipt: string
  hash: Buffer
  lines: number
}

export async function insertDecision(scope: Scope, decision: DecisionToSave): Promise<void> {
  await scope.db.run(sql`
    with made as (
      insert into owner_decisions (system_client_id, id, survey_id, link_id, form_id, at, receipt, hash)
      values (${scope.clientId}, ${decision.id}, ${decision.surveyId}, ${decision.linkId}, ${decision.formId},
        ${scope.now}, ${decision.receipt}, ${decision.hash})
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    values (${scope.clientId}, ${scope.now}, 'owner.decided', 'survey/' || ${decision.surveyId}, ${actorText(scope)},
      json_build_object('receiptId', ${decision.id}::text, 'lines', ${decision.lines}::int))`)
}

export interface FeedbackToSave {
  id: string
  surveyId: string
  linkId: string
  formId: string
  stars: number
  text: string | undefined
}

/** False when the same form was sent before. */
export async function insertFeedback(scope: Scope, feedback: FeedbackToSave): Promise<boolean> {
  const rows = await scope.db.rows(sql`
    with made as (
      insert into owner_feedback (system_client_id, id, survey_id, link_id, form_id, at, stars, text)
      values (${scope.clientId}, ${feedback.id}, ${feedback.surveyId}, ${feedback.linkId}, ${feedback.formId},
        ${scope.now}, ${feedback.stars}, ${feedback.text ?? null})
      on conflict do nothing
      returning id
    ), told as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'owner.feedback', 'survey/' || ${feedback.surveyId},
        ${actorText(scope)}, json_build_object('stars', ${feedback.stars}::int) from made
    )
    select id from made`)
  return rows.length > 0
}

export interface OwnerActsRow {
  surveyId: string
  openedAt: Date | null
  decidedAt: Date | null
  receiptId: string | null
  askedAt: Date | null
  stars: number | null
  feedback: string | null
  feedbackAt: Date | null
}

export function listActs(scope: Scope, surveyIds: readonly string[]): Promise<OwnerActsRow[]> {
  return scope.db.rows(sql`
    select w.id as "surveyId", l.opened_at as "openedAt", d.at as "decidedAt", d.id as "receiptId",
      l.asked_at as "askedAt", f.stars::int as stars, f.text as feedback, f.at as "feedbackAt"
    from unnest(${surveyIds}::text[]) as w(id)
    left join lateral (
      select max(opened_at) as opened_at, max(asked_at) as asked_at from owner_links
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
