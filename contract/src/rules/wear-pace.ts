// How far a car drives a day, and how long it takes for so many kilometres if it goes on about like that. Pure.
import { daysBetween } from './days.ts'
import { type Range, SIDES } from './wear-line.ts'

/** How km per day differ from month to month, as a share, while the visits of the car say nothing else; counts as so many intervals. */
const USUAL = { share: 0.4, intervals: 3 }
/** People move and change their work: nobody knows this share beforehand. */
const CHANGE = 0.12
const MONTH_DAYS = 30

interface Point {
  readonly km: number
  readonly at: string
}

export interface Pace {
  daysFor(km: Range): Range
}

/** Points in order, at least two, on different days and mileages. */
export function paceOf(points: readonly Point[]): Pace {
  const intervals = points.slice(1).map((point, index) => {
    const before = points[index] as Point
    return { km: point.km - before.km, days: daysBetween(before.at, point.at) }
  })
  const days = intervals.reduce((sum, one) => sum + one.days, 0)
  const kmPerDay = intervals.reduce((sum, one) => sum + one.km, 0) / days
  // Over a long interval months make up for each other, so its difference counts as that of so many months.
  const seen = intervals.map((one) => (one.km / one.days / kmPerDay - 1) ** 2 * (one.days / MONTH_DAYS))
  const share =
    (USUAL.intervals * USUAL.share ** 2 + seen.reduce((sum, one) => sum + one, 0)) /
    (USUAL.intervals + intervals.length - 1)
  return {
    daysFor(km) {
      const likely = km.likely / kmPerDay
      const doubt = Math.sqrt(
        share * (MONTH_DAYS / days + MONTH_DAYS / Math.max(likely, MONTH_DAYS)) + CHANGE ** 2,
      )
      const factor = Math.exp(SIDES * doubt)
      const sooner = Math.hypot(likely - km.least / kmPerDay, likely - likely / factor)
      const later = Math.hypot(km.most / kmPerDay - likely, likely * factor - likely)
      return { least: Math.max(0, likely - sooner), likely, most: likely + later }
    },
  }
}
