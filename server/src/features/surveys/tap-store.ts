// The SQL of the versions of answers that people gave without having seen each other's (I1).
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { AnswerToSave } from './answer-store.ts'

export interface StoredVersion {
  version: string
  at: string
  arrivedAt: string
  login: string
  name: string
  device?: string
  /** Null: the answer was taken back. */
  answer: AnswerToSave | null
}

export interface TapRow {
  questionId: string
  /** Of a question with several answers, or an entered one: which; else empty. */
  slot: string
  /** The one that stands first. */
  versions: StoredVersion[]
}

interface StoredRow {
  question_id: string
  slot: string
  versions: string
}

const toRow = ({ question_id, slot, versions }: StoredRow): TapRow => ({
  questionId: question_id,
  slot,
  versions: JSON.parse(versions) as StoredVersion[],
})

export async function listTaps(
  scope: Scope,
  surveyId: string,
  questionIds?: readonly string[],
): Promise<TapRow[]> {
  const rows = await scope.db.rows<StoredRow>(sql`
    select question_id, slot, versions::text as versions from answer_taps
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId}
      and (${questionIds ?? null}::text[] is null or question_id = any(${questionIds ?? null}::text[]))
    order by question_id, slot`)
  return rows.map(toRow)
}

/** The caller holds the survey. */
export async function saveTaps(scope: Scope, surveyId: string, rows: readonly TapRow[]): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map((row) => ({ ...row, count: row.versions.length }))
  await scope.db.run(sql`
    insert into answer_taps (system_client_id, survey_id, question_id, slot, versions, version_count)
    select ${scope.clientId}, ${surveyId}, g."questionId", g.slot, g.versions, g.count
    from json_to_recordset(${JSON.stringify(given)}::json)
      as g("questionId" text, slot text, versions json, count smallint)
    on conflict (system_client_id, survey_id, question_id, slot) do update
      set versions = excluded.versions, version_count = excluded.version_count`)
}

/** Of these surveys, those with answers that this person and somebody else gave unseen, and how many. */
export function countConflicts(
  scope: Scope,
  surveyIds: readonly string[],
  login: string,
): Promise<{ survey_id: string; count: number }[]> {
  return scope.db.rows(sql`
    select t.survey_id, count(*)::int as count from answer_taps t
    where t.system_client_id = ${scope.clientId} and t.survey_id = any(${surveyIds}::text[]) and t.version_count > 1
      and exists (select from json_array_elements(t.versions) v where v->>'login' = ${login})
    group by t.survey_id`)
}
