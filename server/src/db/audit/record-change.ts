// Writes entries of the audit, in the transaction of what they tell. The chain takes them up a moment later (seal-entries.ts).
import { auditAreaOf, changesBetween } from '@walkaround/contract/rules/audit-entries.ts'
import type { AuditKind } from '@walkaround/contract/rules/audit-kinds.ts'
import { realTimeOf, type Scope } from '../../scope.ts'
import { insertEntries, type NewEntry } from './entry-store.ts'

export interface Change {
  /** As in the log of events, such as login.disabled. */
  kind: AuditKind
  /** login/…, site/… */
  subject: string
  /** What people call it. */
  name?: string | undefined
  /** What stood there; left out, nothing. Values that nobody may see again do not belong in here. */
  before?: object | undefined
  after?: object | undefined
  /** Fields that changed and whose values are in no log. */
  secrets?: readonly string[] | undefined
  detail?: string | undefined
}

type Writer = Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'> & Partial<Pick<Scope, 'client'>>

/** Only in a transaction. A change that changed nothing is none; an act without values always counts. */
export function recordChange(scope: Writer, change: Change): void {
  insertEntries(scope.db, toEntry(scope, change))
}

function toEntry(
  { clientId, client, actor, now }: Writer,
  { kind, subject, name, before, after, secrets = [], detail }: Change,
): NewEntry[] {
  const changes = changesBetween(before, after, secrets)
  const isSame = changes.length === 0 && before !== undefined && after !== undefined
  if (isSame) return []
  const { address, requestId } = actor.from?.() ?? {}
  return [
    {
      clientId,
      at: realTimeOf(client, now),
      area: auditAreaOf(kind),
      kind,
      subject,
      subjectName: name,
      actorKind: actor.kind,
      actorId: actor.id,
      actorLogin: actor.login,
      actorName: actor.name,
      keyPrefix: actor.keyPrefix,
      address,
      requestId,
      detail,
      changes: changes.length === 0 ? undefined : changes,
    },
  ]
}
