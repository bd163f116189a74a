// What the use cases of this room need. Unlike the Scope of the features it names no system client: most of them
// say themselves which one, and logins and keys belong to several or none.

import type { LoggedEvent } from '@walkaround/contract/events.ts'
import type { AuditKind } from '@walkaround/contract/rules/audit-kinds.ts'
import { type Change, recordChange } from '../db/audit/record-change.ts'
import { recordEvents } from '../db/events.ts'
import type { Scope } from '../scope.ts'

/** `db` is a transaction the caller opened; nothing here waits for anything but the database. */
export type AccessScope = Pick<Scope, 'db' | 'actor' | 'now'>

/** The log for what concerns no system client, such as support logins. No client can have this id. */
export const PLATFORM = ''

/** What the audit says beside kind and subject. */
export type ChangedValues = Omit<Change, 'kind' | 'subject'>

/** An event that is an entry of the audit as well. */
export type AuditedEvent = Extract<LoggedEvent, { kind: AuditKind }>

/** One row in the log of events, and one in the audit, unless the values before and after are the same. */
export function recordClientEvent(
  scope: AccessScope & Partial<Pick<Scope, 'client'>>,
  clientId: string,
  { kind, subject, ...event }: AuditedEvent,
  values: ChangedValues = {},
): Promise<void> {
  recordChange({ ...scope, clientId }, { kind, subject, ...values })
  return recordEvents({ ...scope, clientId }, [{ kind, subject, ...event } as LoggedEvent])
}
