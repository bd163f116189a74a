// Enqueues background work in the transaction of the change that needs it: both are written, or neither.
import { newId } from '../lib/ids.ts'
import { realTimeOf, type Scope } from '../scope.ts'
import { insertJob } from './job-store.ts'

interface NewJob {
  kind: string
  payload: unknown
  dueAt?: Date
  /** For work that needs only one job at a time: while a job with this id waits, it is left unchanged. */
  id?: string
}

/** The queue runs by the clock of the machine, so that nobody who claims a job needs to know its client. */
export async function enqueue(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'> & Partial<Pick<Scope, 'client'>>,
  { kind, payload, dueAt = scope.now, id = newId() }: NewJob,
): Promise<void> {
  const { db, clientId, client, now } = scope
  const times = { dueAt: realTimeOf(client, dueAt), createdAt: realTimeOf(client, now) }
  await insertJob(db, { clientId, id, kind, payload, ...times })
}
