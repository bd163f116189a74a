// A signature as the service stores it: strokes of x, y, x, y … in units of the height of the field. Pure.

export interface Point {
  x: number
  y: number
}

/** Three decimals are finer than a pen. */
const rounded = (value: number) => Math.round(value * 1000) / 1000

export function toStrokes(groups: readonly { points: readonly Point[] }[], height: number): number[][] {
  return groups
    .map(({ points }) => points.flatMap(({ x, y }) => [rounded(x / height), rounded(y / height)]))
    .filter((stroke) => stroke.length >= 2)
}

/** The same, seen from the other side of the counter. */
export const turned = (
  groups: readonly { points: readonly Point[] }[],
  width: number,
  height: number,
): { points: Point[] }[] =>
  groups.map(({ points }) => ({ points: points.map(({ x, y }) => ({ x: width - x, y: height - y })) }))

/** A dot is not a signature: somebody touched the screen. */
export function isSigned(strokes: readonly (readonly number[])[]): boolean {
  let length = 0
  for (const stroke of strokes)
    for (let i = 2; i + 1 < stroke.length; i += 2)
      length += Math.hypot(stroke[i]! - stroke[i - 2]!, stroke[i + 1]! - stroke[i - 1]!)
  return length > 0.3
}
