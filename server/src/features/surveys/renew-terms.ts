// Renews the terms that a search finds, of rows that were stored under older rules. A migration plans one job for each system client;
// slices are short, and a job that was killed starts again and writes only what still differs.
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/sql.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { JobKind } from '../../jobs/job.ts'
import { listSearchedAfter, type SearchedRow, saveSearched } from '../origins/rows.ts'
import { headerOf } from './header.ts'
import { listAloneAfter, saveOwnSearched } from './rows.ts'
import { searchTextOf } from './search-text.ts'

/** Also written by migration 0041. */
export const RENEW_JOB = 'search.renew'

const ATTEMPTS = 5
/** Rows that are locked at a time. */
const SLICE = 200

interface Reader {
  db: Db
  clientId: string
}

interface Searched {
  list(reader: Reader, after: string): Promise<SearchedRow[]>
  save(reader: Reader, row: SearchedRow, to: string): void
}

const origins = (kind: 'order' | 'lead'): Searched => ({
  list: (reader, after) => listSearchedAfter(reader, kind, after, SLICE),
  save: (reader, row, to) => saveSearched(reader, kind, row, to),
})

const everything: readonly Searched[] = [
  origins('order'),
  origins('lead'),
  { list: (reader, after) => listAloneAfter(reader, after, SLICE), save: saveOwnSearched },
]

export const renewTermsJob = ({ database }: { database: Database }): JobKind => ({
  attempts: ATTEMPTS,
  async work({ clientId, signal }) {
    for (const { list, save } of everything) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        signal.throwIfAborted()
        const from: string = after
        after = await inTransaction(database, async (db) => {
          const reader = { db, clientId }
          const rows = await list(reader, from)
          for (const row of rows) save(reader, row, searchTextOf(row.id, headerOf(row)))
          return rows.length === SLICE ? rows.at(-1)?.id : undefined
        })
      }
    }
  },
})
