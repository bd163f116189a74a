// The SQL of service orders.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { ShownOrigin } from '../origins/rows.ts'

export function findOrder(
  scope: Scope,
  id: string,
): Promise<(ShownOrigin & { matchedTo: string | null }) | undefined> {
  return scope.db.row(sql`
    select o.matched_to, o.document::text as document, o.contact_corrections::text as contact_corrections,
      o.surveys::text as surveys, o.branch_id, t.id as site_id, t.name as site_name
    from service_orders o
    join branches b on b.system_client_id = o.system_client_id and b.id = o.branch_id
    join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id
    where o.system_client_id = ${scope.clientId} and o.id = ${id}`)
}
