// One attempt at one delivery: opens the key and the body, sends the frozen bytes with no transaction open, and has what came
// of it written down. Which delivery is next is decided in deliver-loop.ts.
import type { Database } from '../../db/database.ts'
import type { GuardedHttp } from '../../outside/guarded-http.ts'
import { type SecretBox, SecretBoxError } from '../../outside/secret-box.ts'
import { createBatch } from './batch.ts'
import { openBody } from './bodies.ts'
import {
  type Attempt,
  type ClaimedDelivery,
  claimDelivery,
  putBackDelivery,
  type Record,
  recordAttempts,
} from './delivery-store.ts'
import { addressOf, failureOf, headersOf, requestText, type State, stateAfter } from './rules.ts'
import { keyPurpose, secretPurpose } from './set-receiver.ts'

export interface DeliverOptions {
  database: Database
  http: Pick<GuardedHttp, 'put'>
  box: SecretBox
  /** Opens keys and secrets of receivers; the box unless said. */
  keys?: Pick<SecretBox, 'open'>
  clock: () => Date
  /** From a failure to the next attempt (G2). */
  retryMs: number
  /** Names itself so to receivers. */
  version: string
}

/** As the guard has it for everything from the name to the last byte. */
export const LONGEST_ATTEMPT_MS = 10_000
/** Longer than any attempt lasts: whoever holds a delivery beyond it is dead. */
export const LEASE_MS = 3 * LONGEST_ATTEMPT_MS

/** `unopened`: the key could not be opened, so nothing was sent and nothing counted. */
export type Outcome = State | 'unopened' | 'lost'

/** False when another holds the delivery by now. */
export type Recorder = (record: Record) => Promise<boolean>

export const createRecorder = (database: Database): Recorder =>
  createBatch((records) => recordAttempts(database, records))

export interface Watching {
  signal?: AbortSignal
  /** The receiver is done with it; what came of it is not written down yet. */
  onAnswered?: (ms: number, isDelivered: boolean) => void
}

export async function deliver(
  { database, http, box, keys = box, clock, retryMs, version }: DeliverOptions,
  claimed: ClaimedDelivery,
  record: Recorder,
  { signal, onAnswered = () => {} }: Watching = {},
): Promise<Outcome> {
  const { clientId, id, fence, url, sealedKey, sealedSecret } = claimed
  const later = () => new Date(clock().getTime() + retryMs)
  let opened: { key: string; secret: string | undefined; body: string }
  try {
    opened = {
      key: await keys.open(sealedKey, keyPurpose(clientId)),
      secret: sealedSecret ? await keys.open(sealedSecret, secretPurpose(clientId)) : undefined,
      body: await openBody(box, claimed),
    }
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    // Ours to repair, not the receiver's: it waits until the key is back, and uses up no attempt.
    await putBackDelivery(database, claimed, {
      dueAt: later(),
      failure: `the key of the receiver cannot be opened: ${error.message}`,
    })
    return 'unopened'
  }
  const sending = { id, url, ...opened }
  const startedAt = clock()
  const headers = headersOf(sending, startedAt, version)
  const { body } = opened
  const request = { url: addressOf(sending), headers, body, ...(signal ? { signal } : {}) }
  try {
    const result = await http.put(request)
    const failure = failureOf(result)
    const state = stateAfter(failure, claimed.attempts, claimed.mostAttempts)
    onAnswered(result.totalMs, state === 'delivered')
    const attempt: Attempt = { ...result, failure, startedAt, request: requestText(sending, headers) }
    const now = clock()
    const isHeld = await record({ claim: { clientId, id, fence }, attempt, state, dueAt: later(), now })
    return isHeld ? state : 'lost'
  } catch (error) {
    if (!signal?.aborted) throw error
    // Cut off by our own stop: repeated, and not counted (G2).
    await putBackDelivery(database, claimed, { dueAt: startedAt, failure: null })
    return 'waiting'
  }
}

/** Sends this one now, beside whatever its lane does; undefined when somebody sends it already. */
export async function deliverNow(
  options: DeliverOptions,
  clientId: string,
  id: string,
): Promise<Outcome | undefined> {
  const now = options.clock()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const claimed = await claimDelivery(options.database, { clientId, id, now, leasedUntil })
  return claimed && deliver(options, claimed, createRecorder(options.database))
}
