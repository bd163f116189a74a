// Fills a copy of the prototype with many orders: without indexes and foreign keys, two tables at a time, and makes both afterwards.
import pg from 'pg'
import type { Database } from '../server/src/db/database.ts'
import { makePartitions } from '../server/src/db/log/partitions.ts'
import { spanAt } from '../server/src/db/partitions.ts'
import { deskFillings } from './growth-desk-rows.ts'
import { assertCountedAgain, seedFigures } from './growth-figures.ts'
import { CLIENT } from './growth-prototype.ts'
import { eventsBetween, type Filling, fillings, type Size, SPAN_MS } from './growth-rows.ts'

export type Run = (text: string) => Promise<Record<string, string>[]>

const AT_ONCE = 2

export async function seed(database: Database, url: string, size: Size): Promise<void> {
  const clients = await Promise.all(Array.from({ length: AT_ONCE }, () => connect(url)))
  const runs = clients.map(
    (client): Run =>
      async (text) =>
        (await client.query(text)).rows,
  )
  const run = runs[0] as Run
  const foreignKeys = await dropForeignKeys(run)
  const ended = new Date()
  const tasks = [
    ...(await emptyMonths(run, ended)).map((month) => (on: Run) => fillMonth(on, size, month, ended)),
    ...[...fillings(size), ...deskFillings(size)].map((filling) => (on: Run) => fill(on, filling)),
  ]
  await Promise.all(
    runs.map(async (on) => {
      for (let task = tasks.shift(); task; task = tasks.shift()) await task(on)
    }),
  )
  await run(`
    update event_heads set position = ${size.events}, logged_at = date_trunc('milliseconds', '${ended.toISOString()}'::timestamptz)
    where system_client_id = '${CLIENT}'`)
  await seedFigures(database, run, size)
  // New rows are checked, as ever; the rows that are there fit by construction.
  for (const { table, name, text } of foreignKeys)
    await run(`alter table ${table} add constraint ${name} ${text} not valid`)
  await assertCountedAgain(database, run)
  // While the other connection was filling its table, none of this one's rows was known to be visible to everybody.
  await run('vacuum')
  await Promise.all(clients.map((client) => client.end()))
  await makePartitions(database, new Date())
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The statement under way fails with the same error.
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 0; set jit = off; set timezone = 'UTC';
    -- So that rows lie in the order in which they came about, as they would.
    set enable_mergejoin = off`,
  )
  return client
}

/** Gives those that there were. */
export async function dropForeignKeys(run: Run) {
  const foreignKeys = await listConstraints(run, `c.contype = 'f' and c.conparentid = 0`)
  for (const { table, name } of foreignKeys) await run(`alter table ${table} drop constraint ${name}`)
  return foreignKeys
}

const listConstraints = (run: Run, condition: string) =>
  run(`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as text
    from pg_constraint c where c.connamespace = 'public'::regnamespace and ${condition}`) as Promise<
    { table: string; name: string; text: string }[]
  >

export async function fill(run: Run, { table, from, values, isComplete }: Filling): Promise<void> {
  const begun = performance.now()
  const keys = await listConstraints(run, `c.contype in ('p', 'u') and c.conrelid = '${table}'::regclass`)
  for (const { name } of keys) await run(`alter table ${table} drop constraint ${name}`)
  const indexes = await run(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
    from pg_index where indrelid = '${table}'::regclass`)
  for (const { name } of indexes) await run(`drop index ${name}`)
  const columns = (
    await run(`
      select quote_ident(attname) as name from pg_attribute
      where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  ).map(({ name }) => name as string)
  const given = isComplete ? Object.keys(values) : columns
  // Emptied in the same transaction, so that nothing goes through the write-ahead log.
  await run(`begin; truncate ${table};
    insert into ${table} (${given}) select ${given.map((name) => values[name] ?? `p.${name}`)} from ${from};
    commit`)
  for (const { name, text } of keys) await run(`alter table ${table} add constraint ${name} ${text}`)
  for (const { text } of indexes) await run(text as string)
  await run(`vacuum (analyze) ${table}`)
  report(table, begun)
}

interface MonthOfEvents {
  name: string
  from: Date
  to: Date
}

/** Takes the partitions away; the months from the first event until now. */
async function emptyMonths(run: Run, ended: Date): Promise<MonthOfEvents[]> {
  const partitions = await run(`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event_log'::regclass`)
  for (const { name } of partitions) await run(`drop table ${name}`)
  const months: MonthOfEvents[] = []
  const begun = new Date(ended.getTime() - SPAN_MS)
  for (let at = firstOf(begun); at <= ended; at = firstOf(at, 1))
    months.push({ name: spanAt({ table: 'event_log', by: 'month' }, at).name, from: at, to: firstOf(at, 1) })
  return months
}

const firstOf = (at: Date, later = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))

async function fillMonth(run: Run, size: Size, month: MonthOfEvents, ended: Date): Promise<void> {
  const begun = performance.now()
  const { name, from, to } = month
  // The position whose time is the given one; the borders are the same for both months that meet there.
  const before = (time: Date) =>
    Math.min(
      size.events,
      Math.max(0, Math.ceil(size.events - ((ended.getTime() - time.getTime()) * size.events) / SPAN_MS) - 1),
    )
  await run(`begin; create table ${name} (like event_log including all excluding indexes);
    insert into ${name} (system_client_id, logged_at, position, sequence, at, kind, version, subject, card, branch_id, actor, payload)
    ${eventsBetween(size, { first: before(from) + 1, last: before(to), ended: ended.toISOString(), from: from.toISOString(), to: to.toISOString() })};
    commit`)
  const indexes = await run(`
    select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = 'event_log'::regclass and not indisprimary`)
  await run(`alter table ${name} add primary key (system_client_id, logged_at, "position")`)
  for (const { text } of indexes)
    await run((text as string).replace(/INDEX \S+ ON ONLY public\.event_log/, `INDEX ON ${name}`))
  await run(`alter table event_log attach partition ${name}
    for values from ('${from.toISOString()}') to ('${to.toISOString()}')`)
  await run(`vacuum (analyze) ${name}`)
  report(name, begun)
}

function report(table: string, begun: number): void {
  process.stderr.write(`  ${table}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}
