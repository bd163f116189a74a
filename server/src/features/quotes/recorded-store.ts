// The SQL of decisions that staff recorded.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface RecordedRow {
  quote_id: string
  approval_date: string
  approval_medium: 'phone' | 'direct'
  recorded_by: string
  spoke_with: string | null
  replaced: string | null
}

export function listRecorded(scope: Scope, surveyId: string): Promise<RecordedRow[]> {
  return scope.db.rows(sql`
    select quote_id, approval_date, approval_medium, recorded_by, spoke_with, replaced::text as replaced
    from recorded_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by quote_id`)
}

export function findRecorded(
  scope: Scope,
  surveyId: string,
  quoteId: string,
): Promise<RecordedRow | undefined> {
  return scope.db.row(sql`
    select quote_id, approval_date, approval_medium, recorded_by, spoke_with, replaced::text as replaced
    from recorded_decisions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}`)
}

export async function saveRecorded(scope: Scope, surveyId: string, row: RecordedRow): Promise<void> {
  await scope.db.run(sql`
    insert into recorded_decisions (system_client_id, survey_id, quote_id, approval_date, approval_medium, recorded_by,
      spoke_with, replaced)
    values (${scope.clientId}, ${surveyId}, ${row.quote_id}, ${row.approval_date}, ${row.approval_medium},
      ${row.recorded_by}, ${row.spoke_with}, ${row.replaced}::json)
    on conflict (system_client_id, survey_id, quote_id) do update set approval_date = excluded.approval_date,
      approval_medium = excluded.approval_medium, recorded_by = excluded.recorded_by, spoke_with = excluded.spoke_with,
      replaced = excluded.replaced`)
}

/** The event says who took back which decision: the quote alone no longer does. */
export async function deleteRecorded(
  scope: Scope,
  surveyId: string,
  quoteId: string,
  was: string,
): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from recorded_decisions
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and quote_id = ${quoteId}
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    values (${scope.clientId}, ${scope.now}, 'decision.takenBack', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('quoteId', ${quoteId}::text, 'approvalStatus', ${was}::text))`)
}
