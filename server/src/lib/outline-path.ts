// Reads the paths of outlines: absolute M, L, C and Z, nothing else. Pure.

export type Point = readonly [number, number]

export type Command =
  | { name: 'M' | 'L'; to: Point }
  | { name: 'C'; first: Point; second: Point; to: Point }
  | { name: 'Z' }

const numbersOf = { M: 2, L: 2, C: 6, Z: 0 } as const
const whole = /^(?:[MLC](?:-?\d+(?:\.\d)?)(?: -?\d+(?:\.\d)?)*|Z)+$/

/** Throws on anything that SVG, canvas and PDF would draw differently. */
export function parsePath(path: string): Command[] {
  if (!path.startsWith('M') || !whole.test(path))
    throw new Error(`not a path of an outline: ${path.slice(0, 40)}`)
  return (path.match(/[MLCZ][^MLCZ]*/g) ?? []).map((text): Command => {
    const name = text[0] as keyof typeof numbersOf
    const values = text.length > 1 ? text.slice(1).split(' ').map(Number) : []
    if (values.length !== numbersOf[name])
      throw new Error(`${name} takes ${numbersOf[name]} numbers: ${text}`)
    if (name === 'Z') return { name }
    const point = (i: number): Point => [values[i] as number, values[i + 1] as number]
    return name === 'C' ? { name, first: point(0), second: point(2), to: point(4) } : { name, to: point(0) }
  })
}

/** A curve becomes this many straight pieces: off by less than a tenth of a unit on the longest curve of a drawing. */
const PIECES = 16

/** One polygon per M. */
export function flattenPath(path: string): Point[][] {
  const polygons: Point[][] = []
  let here: Point = [0, 0]
  for (const command of parsePath(path)) {
    if (command.name === 'Z') continue
    if (command.name === 'M') polygons.push([])
    const polygon = polygons.at(-1) as Point[]
    if (command.name === 'C') {
      for (let i = 1; i < PIECES; i++) polygon.push(pointOn(here, command, i / PIECES))
    }
    polygon.push(command.to)
    here = command.to
  }
  return polygons
}

function pointOn(from: Point, { first, second, to }: Command & { name: 'C' }, t: number): Point {
  const u = 1 - t
  const at = (axis: 0 | 1) =>
    u * u * u * from[axis] + 3 * u * u * t * first[axis] + 3 * u * t * t * second[axis] + t * t * t * to[axis]
  return [at(0), at(1)]
}
