// Work that one process at a time does, although several serve one database: deleting what is old must not be done twice at once.
import { setImmediate } from 'node:timers/promises'
import type { Database } from './database.ts'
import { type Db, sql } from './sql.ts'
import { inTransaction } from './transaction.ts'

/** Locks of turns have two numbers, so they never meet those of migrations. */
const TURNS = 7_214

/**
 * Undefined if another process has its turn now. The lock belongs to the transaction: it needs no connection of its own, and a
 * pooler between service and database cannot lose it.
 */
export const inTurn = <T>(
  database: Database,
  name: string,
  work: (db: Db) => Promise<T>,
): Promise<T | undefined> =>
  inTransaction(database, async (db) => {
    const lock = await db.row<{ isMine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${TURNS}::int, hashtext(${name})) as is_mine`,
    )
    return lock?.isMine ? work(db) : undefined
  })

/** Waits for its turn instead, for work that everybody needs done before going on. */
export const afterOthers = <T>(database: Database, name: string, work: (db: Db) => Promise<T>): Promise<T> =>
  inTransaction(database, async (db) => {
    await db.row(sql`select pg_advisory_xact_lock(${TURNS}::int, hashtext(${name}))`)
    return work(db)
  })

/**
 * Repeats a batch, which returns how many rows it changed, until there is nothing left or the time is over; what is left then is for
 * the next run. Each batch is a transaction, and requests get their turn between two of them.
 */
export async function inBatches(
  database: Database,
  name: string,
  batch: (db: Db) => Promise<number>,
  { mostMs, signal }: { mostMs: number; signal?: AbortSignal },
): Promise<number> {
  const until = performance.now() + mostMs
  let all = 0
  for (;;) {
    const changed = (await inTurn(database, name, batch)) ?? 0
    all += changed
    if (changed === 0 || performance.now() >= until || signal?.aborted) return all
    await setImmediate()
  }
}
