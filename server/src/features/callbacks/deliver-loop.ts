// Delivers what is due, lane by lane: a receiver gets a few requests at once, and one that is dead or slow never delays
// another. Works between transactions, never inside one.
import { type DeliverOptions, deliver, LEASE_MS } from './deliver.ts'
import { type ClaimedDelivery, claimDeliveries, dropLeases, findNextDue } from './delivery-store.ts'
import { createRecorder } from './record.ts'

export interface CallbacksOptions extends DeliverOptions {
  /** How often the queue is looked at when nobody nudges. */
  pollMs: number
  /** False while the database has not been reached or migrated yet: nothing is looked at. */
  isPrepared?: () => boolean
  /** No other process can be on this database: what was being sent when it was last used is sent at once. */
  isAlone?: boolean
  /** Never a body, an address or a key. */
  onFailure: (what: 'queue' | 'delivery' | 'givenUp' | 'unopened', clientId: string, error?: unknown) => void
}

export interface Callbacks {
  /** There may be something to deliver now. */
  nudge(): void
  /** Delivers until nothing is due. */
  drain(): Promise<void>
  /** Lets what is on its way arrive, for a moment; the rest is sent by whoever comes next. */
  stop(): Promise<void>
}

/** Of this process: a hundred dead receivers at once would fill it. */
const MOST_IN_FLIGHT = 400
const GRACE_MS = 3_000

export function startCallbacks(options: CallbacksOptions): Callbacks {
  const { database, clock, pollMs, isPrepared = () => true, isAlone = false, onFailure } = options
  const stopping = new AbortController()
  const record = createRecorder(database)
  const inFlight = new Set<Promise<void>>()
  let isStopped = false
  let isFilling = false
  let isWanted = false
  let isFirst = true
  let filling: Promise<void> = Promise.resolve()

  function begin(claimed: ClaimedDelivery): void {
    const { clientId } = claimed
    const run: Promise<void> = deliver(options, claimed, record, stopping.signal)
      .then((outcome) => {
        if (outcome === 'givenUp' || outcome === 'unopened') onFailure(outcome, clientId)
      })
      .catch((error: unknown) => onFailure('delivery', clientId, error))
      .finally(() => {
        inFlight.delete(run)
        nudge()
      })
    inFlight.add(run)
  }

  async function fill(): Promise<void> {
    if (isFirst && isAlone) await dropLeases(database)
    isFirst = false
    // A nudge that comes while the queue is looked at must not be lost.
    do {
      isWanted = false
      const now = clock()
      const claimed = await claimDeliveries(database, {
        now,
        leasedUntil: new Date(now.getTime() + LEASE_MS),
        most: MOST_IN_FLIGHT - inFlight.size,
      })
      for (const delivery of claimed) begin(delivery)
    } while (isWanted && inFlight.size < MOST_IN_FLIGHT && !isStopped)
  }

  function nudge(): void {
    isWanted = true
    if (isFilling || isStopped || !isPrepared()) return
    isFilling = true
    filling = fill()
      .catch((error: unknown) => onFailure('queue', '', error))
      .finally(() => {
        isFilling = false
        if (isWanted && inFlight.size < MOST_IN_FLIGHT) nudge()
      })
  }

  const timer = setInterval(nudge, pollMs).unref()
  nudge()

  return {
    nudge,
    async drain() {
      for (;;) {
        nudge()
        await filling
        if (inFlight.size > 0) {
          await Promise.race(inFlight)
          continue
        }
        const next = await findNextDue(database, clock())
        if (!next || next > clock()) return
        // Another loop fills the lane: let its answers come in.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    async stop() {
      clearInterval(timer)
      isStopped = true
      await filling
      const cutting = setTimeout(() => stopping.abort(), GRACE_MS)
      await Promise.all(inFlight)
      clearTimeout(cutting)
    },
  }
}
