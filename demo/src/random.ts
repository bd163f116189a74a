// A seeded random generator: the same demo every time. Not for anything that must be unpredictable.

export interface Chance {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number; both ends included. */
  between(low: number, high: number): number
  /** True in this share of cases. */
  is(share: number): boolean
  pick<T>(from: readonly T[]): T
}

/** A linear congruential generator modulo 2^48 with the well-known constants of drand48. */
export function seeded(seed: number): Chance {
  const multiplier = 0x5deece66dn
  const mask = (1n << 48n) - 1n
  let state = ((BigInt(seed) << 16n) + 0x330en) & mask
  const next = () => {
    state = (state * multiplier + 0xbn) & mask
    return Number(state >> 16n) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    is: (share) => next() < share,
    pick(from) {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
  }
}
