// The SQL of printed forms: what is printed in addition to the survey itself.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Surroundings {
  completedAt: Date | null
  /** When anything about the survey, its order or its lead last changed. */
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
    select s.completed_at,
      greatest(s.created_at,
        (select max(e.at) from events e
          where e.system_client_id = s.system_client_id and e.subject = 'survey/' || s.id),
        (select max(e.at) from events e
          where e.system_client_id = s.system_client_id
            and e.subject in ('order/' || s.order_id, 'lead/' || s.lead_id))) as changed_at,
      s.site_name, s.address, s.telephone, s.email, s.website, s.logo
    from surveys_with_origin s
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}
