// Which family of checks runs in which of the two lanes, by the times that were kept, so that both end together.

/** Seconds by family and check. */
export type Times = Record<string, Readonly<Record<string, number>>>

interface Splittable {
  readonly name: string
  /** For families that would disturb those of the other lane, at the same cars of the demo. */
  readonly lane?: 0 | 1
}

/** Of a family that is new. */
const unknownSeconds = 30

export function splitFamilies<F extends Splittable>(families: readonly F[], times: Times): [F[], F[]] {
  const secondsOf = ({ name }: F) =>
    Object.values(times[name] ?? { new: unknownSeconds }).reduce((sum, seconds) => sum + seconds, 0)
  const sums = [0, 0]
  const laneOf = new Map<F, number>()
  const put = (family: F, lane: number) => {
    laneOf.set(family, lane)
    sums[lane] = (sums[lane] ?? 0) + secondsOf(family)
  }
  for (const family of families) if (family.lane !== undefined) put(family, family.lane)
  const free = families.filter((family) => family.lane === undefined)
  // The longest first, each to the lane that has less.
  for (const family of free.toSorted((a, b) => secondsOf(b) - secondsOf(a)))
    put(family, (sums[0] ?? 0) <= (sums[1] ?? 0) ? 0 : 1)
  const ofLane = (lane: number) => families.filter((family) => laneOf.get(family) === lane)
  return [ofLane(0), ofLane(1)]
}
