// The SQL of joining a manual order with the DMS order it turned out to be, and of separating them again (I5).
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface LockedOrder {
  id: string
  branchId: string
  isOver: boolean
  isManual: boolean
  isPart: boolean
  matchedTo: string | null
  surveyHeader: string
  surveys: string
  contactCorrections: string | null
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
  surveyType: SurveyType
  orderId: string
  /** Somebody has changed it. */
  isTouched: boolean
}

/** Locks first and reads then: whoever was answering meanwhile has finished by the second statement. */
export async function lockSurveys(scope: Scope, orderIds: string[]): Promise<MatchedSurvey[]> {
  await scope.db.rows(sql`
    select id from surveys where system_client_id = ${scope.clientId} and order_id = any(${orderIds}::text[])
    order by id for update`)
  return scope.db.rows(sql`
    select s.id, s.survey_type, s.order_id, (s.surveyor is not null or s.completed
      or exists (select from survey_answers a where a.system_client_id = s.system_client_id and a.survey_id = s.id)
      or exists (select from photos p where p.system_client_id = s.system_client_id and p.survey_id = s.id)
      or exists (select from photo_markups r where r.system_client_id = s.system_client_id and r.survey_id = s.id)
      or exists (select from videos v where v.system_client_id = s.system_client_id and v.survey_id = s.id)
      or exists (select from uploads u where u.system_client_id = s.system_client_id and u.survey_id = s.id)
      or exists (select from damage_marks m where m.system_client_id = s.system_client_id and m.survey_id = s.id)
      or exists (select from tyre_details d where d.system_client_id = s.system_client_id and d.survey_id = s.id)
      or exists (select from signatures g where g.system_client_id = s.system_client_id and g.survey_id = s.id)
      or exists (select from messages g where g.system_client_id = s.system_client_id and g.survey_id = s.id)
      or exists (select from owner_links k where k.system_client_id = s.system_client_id and k.survey_id = s.id)
      or exists (select from survey_variants w where w.system_client_id = s.system_client_id and w.survey_id = s.id)
      or exists (select from survey_quotes q where q.system_client_id = s.system_client_id and q.survey_id = s.id
        and (q.category = 'quote' or q.touched))) as is_touched
    from surveys s
    where s.system_client_id = ${scope.clientId} and s.order_id = any(${orderIds}::text[]) order by s.created_at, s.id`)
}

/** An inspection started without the DMS refers to the survey that is kept. */
export async function leadToKept(scope: Scope, surveyId: string, kept: string): Promise<void> {
  await scope.db.run(sql`
    update inspections set survey_id = ${kept} where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
}

interface JoinRow {
  orderId: string
  /** Ids of the moved surveys, as JSON. */
  moved: string
  /** [{ surveyType, side }] of unchanged surveys, as JSON. */
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

export async function setUndone(
  scope: Scope,
  { manualId, orderId }: { manualId: string; orderId: string },
): Promise<void> {
  await scope.db.run(sql`
    update order_joins set undone_at = ${scope.now}
    where system_client_id = ${scope.clientId} and manual_id = ${manualId} and order_id = ${orderId}`)
}

export interface CarRow {
  id: string
  branchId: string
  isManual: boolean
  at: Date
  /** As JSON. */
  vehicle: string | null
}

/** Orders made by hand that wait for their DMS order. */
export function listByHand(scope: Scope): Promise<CarRow[]> {
  return scope.db.rows(sql`
    select id, branch_id, is_manual, coalesce(planned_start, created_at) as at, (survey_header->'vehicle')::text as vehicle
    from service_orders
    where system_client_id = ${scope.clientId} and is_manual and not closed and not rejected and matched_to is null
    order by created_at desc, id limit 500`)
}

/** Undefined if none waits. */
export function findByHand(scope: Scope): Promise<{ id: string } | undefined> {
  return scope.db.row(sql`
    select id from service_orders
    where system_client_id = ${scope.clientId} and is_manual and not closed and not rejected and matched_to is null limit 1`)
}

/** A branch, and a period. */
export interface Near {
  branchId: string
  from: Date
  to: Date
}

/** Open DMS orders of branches, each planned within its period; without a plan, by when they came. */
export function listOfDms(scope: Scope, near: readonly Near[]): Promise<CarRow[]> {
  return scope.db.rows(sql`
    select o.id, o.branch_id, o.is_manual, o.at, o.vehicle
    from unnest(${near.map(({ branchId }) => branchId)}::text[], ${near.map(({ from }) => from.toISOString())}::timestamptz[],
      ${near.map(({ to }) => to.toISOString())}::timestamptz[]) as w(branch_id, since, until)
    cross join lateral (
      select id, branch_id, is_manual, coalesce(planned_start, created_at) as at, (survey_header->'vehicle')::text as vehicle
      from service_orders
      where system_client_id = ${scope.clientId} and not closed and not rejected and matched_to is null and not is_manual
        and coalesce(parent_order_id, '') = '' and branch_id = w.branch_id
        and (planned_start between w.since and w.until
          or (planned_start is null and created_at between w.since and w.until))
      order by id limit 2000
    ) o`)
}

/** Pairs that somebody separated: they are not the same car. */
export function listApart(
  scope: Scope,
  manualIds: readonly string[],
): Promise<{ manualId: string; orderId: string }[]> {
  return scope.db.rows(sql`
    select manual_id, order_id from order_joins
    where system_client_id = ${scope.clientId} and manual_id = any(${manualIds}::text[]) and undone_at is not null`)
}

/** What was joined with these orders and can be separated. */
export function listJoined(
  scope: Scope,
  orderIds: readonly string[],
): Promise<{ manualId: string; orderId: string; joinedAt: Date; byItself: boolean }[]> {
  return scope.db.rows(sql`
    select manual_id, order_id, joined_at, by_itself from order_joins
    where system_client_id = ${scope.clientId} and order_id = any(${orderIds}::text[]) and undone_at is null
    order by joined_at, manual_id`)
}
