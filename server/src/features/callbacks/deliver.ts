// One attempt at one delivery: sends the frozen bytes with no transaction open, and has the result written. deliver-loop.ts decides
// which delivery is next.
import type { Database } from '../../db/database.ts'
import type { GuardedHttp, PutResult } from '../../outside/guarded-http.ts'
import { type SecretBox, SecretBoxError, type UnlockedBox } from '../../outside/secret-box.ts'
import { patiently } from './batch.ts'
import { openBody } from './bodies.ts'
import {
  type Claim,
  type ClaimedDelivery,
  claimDelivery,
  type DeliveryRecord,
  type DueDelivery,
  putBackDelivery,
  recordAttempts,
} from './delivery-store.ts'
import type { OpenKey } from './opened-keys.ts'
import { failureOf, headersOf, requestText, type State, stateAfter } from './rules.ts'
import { keyPurpose, secretPurpose } from './set-receiver.ts'
import { withoutLink } from './shown-link.ts'

export interface DeliverOptions {
  database: Database
  http: Pick<GuardedHttp, 'put'>
  box: SecretBox
  clock: () => Date
  /** From a failure to the next attempt (G2). */
  retryMs: number
  /** Shown to receivers in the user agent. */
  version: string
}

/** The guard's limit for everything from the DNS lookup to the last byte. */
export const LONGEST_ATTEMPT_MS = 10_000
/** Longer than any attempt takes: a process that holds a lane for longer is dead. */
export const LEASE_MS = 3 * LONGEST_ATTEMPT_MS

/** `unopened`: the key could not be opened, so nothing was sent and nothing counted. `lost`: another process has it now. */
export type Outcome = State | 'unopened' | 'lost'

export interface Opened {
  key: string
  secrets: string[]
  body: Buffer
}

/** Throws a SecretBoxError while the key is missing. */
export function openDelivery(
  box: UnlockedBox,
  due: DueDelivery,
  openKey: OpenKey = (box, sealed, purpose) => box.open(sealed, purpose),
): Opened {
  const { clientId, sealedKey, sealedSecret, currentSecret, formerSecret } = due
  // A delivery that was written without a secret stays unsigned.
  const sealed = sealedSecret === null ? [] : [sealedSecret, currentSecret, formerSecret]
  return {
    key: openKey(box, sealedKey, keyPurpose(clientId)),
    secrets: sealed.flatMap((one) => (one === null ? [] : [openKey(box, one, secretPurpose(clientId))])),
    body: openBody(box, due),
  }
}

/** The operator's problem, not the receiver's: it waits until the key is back and uses up no attempt. */
export function leaveUnopened(
  { database, clock, retryMs }: DeliverOptions,
  claim: Claim,
  error: SecretBoxError,
): Promise<void> {
  return putBackDelivery(database, claim, {
    dueAt: new Date(clock().getTime() + retryMs),
    failure: `the key of the receiver cannot be opened: ${error.message}`,
  })
}

/** The result, not written yet; undefined if the signal cut it off, because then it is unknown. */
export async function attempt(
  { http, clock, version, retryMs }: DeliverOptions,
  claimed: ClaimedDelivery,
  opened: Opened,
  signal?: AbortSignal,
): Promise<DeliveryRecord | undefined> {
  const { clientId, id, fence, lane, url, kind, attempts, mostAttempts } = claimed
  const { key, secrets, body } = opened
  const sending = { id, url, kind, key, secrets, body }
  const startedAt = clock()
  const headers = headersOf(sending, startedAt, version)
  let result: PutResult
  try {
    result = await http.put({ url, leaf: id, headers, body, signal })
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
  const failure = failureOf(result)
  const now = clock()
  const text = result.responseBody || result.responseHead ? body.toString('utf8') : ''
  return {
    claim: { clientId, id, fence, attempts, lane },
    attempt: {
      startedAt,
      dnsMs: result.dnsMs,
      connectMs: result.connectMs,
      totalMs: result.totalMs,
      request: requestText(sending, headers),
      status: result.status,
      responseHead: withoutLink(result.responseHead, text),
      responseBody: withoutLink(result.responseBody, text),
      failure,
    },
    state: stateAfter(failure, attempts, mostAttempts),
    dueAt: new Date(now.getTime() + retryMs),
    now,
  }
}

/** Sends a delivery that was claimed on its own, independently of its lane. */
export async function deliver(options: DeliverOptions, claimed: ClaimedDelivery): Promise<Outcome> {
  let opened: Opened
  try {
    opened = openDelivery(await options.box.unlock(), claimed)
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    await leaveUnopened(options, claimed, error)
    return 'unopened'
  }
  const record = (await attempt(options, claimed, opened)) as DeliveryRecord
  const [isHeld] = await patiently(() => recordAttempts(options.database, [record]))
  return isHeld ? record.state : 'lost'
}

/** Claims only this delivery; undefined if it is already being sent. */
export const claimNow = (
  db: Parameters<typeof claimDelivery>[0],
  { clientId, id, now }: { clientId: string; id: string; now: Date },
): Promise<ClaimedDelivery | undefined> =>
  claimDelivery(db, { clientId, id, now, leasedUntil: new Date(now.getTime() + LEASE_MS) })
