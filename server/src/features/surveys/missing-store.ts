// The SQL of what was signed and filmed.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Taken {
  /** Questions with a signature of their own. */
  signed: Set<string>
  /** Questions with a video, or one on its way. */
  filmed: Set<string>
}

export async function listTaken(scope: Scope, surveyId: string): Promise<Taken> {
  const row = await scope.db.row<{ signed: string[]; filmed: string[] }>(sql`
    select
      array(select distinct question_id from signatures
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null) as signed,
      array(select question_id from videos
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null
          and state <> 'failed'
        union
        select question_id from uploads
        where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and question_id is not null
          and kind = 'video' and refused is null and finished_at is null) as filmed`)
  return { signed: new Set(row?.signed), filmed: new Set(row?.filmed) }
}
