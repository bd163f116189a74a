// Deletes edits that no device can still be sending again.
import type { Scope } from '../../scope.ts'
import { deleteEditsBefore } from './store.ts'

const REMEMBERED_MS = 30 * 24 * 3_600_000
/** Of one batch, so that requests do not wait long. */
const MOST = 2_000

/** Returns how many; call it until there are none. */
export function forgetOldEdits(db: Scope['db'], now: Date): Promise<number> {
  return deleteEditsBefore(db, new Date(now.getTime() - REMEMBERED_MS), MOST)
}
