// The SQL of versions of answers that people gave without having seen each other's (I1).
import type { TapSlot, Version } from '@walkaround/contract/rules/answering.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface StoredVersion extends Version {
  /** By the device's clock, as it was sent. */
  deviceAt?: string | undefined
  arrivedAt: string
  /** As in events; left out by versions from before it was kept. */
  actor?: string
  login: string
  name: string
  device?: string
}

interface TapRow extends TapSlot<StoredVersion> {
  questionId: string
}

/** From rows as one JSON text. */
export const toTapRows = (stored: string | null): TapRow[] =>
  ((JSON.parse(stored ?? 'null') ?? []) as [string, string, StoredVersion[]][]).map(
    ([questionId, slot, versions]) => ({ questionId, slot, versions }),
  )

export async function listTaps(scope: Scope, surveyId: string): Promise<TapRow[]> {
  const row = await scope.db.row<{ taps: string | null }>(sql`
    select json_agg(json_build_array(question_id, slot, versions) order by question_id, slot)::text as taps
    from answer_taps where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  return toTapRows(row?.taps ?? null)
}

/** The answers to these questions and their taps, in one round trip. */
export async function findAnswered(
  scope: Scope,
  surveyId: string,
  questionIds: readonly string[],
): Promise<{ answers: string | null; taps: string | null } | undefined> {
  return scope.db.row<{ answers: string | null; taps: string | null }>(sql`
    select (
      select json_agg(json_build_array(question_id, id, custom, selected, value, unit_of_measurement, status, comment)
        order by created_at, id)
      from survey_answers
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = any(${questionIds}::text[])
    )::text as answers, (
      select json_agg(json_build_array(question_id, slot, versions) order by question_id, slot)
      from answer_taps
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id = any(${questionIds}::text[])
    )::text as taps`)
}

/** The caller has locked the survey. */
export function saveTaps(scope: Scope, surveyId: string, rows: readonly TapRow[]): void {
  if (rows.length === 0) return
  const given = rows.map((row) => ({ ...row, count: row.versions.length }))
  scope.db.send(sql`
    insert into answer_taps (system_client_id, survey_id, question_id, slot, versions, version_count)
    select ${scope.clientId}, ${surveyId}, g."questionId", g.slot, g.versions, g.count
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g("questionId" text, slot text, versions json, count smallint)
    on conflict (system_client_id, survey_id, question_id, slot) do update
      set versions = excluded.versions, version_count = excluded.version_count`)
}

/** For each of these surveys, how many answers this person and somebody else gave unseen, if there are any. */
export function countConflicts(
  scope: Scope,
  surveyIds: readonly string[],
  login: string,
): Promise<{ surveyId: string; count: number }[]> {
  return scope.db.rows(sql`
    select t.survey_id, count(*)::int as count from answer_taps t
    where t.system_client_id = ${scope.clientId} and t.survey_id = any(${surveyIds}::text[]) and t.version_count > 1
      and exists (select from json_array_elements(t.versions) v where v->>'login' = ${login})
    group by t.survey_id`)
}
