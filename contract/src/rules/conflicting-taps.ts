// Which of several answers to one question stands when two people gave them without having seen each other's (I1). Pure,
// and the same whatever the order of arrival: the service decides by it, and the tablet shows by it what will be decided.

/** One version of an answer: what one tap said. */
export interface TapVersion {
  /** Id of the edit. */
  version: string
  /** When it was tapped, in milliseconds by the service's clock. */
  at: number
  /** Person and device. */
  by: string
  /** The finding; left out where the answer has none. */
  status?: 'green' | 'amber' | 'red' | undefined
  /** The answer was taken back. */
  isCleared: boolean
  /** Two versions with the same words say the same. */
  words: string
}

/** Clocks are not compared more exactly than this: nearer taps have no order. */
export const closeMs = 2_000

/** The later tap counts by its own clock less the measured difference, but nobody taps in the future. */
export const tappedAt = (deviceAt: number, clockAheadMs: number, now: number): number =>
  Math.min(deviceAt - clockAheadMs, now)

/**
 * The versions that are left once `next` was given: those whoever tapped had seen are over, and so are their own earlier
 * ones. `seen` left out: everything was seen.
 */
export function layTap<V extends TapVersion>(
  versions: readonly V[],
  next: V,
  seen: readonly string[] | undefined,
): V[] {
  const isOver = (one: V) =>
    seen === undefined ||
    seen.includes(one.version) ||
    (one.by === next.by && one.at <= next.at) ||
    (one.words === next.words && one.at <= next.at)
  const left = versions.filter((one) => !isOver(one))
  // Said already, later: by another, or by the same person whose taps came out of order.
  const isSaid = left.some((one) => one.at > next.at && (one.words === next.words || one.by === next.by))
  return isSaid ? left : [...left, next]
}

export interface Settled<V> {
  /** What counts until somebody chooses. */
  stands: V
  /** Somebody has to choose. Else the later tap has won, which both people are told. */
  isOpen: boolean
}

/** Of versions that nobody gave in the knowledge of another: a worse finding stands, else the later tap. */
export function settleTaps<V extends TapVersion>(versions: readonly V[]): Settled<V> | undefined {
  const [latest] = versions.toSorted(byTime)
  const [stands] = versions.toSorted((one, other) => rankOf(other) - rankOf(one) || byTime(one, other))
  if (!latest || !stands) return undefined
  const isClose = versions.some((one) =>
    versions.some((other) => one !== other && Math.abs(one.at - other.at) <= closeMs),
  )
  return { stands, isOpen: isClose || stands !== latest }
}

const byTime = (one: TapVersion, other: TapVersion): number =>
  other.at - one.at || (one.version < other.version ? 1 : -1)

/** Not checked gives way to anything: an answer is not lost to somebody who took back another. */
function rankOf({ status, isCleared }: TapVersion): number {
  if (isCleared) return 0
  return status === undefined ? 1 : { green: 2, amber: 3, red: 4 }[status]
}
