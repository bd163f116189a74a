// Whose turn it is among what this process has read from the lanes it holds: a few at once to each receiver, the rest waits
// here in memory. For a receiver that answers quickly more is read ahead, so that it never waits for the database; for any
// other nothing. Knows no database and no network.
import type { LaneRead } from './delivery-store.ts'
import type { LaneName, TakenLane } from './lane-store.ts'
import { LANE_WIDTH } from './rules.ts'

export interface Lane extends LaneName {
  /** As it was taken the last time. */
  readonly fence: number
  /** Milliseconds of the clock. */
  readonly leasedUntil: number
}

export interface LanesOptions<Item> {
  /** At once, over all lanes. */
  mostSending: number
  /** It is its turn. Each of them must be answered, and then let go. */
  send(item: Item): void
  /** It had no turn and will have none here: nothing is to be done for it. */
  drop(item: Item): void
  /** Whether it is held for long enough to send something now. */
  isSafe(lane: Lane): boolean
}

export interface Turn {
  readonly lane: Lane
  readonly id: string
}

export interface Lanes<Item extends Turn> {
  /** Taken, or kept for longer. */
  lease(taken: readonly TakenLane[], until: Date): void
  /** What to read now; unless asked, only where a lane runs low and there may be more. */
  planRead(isAsked: boolean, most: number): Reading[]
  /** What reading one of them brought, in its order. */
  hold(reading: Reading, items: readonly Item[]): void
  /** The place is free again; how long it took when it was taken, undefined when it was not. */
  answered(item: Item, ms: number | undefined): void
  /** Written down, or nothing is to be written. */
  letGo(item: Item): void
  /** What came of one could not be written: nothing more is sent to its lane until the lease is over or renewed. */
  pause(item: Item): void
  /** Lanes that are empty here and in the database, or only here once it is closed; they are forgotten. */
  takeIdle(): LaneName[]
  /** Nothing is sent any more. */
  close(): void
}

export interface Reading extends LaneRead {
  lane: string
  of: Lane
}

interface Kept<Item> extends Lane {
  fence: number
  leasedUntil: number
  /** How many may be held at once: those on their way, those ahead, those being written down. */
  depth: number
  held: Set<string>
  sending: number
  /** Answered, and not yet written down. */
  unwritten: number
  ahead: Item[]
  mayHaveMore: boolean
  isPaused: boolean
}

const DEEPEST = 256
/** After a crash they are sent again, so sending does not run further ahead of writing down. */
export const MOST_UNWRITTEN = 16
/** What is read ahead should be sent within it. */
const AHEAD_MS = 1_000

const keyOf = ({ clientId, lane }: LaneName) => `${clientId} ${lane}`

/** As many as it answers in that time, but reached step by step; none ahead of one that is slow or fails. */
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
        // Once it is held for longer they are read again.
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
    // Half of what is ahead; a lane with nothing ahead is filled at once.
    mayHaveMore && held.size <= Math.max(LANE_WIDTH - 1, depth / 2)

  return {
    lease(taken, until) {
      for (const { clientId, lane: name, fence } of taken) {
        const key = keyOf({ clientId, lane: name })
        const known = lanes.get(key)
        if (known) {
          if (known.fence !== fence) {
            // Another had it in between: what was read before may be over by now.
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
      // Those with next to nothing come first: a long lane must not keep a short one waiting.
      for (const isHungry of [true, false]) {
        for (const lane of lanes.values()) {
          const { clientId, lane: name, held } = lane
          if (held.size < LANE_WIDTH !== isHungry || !isOpen(lane) || !(isAsked || isLow(lane))) continue
          const places = Math.min(lane.depth - held.size, left)
          // Not looked at: there may be something new.
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
      // Others may have waited for a place of this process, not of their lane.
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
        // One that another may have taken is not worth keeping either.
        if (lane.held.size > 0 || (lane.mayHaveMore && isSafe(lane) && !isClosed && !lane.isPaused)) continue
        lanes.delete(key)
        // Not given back: whoever took it at once would send the same again.
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
