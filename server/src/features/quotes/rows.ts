// Reads and changes rows of quotes for other features: texts of offers; when orders are matched or separated.
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

/** What offers are called, as they were offered; the two lists belong together. */
export function listOfferTexts(
  scope: Pick<Scope, 'db' | 'clientId'>,
  surveyIds: readonly string[],
  quoteIds: readonly string[],
): Promise<{ surveyId: string; quoteId: string; text: string | null }[]> {
  return scope.db.rows(sql`
    with w as (select * from unnest(${surveyIds}::text[], ${quoteIds}::text[]) as p(survey_id, quote_id))
    select v.survey_id, v.quote_id,
      coalesce(v.document#>>'{package,description}', v.document#>>'{variant,description}') as text
    from w join survey_variants v on v.system_client_id = ${scope.clientId} and v.survey_id = w.survey_id
      and v.quote_id = w.quote_id
    union all
    select q.survey_id, q.id, q.document->>'description'
    from w join survey_quotes q on q.system_client_id = ${scope.clientId} and q.survey_id = w.survey_id and q.id = w.quote_id`)
}
