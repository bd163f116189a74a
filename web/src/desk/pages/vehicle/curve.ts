// Where the points and limits of a small curve are, from values to units of its drawing. Pure.
import type { MeasuredSeries } from '@walkaround/contract/dms/vehicle-history.ts'

export const size = { width: 260, height: 96, edge: 10 } as const

interface CurvePoint {
  readonly x: number
  readonly y: number
  readonly index: number
}

interface CurveLimit {
  readonly y: number
  readonly value: number
  /** The worse of the two colours that meet there. */
  readonly status: 'amber' | 'red'
}

export interface Curve {
  readonly points: readonly CurvePoint[]
  readonly limits: readonly CurveLimit[]
}

/** Limits with the worse colour beside them: below for pads and treads, above for water in brake fluid. */
export function limitsOf({ bands = [] }: Pick<MeasuredSeries, 'bands'>): Omit<CurveLimit, 'y'>[] {
  const rank = { green: 0, amber: 1, red: 2 }
  return bands.flatMap((band, index) => {
    const [value, next] = [band.lt ?? band.lte, bands[index + 1]]
    if (value === undefined || !next) return []
    const worse = rank[band.status] > rank[next.status] ? band.status : next.status
    return worse === 'green' ? [] : [{ value, status: worse }]
  })
}

/** By time from left to right; one reading is in the middle. Limits are always in sight. */
export function toCurve(series: Pick<MeasuredSeries, 'readings' | 'bands'>): Curve {
  const { width, height, edge } = size
  const limits = limitsOf(series)
  const values = [...series.readings.map(({ value }) => value), ...limits.map(({ value }) => value)]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const times = series.readings.map(({ at }) => Date.parse(at))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const toY = (value: number) =>
    least === most ? height / 2 : height - edge - ((value - least) / (most - least)) * (height - 2 * edge)
  const toX = (at: number) =>
    first === last ? width / 2 : edge + ((at - first) / (last - first)) * (width - 2 * edge)
  return {
    points: series.readings.map(({ value }, index) => ({
      x: toX(times[index] as number),
      y: toY(value),
      index,
    })),
    limits: limits.map((limit) => ({ ...limit, y: toY(limit.value) })),
  }
}
