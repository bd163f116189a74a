// Reseals keys, secrets and bodies of a client's callbacks after the installation's key was changed. Works in batches, each
// written completely or not at all: after an interruption it starts again and finds less to do.
import { inBatches, type Page } from '../../lib/batches.ts'
import { type Resealed, sealAnew, type UnlockedBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import { bodyPurpose } from './bodies.ts'
import * as store from './reseal-store.ts'
import { keyPurpose, secretPurpose } from './set-receiver.ts'

const BATCH = 100

export async function resealCallbacks(
  scope: Pick<Scope, 'db' | 'clientId'>,
  box: UnlockedBox,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: 0 }
  const { clientId } = scope
  const changeOf = (row: store.SealedColumns): store.Change | undefined => {
    const [key, secret, body, former] = [
      sealAnew(box, row.sealedKey, keyPurpose(clientId)),
      sealAnew(box, row.sealedSecret, secretPurpose(clientId)),
      sealAnew(box, row.sealedBody, bodyPurpose(clientId, row.id)),
      sealAnew(box, row.formerSecret, secretPurpose(clientId)),
    ]
    const all = [key, secret, body, former]
    if (all.some(({ isOpened }) => !isOpened)) done.unopened++
    if (!all.some(({ isNew }) => isNew)) return undefined
    return {
      id: row.id,
      key: hex(key.sealed),
      secret: hex(secret.sealed),
      body: hex(body.sealed),
      former: hex(former.sealed),
      was_key: hex(row.sealedKey),
      was_secret: hex(row.sealedSecret),
      was_body: hex(row.sealedBody),
      was_former: hex(row.formerSecret),
    }
  }
  for (const row of await store.listForeignReceivers(scope, box.id)) {
    const change = changeOf(row)
    if (change) done.resealed += await store.replaceReceiver(scope, change)
  }
  const list = (page: Page) => store.listForeignDeliveries(scope, box.id, page)
  for await (const rows of inBatches(BATCH, list)) {
    const changes = rows.map(changeOf).filter((change) => change !== undefined)
    if (changes.length > 0) done.resealed += await store.replaceDeliveries(scope, changes)
  }
  return done
}

const hex = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('hex'))
