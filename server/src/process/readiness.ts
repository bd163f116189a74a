// Whether the service can do its work now, for those who direct traffic to it.
import type { Database } from '../db/database.ts'
import { describeSchema, examineSchema } from '../db/schema-state.ts'
import { sql } from '../db/sql.ts'
import type { Check } from '../http/health.ts'
import { findOldestDue } from '../jobs/queue-lag-store.ts'

export async function checkReadiness(
  database: Database,
  isPrepared: () => boolean,
  isStoreUsable: () => Promise<boolean>,
): Promise<Check[]> {
  const [ofDatabase, isUsable] = await Promise.all([checkDatabase(database, isPrepared), isStoreUsable()])
  // The location is not revealed here; doctor tells the operator.
  return [...ofDatabase, { name: 'storage', isOk: isUsable, ...(isUsable ? {} : { info: 'cannot be used' }) }]
}

async function checkDatabase(database: Database, isPrepared: () => boolean): Promise<Check[]> {
  try {
    await database.row(sql`select 1 as one`)
    const schema = await examineSchema(database)
    // A newer version may have changed the schema meanwhile, in a way that we can work with or in one that we cannot.
    const isUsable = isPrepared() && schema.missing.length === 0 && !schema.tooNew
    return [
      { name: 'database', isOk: true },
      { name: 'migrations', isOk: isUsable, info: describeSchema(schema) },
      ...(isUsable ? [{ name: 'queue', isOk: true, info: await describeQueue(database) }] : []),
    ]
  } catch {
    return [
      { name: 'database', isOk: false, info: 'cannot be reached' },
      { name: 'migrations', isOk: false, info: 'unknown' },
    ]
  }
}

/** Only reported: taking a process out of traffic does not shorten the queue. */
async function describeQueue(database: Database): Promise<string> {
  const now = new Date()
  const oldest = await findOldestDue(database, now)
  if (!oldest) return 'nothing waits'
  return `the oldest job has waited ${Math.round((now.getTime() - oldest.getTime()) / 1000)} s`
}
