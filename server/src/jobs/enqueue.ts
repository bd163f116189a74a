// Enqueues background work in the transaction of the change that needs it: both are written, or neither.
import { newId } from '../lib/ids.ts'
import type { Scope } from '../scope.ts'
import { insertJob } from './job-store.ts'

interface NewJob {
  kind: string
  payload: unknown
  dueAt?: Date
  /** For work that needs only one job at a time: while a job with this id waits, it is left unchanged. */
  id?: string
}

export async function enqueue(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  { kind, payload, dueAt = scope.now, id = newId() }: NewJob,
): Promise<void> {
  await insertJob(scope.db, { clientId: scope.clientId, id, kind, payload, dueAt, createdAt: scope.now })
}
