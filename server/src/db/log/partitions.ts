// The log has one partition per month (UTC). They are made ahead of time; one of which all events were removed is dropped.
import type { Database } from '../database.ts'
import {
  dropPartition,
  isEmpty,
  listPartitions,
  makePartition as make,
  makePartitionsAhead,
  type Partitioned,
  spanAt,
} from '../partitions.ts'
import type { Db } from '../sql.ts'

/** Made ahead: a service that runs for a month without upkeep still finds its partition. */
const MONTHS_AHEAD = 2

const log: Partitioned = { table: 'event_log', by: 'month' }

/** Of the month of this moment. */
export const makePartition = (db: Db, at: Date): Promise<void> => make(db, log, at)

/** Safe to call from several processes at once. */
export const makePartitions = (database: Database, now: Date): Promise<void> =>
  makePartitionsAhead(database, log, { now, ahead: MONTHS_AHEAD })

/** Of months that are over. */
export async function dropEmptyPartitions(database: Database, now: Date): Promise<string[]> {
  const present = spanAt(log, now).name
  const dropped: string[] = []
  for (const name of await listPartitions(database, log)) {
    if (name >= present || !(await isEmpty(database, name))) continue
    if (await dropPartition(database, log, name)) dropped.push(name)
  }
  return dropped
}

/** For the rows of a backup, whose times are texts. */
export async function makePartitionsFor(db: Db, rows: readonly { logged_at: string }[]): Promise<void> {
  const months = new Map(
    rows.map(({ logged_at }) => {
      const at = new Date(logged_at)
      return [spanAt(log, at).name, at]
    }),
  )
  for (const at of months.values()) await makePartition(db, at)
}
