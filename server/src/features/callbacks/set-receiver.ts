// Where the callbacks of a system client go. Key and secret are sealed before they reach the database and are never shown again.
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
  /** Until then callbacks are also signed with the former secret. */
  formerSecretUntil?: string
  changedAt: string
}

/** What is needed to seal and to judge addresses. */
export interface Outside {
  box: SecretBox
  http: Pick<GuardedHttp, 'whyRefused'>
}

export interface SealedReceiver {
  url: string
  sealedKey?: Buffer
  keyHint?: string
  /** Null removes the secret, undefined keeps it. */
  sealedSecret?: Buffer | null
  /** A new secret, to be shown once. */
  newSecret?: string
}

/** How long the former secret also signs. */
const ROTATION_MS = 86_400_000

export const keyPurpose = (clientId: string) => `callback key of ${clientId}`
export const secretPurpose = (clientId: string) => `callback secret of ${clientId}`

/** Outside any transaction: the sealing key may have to be read first. */
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
    sealedSecret:
      wanted === undefined
        ? undefined
        : wanted === 'none'
          ? null
          : await box.seal(wanted, secretPurpose(clientId)),
    newSecret,
  }
}

/** Waiting deliveries keep the address and the key they were written with (G2). */
export async function setReceiver(
  scope: Scope,
  sealed: SealedReceiver,
): Promise<Receiver & { secret?: string }> {
  const known = await findReceiverRow(scope.db, scope.clientId)
  const lane = laneOf(sealed.url)
  const sealedKey = sealed.sealedKey ?? known?.sealedKey
  if (!sealedKey) throw problem('receiverRefused', 'key: is required; the receiver has no key yet')
  // Otherwise somebody who may change the address could have the key sent to themselves.
  if (!sealed.sealedKey && known?.lane !== lane) {
    throw problem(
      'receiverRefused',
      `key: must be given again, because ${lane} is not ${known?.lane}, the host it was given for`,
    )
  }
  // The receiver can switch to the new secret at any time and loses nothing meanwhile.
  const isRotated =
    sealed.sealedSecret instanceof Buffer && known?.sealedSecret !== null && known?.lane === lane
  const former = isRotated
    ? { formerSecret: known.sealedSecret, formerUntil: new Date(scope.now.getTime() + ROTATION_MS) }
    : sealed.sealedSecret === undefined && known?.lane === lane
      ? { formerSecret: known.formerSecret, formerUntil: known.formerUntil }
      : { formerSecret: null, formerUntil: null }
  const row: ReceiverRow = {
    url: sealed.url,
    lane,
    sealedKey,
    keyHint: sealed.keyHint ?? known?.keyHint ?? '',
    sealedSecret: sealed.sealedSecret === undefined ? (known?.sealedSecret ?? null) : sealed.sealedSecret,
    ...former,
    changedAt: scope.now,
  }
  await saveReceiverRow(scope.db, scope.clientId, row)
  await recordEvents(scope, [{ kind: 'callback.receiver-set', subject: `client/${scope.clientId}` }])
  return {
    ...toReceiver(row, scope.now),
    ...(sealed.newSecret === undefined ? {} : { secret: sealed.newSecret }),
  }
}

export async function findReceiver({
  db,
  clientId,
  now,
}: Pick<Scope, 'db' | 'clientId' | 'now'>): Promise<Receiver | undefined> {
  const row = await findReceiverRow(db, clientId)
  return row && toReceiver(row, now)
}

export async function getReceiver(scope: Pick<Scope, 'db' | 'clientId' | 'now'>): Promise<Receiver> {
  const receiver = await findReceiver(scope)
  if (!receiver) throw problem('noSuchResource', 'there is no receiver of callbacks yet')
  return receiver
}

const toReceiver = (
  { url, keyHint, sealedSecret, formerUntil, changedAt }: ReceiverRow,
  now: Date,
): Receiver => ({
  url,
  keyHint,
  isSigned: sealedSecret !== null,
  formerSecretUntil: formerUntil !== null && formerUntil > now ? formerUntil.toISOString() : undefined,
  changedAt: changedAt.toISOString(),
})
