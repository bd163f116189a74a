// Sends what the chains have taken up on to a sink: in the order of each chain, at least once, and by one process at a time. A write
// never waits for it: nothing is sent in a transaction.
import type { ExportedEntry } from '@walkaround/contract/rules/audit-export.ts'
import type { Database } from '../database.ts'
import { inTransaction } from '../transaction.ts'
import { listSealed } from './entry-store.ts'
import { toShownEntry } from './read-entries.ts'
import * as store from './sink-store.ts'

/** What a sink made of a batch, in its own words. */
export interface Taken {
  isTaken: boolean
  answer: string
}

export interface AuditSink {
  name: string
  /** All of them in this order, or none as far as we know. Never rejects, unless the signal is aborted. */
  send(entries: readonly ExportedEntry[], signal?: AbortSignal): Promise<Taken>
}

const MOST = 500
/** Longer than a sink may take for a batch. A process that was killed keeps others waiting for so long. */
const LEASE_MS = 30_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 5 * 60_000

interface Sending {
  database: Database
  sink: AuditSink
  clock: () => Date
  signal?: AbortSignal | undefined
}

/** Returns how many the sink took: all there are, or those before the first batch that it did not take. */
export async function sendToSink({ database, sink, clock, signal }: Sending): Promise<number> {
  const { name } = sink
  if ((await store.listWaitingChains(database, name, 1)).length === 0) return 0
  const lease = () => new Date(clock().getTime() + LEASE_MS)
  const isAlone = database.engine === 'embedded'
  const claimed = await inTransaction(database, (db) =>
    store.claimSink(db, name, { now: clock(), until: lease(), isAlone }),
  )
  if (!claimed) return 0
  const { fence, failures } = claimed
  let taken = 0
  // A batch may be what the sink cannot take: after each failure the next one is half as large.
  for (let most = Math.max(1, MOST >> failures); !signal?.aborted; most = Math.min(MOST, most * 2)) {
    const { entries, positions } = await collect(database, name, most)
    if (entries.length === 0) break
    const { isTaken, answer } = await sink.send(entries, signal)
    const now = clock()
    if (!isTaken) {
      const nextAt = new Date(now.getTime() + pauseAfter(failures))
      const refused = { fence, now, nextAt, failures: taken > 0 ? 1 : failures + 1, answer }
      await inTransaction(database, (db) => store.noteRefused(db, name, refused))
      return taken
    }
    const isOurs = await inTransaction(database, async (db) => {
      if (!(await store.noteTaken(db, name, { fence, now, until: lease(), answer }))) return false
      await store.movePositions(db, name, positions)
      return true
    })
    if (!isOurs) return taken
    taken += entries.length
  }
  await inTransaction(database, (db) => store.releaseSink(db, name, fence))
  return taken
}

const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10))

async function collect(database: Database, sink: string, most: number) {
  const entries: ExportedEntry[] = []
  const positions: { clientId: string; position: number }[] = []
  for (const { clientId, sent } of await store.listWaitingChains(database, sink, most)) {
    const rows = await listSealed(database, clientId, sent, most - entries.length)
    const last = rows.at(-1)
    if (last) positions.push({ clientId, position: last.position })
    entries.push(...rows.map(toShownEntry))
    if (entries.length >= most) break
  }
  return { entries, positions }
}
