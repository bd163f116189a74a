// Writes the callback of a message, in the transaction that marks it sent: both are written, or neither.
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { realTimeOf, type Scope } from '../../scope.ts'
import { sealBody } from './bodies.ts'
import { insertDelivery } from './delivery-store.ts'

/**
 * The body is made once, here, and sent byte for byte each time; address, key and secret are those of this moment (G2). False if
 * nothing was written: neither the site nor the client has a receiver, or the callback of this message was written before.
 */
export async function enqueueCallback(
  { db, clientId, client, now }: Pick<Scope, 'db' | 'clientId' | 'now'> & Partial<Pick<Scope, 'client'>>,
  box: SecretBox,
  info: WebhookOutputInfo,
  siteId: string | null = null,
): Promise<boolean> {
  return insertDelivery(db, clientId, {
    id: info.id,
    outputType: info.outputType,
    referenceObjectId: info.referenceObjectId ?? null,
    siteId,
    ...(await sealBody(box, { clientId, id: info.id, text: JSON.stringify(info) })),
    // The queue runs by the clock of the machine.
    now: realTimeOf(client, now),
  })
}
