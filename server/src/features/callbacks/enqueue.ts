// Writes the callback of a message, in the transaction that marks it sent: both are there, or neither is.
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import type { Scope } from '../../scope.ts'
import { insertDelivery } from './delivery-store.ts'

/**
 * The body is made once, here, and sent byte for byte each time; address, key and secret are those of this moment (G2).
 * False where nothing was written: the client has no receiver, or this message was told before.
 */
export function enqueueCallback(
  scope: Pick<Scope, 'db' | 'clientId' | 'now'>,
  info: WebhookOutputInfo,
): Promise<boolean> {
  return insertDelivery(scope.db, scope.clientId, {
    id: info.id,
    outputType: info.outputType,
    referenceObjectId: info.referenceObjectId ?? null,
    body: JSON.stringify(info),
    now: scope.now,
  })
}
