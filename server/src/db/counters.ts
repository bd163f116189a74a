// Finds numbers in tables that the server's own counters have not reached. Rows that logical replication copies bring their numbers
// along, but the counters of the new server know nothing of them. Reads only.
import { listAllTables, quoted, statement, type Table } from './backup-tables.ts'
import { type Db, sql } from './sql.ts'

export interface LateCounter {
  table: string
  column: string
  sequence: string
  /** The highest number in the table. */
  highest: number
  /** The last number the counter gave out. */
  last: number
}

export async function listLateCounters(db: Db): Promise<LateCounter[]> {
  const tables = await listAllTables(db)
  const owned = await db.rows<{ sequence: string; table: string; column: string }>(sql`
    select s.relname as sequence, t.relname as "table", a.attname as "column"
    from pg_class s
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid and d.deptype in ('a', 'i')
    join pg_class t on d.refclassid = 'pg_class'::regclass and t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace
    order by s.relname`)
  const found: LateCounter[] = []
  for (const one of owned) {
    // The rows first: what is written meanwhile moves only the counter that is read afterwards.
    const stored = await findHighest(db, tables, one.table, one.column)
    const highest = one.table === 'event_inbox' ? Math.max(stored, await findHighestLogged(db)) : stored
    const row = await db.row<{ last: number | null }>(sql`
      select last_value as last from pg_sequences
      where schemaname = current_schema() and sequencename = ${one.sequence}`)
    const last = row?.last ?? 0
    if (highest > last) found.push({ ...one, highest, last })
  }
  return found
}

/** Events keep the number of the inbox in the log. Among the last of each client is its highest, or nearly. */
async function findHighestLogged(db: Db): Promise<number> {
  const row = await db.row<{ highest: number | null }>(sql`
    select max(last.sequence) as highest from system_clients c cross join lateral (
      select e.sequence from event_log e where e.system_client_id = c.system_client_id
      order by e.logged_at desc, e.position desc limit 100) last`)
  return row?.highest ?? 0
}

/** By the index of each system client, where the table has one: tables may have hundreds of millions of rows. */
async function findHighest(db: Db, tables: readonly Table[], name: string, column: string): Promise<number> {
  const isPerClient = tables
    .find((table) => table.name === name)
    ?.columns.some((one) => one.name === 'system_client_id')
  const [from, value] = [quoted(name), quoted(column)]
  const text = isPerClient
    ? `select top.value::text::bigint as highest from system_clients c cross join lateral (
         select t.${value} as value from ${from} t where t.system_client_id = c.system_client_id
         order by t.${value} desc limit 1) top order by top.value desc limit 1`
    : `select t.${value}::text::bigint as highest from ${from} t order by t.${value} desc limit 1`
  return (await db.row<{ highest: number }>(statement(text)))?.highest ?? 0
}
