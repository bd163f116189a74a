// Counts all orders of a client again: at the first start with figures, after changes that move many orders, and by command. In steps,
// each from what is stored now; so the figures stay readable meanwhile, and an interrupted run begins again without harm.
import type { Database } from '../../db/database.ts'
import { findHead, type Head } from '../../db/log/read-log.ts'
import { afterOthers } from '../../db/turns.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { JobKind } from '../../jobs/job.ts'
import { hasJob } from '../../jobs/job-store.ts'
import { getClient } from '../../organisation/clients.ts'
import { REBUILD_JOB as LEDGER_JOB } from '../ledger/rebuild.ts'
import { countOrders, sumTouched } from './count-orders.ts'
import * as facts from './facts-store.ts'
import { findMark, saveMark, touchEmpty } from './mark-store.ts'
import { CELLS, REBUILD_JOB, turnOf } from './update-figures.ts'

const SLICE = 200
const ATTEMPTS = 5
const LATER_MS = 60_000

interface Options {
  signal?: AbortSignal | undefined
  progress?: (text: string) => void
}

/** Returns how many orders it counted. */
export async function rebuildFigures(
  database: Database,
  clientId: string,
  now: Date,
  { signal, progress }: Options = {},
): Promise<{ orders: number; days: number }> {
  const base = { actor: { kind: 'system', id: 'figures' } as const, now }
  const step = <T>(work: (reader: facts.Reader) => Promise<T>): Promise<T> => {
    signal?.throwIfAborted()
    return afterOthers(database, turnOf(clientId), (db) => work({ db, clientId }))
  }
  await step(async (reader) => {
    // Without a mark the whole log would be read after this.
    const head: Head | undefined = await findHead(reader.db, clientId)
    if (head && !(await findMark(reader))) await saveMark(reader, head)
    await touchEmpty(reader)
  })
  let orders = 0
  const lists = [facts.listCountedAfter, facts.listOrdersAfter]
  for (const list of lists)
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after
      after = await step(async (reader) => {
        const ids = await list(reader, from, SLICE)
        await countOrders(reader, await getClient({ ...base, db: reader.db }, clientId), ids)
        if (list === facts.listOrdersAfter) orders += ids.length
        return ids.length === SLICE ? ids.at(-1) : undefined
      })
      progress?.(`${orders} orders counted`)
    }
  let days = 0
  for (let summed = 1; summed > 0; days += summed) {
    summed = await step((reader) => sumTouched(reader, CELLS))
    progress?.(`${orders} orders counted, ${days} days of branches summed`)
  }
  return { orders, days }
}

export const rebuildFiguresJob = ({ database }: { database: Database }): JobKind => ({
  attempts: ATTEMPTS,
  async work({ clientId, signal }) {
    const now = new Date()
    // The ledger comes first: figures are counted from it.
    if (await hasJob(database, clientId, LEDGER_JOB)) {
      const dueAt = new Date(now.getTime() + LATER_MS)
      await enqueue({ db: database, clientId, now }, { kind: REBUILD_JOB, payload: {}, dueAt })
      return
    }
    await rebuildFigures(database, clientId, now, { signal })
  },
})
