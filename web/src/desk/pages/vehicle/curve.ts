// What a small curve of a measured value shows: its limits, and how it is expected to go on by the forecast of wear. Pure.
import type { MeasuredSeries } from '@walkaround/contract/dms/vehicle-history.ts'
import { dateOf } from '@walkaround/contract/rules/days.ts'
import { toKm } from '@walkaround/contract/rules/mileage.ts'
import { forecastWear, type WearAhead } from '@walkaround/contract/rules/wear-forecast.ts'
import type { CurveLimit, CurvePoint, Expected } from '../../charts/curve-layout.ts'

/** Limits with the worse colour beside them: below for pads and treads, above for water in brake fluid. */
export function limitsOf({ bands = [] }: Pick<MeasuredSeries, 'bands'>): CurveLimit[] {
  const rank = { green: 0, amber: 1, red: 2 }
  return bands.flatMap((band, index) => {
    const [value, next] = [band.lt ?? band.lte, bands[index + 1]]
    if (value === undefined || !next) return []
    const worse = rank[band.status] > rank[next.status] ? band.status : next.status
    return worse === 'green' ? [] : [{ value, status: worse }]
  })
}

export interface Ahead {
  readonly status: CurveLimit['status']
  readonly due: WearAhead
  readonly expected: readonly Expected[]
}

type Series = Pick<MeasuredSeries, 'readings' | 'bands' | 'unit'>

/** By survey: each day is one of the site of its visit. */
type ZoneOf = (surveyId: string) => string

export const pointsOf = ({ readings }: Series, zoneOf: ZoneOf): CurvePoint[] =>
  readings.map(({ surveyId, at, value }) => ({ at: dateOf(at, zoneOf(surveyId)) ?? at.slice(0, 10), value }))

/** The next limit that it reaches; undefined where it has reached the last, or too little is known. */
export function aheadOf(series: Series, today: string, zoneOf: ZoneOf): Ahead | undefined {
  const points = pointsOf(series, zoneOf)
  const readings = series.readings.map(({ value, mileage, mileageUnit }, index) => ({
    value,
    unit: series.unit,
    at: points[index]?.at ?? today,
    km: mileage === undefined ? undefined : toKm({ value: mileage, unit: mileageUnit }),
  }))
  const forecast = forecastWear({ bounds: series.bands, readings, today })
  const last = points.at(-1)
  for (const status of ['amber', 'red'] as const) {
    const due = forecast[status]
    const limit = limitsOf(series).find((one) => one.status === status)
    if (due.kind === 'ahead' && limit && last)
      return { status, due, expected: toExpected(last, limit.value, due) }
  }
  return undefined
}

/** Until the likely day: there it may be as low as if it wore fast, and as high as if it wore slowly. */
function toExpected({ at, value }: CurvePoint, limit: number, { date, from, to }: WearAhead): Expected[] {
  const days = (day: string) => Math.max(Date.parse(day) - Date.parse(at), 1)
  const worn = (day: string) => value - ((value - limit) * days(date)) / days(day)
  const ends = [worn(from), worn(to)]
  return [
    { at, low: value, middle: value, high: value },
    { at: date, low: Math.max(Math.min(...ends), 0), middle: limit, high: Math.max(...ends) },
  ]
}
