// Puts callbacks back into the queue on request: one, or all since a time. The bytes stay the same; address, key and secret are the
// receiver's present ones, because a wrong one is the usual reason to replay.
import { recordEvents } from '../../db/events.ts'
import { problem } from '../../problems.ts'
import { realTimeOf, type Scope } from '../../scope.ts'
import { findDeliveryRow, requeueDeliveries } from './log-store.ts'
import { noSuchDelivery, toSince } from './read-log.ts'
import type { State } from './rules.ts'

export async function replayDelivery(scope: Scope, id: string): Promise<void> {
  const row = await findDeliveryRow(scope.db, scope.clientId, id, realTimeOf(scope.client, scope.now))
  if (!row) throw noSuchDelivery(id)
  const [requeued] = await requeueDeliveries(scope.db, scope.clientId, realTimeOf(scope.client, scope.now), {
    id,
  })
  if (requeued === undefined)
    throw problem(
      'callbackInFlight',
      `the callback ${JSON.stringify(id)} is being sent, or is next in line; try again in a few seconds`,
    )
  await recordEvents(scope, [{ kind: 'callback.replayed', subject: `callback/${id}` }])
}

/** Those written since then that no longer wait; of one state, if it is given. */
export async function replaySince(
  scope: Scope,
  { since, state }: { since: string; state?: Exclude<State, 'waiting'> | undefined },
): Promise<{ replayed: number }> {
  const requeued = await requeueDeliveries(scope.db, scope.clientId, realTimeOf(scope.client, scope.now), {
    since: toSince(scope, since),
    state: state ?? null,
  })
  await recordEvents(
    scope,
    requeued.map((id) => ({ kind: 'callback.replayed', subject: `callback/${id}` })),
  )
  return { replayed: requeued.length }
}
