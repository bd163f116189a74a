// A small curve of a measured value over time: what was read, the limits at which it becomes amber and red, and the band in which it is
// expected to go on. Pure.
import { round, roundTicks, scaleOf } from './scale.ts'

export interface CurvePoint {
  /** A day, YYYY-MM-DD. */
  readonly at: string
  readonly value: number
  /** A new part: the curve does not join it with what was before. */
  readonly isNew?: boolean
}

export interface CurveLimit {
  readonly value: number
  readonly status: 'amber' | 'red'
}

export interface Expected {
  readonly at: string
  readonly low: number
  readonly middle: number
  readonly high: number
}

interface Curve {
  readonly points: readonly CurvePoint[]
  readonly limits?: readonly CurveLimit[]
  /** From the last reading on, at least two. */
  readonly expected?: readonly Expected[]
}

interface Size {
  readonly width: number
  readonly height: number
  /** Room around, so that no mark is cut. */
  readonly edge: number
}

interface CurveLayout {
  readonly paths: readonly string[]
  readonly marks: readonly { readonly x: number; readonly y: number; readonly point: CurvePoint }[]
  readonly limits: readonly { readonly y: number; readonly limit: CurveLimit }[]
  readonly band: string | undefined
  readonly middle: string | undefined
  /** The first and the last day of the drawing. */
  readonly days: { readonly from: string; readonly to: string } | undefined
}

const timeOf = (day: string) => Date.parse(day)
const line = (places: readonly (readonly [number, number])[]) =>
  `M${places.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`

/** Points may come in any order. The scale includes the limits: a value near one must look near it. */
export function layoutCurve(curve: Curve, { width, height, edge }: Size): CurveLayout {
  const { limits = [], expected = [] } = curve
  const points = curve.points.toSorted((a, b) => timeOf(a.at) - timeOf(b.at))
  const days = [...points, ...expected].map(({ at }) => at).toSorted()
  const values = [
    ...points.map(({ value }) => value),
    ...limits.map(({ value }) => value),
    ...expected.flatMap(({ low, high }) => [low, high]),
  ]
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined)
    return { paths: [], marks: [], limits: [], band: undefined, middle: undefined, days: undefined }
  const y = scaleOf(roundTicks(Math.min(...values), Math.max(...values), 4), height - edge, edge)
  const span = timeOf(to) - timeOf(from)
  const x = (day: string) =>
    span > 0 ? edge + ((timeOf(day) - timeOf(from)) / span) * (width - 2 * edge) : width / 2
  const runs: CurvePoint[][] = []
  for (const point of points) {
    if (point.isNew || runs.length === 0) runs.push([point])
    else runs.at(-1)?.push(point)
  }
  const along = (read: (one: Expected) => number) =>
    expected.map((one) => [x(one.at), y.at(read(one))] as const)
  const hasBand = expected.length > 1
  return {
    paths: runs.map((run) => line(run.map(({ at, value }) => [x(at), y.at(value)]))),
    marks: points.map((point) => ({ x: round(x(point.at)), y: round(y.at(point.value)), point })),
    limits: limits.map((limit) => ({ y: round(y.at(limit.value)), limit })),
    band: hasBand
      ? `${line([...along(({ high }) => high), ...along(({ low }) => low).toReversed()])}Z`
      : undefined,
    middle: hasBand ? line(along(({ middle }) => middle)) : undefined,
    days: { from, to },
  }
}
