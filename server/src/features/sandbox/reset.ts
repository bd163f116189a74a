// Starts over in a sandbox: removes what its DMS and its people made. What sets the client up stays.
import { recordChange } from '../../db/audit/record-change.ts'
import { emptyClient } from '../../db/empty-client.ts'
import { recordEvents } from '../../db/events.ts'
import { updateClock } from '../../organisation/client-store.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import type { Scope } from '../../scope.ts'
import { assertSandbox } from './assert-sandbox.ts'

/** The bytes of files go with the daily walk over all files, which finds that nothing names them. */
export async function resetSandbox(scope: Scope): Promise<{ rows: number }> {
  assertSandbox(scope)
  const { db, clientId } = scope
  // Two resets run one after the other.
  await getClientForUpdate(scope, clientId)
  const rows = await emptyClient(db, clientId)
  // Nothing waits any more, so nothing has to move in a queue.
  await updateClock(db, clientId, 0)
  recordChange(scope, { kind: 'sandbox.reset', subject: `client/${clientId}`, before: { rows } })
  await recordEvents(scope, [{ kind: 'sandbox.reset', subject: `client/${clientId}`, payload: { rows } }])
  return { rows }
}
