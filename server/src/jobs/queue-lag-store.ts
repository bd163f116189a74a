// The SQL behind the queue's readiness check: since when the oldest unclaimed job has been due.
import { type Db, sql } from '../db/sql.ts'

/** Undefined if no due job waits. */
export async function findOldestDue(db: Db, now: Date): Promise<Date | undefined> {
  const row = await db.row<{ dueAt: Date }>(sql`
    select due_at from jobs
    where failed_at is null and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    order by due_at limit 1`)
  return row?.dueAt
}
