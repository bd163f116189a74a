// Curves of cubic Béziers: making, cutting, joining and rounding them. Pure geometry; knows nothing about vehicles.

export type Point = readonly [number, number]
export type Cubic = readonly [Point, Point, Point, Point]
export type Curve = readonly Cubic[]
/** A point the curve passes through, smoothly unless it is a corner. Two corners in a row make a straight line. */
export type Node = readonly [x: number, y: number, name?: string, kind?: 'corner']

export const mix = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
]
export const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
export const startOf = (curve: Curve): Point => (curve[0] as Cubic)[0]
export const endOf = (curve: Curve): Point => (curve.at(-1) as Cubic)[3]

export const straight = (a: Point, b: Point): Curve => [[a, mix(a, b, 1 / 3), mix(a, b, 2 / 3), b]]
export const polyline = (...points: Point[]): Curve =>
  points.slice(1).flatMap((point, i) => straight(points[i] as Point, point))

export function spline(nodes: readonly Node[]): Curve {
  const points = nodes.map(([x, y]): Point => [x, y])
  const slopes = nodes.map(([, , , kind], i): Point | undefined => {
    const [before, here, after] = [points[i - 1], points[i] as Point, points[i + 1]]
    if (!before || !after || kind === 'corner') return undefined
    const [a, b] = [distance(before, here), distance(here, after)]
    // The nearer neighbour decides: otherwise uneven spacing would make waves.
    const slope = (axis: 0 | 1) =>
      ((here[axis] - before[axis]) * b) / a + ((after[axis] - here[axis]) * a) / b
    const [x, y] = [slope(0), slope(1)]
    const length = Math.hypot(x, y) || 1
    return [x / length, y / length]
  })
  return points.slice(1).flatMap((to, i): Curve => {
    const from = points[i] as Point
    const [leaving, arriving] = [slopes[i], slopes[i + 1]]
    if (!leaving && !arriving) return straight(from, to)
    const chord = distance(from, to)
    // A long reach next to a short neighbour would overshoot.
    const reachAt = (near: Point, beyond: Point | undefined) =>
      0.36 * Math.min(chord, 1.9 * (beyond ? distance(near, beyond) : chord))
    const [out, back] = [reachAt(from, points[i - 1]), reachAt(to, points[i + 2])]
    const second: Point = arriving ? [to[0] - arriving[0] * back, to[1] - arriving[1] * back] : to
    const first: Point = leaving ? [from[0] + leaving[0] * out, from[1] + leaving[1] * out] : from
    return [[from, leaving ? first : mix(from, second, 0.55), arriving ? second : mix(to, first, 0.55), to]]
  })
}

export const reverse = (curve: Curve): Curve => curve.map(([a, b, c, d]): Cubic => [d, c, b, a]).toReversed()
export const move = (curve: Curve, by: (point: Point) => Point): Curve =>
  curve.map(([a, b, c, d]): Cubic => [by(a), by(b), by(c), by(d)])
export const shift = (curve: Curve, x: number, y: number): Curve =>
  move(curve, ([px, py]) => [px + x, py + y])

export function pointOn([a, b, c, d]: Cubic, t: number): Point {
  const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)]
  return mix(mix(ab, bc, t), mix(bc, cd, t), t)
}

export function splitCubic([a, b, c, d]: Cubic, t: number): [Cubic, Cubic] {
  const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)]
  const [abc, bcd] = [mix(ab, bc, t), mix(bc, cd, t)]
  const middle = mix(abc, bcd, t)
  return [
    [a, ab, abc, middle],
    [middle, bcd, cd, d],
  ]
}

/** Cuts where `side` first changes its sign. A curve that never crosses is all before or all after the cut. */
export function cut(curve: Curve, side: (point: Point) => number): [Curve, Curve] {
  const sign = Math.sign(side(startOf(curve)))
  if (sign === 0) return [[], curve]
  for (const [i, cubic] of curve.entries()) {
    if (Math.sign(side(cubic[3])) === sign) continue
    let [low, high] = [0, 1]
    for (let n = 0; n < 40; n++) {
      const t = (low + high) / 2
      if (Math.sign(side(pointOn(cubic, t))) === sign) low = t
      else high = t
    }
    if (high > 1 - 1e-9) return [curve.slice(0, i + 1), curve.slice(i + 1)]
    const [before, after] = splitCubic(cubic, high)
    return [
      [...curve.slice(0, i), before],
      [after, ...curve.slice(i + 1)],
    ]
  }
  return [curve, []]
}

/** For curves that run from left to right. */
export const before = (curve: Curve, x: number): Curve => cut(curve, (point) => point[0] - x)[0]
export const after = (curve: Curve, x: number): Curve => cut(curve, (point) => point[0] - x)[1]
export const between = (curve: Curve, from: number, to: number): Curve => before(after(curve, from), to)
export function pointAt(curve: Curve, x: number): Point {
  const rest = after(curve, x)
  return rest.length > 0 ? startOf(rest) : endOf(curve)
}

/** Degrees, counter-clockwise from the right if y grows upward. */
export function arc([x, y]: Point, radius: number, from: number, to: number): Curve {
  const count = Math.max(1, Math.ceil(Math.abs(to - from) / 90))
  const step = ((to - from) / count / 180) * Math.PI
  const reach = (4 / 3) * Math.tan(step / 4) * radius
  return Array.from({ length: count }, (_, i): Cubic => {
    const a = (from / 180) * Math.PI + i * step
    const b = a + step
    const [p, q]: Point[] = [a, b].map((at): Point => [x + radius * Math.cos(at), y + radius * Math.sin(at)])
    return [
      p as Point,
      [(p as Point)[0] - reach * Math.sin(a), (p as Point)[1] + reach * Math.cos(a)],
      [(q as Point)[0] + reach * Math.sin(b), (q as Point)[1] - reach * Math.cos(b)],
      q as Point,
    ]
  })
}
export const circle = (centre: Point, radius: number): Curve => arc(centre, radius, 0, 360)

/** One after the other, connected by straight lines where they do not meet. */
export function join(...parts: Curve[]): Curve {
  const filled = parts.filter((part) => part.length > 0)
  return filled.flatMap((part, i) => {
    const previous = filled[i - 1]
    if (!previous || distance(endOf(previous), startOf(part)) < 0.01) return part
    return [...straight(endOf(previous), startOf(part)), ...part]
  })
}

export function close(...parts: Curve[]): Curve {
  const open = join(...parts)
  return distance(endOf(open), startOf(open)) < 0.01
    ? open
    : [...open, ...straight(endOf(open), startOf(open))]
}

/** From a half that begins and ends on the axis y = 0. */
export const symmetric = (half: Curve): Curve => close(half, reverse(flip(half)))
export const flip = (curve: Curve): Curve => move(curve, ([x, y]) => [x, -y])

const lengthOf = ([a, b, c, d]: Cubic) => distance(a, b) + distance(b, c) + distance(c, d)

/** A closed curve with its corners taken off. */
export function rounded(closed: Curve, radius: number): Curve {
  const all = closed.filter((cubic) => lengthOf(cubic) > 0.5)
  const turns = all.map((cubic, i) => {
    const next = all[(i + 1) % all.length] as Cubic
    const a = direction(pointOn(cubic, 0.97), cubic[3])
    const b = direction(next[0], pointOn(next, 0.03))
    return Math.abs(Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1])) > 0.35
  })
  const trimmed = all.map((cubic, i) => {
    const reach = Math.min(0.45, radius / lengthOf(cubic))
    let piece = cubic
    if (turns[i]) piece = splitCubic(piece, 1 - reach)[0]
    if (turns.at(i - 1)) piece = splitCubic(piece, turns[i] ? reach / (1 - reach) : reach)[1]
    return piece
  })
  return trimmed.flatMap((piece, i): Curve => {
    if (!turns[i]) return [piece]
    const corner = (all[i] as Cubic)[3]
    const to = (trimmed[(i + 1) % trimmed.length] as Cubic)[0]
    return [piece, [piece[3], mix(piece[3], corner, 0.56), mix(to, corner, 0.56), to]]
  })
}

function direction(a: Point, b: Point): Point {
  const length = distance(a, b) || 1
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
}

export function isStraight([a, b, c, d]: Cubic): boolean {
  const [x, y] = direction(a, d)
  const off = (p: Point) => Math.abs((p[0] - a[0]) * y - (p[1] - a[1]) * x)
  return off(b) < 0.05 && off(c) < 0.05
}

export const flatten = (curve: Curve, steps = 12): Point[] =>
  curve.flatMap((cubic) =>
    isStraight(cubic) ? [cubic[3]] : Array.from({ length: steps }, (_, i) => pointOn(cubic, (i + 1) / steps)),
  )

export function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false
  for (const [i, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon.at(i - 1) as Point
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

export function distanceTo(polygon: readonly Point[], [x, y]: Point): number {
  return Math.min(
    ...polygon.map(([ax, ay], i) => {
      const [bx, by] = polygon.at(i - 1) as Point
      const [dx, dy] = [bx - ax, by - ay]
      const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
      return Math.hypot(x - ax - t * dx, y - ay - t * dy)
    }),
  )
}
