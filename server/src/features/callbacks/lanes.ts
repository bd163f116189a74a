// Whose turn it is among what this process has claimed: a few at once to each receiver, the rest waits here in memory. For a
// receiver that answers quickly more is claimed ahead, so that it never waits for the database; for any other nothing.
// Knows no database and no network.
import { LANE_WIDTH } from './rules.ts'

export interface LaneName {
  clientId: string
  lane: string
}

export interface Depth extends LaneName {
  /** How many may be held at once: those on their way, those ahead, those being written down. */
  depth: number
}

export interface ClaimPlan {
  /** Of the lanes that are deeper than they are wide. */
  depths: Depth[]
  /** What the claim brought; `isCutShort` when it could have been more. Each of them must then take its turn. */
  hold(claimed: readonly LaneName[], isCutShort: boolean): void
}

export interface Lanes {
  planClaim(): ClaimPlan
  /** A lane runs low that may have more in the database. */
  isLow(): boolean
  /** Waits for a place; false, and no place, when nothing is sent any more. */
  turn(name: LaneName): Promise<boolean>
  /** The place is free again; how long it took when it was taken, undefined when it was not. */
  answered(name: LaneName, ms: number | undefined): void
  /** Written down, or given back without having had a place. */
  letGo(name: LaneName, wasAnswered: boolean): void
  close(): void
}

interface Lane extends Depth {
  held: number
  sending: number
  /** Answered, and not yet written down. */
  unwritten: number
  ahead: ((mayBeSent: boolean) => void)[]
  mayHaveMore: boolean
}

const DEEPEST = 256
/** After a crash they are sent again, so sending does not run further ahead of writing down. */
export const MOST_UNWRITTEN = 16
/** What is claimed ahead should be sent within it. */
const AHEAD_MS = 1_000

const keyOf = ({ clientId, lane }: LaneName) => `${clientId} ${lane}`

/** As many as it answers in that time, but reached step by step; none ahead of one that is slow or fails. */
function depthAfter(depth: number, ms: number | undefined): number {
  if (ms === undefined) return LANE_WIDTH
  const fitting = Math.floor((LANE_WIDTH * AHEAD_MS) / Math.max(ms, 1))
  return Math.max(LANE_WIDTH, Math.min(depth * 2, fitting, DEEPEST))
}

export function createLanes(mostSending: number): Lanes {
  const lanes = new Map<string, Lane>()
  let sending = 0
  let isClosed = false

  function laneOf(name: LaneName): Lane {
    const key = keyOf(name)
    const known = lanes.get(key)
    if (known) return known
    const { clientId, lane } = name
    const made: Lane = {
      clientId,
      lane,
      depth: LANE_WIDTH,
      held: 0,
      sending: 0,
      unwritten: 0,
      ahead: [],
      mayHaveMore: false,
    }
    lanes.set(key, made)
    return made
  }

  function start(lane: Lane): void {
    while (lane.sending < LANE_WIDTH && lane.unwritten < MOST_UNWRITTEN && sending < mostSending) {
      const next = lane.ahead.shift()
      if (!next) return
      lane.sending++
      sending++
      next(true)
    }
  }

  function planClaim(): ClaimPlan {
    // Since then some may have ended and a lane may have become deeper: what was asked for is what counts.
    const asked = new Map([...lanes].map(([key, { depth, held }]) => [key, depth - held]))
    return {
      depths: [...lanes.values()]
        .filter(({ depth }) => depth > LANE_WIDTH)
        .map(({ clientId, lane, depth }) => ({ clientId, lane, depth })),
      hold(claimed, isCutShort) {
        const brought = new Map<Lane, number>()
        for (const name of claimed) {
          const lane = laneOf(name)
          lane.held++
          brought.set(lane, (brought.get(lane) ?? 0) + 1)
        }
        for (const [key, lane] of lanes) {
          lane.mayHaveMore = isCutShort || (brought.get(lane) ?? 0) >= (asked.get(key) ?? LANE_WIDTH)
          if (lane.held === 0 && !lane.mayHaveMore) lanes.delete(key)
        }
      },
    }
  }

  return {
    planClaim,
    isLow() {
      for (const { held, depth, mayHaveMore } of lanes.values()) {
        // Half of what is ahead; a lane with nothing ahead is filled at once.
        if (mayHaveMore && held <= Math.max(LANE_WIDTH - 1, depth / 2)) return true
      }
      return false
    },
    turn(name) {
      if (isClosed) return Promise.resolve(false)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const lane = laneOf(name)
      lane.ahead.push(resolve)
      start(lane)
      return promise
    },
    answered(name, ms) {
      const lane = laneOf(name)
      const wasFull = sending >= mostSending
      lane.sending--
      sending--
      lane.unwritten++
      lane.depth = depthAfter(lane.depth, ms)
      start(lane)
      // Others may have waited for a place of this process, not of their lane.
      if (wasFull) for (const other of lanes.values()) start(other)
    },
    letGo(name, wasAnswered) {
      const lane = laneOf(name)
      lane.held--
      if (wasAnswered) lane.unwritten--
      start(lane)
      if (lane.held === 0 && !lane.mayHaveMore) lanes.delete(keyOf(name))
    },
    close() {
      isClosed = true
      for (const lane of lanes.values()) for (const next of lane.ahead.splice(0)) next(false)
    },
  }
}
