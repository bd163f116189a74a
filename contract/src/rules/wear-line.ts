// The straight line through the readings of one part, and between which mileages it reaches a limit if readings are as wrong as
// people misread. Pure.
import type { WearLimits } from './wear-limits.ts'

/** Nine of ten readings are within the reading error: that is so many standard deviations. */
const IN_ERROR = 1.645
/** Standard deviations on each side; a test on generated histories holds that the true date is inside often enough. */
export const SIDES = 1.4

interface Point {
  readonly value: number
  readonly km: number
}

/** Around the most likely one. */
export interface Range {
  readonly least: number
  readonly likely: number
  readonly most: number
}

export interface WearLine {
  /** Mileages at which a value is reached. */
  kmAt(value: number): Range
}

/** Undefined if the value does not change for the worse by more than reading errors explain. */
export function fitWear(
  points: readonly Point[],
  worse: WearLimits['worse'],
  error: number,
): WearLine | undefined {
  const sign = worse === 'lower' ? 1 : -1
  const meanKm = meanOf(points.map(({ km }) => km))
  const meanLevel = meanOf(points.map(({ value }) => sign * value))
  const around = points.map(({ km, value }) => ({ km: km - meanKm, level: sign * value - meanLevel }))
  const spread = sumOf(around.map(({ km }) => km * km))
  const slope = sumOf(around.map(({ km, level }) => km * level)) / spread
  const rest = sumOf(around.map(({ km, level }) => (level - slope * km) ** 2))
  // Readings that lie further from a line than people misread say themselves how wrong they are.
  const variance = Math.max((error / IN_ERROR) ** 2, points.length > 2 ? rest / (points.length - 2) : 0)
  const doubt = SIDES ** 2 * variance
  const sure = slope ** 2 - doubt / spread
  if (slope >= 0 || sure <= 0) return undefined
  return {
    // Fieller's theorem: every mileage at which the limit is within the doubt of the line.
    kmAt(value) {
      const above = meanLevel - sign * value
      const width = Math.sqrt(doubt * (above ** 2 / spread + sure / points.length))
      return {
        least: meanKm + (-above * slope - width) / sure,
        likely: meanKm - above / slope,
        most: meanKm + (-above * slope + width) / sure,
      }
    },
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length
