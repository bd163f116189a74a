// Who a person is to reminders: a keyed hash of channel and address, which is also the secret of their way out. The key is random,
// one for each client, and sealed: a copy of the database tells neither address nor way out, and a changed key of the installation
// changes neither.
import { createHmac, randomBytes } from 'node:crypto'
import type { ChannelName } from '@walkaround/contract/messages.ts'
import { phoneDigits } from '@walkaround/contract/rules/contact-address.ts'
import { type Resealed, type SecretBox, sealAnew, type UnlockedBox } from '../../outside/secret-box.ts'
import type { Scope } from '../../scope.ts'
import type { ReminderGate } from '../messages/deliver-message.ts'
import { hashToken, toLinkName } from '../owner-links/token.ts'
import { findPerson } from './people-store.ts'
import { findQuietEnd } from './rules.ts'
import { getSettings } from './settings.ts'
import { findSealedKey, insertSealedKey, replaceSealedKey } from './settings-store.ts'

type Client = Pick<Scope, 'db' | 'clientId'>

const KEY_BYTES = 32
const TOKEN_BYTES = 24

const purposeOf = (clientId: string) => `key of the reminders of ${clientId}`

/** Undefined if nobody was reminded yet. */
export async function findReminderKey(client: Client, box: SecretBox): Promise<Buffer | undefined> {
  const sealed = await findSealedKey(client)
  return sealed && Buffer.from(await box.open(sealed, purposeOf(client.clientId)), 'base64url')
}

export const randomKey = (): Buffer => randomBytes(KEY_BYTES)

/** Made when it is first needed. */
export async function getReminderKey(client: Client, box: SecretBox): Promise<Buffer> {
  const known = await findReminderKey(client, box)
  if (known) return known
  const sealed = await box.seal(randomKey().toString('base64url'), purposeOf(client.clientId))
  await insertSealedKey(client, sealed)
  const made = await findReminderKey(client, box)
  if (!made) throw new Error('the key of reminders could not be kept')
  return made
}

export interface ReminderPlace {
  channel: ChannelName
  address: string
}

/** The same person, however the address is written. */
const sameAddress = ({ channel, address }: ReminderPlace): string =>
  channel === 'sms' ? phoneDigits(address).replace(/^00/, '') : address.trim().toLowerCase()

export function personOf(key: Buffer, place: ReminderPlace): { token: string; personHash: Buffer } {
  const text = JSON.stringify([place.channel, sameAddress(place)])
  const token = createHmac('sha256', key).update(text).digest().subarray(0, TOKEN_BYTES).toString('base64url')
  return { token, personHash: hashToken(token) }
}

const stopUrlOf = (baseUrl: string, clientId: string, token: string): string =>
  `${baseUrl}/r/${toLinkName(clientId, token)}`

/** Asked by the job that sends a reminder. */
export function reminderGate({ box, baseUrl }: { box: SecretBox; baseUrl: () => string }): ReminderGate {
  return async (scope, place) => {
    const { token, personHash } = personOf(await getReminderKey(scope, box), place)
    if ((await findPerson(scope, personHash))?.stoppedAt) return { isStopped: true }
    const quietUntil = findQuietEnd(await getSettings(scope), scope.now, scope.client.timeZone)
    return quietUntil ? { quietUntil } : { stopUrl: stopUrlOf(baseUrl(), scope.clientId, token) }
  }
}

/** When the installation's key is changed. */
export async function resealReminderKey(client: Client, box: UnlockedBox): Promise<Resealed> {
  const before = await findSealedKey(client)
  if (!before) return { resealed: 0, unopened: 0 }
  const { sealed, isNew, isOpened } = sealAnew(box, before, purposeOf(client.clientId))
  if (!isOpened) return { resealed: 0, unopened: 1 }
  return {
    resealed: isNew && sealed ? await replaceSealedKey(client, { before, after: sealed }) : 0,
    unopened: 0,
  }
}
