// Asks for work behind the doors, in the transaction of the fact that needs it: both are there, or neither is.
import { newId } from '../lib/ids.ts'
import type { Scope } from '../scope.ts'
import { insertJob } from './job-store.ts'

export interface NewJob {
  kind: string
  payload: unknown
  dueAt?: Date
  /** For work of which one piece at a time is enough: while a job of this id waits, it stays as it is. */
  id?: string
}

export async function enqueue(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  { kind, payload, dueAt = scope.now, id = newId() }: NewJob,
): Promise<void> {
  await insertJob(scope.db, { clientId: scope.clientId, id, kind, payload, dueAt, createdAt: scope.now })
}
