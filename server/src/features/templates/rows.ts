// Changes rows of templates for other features.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** When a branch is merged into another. If both have a choice of template, that of the remaining branch applies. */
export async function moveChoices(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await db.run(sql`
    delete from template_choices t where t.system_client_id = ${clientId} and t.branch_id = ${from}
      and exists (select from template_choices k where k.system_client_id = ${clientId} and k.branch_id = ${into}
        and k.survey_type = t.survey_type and k.make = t.make)`)
  await db.run(sql`
    update template_choices set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
}
