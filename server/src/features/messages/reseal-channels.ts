// Reseals the secrets of a client's channels after the installation's key was changed.
import { type Resealed, sealAnew, type UnlockedBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import { listChannelRows, replaceSecret } from './channel-store.ts'
import { channelPurpose } from './channels.ts'

export async function resealChannels(
  scope: Pick<Scope, 'db' | 'clientId'>,
  box: UnlockedBox,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unopened: 0 }
  for (const { channel, sealedSecret } of await listChannelRows(scope)) {
    const { sealed, isNew, isOpened } = sealAnew(box, sealedSecret, channelPurpose(scope.clientId, channel))
    if (!isOpened) done.unopened++
    if (isNew && sealed && sealedSecret)
      done.resealed += await replaceSecret(scope, channel, { before: sealedSecret, after: sealed })
  }
  return done
}
