// SQL about the demo that no other room has.
import { type Db, sql } from '../db/sql.ts'

/** True while nothing happened here but the service loading its own templates and packages. Every change leaves an event. */
export async function isUntouched(db: Db): Promise<boolean> {
  const row = await db.row(
    sql`select 1 from events where actor not in ('system:templates', 'system:packages') limit 1`,
  )
  return row === undefined
}
