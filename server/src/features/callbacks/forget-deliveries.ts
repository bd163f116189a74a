// Deletes callbacks that were delivered or given up long ago, with their attempts.
import type { Scope } from '../../scope.ts'
import { deleteDeliveriesBefore } from './log-store.ts'

const REMEMBERED_MS = 90 * 24 * 3_600_000
/** After a long pause there may be very many; the next run takes more. */
const MOST = 10_000

export function forgetOldDeliveries(db: Scope['db'], now: Date): Promise<number> {
  return deleteDeliveriesBefore(db, new Date(now.getTime() - REMEMBERED_MS), MOST)
}
