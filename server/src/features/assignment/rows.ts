// Changes rows of assignments for other features.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { moveCatalogue } from '../packages/rows.ts'

/** When a branch is merged into another, packages bound at either are offered at the remaining one. */
export async function moveAssignments(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from package_assignments where system_client_id = ${clientId} and branch_id = ${from}
      returning template_master_id, template_id, question_id, answer_id, site_id, package_ids
    ), moved as (
      insert into package_assignments as a (system_client_id, template_master_id, template_id, question_id, answer_id,
        site_id, branch_id, package_ids)
      select ${clientId}, template_master_id, template_id, question_id, answer_id, site_id, ${into}, package_ids
      from gone
      on conflict (system_client_id, template_master_id, template_id, question_id, answer_id, site_id, branch_id)
        do update set package_ids = a.package_ids || array(
          select id from unnest(excluded.package_ids) as id where id <> all (a.package_ids))
    )
    ${moveCatalogue({ clientId })}`)
}
