// The SQL of damage marks.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { freePhotosOf, photosOfMark } from '../photos/rows.ts'
import { noteChange } from '../surveys/rows.ts'
import type { StoredMark } from './rules.ts'

export type MarkRow = StoredMark

export function listMarks(scope: Scope, surveyId: string): Promise<MarkRow[]> {
  return scope.db.rows(sql`
    select m.id, m.survey_id, m.kind, m.body_style, m.x, m.y, m.panel, m.size, m.comment, m.internal_comment, m.created_at,
      (${photosOfMark}) as photos
    from damage_marks m
    where m.system_client_id = ${scope.clientId} and m.survey_id = ${surveyId}
    order by m.created_at, m.id`)
}

/** Marks of earlier surveys on the same vehicle, the newest survey first; none of the same order. */
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
    join surveys_with_origin s on s.system_client_id = m.system_client_id and s.id = m.survey_id
    join surveys_with_origin own on own.system_client_id = m.system_client_id and own.id = ${surveyId}
    where m.system_client_id = ${scope.clientId} and m.vehicle_key = any(${[...vehicleKeys]}::text[])
      and m.survey_id <> own.id and s.created_at <= own.created_at
      and (s.order_id is null or s.order_id is distinct from own.order_id)
      and (${scope.branches ?? null}::text[] is null or s.branch_id = any(${scope.branches ?? null}::text[]))
    order by m.created_at desc, m.id limit ${most}`)
}

interface MarkToSave {
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

/** True if it is new; saving the same mark again writes nothing. The database clock keeps marks of one transaction in order. */
export async function saveMark(
  scope: Scope,
  surveyId: string,
  id: string,
  mark: MarkToSave,
): Promise<boolean> {
  const saved = await scope.db.row<{ isNew: boolean }>(sql`
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
    ), changed as (
      ${noteChange(scope, surveyId, part`saved`)}
    ), noted as (
      ${insertEvent(scope, 'mark.set', `survey/${surveyId}`, { markId: id })} from saved
    )
    select is_new from saved`)
  return saved?.isNew ?? false
}

/** False if there was none. Its photos stay with the survey. */
export async function deleteMark(scope: Scope, surveyId: string, id: string): Promise<boolean> {
  const gone = await scope.db.run(sql`
    with gone as (
      delete from damage_marks where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
      returning id
    ), freed as (
      ${freePhotosOf(scope, surveyId, id)}
    ), noted as (
      ${noteChange(scope, surveyId, part`gone`)}
    )
    ${insertEvent(scope, 'mark.removed', `survey/${surveyId}`, { markId: id })} from gone`)
  return gone === 1
}
