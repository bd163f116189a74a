// Reseals the secrets of sign-in providers after the installation's key was changed.
import { type Resealed, sealAnew, type UnlockedBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import { secretPurposeOf } from './set-provider.ts'
import { listProviderRows, replaceSecret } from './store.ts'

export async function resealProviders(
  scope: Pick<Scope, 'db' | 'clientId'>,
  box: UnlockedBox,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: 0 }
  for (const { providerId: id, sealedSecret: was } of await listProviderRows(scope)) {
    if (was === null) continue
    const { sealed, isNew, isOpened } = sealAnew(box, was, secretPurposeOf(scope.clientId, id))
    if (!isOpened) done.unopened++
    if (isNew && sealed) done.resealed += await replaceSecret(scope, { id, was, sealed })
  }
  return done
}
