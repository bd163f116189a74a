// The SQL of applied edits: an id that is here is not applied again.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** False if it was applied before. The caller has locked the survey, so nothing happens between asking and doing. */
export async function insertEdit(
  scope: Scope,
  surveyId: string,
  editId: string,
  result: string,
): Promise<boolean> {
  const inserted = await scope.db.run(sql`
    insert into survey_edits (system_client_id, survey_id, edit_id, result, at)
    values (${scope.clientId}, ${surveyId}, ${editId}, ${result}::json, ${scope.now})
    on conflict do nothing`)
  return inserted > 0
}

/** The oldest, over all clients. */
export function deleteEditsBefore(db: Scope['db'], before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from survey_edits e using (
      select system_client_id, survey_id, edit_id from survey_edits where at < ${before} order by at limit ${most}
    ) as old
    where e.system_client_id = old.system_client_id and e.survey_id = old.survey_id and e.edit_id = old.edit_id`)
}
