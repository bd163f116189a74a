// Decides which answer to a question wins when two people answered without having seen each other's answer (I1). Pure,
// and independent of the order of arrival: the service decides with it, and the tablet shows what will be decided.
import { toInstant } from './iso-dates.ts'

/** One version of an answer, given by one tap. */
export interface TapVersion {
  /** Id of the edit. */
  version: string
  /** When it was tapped, in milliseconds by the service's clock. */
  at: number
  /** Person and device. */
  by: string
  /** The grade; left out if the answer has none. */
  status?: 'green' | 'amber' | 'red' | undefined
  /** The answer was taken back. */
  isCleared: boolean
  /** Two versions with the same words say the same. */
  words: string
}

/** Clocks are not precise enough to order taps that are closer together than this. */
const closeMs = 2_000

/** The time of a tap by the service's clock: the device's clock less the measured difference, never in the future. */
export const tappedAt = (deviceAt: number, clockAheadMs: number, now: number): number =>
  Math.min(deviceAt - clockAheadMs, now)

interface TapClock {
  now: Date
  /** `clockAheadMs`: how far the client's clock is ahead of the real time, which is all that devices are told. */
  client: { timeZone: string; clockAheadMs?: number | undefined }
}

/** The same by the clock of the client, of what a device sends. A time without an offset is one of the place whose zone is given (I8). */
export function timeOfTap(
  { now, client }: TapClock,
  { at, clockAhead = 0 }: { at?: string | undefined; clockAhead?: number | undefined },
): Date {
  if (at === undefined) return now
  const deviceAt = toInstant(at, client.timeZone).getTime()
  return new Date(tappedAt(deviceAt, clockAhead - (client.clockAheadMs ?? 0), now.getTime()))
}

/**
 * The versions that remain after `next`: it replaces those the person had seen, and the person's own earlier
 * ones. Without `seen`, everything had been seen.
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
  // A later tap already said it: somebody else's, or the same person's, arriving out of order.
  const isSaid = left.some((one) => one.at > next.at && (one.words === next.words || one.by === next.by))
  return isSaid ? left : [...left, next]
}

interface Settled<V> {
  /** The version in force until somebody chooses. */
  stands: V
  /** True if somebody has to choose. If false, the later tap won, and both people are told. */
  isOpen: boolean
}

/** Among versions whose authors had not seen each other's, the worse grade wins, otherwise the later tap. */
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

/** A cleared answer ranks lowest, so that taking back one answer never loses another. */
function rankOf({ status, isCleared }: TapVersion): number {
  if (isCleared) return 0
  return status === undefined ? 1 : { green: 2, amber: 3, red: 4 }[status]
}
