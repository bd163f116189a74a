// The SQL of damage marks.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { StoredMark } from './rules.ts'

export type MarkRow = StoredMark

export function listMarks(scope: Scope, surveyId: string): Promise<MarkRow[]> {
  return scope.db.rows(sql`
    select m.id, m.survey_id, m.kind, m.body_style, m.x, m.y, m.panel, m.size, m.comment, m.internal_comment, m.created_at,
      (select json_agg(json_build_array(p.id, p.taken_at, p.content_type, p.width, p.height) order by p.created_at, p.id)
        from photos p
        where p.system_client_id = m.system_client_id and p.survey_id = m.survey_id and p.mark_id = m.id)::text as photos
    from damage_marks m
    where m.system_client_id = ${scope.clientId} and m.survey_id = ${surveyId}
    order by m.created_at, m.id`)
}

/** Of other surveys on the same vehicle that were made before this one, the newest survey's first; not of the same order. */
export function listEarlierMarks(
  scope: Scope,
  surveyId: string,
  vehicleKeys: readonly string[],
  most: number,
): Promise<MarkRow[]> {
  return scope.db.rows(sql`
    select m.id, m.survey_id, m.kind, m.body_style, m.x, m.y, m.panel, m.size, m.comment, m.internal_comment, m.created_at,
      null::text as photos
    from damage_marks m
    join surveys s on s.system_client_id = m.system_client_id and s.id = m.survey_id
    join surveys own on own.system_client_id = m.system_client_id and own.id = ${surveyId}
    where m.system_client_id = ${scope.clientId} and m.vehicle_key = any(${[...vehicleKeys]}::text[])
      and m.survey_id <> own.id and s.created_at <= own.created_at
      and (s.order_id is null or s.order_id is distinct from own.order_id)
      and (${scope.branches ?? null}::text[] is null or coalesce(
        (select o.branch_id from service_orders o where o.system_client_id = s.system_client_id and o.id = s.order_id),
        (select l.branch_id from leads l where l.system_client_id = s.system_client_id and l.id = s.lead_id),
        s.branch_id) = any(${scope.branches ?? null}::text[]))
    order by m.created_at desc, m.id limit ${most}`)
}

export interface MarkToSave {
  kind: string
  vehicleKey?: string
  bodyStyle: string
  x: number
  y: number
  panel?: string
  size?: string
  comment?: string
  internalComment?: string
}

/** True when it is new; the same mark again writes nothing. Marks of one transaction keep their order by its own clock. */
export async function saveMark(
  scope: Scope,
  surveyId: string,
  id: string,
  mark: MarkToSave,
): Promise<boolean> {
  const saved = await scope.db.row<{ is_new: boolean }>(sql`
    with saved as (
      insert into damage_marks as m (system_client_id, survey_id, id, kind, vehicle_key, body_style, x, y, panel, size,
        comment, internal_comment, created_at)
      values (${scope.clientId}, ${surveyId}, ${id}, ${mark.kind}, ${mark.vehicleKey ?? null}, ${mark.bodyStyle},
        ${mark.x}, ${mark.y}, ${mark.panel ?? null}, ${mark.size ?? null}, ${mark.comment ?? null}, ${mark.internalComment ?? null},
        ${scope.now}::timestamptz + (clock_timestamp() - transaction_timestamp()))
      on conflict (system_client_id, survey_id, id) do update
        set kind = excluded.kind, vehicle_key = excluded.vehicle_key, body_style = excluded.body_style,
          x = excluded.x, y = excluded.y, panel = excluded.panel, size = excluded.size, comment = excluded.comment,
          internal_comment = excluded.internal_comment
        where (m.kind, m.body_style, m.x, m.y, m.panel, m.size, m.comment, m.internal_comment) is distinct from (excluded.kind,
          excluded.body_style, excluded.x, excluded.y, excluded.panel, excluded.size, excluded.comment, excluded.internal_comment)
      returning xmax = 0 as is_new
    ), noted as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'mark.set', 'survey/' || ${surveyId}, ${actorText(scope)},
        json_build_object('markId', ${id}::text) from saved
    )
    select is_new from saved`)
  return saved?.is_new ?? false
}

/** False when there was none. Its photos stay with the survey. */
export async function deleteMark(scope: Scope, surveyId: string, id: string): Promise<boolean> {
  const gone = await scope.db.run(sql`
    with gone as (
      delete from damage_marks where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
      returning id
    ), freed as (
      update photos set mark_id = null from gone
      where photos.system_client_id = ${scope.clientId} and photos.survey_id = ${surveyId} and photos.mark_id = gone.id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'mark.removed', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('markId', gone.id) from gone`)
  return gone === 1
}
