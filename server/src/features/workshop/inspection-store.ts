// The SQL of inspections begun without the DMS, and of matching them to its orders.
import type { SurveyType } from '@walkaround/contract/shared.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface InspectionRow {
  body_hash: Uint8Array
  order_id: string | null
  survey_id: string | null
  /** The order of the DMS that the one made by hand turned out to be. */
  matched_to: string | null
}

/** Takes the id, or tells what has it. Two with one id at once: the second waits for the first. */
export async function takeInspection(
  scope: Scope,
  id: string,
  bodyHash: Buffer,
): Promise<InspectionRow | undefined> {
  const taken = await scope.db.run(sql`
    insert into inspections (system_client_id, id, body_hash, created_at)
    values (${scope.clientId}, ${id}, ${bodyHash}, ${scope.now}) on conflict do nothing`)
  if (taken === 1) return undefined
  return scope.db.row(sql`
    select i.body_hash, i.order_id, i.survey_id, o.matched_to from inspections i
    left join service_orders o on o.system_client_id = i.system_client_id and o.id = i.order_id
    where i.system_client_id = ${scope.clientId} and i.id = ${id}`)
}

export async function setMade(
  scope: Scope,
  id: string,
  { orderId, surveyId }: { orderId?: string; surveyId?: string },
): Promise<void> {
  await scope.db.run(sql`
    update inspections set order_id = ${orderId ?? null}, survey_id = ${surveyId ?? null}
    where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** A survey with neither order nor lead carries what the others find there. */
export async function setAlone(
  scope: Scope,
  surveyId: string,
  own: { header: string; branchId: string; searchText: string },
): Promise<void> {
  await scope.db.run(sql`
    update surveys set header = ${own.header}::json, branch_id = ${own.branchId}, search_text = ${own.searchText}
    where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

export interface LockedOrder {
  id: string
  branch_id: string
  is_over: boolean
  is_manual: boolean
  is_part: boolean
  matched_to: string | null
  survey_header: string
  surveys: string
  contact_corrections: string | null
}

export function lockOrder(scope: Scope, id: string): Promise<LockedOrder | undefined> {
  return scope.db.row(sql`
    select id, branch_id, closed or rejected as is_over, is_manual, coalesce(parent_order_id, '') <> '' as is_part,
      matched_to, survey_header::text as survey_header, surveys::text as surveys,
      contact_corrections::text as contact_corrections
    from service_orders where system_client_id = ${scope.clientId} and id = ${id} for update`)
}

export async function saveSurveysOf(scope: Scope, orderId: string, surveys: string): Promise<void> {
  await scope.db.run(sql`
    update service_orders set surveys = ${surveys}::json, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${orderId}`)
}

export interface MatchedSurvey {
  id: string
  survey_type: SurveyType
  order_id: string
  /** Somebody has done something to it. */
  is_touched: boolean
}

/** Locked first and looked at then: who was answering meanwhile has ended by the second statement. */
export async function lockSurveys(scope: Scope, orderIds: string[]): Promise<MatchedSurvey[]> {
  await scope.db.rows(sql`
    select id from surveys where system_client_id = ${scope.clientId} and order_id = any(${orderIds}::text[])
    order by id for update`)
  return scope.db.rows(sql`
    select s.id, s.survey_type, s.order_id, (s.surveyor is not null or s.completed
      or exists (select from survey_answers a where a.system_client_id = s.system_client_id and a.survey_id = s.id)
      or exists (select from photos p where p.system_client_id = s.system_client_id and p.survey_id = s.id)
      or exists (select from videos v where v.system_client_id = s.system_client_id and v.survey_id = s.id)
      or exists (select from uploads u where u.system_client_id = s.system_client_id and u.survey_id = s.id)
      or exists (select from damage_marks m where m.system_client_id = s.system_client_id and m.survey_id = s.id)
      or exists (select from signatures g where g.system_client_id = s.system_client_id and g.survey_id = s.id)
      or exists (select from messages g where g.system_client_id = s.system_client_id and g.survey_id = s.id)
      or exists (select from owner_links k where k.system_client_id = s.system_client_id and k.survey_id = s.id)
      or exists (select from survey_variants w where w.system_client_id = s.system_client_id and w.survey_id = s.id)
      or exists (select from survey_quotes q where q.system_client_id = s.system_client_id and q.survey_id = s.id
        and (q.category = 'quote' or q.touched))) as is_touched
    from surveys s
    where s.system_client_id = ${scope.clientId} and s.order_id = any(${orderIds}::text[]) order by s.created_at, s.id`)
}

/** A survey nobody has touched, with what the service itself put there; `kept` takes its place. */
export async function deleteUntouched(scope: Scope, surveyId: string, kept: string): Promise<void> {
  await scope.db.run(sql`
    update inspections set survey_id = ${kept} where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  await scope.db.run(sql`
    delete from survey_quotes where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  await scope.db.run(sql`
    delete from survey_edits where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  await scope.db.run(sql`
    delete from answer_idempotency_keys where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  await scope.db.run(sql`
    delete from surveys where system_client_id = ${scope.clientId} and id = ${surveyId}`)
}

/** Answers, media, quotes, marks, messages, links and edits hang on the survey and come with it; its header is from now on the other order's. */
export async function moveSurveys(
  scope: Scope,
  surveyIds: string[],
  { orderId, vehicleKey }: { orderId: string; vehicleKey: string | null },
): Promise<void> {
  await scope.db.run(sql`
    update surveys set order_id = ${orderId}, vehicle_key = ${vehicleKey}
    where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])`)
  await scope.db.run(sql`
    update damage_marks set vehicle_key = ${vehicleKey}
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])`)
}

/** Automatic quotes that nobody has touched. */
export async function dropProposed(scope: Scope, surveyIds: string[]): Promise<void> {
  await scope.db.run(sql`
    delete from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[]) and category = 'upsaleQuote'
      and not touched`)
}

export async function setMatched(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
  { surveys, corrections }: { surveys: string; corrections: string | null },
): Promise<void> {
  await scope.db.run(sql`
    update service_orders set matched_to = ${orderId}, surveys = '[]', contact_corrections = null,
      search_text = '', changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${manualId}`)
  await scope.db.run(sql`
    update service_orders set surveys = ${surveys}::json, contact_corrections = ${corrections}::json,
      changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${orderId}`)
}
