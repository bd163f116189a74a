// Changes rows of quotes for other features: when orders are matched or separated.
import { moving, movingSurvey, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** For a survey that is removed. */
export async function deleteQuotesOf(scope: Scope, surveyId: string): Promise<void> {
  await scope.db.run(sql`
    delete from survey_quotes where system_client_id = ${scope.clientId} and survey_id = ${surveyId}
    ${movingSurvey(scope, surveyId, [])}`)
}

/** Deletes automatic quotes that nobody has changed. */
export async function deleteProposed(scope: Scope, surveyIds: string[]): Promise<void> {
  await scope.db.run(sql`
    delete from survey_quotes
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[]) and category = 'upsaleQuote'
      and not touched
    ${moving({ clientId: scope.clientId, surveyIds, questionIds: [] })}`)
}
