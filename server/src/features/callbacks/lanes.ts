// Decides what is sent next from the lanes this process holds: a few at once to each receiver, the rest waits in memory. For a
// receiver that replies quickly more is read ahead, so that it never waits for the database; for others nothing. Knows no database
// and no network.
import type { LaneRead } from './delivery-store.ts'
import type { LaneName, TakenLane } from './lane-store.ts'
import { LANE_WIDTH } from './rules.ts'

export interface Lane extends LaneName {
  /** The fence when it was last taken. */
  readonly fence: number
  /** In milliseconds since the epoch. */
  readonly leasedUntil: number
}

interface LanesOptions<Item> {
  /** Most requests at once, over all lanes. */
  mostSending: number
  /** Called when it is the item's turn. The caller must call answered() and then letGo() for each. */
  send(item: Item): void
  /** Called for an item that will not be sent here; nothing needs to be done for it. */
  drop(item: Item): void
  /** Whether the lane is held for long enough to send something now. */
  isSafe(lane: Lane): boolean
}

export interface Turn {
  readonly lane: Lane
  readonly id: string
}

export interface Lanes<Item extends Turn> {
  /** Records lanes that were taken or extended. */
  lease(taken: readonly TakenLane[], until: Date): void
  /** What to read now; unless asked, only for lanes that run low and may have more. */
  planRead(isAsked: boolean, most: number): Reading[]
  /** Adds what was read for one of them, in order. */
  hold(reading: Reading, items: readonly Item[]): void
  /** Frees the place; `ms` is how long the receiver took, undefined if it did not accept. */
  answered(item: Item, ms: number | undefined): void
  /** The result is written, or there is none to write. */
  letGo(item: Item): void
  /** A result could not be written: nothing more is sent in this lane until the lease ends or is renewed. */
  pause(item: Item): void
  /** Forgets and returns lanes that are empty here and in the database; after close(), lanes that are empty here. */
  takeIdle(): LaneName[]
  /** Stops sending. */
  close(): void
}

export interface Reading extends LaneRead {
  lane: string
  of: Lane
}

interface Kept<Item> extends Lane {
  fence: number
  leasedUntil: number
  /** How many may be held at once: in flight, read ahead, and being written. */
  depth: number
  held: Set<string>
  sending: number
  /** Answered, but not written yet. */
  unwritten: number
  ahead: Item[]
  mayHaveMore: boolean
  isPaused: boolean
}

const DEEPEST = 256
/** After a crash these are sent again, so sending does not run further ahead of writing. */
export const MOST_UNWRITTEN = 16
/** What is read ahead should be sent within this time. */
const AHEAD_MS = 1_000

const keyOf = ({ clientId, lane }: LaneName) => `${clientId} ${lane}`

/** As many as the receiver answers in that time, reached step by step; none ahead for one that is slow or fails. */
function depthAfter(depth: number, ms: number | undefined): number {
  if (ms === undefined) return LANE_WIDTH
  const fitting = Math.floor((LANE_WIDTH * AHEAD_MS) / Math.max(ms, 1))
  return Math.max(LANE_WIDTH, Math.min(depth * 2, fitting, DEEPEST))
}

export function createLanes<Item extends Turn>(options: LanesOptions<Item>): Lanes<Item> {
  const { mostSending, send, drop, isSafe } = options
  const lanes = new Map<string, Kept<Item>>()
  let sending = 0
  let isClosed = false

  const kept = (lane: Lane) => lane as Kept<Item>

  function dropAhead(lane: Kept<Item>): void {
    for (const item of lane.ahead.splice(0)) {
      lane.held.delete(item.id)
      drop(item)
    }
  }

  function start(lane: Kept<Item>): void {
    while (lane.sending < LANE_WIDTH && lane.unwritten < MOST_UNWRITTEN && sending < mostSending) {
      if (lane.ahead.length > 0 && !isSafe(lane)) {
        // They are read again once the lane is held for longer.
        dropAhead(lane)
        lane.mayHaveMore = true
      }
      const next = lane.ahead.shift()
      if (!next) return
      lane.sending++
      sending++
      send(next)
    }
  }

  const isOpen = (lane: Kept<Item>) => isSafe(lane) && !lane.isPaused

  const isLow = ({ held, depth, mayHaveMore }: Kept<Item>) =>
    // At half of what may be read ahead; a lane with nothing ahead is filled at once.
    mayHaveMore && held.size <= Math.max(LANE_WIDTH - 1, depth / 2)

  return {
    lease(taken, until) {
      for (const { clientId, lane: name, fence } of taken) {
        const key = keyOf({ clientId, lane: name })
        const known = lanes.get(key)
        if (known) {
          if (known.fence !== fence) {
            // Another process had it in between: what was read before may be outdated.
            dropAhead(known)
            known.mayHaveMore = true
          }
          known.mayHaveMore ||= known.isPaused
          known.isPaused = false
          known.fence = fence
          known.leasedUntil = until.getTime()
          continue
        }
        lanes.set(key, {
          clientId,
          lane: name,
          fence,
          leasedUntil: until.getTime(),
          depth: LANE_WIDTH,
          held: new Set(),
          sending: 0,
          unwritten: 0,
          ahead: [],
          mayHaveMore: true,
          isPaused: false,
        })
      }
    },
    planRead(isAsked, most) {
      const readings: Reading[] = []
      let left = most
      // Nearly empty lanes first: a long lane must not delay a short one.
      for (const isHungry of [true, false]) {
        for (const lane of lanes.values()) {
          const { clientId, lane: name, held } = lane
          if (held.size < LANE_WIDTH !== isHungry || !isOpen(lane) || !(isAsked || isLow(lane))) continue
          const places = Math.min(lane.depth - held.size, left)
          // Not read this time: there may be something new.
          if (places <= 0) lane.mayHaveMore = true
          else readings.push({ of: lane, clientId, lane: name, most: places, held: [...held] })
          left -= Math.max(0, places)
        }
      }
      return readings
    },
    hold({ of, most }, items) {
      const lane = kept(of)
      for (const item of items) {
        lane.held.add(item.id)
        lane.ahead.push(item)
      }
      lane.mayHaveMore = items.length >= most
      if (isClosed || lane.isPaused) dropAhead(lane)
      else start(lane)
    },
    answered(item, ms) {
      const lane = kept(item.lane)
      const wasFull = sending >= mostSending
      lane.sending--
      sending--
      lane.unwritten++
      lane.depth = depthAfter(lane.depth, ms)
      start(lane)
      // Others may have waited for a place in this process, not in their lane.
      if (wasFull) for (const other of lanes.values()) start(other)
    },
    letGo(item) {
      const lane = kept(item.lane)
      lane.held.delete(item.id)
      lane.unwritten--
      start(lane)
    },
    pause(item) {
      const lane = kept(item.lane)
      lane.isPaused = true
      dropAhead(lane)
    },
    takeIdle() {
      const idle: LaneName[] = []
      for (const [key, lane] of lanes) {
        // A lane that another process may have taken is not kept either.
        if (lane.held.size > 0 || (lane.mayHaveMore && isSafe(lane) && !isClosed && !lane.isPaused)) continue
        lanes.delete(key)
        // Not released: a process that took it at once would send the same callbacks again.
        if (!lane.isPaused) idle.push({ clientId: lane.clientId, lane: lane.lane })
      }
      return idle
    },
    close() {
      isClosed = true
      for (const lane of lanes.values()) dropAhead(lane)
    },
  }
}
