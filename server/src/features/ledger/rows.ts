// Changes rows of the ledger for other features.
import { sql } from '../../db/sql.ts'
import type { Reader } from './sources-store.ts'

/** Follows a branch that is merged into another. */
export async function moveLedger(
  { db, clientId }: Reader,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await Promise.all([
    db.run(sql`
      update findings set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`),
    db.run(sql`
      update finding_visits set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`),
    db.run(sql`
      update offered_work set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`),
  ])
}
