// Everything the database holds, to see that nothing changed. Events move by themselves from the inbox into the log, so they are read
// through their view and without what the log adds; what the move notes for lists is left out.
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

/** Tables by name, and the view of events in the place of its tables. */
export async function listStored(database: Database): Promise<string[]> {
  const rows = await database.rows<{ name: string }>(sql`
    select c.relname::text as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and not c.relispartition
      and (c.relkind = 'r' and c.relname not in ('event_heads', 'event_inbox', 'last_changes') or c.relname = 'events')
    order by 1`)
  return rows.map(({ name }) => name)
}

/** The text of a row `t` of such a table. */
export const rowText = (name: string): string =>
  name === 'events' ? `(to_jsonb(t) - 'logged_at' - 'position' - 'card' - 'branch_id')::text` : 't::text'
