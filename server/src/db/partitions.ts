// Tables with one partition per month or day (UTC). Partitions are made ahead of time and attached, which nobody waits for.
import type { Database } from './database.ts'
import { isBusyOrGone } from './errors.ts'
import { type Db, type Statement, sql } from './sql.ts'
import { afterOthers } from './turns.ts'

export interface Partitioned {
  table: 'event_log' | 'request_log'
  by: 'month' | 'day'
}

interface Span {
  name: string
  from: Date
  /** Exclusive. */
  to: Date
}

/** The partition that has this moment. */
export function spanAt({ table, by }: Partitioned, at: Date): Span {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const from = new Date(Date.UTC(year, month, by === 'month' ? 1 : day))
  const to = new Date(by === 'month' ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, day + 1))
  const date = from.toISOString().slice(0, by === 'month' ? 7 : 10)
  return { name: `${table}_${date.replaceAll('-', '_')}`, from, to }
}

/** Names of partitions are made of numbers, so the text has no parameters. */
const statement = (text: string): Statement => ({ name: '', text, values: [] })

const beginningOf = (at: Date) => `${at.toISOString().slice(0, 10)} 00:00:00+00`

export async function makePartition(db: Db, { table, by }: Partitioned, at: Date): Promise<void> {
  const { name, from, to } = spanAt({ table, by }, at)
  const known = await db.row(sql`select 1 from pg_class where oid = to_regclass(${name}) and relispartition`)
  if (known) return
  await db.run(statement(`create table if not exists ${name} (like ${table} including all)`))
  // Unlike "create table … partition of", this lets everybody read and write meanwhile.
  await db.run(
    statement(`alter table ${table} attach partition ${name}
      for values from ('${beginningOf(from)}') to ('${beginningOf(to)}')`),
  )
}

/** The present one and so many after it. Safe to call from several processes at once. */
export async function makePartitionsAhead(
  database: Database,
  table: Partitioned,
  { now, ahead }: { now: Date; ahead: number },
): Promise<void> {
  const spans = [spanAt(table, now)]
  while (spans.length <= ahead) spans.push(spanAt(table, (spans.at(-1) as Span).to))
  const names = new Set(await listPartitions(database, table))
  const missing = spans.filter(({ name }) => !names.has(name))
  if (missing.length === 0) return
  await afterOthers(database, `partitions of ${table.table}`, async (db) => {
    for (const { from } of missing) await makePartition(db, table, from)
  })
}

/** By name, which is by time. */
export async function listPartitions(db: Db, { table }: Partitioned): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(${table}) order by c.relname`)
  return rows.map(({ name }) => name)
}

export const isEmpty = async (db: Db, partition: string): Promise<boolean> =>
  (await db.row(statement(`select 1 from ${partition} limit 1`))) === undefined

/** Detached first, so that nobody who reads or writes the table waits. False if another process is doing the same. */
export async function dropPartition(
  database: Database,
  { table }: Partitioned,
  name: string,
): Promise<boolean> {
  try {
    await database.script(`alter table ${table} detach partition ${name} concurrently`)
    await database.script(`drop table ${name}`)
    return true
  } catch (error) {
    if (!isBusyOrGone(error)) throw error
    return false
  }
}
