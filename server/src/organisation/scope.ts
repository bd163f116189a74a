// What the use cases of this room need. Unlike the Scope of the features it names no system client: most of them
// say themselves which one, and logins and keys belong to several or none.

import type { LoggedEvent } from '@walkaround/contract/events.ts'
import { recordEvents } from '../db/events.ts'
import type { Scope } from '../scope.ts'

/** `db` is a transaction the caller opened; nothing here waits for anything but the database. */
export type AccessScope = Pick<Scope, 'db' | 'actor' | 'now'>

/** The log for what concerns no system client, such as support logins. No client can have this id. */
export const PLATFORM = ''

export function recordClientEvent(scope: AccessScope, clientId: string, event: LoggedEvent): Promise<void> {
  return recordEvents({ ...scope, clientId }, [event])
}
