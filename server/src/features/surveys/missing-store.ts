// The SQL of signatures and videos.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface TakenRow {
  /** [[questionId, shown, isAccepted], …] of signatures of questions, as JSON. */
  signed: string | null
  /** [[questionId, state], …] of videos of questions, as JSON. */
  films: string | null
}

export async function findTaken(scope: Scope, surveyId: string): Promise<TakenRow | undefined> {
  return scope.db.row<TakenRow>(sql`
    select
      (select json_agg(json_build_array(question_id, shown, accepted)) from signatures
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null)::text as signed,
      (select json_agg(json_build_array(question_id, state)) from videos
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null)::text as films`)
}

interface ComingVideo {
  id: string
  questionId?: string
}

/** Videos that are still arriving; with `since`, those of which something has arrived since then. */
export async function listComingVideos(scope: Scope, surveyId: string, since?: Date): Promise<ComingVideo[]> {
  const rows = await scope.db.rows<{ id: string; questionId: string | null }>(sql`
    select subject_id as id, question_id from uploads
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and kind = 'video'
      and refused is null and finished_at is null and (${since ?? null}::timestamptz is null or touched_at >= ${since ?? null})
    order by created_at, subject_id`)
  return rows.map(({ id, questionId }) => ({
    id,
    questionId: questionId ?? undefined,
  }))
}
