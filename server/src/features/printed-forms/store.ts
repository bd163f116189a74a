// The SQL of printed forms: what is printed in addition to the survey itself.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Surroundings {
  completedAt: Date | null
  /** When anything that forms show of the survey, its order or its lead last changed. */
  changedAt: Date
  siteName: string | null
  address: string[] | null
  telephone: string | null
  email: string | null
  website: string | null
  logo: string | null
}

export function findSurroundings(scope: Scope, surveyId: string): Promise<Surroundings | undefined> {
  return scope.db.row(sql`
    select s.completed_at, s.changed_at, s.site_name, s.address, s.telephone, s.email, s.website, s.logo
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}
