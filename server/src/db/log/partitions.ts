// The log has one partition per month (UTC). They are made ahead of time and attached, which nobody waits for.
import type { Database } from '../database.ts'
import { isBusyOrGone } from '../errors.ts'
import { type Db, type Statement, sql } from '../sql.ts'
import { afterOthers } from '../turns.ts'

/** Made ahead: a service that runs for a month without upkeep still finds its partition. */
const MONTHS_AHEAD = 2

interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

export const monthOf = (at: Date): Month => ({ year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 })

const nextMonth = ({ year, month }: Month): Month =>
  month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }

const twoDigits = (value: number) => String(value).padStart(2, '0')

export const partitionName = ({ year, month }: Month): string => `event_log_${year}_${twoDigits(month)}`

const beginningOf = ({ year, month }: Month): string => `${year}-${twoDigits(month)}-01 00:00:00+00`

/** Names of months are numbers, so the text has no parameters. */
const statement = (text: string): Statement => ({ name: '', text, values: [] })

export async function makePartition(db: Db, month: Month): Promise<void> {
  const name = partitionName(month)
  const known = await db.row(sql`select 1 from pg_class where oid = to_regclass(${name}) and relispartition`)
  if (known) return
  await db.run(statement(`create table if not exists ${name} (like event_log including all)`))
  // Unlike "create table … partition of", this lets everybody read and write meanwhile.
  await db.run(
    statement(`alter table event_log attach partition ${name}
      for values from ('${beginningOf(month)}') to ('${beginningOf(nextMonth(month))}')`),
  )
}

/** Safe to call from several processes at once. */
export async function makePartitions(database: Database, now: Date): Promise<void> {
  const months = [monthOf(now)]
  for (let ahead = 0; ahead < MONTHS_AHEAD; ahead++) months.push(nextMonth(months.at(-1) as Month))
  const names = new Set((await listPartitions(database)).map(({ name }) => name))
  const missing = months.filter((month) => !names.has(partitionName(month)))
  if (missing.length === 0) return
  await afterOthers(database, 'partitions of the log', async (db) => {
    for (const month of missing) await makePartition(db, month)
  })
}

const listPartitions = (db: Db): Promise<{ name: string }[]> =>
  db.rows(sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'event_log'::regclass order by c.relname`)

/** Of months that are over. Detached first, so that nobody who reads or writes the log waits. */
export async function dropEmptyPartitions(database: Database, now: Date): Promise<string[]> {
  const present = partitionName(monthOf(now))
  const dropped: string[] = []
  for (const { name } of await listPartitions(database)) {
    if (name >= present || (await database.row(statement(`select 1 from ${name} limit 1`)))) continue
    try {
      await database.script(`alter table event_log detach partition ${name} concurrently`)
      await database.script(`drop table ${name}`)
      dropped.push(name)
    } catch (error) {
      // Another process is doing the same.
      if (!isBusyOrGone(error)) throw error
    }
  }
  return dropped
}

/** For the rows of a backup, whose times are texts. */
export async function makePartitionsFor(db: Db, rows: readonly { logged_at: string }[]): Promise<void> {
  const months = new Map(
    rows.map(({ logged_at }) => {
      const month = monthOf(new Date(logged_at))
      return [partitionName(month), month]
    }),
  )
  for (const month of months.values()) await makePartition(db, month)
}
