// The SQL of the question monitors ask about the queue: since when has the oldest job that nobody works on been due.
import { type Db, sql } from '../db/sql.ts'

/** Undefined when nothing that is due waits. */
export async function findOldestDue(db: Db, now: Date): Promise<Date | undefined> {
  const row = await db.row<{ due_at: Date }>(sql`
    select due_at from jobs
    where failed_at is null and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    order by due_at limit 1`)
  return row?.due_at
}
