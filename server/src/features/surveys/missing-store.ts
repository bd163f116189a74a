// The SQL of what was signed and filmed.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Taken {
  /** Those of questions. */
  signatures: { questionId: string; shown?: string; isAccepted: boolean }[]
  /** Questions with a video, or one on its way. */
  filmed: Set<string>
}

export async function listTaken(scope: Scope, surveyId: string): Promise<Taken> {
  const row = await scope.db.row<{ signed: string | null; filmed: string[] }>(sql`
    select
      (select json_agg(json_build_array(question_id, shown, accepted)) from signatures
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null)::text as signed,
      array(select question_id from videos
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null
          and state <> 'failed'
        union
        select question_id from uploads
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null
          and kind = 'video' and refused is null and finished_at is null) as filmed`)
  const signed = JSON.parse(row?.signed ?? '[]') as [string, string | null, boolean][]
  return {
    signatures: signed.map(([questionId, shown, isAccepted]) => ({
      questionId,
      isAccepted,
      ...(shown === null ? {} : { shown }),
    })),
    filmed: new Set(row?.filmed),
  }
}
