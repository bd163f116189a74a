// Reads rows of quotes for other features, and changes them when orders are matched or separated.
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

export interface OfferText {
  surveyId: string
  quoteId: string
  text: string | null
}

/** What the offers of these surveys are called. */
export const listOfferTexts = (scope: Scope, surveyIds: readonly string[]): Promise<OfferText[]> =>
  scope.db.rows(sql`
    select v.survey_id, v.quote_id,
      coalesce(v.document#>>'{package,description}', v.document#>>'{variant,description}') as text
    from survey_variants v
    where v.system_client_id = ${scope.clientId} and v.survey_id = any(${surveyIds}::text[])
    union all
    select q.survey_id, q.id, q.document->>'description' from survey_quotes q
    where q.system_client_id = ${scope.clientId} and q.survey_id = any(${surveyIds}::text[])`)
