// When a measured part will reach amber and red, from its readings over several visits: a date and a mileage, each with a band, or a
// refusal with its reason. Shared by service, owner's page and app. Pure.
import { type Band, findBand } from './bands.ts'
import { addDays, daysBetween } from './days.ts'
import { readingErrorOf, type WearLimits, wearLimits } from './wear-limits.ts'
import { fitWear, type WearLine } from './wear-line.ts'
import { type Pace, paceOf } from './wear-pace.ts'

export interface WearReading {
  readonly value: number
  readonly unit?: string | undefined
  /** ISO date. */
  readonly at: string
  readonly km?: number | undefined
}

/**
 * `noLimits`: the bands do not say which way it wears · `unknownUnit`: nobody knows how exact such readings are · `tooClose`: less than
 * 3,000 km apart · `noWear`: no more than reading errors explain · `tooVague`: the band would say nothing · `tooFar`: in more than
 * three years.
 */
type WearRefusal =
  | 'noLimits'
  | 'unknownUnit'
  | 'tooFewReadings'
  | 'noMileage'
  | 'tooClose'
  | 'noWear'
  | 'tooVague'
  | 'tooFar'

/** ISO dates, none before today, and kilometres, none before the last reading: the most likely one, and the band around it. */
export interface WearAhead {
  readonly kind: 'ahead'
  readonly date: string
  readonly from: string
  readonly to: string
  readonly km: number
  readonly kmFrom: number
  readonly kmTo: number
}

export type WearOutcome =
  | WearAhead
  /** The last reading is there already. */
  | { readonly kind: 'reached' }
  | { readonly kind: 'refused'; readonly why: WearRefusal }

export interface WearForecast {
  readonly amber: WearOutcome
  readonly red: WearOutcome
}

/** Readings closer together differ by less than people misread. */
const LEAST_KM = 3000
/** Nobody plans further ahead, and the owner's page takes no later date. */
export const MOST_DAYS_AHEAD = 3 * 366
/** Even a taxi drives less: more means that a mileage was mistyped. */
const MOST_KM_A_DAY = 500
/** A band wider than the time to go times this says nothing. */
const WIDEST = 2

interface Point {
  value: number
  km: number
  at: string
}

interface Measured {
  readonly bounds: readonly Band[] | undefined
  readonly readings: readonly WearReading[]
  /** ISO date. */
  readonly today: string
}

const refused = (why: WearRefusal) => ({ kind: 'refused', why }) as const

export function forecastWear({ bounds, readings, today }: Measured): WearForecast {
  const limits = wearLimits(bounds)
  const found = limits ? findLine(readings, limits) : 'noLimits'
  if (!limits || typeof found === 'string')
    return { amber: refused(found as WearRefusal), red: refused(found as WearRefusal) }
  const { last } = found
  const grade = findBand({ clientSettings: { bounds: bounds ?? [] } }, last.value)?.status
  const outcome = (limit: number | undefined, isReached: boolean): WearOutcome => {
    if (limit === undefined) return refused('noLimits')
    return isReached ? { kind: 'reached' } : toAhead(found, limit, today)
  }
  return {
    amber: outcome(limits.amber, grade === 'amber' || grade === 'red'),
    red: outcome(limits.red, grade === 'red'),
  }
}

interface Found {
  line: WearLine
  pace: Pace
  last: Point
}

function findLine(readings: readonly WearReading[], limits: WearLimits): Found | WearRefusal {
  const inOrder = readings.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const unit = inOrder.at(-1)?.unit
  const error = readingErrorOf(limits, unit)
  if (error === undefined) return 'unknownUnit'
  // What was read in another unit cannot be compared, and of two readings on a day the later one holds.
  const comparable = inOrder.filter((one, index) => one.unit === unit && one.at !== inOrder[index + 1]?.at)
  if (comparable.length < 2) return 'tooFewReadings'
  const points = comparable.flatMap(({ value, km, at }): Point[] =>
    km === undefined ? [] : [{ value, km, at }],
  )
  const last = points.at(-1)
  if (!last || points.length < 2 || last.at !== comparable.at(-1)?.at) return 'noMileage'
  const driven = sinceBreak(points)
  const part = sinceNewPart(driven, limits.worse, error)
  const [first] = part
  if (!first || part.length < 2) return 'tooFewReadings'
  if (last.km - first.km < LEAST_KM) return 'tooClose'
  const line = fitWear(part, limits.worse, error)
  return line ? { line, pace: paceOf(driven), last } : 'noWear'
}

/** Without what was read before a mileage that cannot be: a car does not run backwards, and no car drives 500 km every day. */
function sinceBreak(points: readonly Point[]): Point[] {
  const from = points.findLastIndex((point, index) => {
    const next = points[index + 1]
    if (!next) return false
    const km = next.km - point.km
    return km < 0 || km > MOST_KM_A_DAY * daysBetween(point.at, next.at)
  })
  return points.slice(from + 1)
}

/** Nothing grows back: a value that is better than the worst so far, by more than two misread ones explain, is that of a new part. */
function sinceNewPart(points: readonly Point[], worse: WearLimits['worse'], error: number): Point[] {
  let part: Point[] = []
  for (const point of points) {
    const levels = part.map(({ value }) => value)
    const gain = worse === 'lower' ? point.value - Math.min(...levels) : Math.max(...levels) - point.value
    part = part.length > 0 && gain > 2 * error ? [point] : [...part, point]
  }
  return part
}

function toAhead({ line, pace, last }: Found, limit: number, today: string): WearOutcome {
  const km = line.kmAt(limit)
  const left = {
    likely: Math.max(0, km.likely - last.km),
    least: Math.max(0, km.least - last.km),
    most: Math.max(0, km.most - last.km),
  }
  const days = pace.daysFor(left)
  if (daysBetween(today, addDays(last.at, Math.min(days.likely, 2 * MOST_DAYS_AHEAD))) > MOST_DAYS_AHEAD)
    return refused('tooFar')
  if (days.most - days.least > Math.max(WIDEST * days.likely, 60)) return refused('tooVague')
  const dateOf = (count: number) => {
    const date = addDays(last.at, count)
    return date < today ? today : date
  }
  return {
    kind: 'ahead',
    date: dateOf(Math.round(days.likely)),
    from: dateOf(Math.floor(days.least)),
    to: dateOf(Math.ceil(days.most)),
    km: Math.round(last.km + left.likely),
    kmFrom: Math.round(last.km + left.least),
    kmTo: Math.round(last.km + left.most),
  }
}
