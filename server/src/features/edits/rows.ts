// Changes rows of edits for other features.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** For a survey that is removed. */
export async function deleteEditsOf(scope: Scope, surveyId: string): Promise<void> {
  await scope.db.run(sql`
    delete from survey_edits where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
}
