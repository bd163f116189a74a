// Counts attempts at links that do not exist, per network: after many, the caller must wait; valid links never wait. In memory,
// for this process alone: no guess can succeed anyway, this only keeps them from costing much.
import { Recent } from '../../lib/recent.ts'

const MOST = 60
const WINDOW_MS = 10 * 60_000
const REMEMBERED = 10_000

interface GuessLimit {
  isOver(address: string, now: Date): boolean
  count(address: string, now: Date): void
}

export function createGuessLimit(most = MOST): GuessLimit {
  const guesses = new Recent<{ count: number; since: number }>(REMEMBERED)
  const find = (address: string, now: Date) => {
    const known = guesses.get(address)
    return known && now.getTime() - known.since < WINDOW_MS ? known : undefined
  }
  return {
    isOver: (address, now) => (find(address, now)?.count ?? 0) >= most,
    count(address, now) {
      const known = find(address, now) ?? { count: 0, since: now.getTime() }
      guesses.set(address, { ...known, count: known.count + 1 })
    },
  }
}
