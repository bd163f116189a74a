// From values to places on a drawing, and the round values that stand at its edge. Pure.

export interface Scale {
  /** Round values from the lowest to the highest. */
  readonly ticks: readonly number[]
  /** The place of a value between `start`, for the lowest tick, and `end`. */
  at(value: number): number
}

const steps = [1, 2, 2.5, 5, 10]

/** About `wanted` round steps from `low` to `high`, none smaller than `least`: half a car is none. A drawing of equal values has a scale too. */
export function roundTicks(low: number, high: number, wanted: number, least = 0): number[] {
  // Nothing but noughts: a scale of whole things.
  if (low === 0 && high === 0) return [0, 1]
  const span = high > low ? high - low : Math.abs(high) || 1
  const rough = span / Math.max(1, wanted)
  const power = 10 ** Math.floor(Math.log10(rough))
  const found = (steps.find((one) => one * power >= rough * 0.999) ?? 10) * power
  // 2.5 is no step of whole things either.
  const step = least > 0 ? Math.ceil(found / least) * least : found
  const first = Math.floor(low / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9))
  // By whole numbers of steps: adding up 0.1 would give 0.30000000000000004.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

export function scaleOf(ticks: readonly number[], start: number, end: number): Scale {
  const low = ticks[0] ?? 0
  const high = ticks.at(-1) ?? 1
  return { ticks, at: (value) => start + ((value - low) / (high - low || 1)) * (end - start) }
}

/** Places are written with a decimal: a screen shows no more. */
export const round = (place: number): number => Math.round(place * 10) / 10

/** About how wide words are, in the letters of the charts. Measuring them would need the page. */
export const widthOf = (text: string, size = 13): number => Math.ceil(text.length * size * 0.56)
