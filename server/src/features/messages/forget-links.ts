// What upkeep does for messages: links that nobody can use any more are not kept, not even sealed. Over all clients.
import type { Scope } from '../../scope.ts'
import { forgetLinksBefore } from './store.ts'

/** After a long rest there may be very many; the next time takes the next. */
const MOST = 10_000

export function forgetOldLinks(db: Scope['db'], now: Date): Promise<number> {
  return forgetLinksBefore(db, now, MOST)
}
