// Every write runs through this: one transaction, repeated if another one interfered.
import type { Database } from './database.ts'
import { isReadOnly, isRetryable } from './errors.ts'
import type { Db } from './sql.ts'

// If many requests create the same row at once, each meets it twice; the rest is reserve for deadlocks.
const ATTEMPTS = 10

/** Returns after the commit. */
export async function inTransaction<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  let isMoved = false
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work)
    } catch (error) {
      // Once: the next connection may lead to the new primary. If it does not, the fail-over takes longer than a caller waits.
      if (isReadOnly(error) && !isMoved) {
        isMoved = true
        continue
      }
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** attempt))
    }
  }
}
