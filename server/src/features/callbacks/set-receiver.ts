// Where the callbacks of a system client go. Key and secret are sealed before they reach the database and are never shown again.
import { randomBytes } from 'node:crypto'
import { type CallbackKind, callbackKindNames } from '@walkaround/contract/callback-kinds.ts'
import { recordChange } from '../../db/audit/record-change.ts'
import { recordEvents } from '../../db/events.ts'
import { getClientForUpdate } from '../../organisation/clients.ts'
import { getSite, listSites } from '../../organisation/sites.ts'
import type { GuardedHttp } from '../../outside/guarded-http.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem } from '../../problems.ts'
import { type Precondition, type Scope, unconditional } from '../../scope.ts'
import {
  deleteSiteReceiverRow,
  findReceiverRow,
  listReceiverRows,
  NO_SITE,
  type ReceiverRow,
  saveReceiverRow,
} from './receiver-store.ts'
import {
  assertReceiver,
  hintOf,
  isCallbackKind,
  laneOf,
  originOf,
  type ReceiverFields,
  withoutSlash,
} from './rules.ts'

export interface Receiver {
  /** The site it is for; left out of the client's. */
  siteId?: string
  url: string
  /** The first characters of the key. */
  keyHint: string
  isSigned: boolean
  /** Until then callbacks are also signed with the former secret. */
  formerSecretUntil?: string
  /** The further kinds it gets. */
  kinds: CallbackKind[]
  changedAt: string
}

/** What is needed to seal, to judge addresses, and to go there. */
export interface Outside {
  box: SecretBox
  http: Pick<GuardedHttp, 'whyRefused' | 'ask'>
}

export interface SealedReceiver {
  siteId?: string | undefined
  url: string
  kinds?: readonly CallbackKind[] | undefined
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
  const { key, secret, siteId, kinds } = fields
  const newSecret = secret === 'new' ? `whsec_${randomBytes(32).toString('base64')}` : undefined
  const wanted = newSecret ?? secret
  return {
    siteId,
    kinds: kinds?.filter(isCallbackKind),
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
  precondition: Precondition = unconditional,
): Promise<Receiver & { secret?: string }> {
  const { siteId = NO_SITE } = sealed
  await getClientForUpdate(scope, scope.clientId)
  await precondition.check()
  if (siteId !== NO_SITE) await getSite(scope, { clientId: scope.clientId, id: siteId })
  const known = await findReceiverRow(scope.db, scope.clientId, siteId)
  const lane = laneOf(sealed.url, siteId)
  const sealedKey = sealed.sealedKey ?? known?.sealedKey
  if (!sealedKey) throw problem('receiverRefused', 'key: is required; the receiver has no key yet')
  // Otherwise somebody who may change the address could have the key sent to themselves.
  if (!sealed.sealedKey && known?.lane !== lane) {
    throw problem(
      'receiverRefused',
      `key: must be given again, because ${originOf(sealed.url)} is not ${known && originOf(known.url)}, the host it was given for`,
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
    siteId,
    url: sealed.url,
    lane,
    sealedKey,
    keyHint: sealed.keyHint ?? known?.keyHint ?? '',
    sealedSecret: sealed.sealedSecret === undefined ? (known?.sealedSecret ?? null) : sealed.sealedSecret,
    ...former,
    kinds: JSON.stringify(sinceWhen(sealed.kinds, readKinds(known?.kinds), scope.now)),
    changedAt: scope.now,
  }
  await saveReceiverRow(scope.db, scope.clientId, row)
  await recordEvents(scope, [{ kind: 'callback.receiver-set', subject: subjectOf(scope, siteId) }])
  recordChange(scope, {
    kind: 'callback.receiver-set',
    subject: subjectOf(scope, siteId),
    before: known && toAudited(known),
    after: toAudited(row),
    secrets: [
      ...(sealed.sealedKey === undefined ? [] : ['key']),
      ...(sealed.sealedSecret === undefined ? [] : ['secret']),
    ],
  })
  return {
    ...toReceiver(row, scope.now),
    ...(sealed.newSecret === undefined ? {} : { secret: sealed.newSecret }),
  }
}

const toAudited = ({ url, kinds, sealedSecret }: ReceiverRow) => ({
  url,
  kinds: Object.keys(readKinds(kinds)).sort(),
  isSigned: sealedSecret !== null,
})

const subjectOf = ({ clientId }: Pick<Scope, 'clientId'>, siteId: string) =>
  siteId === NO_SITE ? (`client/${clientId}` as const) : (`site/${siteId}` as const)

/** The cars of the site are told to the client's receiver from now on. Waiting deliveries keep their address. */
export async function removeSiteReceiver(
  scope: Scope,
  siteId: string,
  precondition: Precondition = unconditional,
): Promise<void> {
  const { db, clientId } = scope
  await getClientForUpdate(scope, clientId)
  await precondition.check()
  const known = await findReceiverRow(db, clientId, siteId)
  if (!(await deleteSiteReceiverRow(db, clientId, siteId))) throw noReceiver(siteId)
  recordChange(scope, {
    kind: 'callback.receiver-removed',
    subject: `site/${siteId}`,
    before: known && toAudited(known),
  })
  await recordEvents(scope, [{ kind: 'callback.receiver-removed', subject: `site/${siteId}` }])
}

type Reader = Pick<Scope, 'db' | 'clientId' | 'now'>

/** That of the site itself; no site: the client's. */
export async function findReceiver(
  { db, clientId, now }: Reader,
  siteId: string = NO_SITE,
): Promise<Receiver | undefined> {
  const row = await findReceiverRow(db, clientId, siteId)
  return row && toReceiver(row, now)
}

export async function getReceiver(scope: Reader, siteId: string = NO_SITE): Promise<Receiver> {
  const receiver = await findReceiver(scope, siteId)
  if (!receiver) throw noReceiver(siteId)
  return receiver
}

const noReceiver = (siteId: string) =>
  problem(
    'noSuchResource',
    siteId === NO_SITE
      ? 'there is no receiver of callbacks yet'
      : `site: ${JSON.stringify(siteId)} has no receiver of callbacks of its own`,
  )

export interface Receivers {
  /** For every site without its own. */
  receiver?: Receiver
  /** Every site of the client, with its own receiver if it has one. */
  sites: { id: string; name: string; receiver?: Receiver }[]
}

export async function listReceivers(
  scope: Pick<Scope, 'db' | 'clientId' | 'now' | 'actor'>,
): Promise<Receivers> {
  const { db, clientId, now } = scope
  const [rows, sites] = await Promise.all([listReceiverRows(db, clientId), listSites(scope, { clientId })])
  const found = (siteId: string) => {
    const row = rows.find((one) => one.siteId === siteId)
    return row ? { receiver: toReceiver(row, now) } : {}
  }
  return { ...found(NO_SITE), sites: sites.map(({ id, name }) => ({ id, name, ...found(id) })) }
}

/** Since when a receiver gets a kind. */
type KindsSince = Partial<Record<CallbackKind, string>>

export const readKinds = (json = '{}'): KindsSince => JSON.parse(json) as KindsSince

/** What happened before a kind was switched on is not told. */
const sinceWhen = (kinds: readonly CallbackKind[] | undefined, known: KindsSince, now: Date): KindsSince =>
  kinds === undefined
    ? known
    : Object.fromEntries(kinds.map((kind) => [kind, known[kind] ?? now.toISOString()]))

const toReceiver = (
  { siteId, url, keyHint, sealedSecret, formerUntil, kinds, changedAt }: ReceiverRow,
  now: Date,
): Receiver => ({
  ...(siteId === NO_SITE ? {} : { siteId }),
  url,
  keyHint,
  isSigned: sealedSecret !== null,
  formerSecretUntil: formerUntil !== null && formerUntil > now ? formerUntil.toISOString() : undefined,
  kinds: callbackKindNames.filter((kind) => readKinds(kinds)[kind] !== undefined),
  changedAt: changedAt.toISOString(),
})
