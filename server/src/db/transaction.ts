// The one way a write runs: one transaction, run again when another one got in between.
import type { Database } from './database.ts'
import { isRetryable } from './errors.ts'
import type { Db } from './sql.ts'

// A row that many requests create at once is met twice by each; the rest is room for deadlocks.
const ATTEMPTS = 10

/** Returns after the commit. */
export async function inTransaction<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(work)
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** attempt))
    }
  }
}
