// The log of requests has one partition per day (UTC), so that what is old is dropped and not deleted.
import type { Database } from '../../db/database.ts'
import {
  dropPartition,
  listPartitions,
  makePartitionsAhead,
  type Partitioned,
  spanAt,
} from '../../db/partitions.ts'

const log: Partitioned = { table: 'request_log', by: 'day' }
const DAY_MS = 86_400_000

/** Also that of the next day: at midnight nobody waits. */
export const makeDay = (database: Database, at: Date): Promise<void> =>
  makePartitionsAhead(database, log, { now: at, ahead: 1 })

export const dayOf = (at: Date): string => spanAt(log, at).name

/** Of days that are over for longer than requests are kept. With 0 days nothing is kept, also nothing of today. */
export async function dropOldRequests(database: Database, now: Date, days: number): Promise<string[]> {
  const kept = dayOf(new Date(now.getTime() + (days === 0 ? 1 : -days) * DAY_MS))
  const dropped: string[] = []
  for (const name of await listPartitions(database, log))
    if (name < kept && (await dropPartition(database, log, name))) dropped.push(name)
  return dropped
}
