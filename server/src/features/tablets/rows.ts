// SQL of shared tablets for features on higher floors.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** When a branch is merged into another. */
export async function moveTablets(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await db.run(sql`
    update tablets set branch_ids = array(select distinct id from unnest(array_replace(branch_ids, ${from}, ${into}))
      as moved(id) order by id)
    where system_client_id = ${clientId} and ${from} = any(branch_ids)`)
}
