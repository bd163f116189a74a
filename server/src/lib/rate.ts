// How often somebody may do something: as often as the quota says in a window, at once or spread, and what is used up comes back
// evenly. In memory, without a clock; and the two header fields that tell it, as the IETF's draft on rate limits writes them.
import { Recent } from './recent.ts'

export interface Quota {
  /** Names the limit in the header fields. */
  name: string
  most: number
  windowSeconds: number
}

interface Use {
  isWithin: boolean
  /** How many more may follow now. */
  left: number
  /** Until the whole quota is free again. */
  resetSeconds: number
  /** Until the next is allowed; 0 if it is allowed now. */
  waitSeconds: number
}

export class Rate {
  /** When everything that was used will have come back, in milliseconds, by name. What is over says nothing any more. */
  readonly #freeAt: Recent<number>

  constructor(mostNames: number) {
    this.#freeAt = new Recent(mostNames)
  }

  /** Counts one use unless it is beyond the quota: whoever keeps trying does not wait longer for it. */
  use(name: string, { most, windowSeconds }: Quota, now: number): Use {
    const windowMs = windowSeconds * 1000
    const stepMs = windowMs / most
    const before = Math.max(this.#freeAt.get(name) ?? 0, now)
    const after = before + stepMs
    // A clock that was set back must not lock anybody out.
    const isWithin = after - now <= windowMs + ROUNDING_MS || before - now > windowMs + stepMs
    const freeAt = isWithin ? Math.min(after, now + windowMs) : before
    if (isWithin) this.#freeAt.set(name, freeAt)
    return {
      isWithin,
      left: Math.max(0, Math.floor((windowMs - (freeAt - now)) / stepMs + ROUNDING_MS)),
      resetSeconds: Math.ceil((freeAt - now) / 1000),
      waitSeconds: isWithin ? 0 : Math.max(1, Math.ceil((after - now - windowMs) / 1000)),
    }
  }
}

/** Sums of fractions of milliseconds are not exact. */
const ROUNDING_MS = 1e-6

export const quotaText = ({ name, most, windowSeconds }: Quota): string =>
  `"${name}";q=${most};w=${windowSeconds}`

export const leftText = (name: string, { left, resetSeconds }: Pick<Use, 'left' | 'resetSeconds'>): string =>
  `"${name}";r=${left};t=${resetSeconds}`
