// Where the callbacks of a system client go. Key and secret are sealed before they come near the database and are never
// shown again.
import { randomBytes } from 'node:crypto'
import { recordEvents } from '../../db/events.ts'
import type { GuardedHttp } from '../../outside/guarded-http.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findReceiverRow, type ReceiverRow, saveReceiverRow } from './receiver-store.ts'
import { assertReceiver, hintOf, laneOf, type ReceiverFields, withoutSlash } from './rules.ts'

export interface Receiver {
  url: string
  /** The first characters of the key. */
  keyHint: string
  isSigned: boolean
  changedAt: string
}

/** What sealing and judging addresses need. */
export interface Outside {
  box: SecretBox
  http: Pick<GuardedHttp, 'whyRefused'>
}

export interface SealedReceiver {
  url: string
  sealedKey?: Buffer
  keyHint?: string
  /** Null takes the secret away, undefined leaves it. */
  sealedSecret?: Buffer | null
  /** Made just now, to be shown once. */
  newSecret?: string
}

export const keyPurpose = (clientId: string) => `callback key of ${clientId}`
export const secretPurpose = (clientId: string) => `callback secret of ${clientId}`

/** Outside of any transaction: the key that seals may have to be read first. */
export async function sealReceiver(
  { box, http }: Outside,
  clientId: string,
  fields: ReceiverFields,
): Promise<SealedReceiver> {
  assertReceiver(fields, http.whyRefused)
  const { key, secret } = fields
  const newSecret = secret === 'new' ? `whsec_${randomBytes(32).toString('base64')}` : undefined
  const wanted = newSecret ?? secret
  return {
    url: withoutSlash(new URL(fields.url).href),
    ...(key === undefined
      ? {}
      : { sealedKey: await box.seal(key, keyPurpose(clientId)), keyHint: hintOf(key) }),
    ...(wanted === undefined
      ? {}
      : { sealedSecret: wanted === 'none' ? null : await box.seal(wanted, secretPurpose(clientId)) }),
    ...(newSecret === undefined ? {} : { newSecret }),
  }
}

/** Deliveries that wait already keep the address and the key they were written with (G2). */
export async function setReceiver(
  scope: Scope,
  sealed: SealedReceiver,
): Promise<Receiver & { secret?: string }> {
  const known = await findReceiverRow(scope.db, scope.clientId)
  const lane = laneOf(sealed.url)
  const sealedKey = sealed.sealedKey ?? known?.sealedKey
  if (!sealedKey) throw problem('receiverRefused', 'key: is missing; the receiver has none yet')
  // Else whoever may change the address could have the key sent to themselves.
  if (!sealed.sealedKey && known?.lane !== lane) {
    throw problem(
      'receiverRefused',
      `key: is needed again, because ${lane} is another host than ${known?.lane}`,
    )
  }
  const row: ReceiverRow = {
    url: sealed.url,
    lane,
    sealedKey,
    keyHint: sealed.keyHint ?? known?.keyHint ?? '',
    sealedSecret: sealed.sealedSecret === undefined ? (known?.sealedSecret ?? null) : sealed.sealedSecret,
    changedAt: scope.now,
  }
  await saveReceiverRow(scope.db, scope.clientId, row)
  await recordEvents(scope, [{ kind: 'callback.receiver-set', subject: `client/${scope.clientId}` }])
  return { ...toReceiver(row), ...(sealed.newSecret === undefined ? {} : { secret: sealed.newSecret }) }
}

export async function findReceiver({
  db,
  clientId,
}: Pick<Scope, 'db' | 'clientId'>): Promise<Receiver | undefined> {
  const row = await findReceiverRow(db, clientId)
  return row && toReceiver(row)
}

export async function getReceiver(scope: Pick<Scope, 'db' | 'clientId'>): Promise<Receiver> {
  const receiver = await findReceiver(scope)
  if (!receiver) throw problem('noSuchResource', 'there is no receiver of callbacks yet')
  return receiver
}

const toReceiver = ({ url, keyHint, sealedSecret, changedAt }: ReceiverRow): Receiver => ({
  url,
  keyHint,
  isSigned: sealedSecret !== null,
  changedAt: changedAt.toISOString(),
})
