// Writes the whole ledger of a client again from answers, quotes and orders: after an upgrade, or after a restore of a backup that had
// none. In short slices; whoever reads meanwhile sees each vehicle as it was or as it is.
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { JobKind } from '../../jobs/job.ts'
import { listOrdersAfter } from '../origins/rows.ts'
import { everything, writeLedger } from './follow-findings.ts'
import { keepOrderWork } from './order-work.ts'
import { listSurveysAfter, type Reader } from './sources-store.ts'

/** Also written by migration 0058. */
export const REBUILD_JOB = 'ledger.rebuild'
const ATTEMPTS = 5

const ORDERS = 200
/** As many vehicles at most, each with all its visits. */
const SURVEYS = 50

interface Rebuilt {
  orders: number
  surveys: number
}

interface Rebuilding {
  signal?: AbortSignal
  onProgress?: (sofar: Rebuilt) => void
}

export async function rebuildLedger(
  database: Database,
  clientId: string,
  { signal, onProgress }: Rebuilding = {},
): Promise<Rebuilt> {
  const done = { orders: 0, surveys: 0 }
  const inSlices = async (
    what: keyof Rebuilt,
    slice: (scope: Reader, after: string) => Promise<string[]>,
  ) => {
    for (let after: string | undefined = ''; after !== undefined; ) {
      signal?.throwIfAborted()
      const from: string = after
      const ids = await inTransaction(database, (db) => slice({ db, clientId }, from))
      done[what] += ids.length
      onProgress?.(done)
      after = ids.at(-1)
    }
  }
  await inSlices('orders', async (scope, after) => {
    const orders = await listOrdersAfter(scope, after, ORDERS)
    for (const { id, document } of orders)
      keepOrderWork(scope, id, undefined, JSON.parse(document) as ServiceOrder)
    return orders.map(({ id }) => id)
  })
  await inSlices('surveys', async (scope, after) => {
    const surveyIds = await listSurveysAfter(scope, after, SURVEYS)
    if (surveyIds.length > 0) await writeLedger(scope, { surveyIds, orderIds: [], leadIds: [] }, everything)
    return surveyIds
  })
  return done
}

export const rebuildLedgerJob = ({ database }: { database: Database }): JobKind => ({
  attempts: ATTEMPTS,
  async work({ clientId, signal }) {
    await rebuildLedger(database, clientId, { signal })
  },
})
