// The SQL of printed forms: what is printed beside the survey itself.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface Surroundings {
  completed_at: Date | null
  /** When anything about the survey, its order or its lead last changed. */
  changed_at: Date
  site_name: string | null
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
      t.name as site_name, t.address, t.telephone, t.email, t.website, t.logo
    from surveys s
    left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
    left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
    left join branches b on b.system_client_id = s.system_client_id and b.id = coalesce(o.branch_id, l.branch_id, s.branch_id)
    left join sites t on t.system_client_id = s.system_client_id and t.id = b.site_id
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}
