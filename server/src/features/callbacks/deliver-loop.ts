// Delivers due callbacks, lane by lane: a receiver gets a few requests at once, and a dead or slow one never delays another. Works
// between transactions, never inside one.
import { randomUUID } from 'node:crypto'
import { type Filling, type Loop, startLoop } from '../../jobs/claiming-loop.ts'
import { SecretBoxError, type UnlockedBox } from '../../outside/secret-box.ts'
import { createBatch } from './batch.ts'
import {
  attempt,
  type DeliverOptions,
  LEASE_MS,
  LONGEST_ATTEMPT_MS,
  leaveUnopened,
  type Opened,
  openDelivery,
} from './deliver.ts'
import {
  type ClaimedDelivery,
  type DeliveryRecord,
  dropLeases,
  isAnyDue,
  listDueDeliveries,
  recordAttempts,
} from './delivery-store.ts'
import { releaseLanes, type TakenLane, takeLanes } from './lane-store.ts'
import { createLanes, type Lane, type Turn } from './lanes.ts'
import { rememberOpened } from './opened-keys.ts'

export interface CallbacksOptions extends DeliverOptions {
  /** How often to look at the queue without a nudge. */
  pollMs: number
  /** False while the database has not been reached or migrated yet: the queue is not read. */
  isPrepared?: (() => boolean) | undefined
  /** No other process can use this database: callbacks that were being sent when it was last used are sent at once. */
  isAlone?: boolean
  /** Never a body, an address or a key. */
  onFailure: (what: 'queue' | 'delivery' | 'givenUp' | 'unopened', clientId: string, error?: unknown) => void
}

/** Stopping waits a moment for callbacks in flight; the next process sends the rest. */
export type Callbacks = Loop

interface Item extends Turn {
  claimed: ClaimedDelivery
  /** The opened delivery, or why it could not be opened. */
  opened: Opened | SecretBoxError
  /** The result, once there is a reply. */
  record?: DeliveryRecord
}

/** For this process: a hundred dead receivers at once would fill it. */
const MOST_IN_FLIGHT = 400
/** Includes callbacks read ahead and results being written. */
const MOST_HELD = 4_000
/** Read in one step: all of them are opened before anything else runs. */
const MOST_READ = 128
const GRACE_MS = 3_000
/** A lease older than this is renewed: not with every look, and long before it expires. */
const RENEW_MS = 5_000

export function startCallbacks(options: CallbacksOptions): Callbacks {
  const { database, box, clock, pollMs, isPrepared, isAlone = false, onFailure } = options
  const holder = randomUUID()
  const openKey = rememberOpened()
  const stopping = new AbortController()
  const write = createBatch<Item, boolean>({
    write: (items) =>
      recordAttempts(
        database,
        items.map(({ record }) => record as DeliveryRecord),
      ),
    onWritten(item, isHeld) {
      if (isHeld && item.record?.state === 'givenUp') onFailure('givenUp', item.claimed.clientId)
      end(item)
    },
    onFailed: fail,
  })
  const lanes = createLanes<Item>({
    mostSending: MOST_IN_FLIGHT,
    isSafe: ({ leasedUntil }) => clock().getTime() < leasedUntil - 1.5 * LONGEST_ATTEMPT_MS,
    send,
    drop: () => filling?.ended(),
  })
  let filling: Filling | undefined
  let isFirst = true

  function send(item: Item): void {
    const { claimed, opened } = item
    const broken = (error: unknown) => {
      lanes.answered(item, undefined)
      fail(item, error)
    }
    if (opened instanceof SecretBoxError) {
      leaveUnopened(options, claimed, opened).then(() => {
        onFailure('unopened', claimed.clientId)
        lanes.answered(item, undefined)
        end(item)
      }, broken)
      return
    }
    attempt(options, claimed, opened, stopping.signal).then((record) => {
      lanes.answered(item, record?.state === 'delivered' ? record.attempt.totalMs : undefined)
      // Cut off by our own stop: it keeps waiting, is repeated, and does not count (G2).
      if (!record) return end(item)
      item.record = record
      write(item)
    }, broken)
  }

  function fail(item: Item, error: unknown): void {
    onFailure('delivery', item.claimed.clientId, error)
    // It is still due and would be sent again and again.
    lanes.pause(item)
    end(item)
  }

  function end(item: Item): void {
    lanes.letGo(item)
    filling?.ended()
  }

  function open(unlocked: UnlockedBox | SecretBoxError, claimed: ClaimedDelivery): Item['opened'] {
    if (unlocked instanceof SecretBoxError) return unlocked
    try {
      return openDelivery(unlocked, claimed, openKey)
    } catch (error) {
      if (error instanceof SecretBoxError) return error
      throw error
    }
  }

  /** Reads from held lanes as much as there is room for. True if there was more to look at. */
  async function read(isAsked: boolean, most: number): Promise<boolean> {
    const readings = lanes.planRead(isAsked, most)
    if (readings.length === 0) return false
    const due = await listDueDeliveries(database, clock(), readings)
    const unlocked = await box.unlock().catch((error: unknown) => {
      if (error instanceof SecretBoxError) return error
      throw error
    })
    const items: Item[][] = readings.map(() => [])
    // With their present fence: they may be taken again while something is in flight.
    const taken = readings.map(({ of: { clientId, lane, fence } }) => ({ clientId, lane, fence }))
    for (const row of due) {
      const lane = readings[row.at]?.of as Lane
      const claimed = Object.assign(row, { lane: taken[row.at] as TakenLane })
      items[row.at]?.push({ lane, id: row.id, claimed, opened: open(unlocked, claimed) })
    }
    filling?.began(due.length)
    for (const [at, reading] of readings.entries()) lanes.hold(reading, items[at] ?? [])
    return readings.reduce((sum, reading) => sum + reading.most, 0) >= most
  }

  async function take(): Promise<void> {
    const now = clock()
    const after = (ms: number) => new Date(now.getTime() + ms)
    const leasedUntil = after(LEASE_MS)
    const taken = await takeLanes(database, {
      now,
      leasedUntil,
      renewBefore: after(LEASE_MS - RENEW_MS),
      holder,
    })
    lanes.lease(taken, leasedUntil)
  }

  async function release(): Promise<void> {
    const idle = lanes.takeIdle()
    if (idle.length > 0) await releaseLanes(database, holder, idle)
  }

  const loop = startLoop({
    pollMs,
    isPrepared,
    async fill(state, isAsked) {
      filling = state
      if (isFirst && isAlone) await dropLeases(database)
      isFirst = false
      if (isAsked) await take()
      const room = () => Math.min(MOST_HELD - state.running, MOST_READ)
      let isMore = await read(isAsked, room())
      // Lanes that were not looked at must not wait until a delivery of others ends.
      while (isMore && !state.isStopped) {
        // The embedded database answers without yielding to the event loop.
        await new Promise(setImmediate)
        isMore = await read(false, room())
      }
      await release()
    },
    isAnyDue: () => isAnyDue(database, holder, clock()),
    onFailure: (error) => onFailure('queue', '', error),
  })

  return {
    ...loop,
    async stop() {
      lanes.close()
      const cutting = setTimeout(() => stopping.abort(), GRACE_MS)
      await loop.stop()
      clearTimeout(cutting)
      await release().catch((error: unknown) => onFailure('queue', '', error))
    },
  }
}
