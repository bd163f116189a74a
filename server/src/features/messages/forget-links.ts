// Upkeep of messages, over all clients: deletes sealed links that nobody can use any longer.
import type { Scope } from '../../scope.ts'
import { forgetLinksBefore } from './store.ts'

/** After a long pause there may be very many; the next run takes more. */
const MOST = 10_000

export function forgetOldLinks(db: Scope['db'], now: Date): Promise<number> {
  return forgetLinksBefore(db, now, MOST)
}
