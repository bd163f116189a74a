// Events in tests get their places in the log at once, as the service gives them theirs a moment after they were written.
import { numberEvents } from '../../src/db/log/number-events.ts'
import { sql } from '../../src/db/sql.ts'
import { listPlacesOf } from '../../src/organisation/branch-reach.ts'
import { noteChanges } from '../../src/organisation/last-changes.ts'
import { testDatabase } from './database.ts'
import { until } from './until.ts'

type Followers = NonNullable<Parameters<typeof numberEvents>[2]>

/**
 * Every event that was written so far has its place. The live updates of the test's app also give places once anybody listens, and
 * whoever meets them at work leaves that client to them: asking once would not be enough.
 */
export async function numberAll(followers: Followers = { noteChanges }): Promise<void> {
  const database = await testDatabase()
  await until('every event has its place in the log', async () => {
    await numberEvents(database, listPlacesOf, followers)
    return (await database.row(sql`select 1 from event_inbox limit 1`)) === undefined
  })
}
