// Deletes edits that no device can still be sending again.
import type { Scope } from '../../scope.ts'
import { deleteEditsBefore } from './store.ts'

const REMEMBERED_MS = 30 * 24 * 3_600_000
/** After a long pause there may be very many; the next run takes more. */
const MOST = 10_000

export function forgetOldEdits(db: Scope['db'], now: Date): Promise<number> {
  return deleteEditsBefore(db, new Date(now.getTime() - REMEMBERED_MS), MOST)
}
