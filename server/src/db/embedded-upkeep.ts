// What a server's autovacuum does, for the embedded engine, which has none: room for new rows where old ones were, and an idea of how many
// rows there are. Without that the planner takes every table for small, and a statement over a thousand orders takes seconds.
import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** As autovacuum has them: so many rows, and that share of a table. */
const CHANGED = { rows: 50, share: 0.1 }
const DEAD = { rows: 50, share: 0.2 }
/** Nothing else is read or written meanwhile, so the next table waits for the next run. */
const MOST_MS = 200

interface Table {
  name: string
  isDead: boolean
}

/** Looks after the tables that have changed most since the last time. Returns how many; a server does it by itself. */
export async function tidyEmbedded(database: Database, mostMs = MOST_MS): Promise<number> {
  if (database.engine !== 'embedded') return 0
  const until = performance.now() + mostMs
  let tidied = 0
  for (const { name, isDead } of await listChanged(database)) {
    await database.script(`${isDead ? 'vacuum (analyze)' : 'analyze'} ${name}`)
    tidied++
    if (performance.now() >= until) break
  }
  return tidied
}

/** A table that was never looked at has no statistics, whatever was counted before the last crash. */
async function listChanged(database: Database): Promise<Table[]> {
  // What this session has changed is counted at the end of this statement.
  await database.row(sql`select pg_stat_force_next_flush()`)
  return database.rows(sql`
    select quote_ident(c.relname) as name, s.n_dead_tup > ${DEAD.rows} + ${DEAD.share} * greatest(c.reltuples, 0) as is_dead
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = current_schema() and c.relkind = 'r' and (
      s.n_dead_tup > ${DEAD.rows} + ${DEAD.share} * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > ${CHANGED.rows} + ${CHANGED.share} * greatest(c.reltuples, 0)
      or (c.reltuples < 0 and pg_relation_size(c.oid) > 0))
    order by s.n_mod_since_analyze + s.n_dead_tup desc, c.relname`)
}
