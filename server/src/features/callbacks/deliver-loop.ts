// Delivers what is due, lane by lane: a receiver gets a few requests at once, and one that is dead or slow never delays
// another. Works between transactions, never inside one.
import { type Loop, startLoop } from '../../jobs/claiming-loop.ts'
import { type DeliverOptions, deliver, LEASE_MS } from './deliver.ts'
import { type ClaimedDelivery, claimDeliveries, dropLeases, findNextDue } from './delivery-store.ts'
import { createRecorder } from './record.ts'

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
const GRACE_MS = 3_000

export function startCallbacks(options: CallbacksOptions): Callbacks {
  const { database, clock, pollMs, isPrepared, isAlone = false, onFailure } = options
  const stopping = new AbortController()
  const record = createRecorder(database)
  let isFirst = true

  async function handle(claimed: ClaimedDelivery): Promise<void> {
    const { clientId } = claimed
    try {
      const outcome = await deliver(options, claimed, record, stopping.signal)
      if (outcome === 'givenUp' || outcome === 'unopened') onFailure(outcome, clientId)
    } catch (error) {
      onFailure('delivery', clientId, error)
    }
  }

  const loop = startLoop({
    pollMs,
    isPrepared,
    async fill(filling) {
      if (isFirst && isAlone) await dropLeases(database)
      isFirst = false
      const most = MOST_IN_FLIGHT - filling.running
      if (most <= 0) return
      const now = clock()
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      for (const claimed of await claimDeliveries(database, { now, leasedUntil, most }))
        filling.begin(handle(claimed))
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
      const cutting = setTimeout(() => stopping.abort(), GRACE_MS)
      await loop.stop()
      clearTimeout(cutting)
    },
  }
}
