// The SQL of printed forms: what is printed in addition to the survey itself.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

interface Surroundings {
  completedAt: Date | null
  /** When anything that forms show of the survey, its order or its lead last changed. */
  changedAt: Date
}

export function findSurroundings(scope: Scope, surveyId: string): Promise<Surroundings | undefined> {
  return scope.db.row(sql`
    select s.completed_at, s.changed_at
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}
