// The SQL of joining an order made by hand with the order of the DMS it turned out to be, and of taking that back (I5).
import type { SurveyType } from '@walkaround/contract/shared.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

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

export interface JoinRow {
  order_id: string
  /** Ids of the surveys that moved, as JSON. */
  moved: string
  /** [{ surveyType, side }] of surveys nobody had touched, as JSON. */
  removed: string
  corrections: string | null
}

export async function insertJoin(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
  join: { isByItself: boolean; moved: string; removed: string; corrections: string | null },
): Promise<void> {
  await scope.db.run(sql`
    insert into order_joins (system_client_id, manual_id, order_id, joined_at, by_itself, moved, removed, corrections)
    values (${scope.clientId}, ${manualId}, ${orderId}, ${scope.now}, ${join.isByItself}, ${join.moved}::json,
      ${join.removed}::json, ${join.corrections}::json)
    on conflict (system_client_id, manual_id, order_id) do update
      set joined_at = excluded.joined_at, by_itself = excluded.by_itself, moved = excluded.moved,
        removed = excluded.removed, corrections = excluded.corrections, undone_at = null`)
}

export function findJoin(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
): Promise<JoinRow | undefined> {
  return scope.db.row(sql`
    select order_id, moved::text as moved, removed::text as removed, corrections::text as corrections
    from order_joins
    where system_client_id = ${scope.clientId} and manual_id = ${manualId} and order_id = ${orderId}
      and undone_at is null`)
}

/** The order made by hand is itself again. */
export async function setUnmatched(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
  manual: { surveys: string; corrections: string | null; searchText: string },
  surveys: string,
): Promise<void> {
  await scope.db.run(sql`
    update service_orders set matched_to = null, surveys = ${manual.surveys}::json,
      contact_corrections = ${manual.corrections}::json, search_text = ${manual.searchText}, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${manualId}`)
  await scope.db.run(sql`
    update service_orders set surveys = ${surveys}::json, changed_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${orderId}`)
  await scope.db.run(sql`
    update order_joins set undone_at = ${scope.now}
    where system_client_id = ${scope.clientId} and manual_id = ${manualId} and order_id = ${orderId}`)
}

export interface CarRow {
  id: string
  branch_id: string
  is_manual: boolean
  at: Date
  header: string
}

/** Orders made by hand that wait for theirs. */
export function listByHand(scope: Scope): Promise<CarRow[]> {
  return scope.db.rows(sql`
    select id, branch_id, is_manual, coalesce(planned_start, created_at) as at, survey_header::text as header
    from service_orders
    where system_client_id = ${scope.clientId} and is_manual and not closed and not rejected and matched_to is null
    order by created_at desc, id limit 500`)
}

/** Open orders of the DMS in a branch, planned in a stretch of time; without a plan, by when they came. */
export function listOfDms(
  scope: Scope,
  branchId: string,
  { from, to }: { from: Date; to: Date },
): Promise<CarRow[]> {
  return scope.db.rows(sql`
    select id, branch_id, is_manual, coalesce(planned_start, created_at) as at, survey_header::text as header
    from service_orders
    where system_client_id = ${scope.clientId} and not closed and not rejected and matched_to is null and not is_manual
      and coalesce(parent_order_id, '') = '' and branch_id = ${branchId}
      and (planned_start between ${from} and ${to}
        or (planned_start is null and created_at between ${from} and ${to}))
    order by id limit 2000`)
}

/** Pairs that somebody took apart: they are not the same car. */
export function listApart(
  scope: Scope,
  manualIds: readonly string[],
): Promise<{ manual_id: string; order_id: string }[]> {
  return scope.db.rows(sql`
    select manual_id, order_id from order_joins
    where system_client_id = ${scope.clientId} and manual_id = any(${manualIds}::text[]) and undone_at is not null`)
}

/** Of these orders, what was joined with them and can be taken apart. */
export function listJoined(
  scope: Scope,
  orderIds: readonly string[],
): Promise<{ manual_id: string; order_id: string; joined_at: Date; by_itself: boolean }[]> {
  return scope.db.rows(sql`
    select manual_id, order_id, joined_at, by_itself from order_joins
    where system_client_id = ${scope.clientId} and order_id = any(${orderIds}::text[]) and undone_at is null
    order by joined_at, manual_id`)
}
