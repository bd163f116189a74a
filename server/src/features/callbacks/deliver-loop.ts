// Delivers what is due, lane by lane: a receiver gets a few requests at once, and one that is dead or slow never delays
// another. Works between transactions, never inside one.
import { randomUUID } from 'node:crypto'
import { type Loop, startLoop } from '../../jobs/claiming-loop.ts'
import { createBatch } from './batch.ts'
import { createRecorder, type DeliverOptions, deliver, LEASE_MS, LONGEST_ATTEMPT_MS } from './deliver.ts'
import {
  type Claim,
  type ClaimedDelivery,
  claimDeliveries,
  dropLeases,
  findNextDue,
  releaseDeliveries,
} from './delivery-store.ts'
import { createLanes } from './lanes.ts'
import { rememberOpened } from './opened-keys.ts'

export interface CallbacksOptions extends DeliverOptions {
  /** How often the queue is looked at when nobody nudges. */
  pollMs: number
  /** False while the database has not been reached or migrated yet: nothing is looked at. */
  isPrepared?: (() => boolean) | undefined
  /** No other process can be on this database: what was being sent when it was last used is sent at once. */
  isAlone?: boolean
  /** Never a body, an address or a key. */
  onFailure: (what: 'queue' | 'delivery' | 'givenUp' | 'unopened', clientId: string, error?: unknown) => void
}

/** A stop lets what is on its way arrive, for a moment; the rest is sent by whoever comes next. */
export type Callbacks = Loop

/** Of this process: a hundred dead receivers at once would fill it. */
const MOST_IN_FLIGHT = 400
/** With what is claimed ahead and what is being written down. */
const MOST_HELD = 4_000
const GRACE_MS = 3_000

export function startCallbacks(options: CallbacksOptions): Callbacks {
  const { database, clock, pollMs, isPrepared, isAlone = false, onFailure } = options
  const holder = randomUUID()
  const sending = { ...options, keys: rememberOpened(options.box) }
  const stopping = new AbortController()
  const lanes = createLanes(MOST_IN_FLIGHT)
  const record = createRecorder(database)
  const release = createBatch<Claim, true>(async (claims) => {
    await releaseDeliveries(database, claims)
    return claims.map(() => true)
  })
  let isFirst = true

  async function handle(claimed: ClaimedDelivery, sendBy: Date): Promise<void> {
    const { clientId } = claimed
    let wasAnswered = false
    const leave = (ms: number | undefined) => {
      if (!wasAnswered) lanes.answered(claimed, ms)
      wasAnswered = true
    }
    try {
      if (!(await lanes.turn(claimed))) return void (await release(claimed))
      try {
        // It waited behind slow ones: its lease would run out while it is on its way.
        if (clock() > sendBy) return void (await release(claimed))
        const outcome = await deliver(sending, claimed, record, {
          signal: stopping.signal,
          onAnswered: (ms, isDelivered) => leave(isDelivered ? ms : undefined),
        })
        if (outcome === 'givenUp' || outcome === 'unopened') onFailure(outcome, clientId)
      } finally {
        leave(undefined)
      }
    } catch (error) {
      onFailure('delivery', clientId, error)
    } finally {
      lanes.letGo(claimed, wasAnswered)
    }
  }

  const loop = startLoop({
    pollMs,
    isPrepared,
    async fill(filling, isAsked) {
      if (isFirst && isAlone) await dropLeases(database)
      isFirst = false
      const most = MOST_HELD - filling.running
      if (most <= 0 || (!isAsked && !lanes.isLow())) return
      const now = clock()
      const after = (ms: number) => new Date(now.getTime() + ms)
      const plan = lanes.planClaim()
      const claimed = await claimDeliveries(database, {
        now,
        leasedUntil: after(LEASE_MS),
        holder,
        depths: plan.depths,
        most,
      })
      plan.hold(claimed, claimed.length >= most)
      const sendBy = after(LEASE_MS - 1.5 * LONGEST_ATTEMPT_MS)
      for (const delivery of claimed) filling.begin(handle(delivery, sendBy))
    },
    async isAnyDue() {
      const next = await findNextDue(database, clock())
      return next !== undefined && next <= clock()
    },
    onFailure: (error) => onFailure('queue', '', error),
  })

  return {
    ...loop,
    async stop() {
      lanes.close()
      const cutting = setTimeout(() => stopping.abort(), GRACE_MS)
      await loop.stop()
      clearTimeout(cutting)
    },
  }
}
