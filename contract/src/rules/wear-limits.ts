// Between which values a measured part wears, by the bands of its question, and how exactly such a value is read. Pure.
import type { Band } from './bands.ts'

export interface WearLimits {
  readonly worse: 'lower' | 'higher'
  /** Where amber and red begin, as far as the template has these bands. */
  readonly amber: number | undefined
  readonly red: number | undefined
}

const severity = { green: 0, amber: 1, red: 2 } as const

const endOf = ({ lt, lte }: Band): number | undefined => lt ?? lte

/** Undefined where the bands have no direction: a tyre pressure may be too low and too high. */
export function wearLimits(bounds: readonly Band[] | undefined): WearLimits | undefined {
  if (bounds === undefined || bounds.length < 2) return undefined
  const ranks = bounds.map(({ status }) => severity[status])
  const isDown = ranks.every((rank, index) => index === 0 || rank <= (ranks[index - 1] ?? 0))
  const isUp = ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0))
  if (isDown === isUp) return undefined
  // Where values fall, red ends where the last red band does; where they rise, it begins where the band before it ends.
  const limitOf = (rank: number): number | undefined => {
    const last = isDown
      ? bounds.findLastIndex(({ status }) => severity[status] >= rank)
      : bounds.findIndex(({ status }) => severity[status] >= rank) - 1
    const isBetween = last >= 0 && last < bounds.length - 1
    return isBetween ? endOf(bounds[last] as Band) : undefined
  }
  const [amber, red] = [limitOf(severity.amber), limitOf(severity.red)]
  return {
    worse: isDown ? 'lower' : 'higher',
    amber: amber === red && ranks.every((rank) => rank !== severity.amber) ? undefined : amber,
    red,
  }
}

/** How far from the true value nine of ten readings are at most, by unit. */
const readingErrors: Readonly<Record<string, number>> = {
  // A gauge in a groove, or a pad through the wheel: two people differ by a few tenths.
  mm: 0.3,
  // The same gauge.
  in: 0.012,
  // Testers of a battery repeat to a few per cent, and it depends on how warm it is.
  '%': 3,
  // A drop on a refractometer is read to two degrees.
  Cel: 2,
}

/**
 * At most a third of the way from amber to red: otherwise the template would grade what nobody can read (the water in brake fluid is
 * also told in per cent, and read more exactly than a battery). Undefined if nothing says how exact a reading is.
 */
export function readingErrorOf({ amber, red }: WearLimits, unit: string | undefined): number | undefined {
  const most = amber === undefined || red === undefined ? Number.POSITIVE_INFINITY : Math.abs(amber - red) / 3
  const error = Math.min(readingErrors[unit ?? ''] ?? Number.POSITIVE_INFINITY, most)
  return Number.isFinite(error) && error > 0 ? error : undefined
}
