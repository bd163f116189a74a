// The SQL of what differs from branch to branch when an inspection is begun without a network.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface BranchRow {
  id: string
  code: string
  site_name: string
}

/** Those the person who asks may see. */
export function listOwnBranches(scope: Scope): Promise<BranchRow[]> {
  const { branches = null } = scope
  return scope.db.rows(sql`
    select b.id, t.name as site_name, coalesce((select min(c.code) from branch_codes c
      where c.system_client_id = b.system_client_id and c.branch_id = b.id), b.id) as code
    from branches b join sites t on t.system_client_id = b.system_client_id and t.id = b.site_id
    where b.system_client_id = ${scope.clientId} and (${branches}::text[] is null or b.id = any(${branches}::text[]))
    order by b.id`)
}

/** Ids a caller made that a survey has already. */
export async function listTaken(scope: Scope, surveyIds: readonly string[]): Promise<string[]> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    select id from surveys where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])`)
  return rows.map(({ id }) => id)
}
