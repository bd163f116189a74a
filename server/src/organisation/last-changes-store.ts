// SQL of when orders and surveys last changed.
import { part, sql } from '../db/sql.ts'
import type { Scope } from '../scope.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>

/** As they are now, with the time of the log. What is gone by now stays as it was: lists do not find it any more. */
export function saveChanges(
  { db, clientId }: Reader,
  { orderIds, leadIds, surveyIds }: { orderIds: string[]; leadIds: string[]; surveyIds: string[] },
  loggedAt: Date,
): void {
  db.send(sql`
    insert into last_changes as c (system_client_id, kind, id, branch_id, survey_type, is_done, changed_at)
    select ${clientId}, n.kind, n.id, n.branch_id, n.survey_type, n.is_done, ${loggedAt} from (
      select 'order' as kind, o.id, o.branch_id, null as survey_type, o.closed or o.rejected as is_done
      from service_orders o where o.system_client_id = ${clientId} and o.id = any(${orderIds}::text[])
      union
      select 'survey', s.id, s.branch_id, s.survey_type, s.completed from surveys_with_origin s
      where s.system_client_id = ${clientId} and s.id = any(${surveyIds}::text[])
      union
      select 'survey', s.id, s.branch_id, s.survey_type, s.completed from surveys_with_origin s
      where s.system_client_id = ${clientId} and s.order_id = any(${orderIds}::text[])
      union
      select 'survey', s.id, s.branch_id, s.survey_type, s.completed from surveys_with_origin s
      where s.system_client_id = ${clientId} and s.lead_id = any(${leadIds}::text[])
    ) n
    on conflict (system_client_id, kind, id) do update set branch_id = excluded.branch_id, is_done = excluded.is_done,
      changed_at = excluded.changed_at`)
}

/** Follows a branch that is merged into another. */
export async function moveChanges(
  { db, clientId }: Reader,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await db.run(sql`
    update last_changes set branch_id = ${into}
    where system_client_id = ${clientId} and kind in ('order', 'survey') and branch_id = ${from}`)
}

/** Which one, and when it last changed, in milliseconds. */
export type ChangeRef = [id: string, changedMs: number]

export interface ChangeRange {
  kind: 'order' | 'survey'
  /** The wanted values of whether it is done. */
  done: boolean[]
  /** Only of surveys; all if left out. */
  surveyType: string | undefined
  since: Date
  /** The last one of the previous step. */
  after: { at: Date; id: string } | undefined
  limit: number
}

const changeRefs = part`json_agg(json_build_array(r.id, (extract(epoch from r.changed_at) * 1000)::bigint)
  order by r.changed_at, r.id)::text as refs`

/** One step of a list, as the JSON of ChangeRef[]: one short index range per value of done, merged. */
export async function listChanges({ db, clientId }: Reader, range: ChangeRange): Promise<string> {
  const { after } = range
  const row = await db.row<{ refs: string | null }>(sql`
    select ${changeRefs} from (
      select c.id, c.changed_at from unnest(${range.done}::boolean[]) as d(is_done)
      cross join lateral (
        select c.id, c.changed_at from last_changes c
        where c.system_client_id = ${clientId} and c.kind = ${range.kind} and c.is_done = d.is_done
          and c.changed_at >= ${range.since}
          and (c.changed_at, c.id) > (${after?.at ?? range.since}::timestamptz, ${after?.id ?? ''}::text)
          and (${range.surveyType ?? null}::text is null or c.survey_type = ${range.surveyType ?? null}::text)
        order by c.changed_at, c.id limit ${range.limit}
      ) c
      order by c.changed_at, c.id limit ${range.limit}
    ) r`)
  return row?.refs ?? '[]'
}

/** The same for some branches: one range per branch and value of done. */
export async function listChangesOfBranches(
  { db, clientId }: Reader,
  branchIds: readonly string[],
  range: ChangeRange,
): Promise<string> {
  const { after } = range
  const row = await db.row<{ refs: string | null }>(sql`
    select ${changeRefs} from (
      select c.id, c.changed_at from unnest(${branchIds}::text[]) as w(branch_id)
      cross join unnest(${range.done}::boolean[]) as d(is_done)
      cross join lateral (
        select c.id, c.changed_at from last_changes c
        where c.system_client_id = ${clientId} and c.kind = ${range.kind} and c.branch_id = w.branch_id
          and c.is_done = d.is_done and c.changed_at >= ${range.since}
          and (c.changed_at, c.id) > (${after?.at ?? range.since}::timestamptz, ${after?.id ?? ''}::text)
          and (${range.surveyType ?? null}::text is null or c.survey_type = ${range.surveyType ?? null}::text)
        order by c.changed_at, c.id limit ${range.limit}
      ) c
      order by c.changed_at, c.id limit ${range.limit}
    ) r`)
  return row?.refs ?? '[]'
}
