// The sheet of one style: panels are laid on it one over the other, and it finds which lines stay visible. It arranges the five
// views like an unfolded box. It knows nothing about the shape of vehicles.
import type {
  BodyStyle,
  Outline,
  OutlineStroke,
  Panel,
  PanelKind,
  View,
  ViewId,
} from '../../server/src/features/outlines/outline.ts'
import {
  type Cubic,
  type Curve,
  distance,
  distanceTo,
  endOf,
  flatten,
  flip,
  isInside,
  isStraight,
  move,
  type Point,
  pointOn,
  splitCubic,
  startOf,
} from './curve.ts'

export const viewBox: [number, number] = [1000, 640]
const MARGIN = 12
const GAP = 14
const PADDING = 2
/** Widths of lines, in units of the view box. */
export const weights = { contour: 2, gap: 1.2, detail: 0.7 }
const around: readonly Point[] = Array.from({ length: 8 }, (_, i) => [
  Math.cos((i / 4 + 0.1) * Math.PI),
  Math.sin((i / 4 + 0.1) * Math.PI),
])
/** A line this close to the edge of the panel that covers it is that edge. */
const NEAR = 0.5

/** Millimetres. Lengths run from the front, heights from the ground, widths from the middle to the vehicle's left. */
export interface Size {
  length: number
  height: number
  /** From the middle to the tip of a mirror. */
  reach: number
}

interface Laid {
  panel: Omit<Panel, 'centre' | 'path'>
  curve: Curve
  polygon: Point[]
  box: Box
}
interface Box {
  left: number
  right: number
  top: number
  bottom: number
}
interface Drawn {
  view: ViewId
  curve: Curve
  weight: number
  /** Only panels laid after this many can cover it. */
  above: number
}

export class Sheet {
  readonly #laid: Laid[] = []
  readonly #drawn: Drawn[] = []
  readonly #project: Record<ViewId, (point: Point) => Point>
  readonly #boxes: Record<ViewId, [number, number, number, number]>
  readonly #style: BodyStyle

  constructor(style: BodyStyle, { length, height, reach }: Size) {
    this.#style = style
    const [width, depth] = viewBox
    const scale = Math.min(
      (width - 2 * MARGIN - 2 * GAP) / (length + 2 * height),
      (depth - 2 * MARGIN - 2 * GAP) / (2 * height + 2 * reach),
    )
    const [l, h, r] = [length * scale, height * scale, reach * scale]
    const [x, y] = [width / 2 - l / 2, depth / 2]
    const toLeft = ([along, up]: Point): Point => [x + along * scale, y + r + GAP + h - up * scale]
    this.#project = {
      top: ([along, across]) => [x + along * scale, y + across * scale],
      left: toLeft,
      right: (point) => [toLeft(point)[0], depth - toLeft(point)[1]],
      front: ([up, across]) => [x - GAP - h + up * scale, y + across * scale],
      rear: ([up, across]) => [x + l + GAP + h - up * scale, y + across * scale],
    }
    this.#boxes = {
      top: [x, y - r, l, 2 * r],
      left: [x, y + r + GAP, l, h],
      right: [x, y - r - GAP - h, l, h],
      front: [x - GAP - h, y - r, h, 2 * r],
      rear: [x + l + GAP, y - r, h, 2 * r],
    }
  }

  /** Covers what is below. Its edge is drawn too by default. */
  lay(view: ViewId, id: string, kind: PanelKind, closed: Curve, edge: number = weights.gap): void {
    const curve = move(closed, this.#project[view])
    const polygon = flatten(curve, 8)
    this.#laid.push({ panel: { id, view, kind }, curve, polygon, box: boxOf(polygon) })
    if (edge > 0) this.#draw(view, curve, edge)
  }

  /** A line on top of everything laid so far. */
  draw(view: ViewId, curve: Curve, weight: number = weights.detail): void {
    this.#draw(view, move(curve, this.#project[view]), weight)
  }

  /** Everything on the left of the vehicle is also on its right. `#` in the id stands for the side. */
  layBoth(view: 'top' | 'front' | 'rear', id: string, kind: PanelKind, closed: Curve, edge?: number): void {
    this.lay(view, ofSide(id, 'left'), kind, closed, edge)
    this.lay(view, ofSide(id, 'right'), kind, flip(closed), edge)
  }

  drawBoth(view: 'top' | 'front' | 'rear', curve: Curve, weight?: number): void {
    this.draw(view, curve, weight)
    this.draw(view, flip(curve), weight)
  }

  #draw(view: ViewId, curve: Curve, weight: number): void {
    this.#drawn.push({ view, curve, weight, above: this.#laid.length })
  }

  outline(): Outline {
    return {
      style: this.#style,
      viewBox,
      views: (['top', 'left', 'right', 'front', 'rear'] as const).map((id) => ({
        id,
        box: padded(this.#boxes[id]),
      })),
      panels: this.#laid.map(({ panel, curve }, i) => ({
        ...panel,
        centre: this.#centreOf(i),
        path: closed(pathOf(curve)),
      })),
      lines: this.#lines(),
    }
  }

  /** The point in the visible part of a panel that is farthest from its edges: a mark or a number fits there. */
  #centreOf(index: number): [number, number] {
    const { panel, polygon, box } = this.#laid[index] as Laid
    const over = this.#laid
      .slice(index + 1)
      .filter((laid) => laid.panel.view === panel.view && doMeet(laid.box, box))
    let best: Point | undefined
    let most = Number.NEGATIVE_INFINITY
    const middle: Point = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const edges = [polygon, ...over.map((laid) => laid.polygon)]
    const steps = 32
    for (let i = 1; i < steps; i++) {
      for (let k = 1; k < steps; k++) {
        const point: Point = [
          box.left + ((box.right - box.left) * i) / steps,
          box.top + ((box.bottom - box.top) * k) / steps,
        ]
        if (!isInside(polygon, point) || over.some((laid) => isInside(laid.polygon, point))) continue
        const free = Math.min(...edges.map((edge) => distanceTo(edge, point)))
        // Of two places with equal room, the one nearer to the middle.
        const worth = free - 0.15 * distance(point, middle)
        if (free > 0 && worth > most) [best, most] = [point, worth]
      }
    }
    if (!best) throw new Error(`${this.#style}: ${panel.id} is hidden in view ${panel.view}`)
    return [tenth(best[0]), tenth(best[1])]
  }

  #lines(): OutlineStroke[] {
    const seen = new Set<string>()
    const paths = new Map<string, string[]>()
    for (const { view, curve, weight, above } of this.#drawn.toSorted((a, b) => b.weight - a.weight)) {
      const covers = this.#laid.slice(above).filter((laid) => laid.panel.view === view)
      const pieces = curve.flatMap((cubic) => visible(cubic, covers))
      const fresh = pieces.filter((cubic) => {
        // A gap between two panels is the edge of both.
        const key = [pathOf([cubic]), pathOf([[cubic[3], cubic[2], cubic[1], cubic[0]]])].toSorted().join()
        return !seen.has(`${view}${key}`) && seen.add(`${view}${key}`)
      })
      const key = `${view} ${weight}`
      paths.set(key, [...(paths.get(key) ?? []), ...chains(fresh).map(pathOf)])
    }
    return [...paths].flatMap(([key, parts]) => {
      const [view, weight] = key.split(' ') as [ViewId, string]
      return parts.length > 0 ? [{ view, weight: Number(weight), path: parts.join('') }] : []
    })
  }
}

export const ofSide = (id: string, side: 'left' | 'right') =>
  id.replace(
    /(^|[a-z])#/,
    (_, before: string) => before + (before ? side[0]?.toUpperCase() + side.slice(1) : side),
  )

function boxOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}
const doMeet = (a: Box, b: Box) =>
  a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom

function visible(cubic: Cubic, laid: Laid[]): Cubic[] {
  const covers = laid.filter(({ box }) => doMeet(box, boxOf(cubic)))
  if (covers.length === 0) return [cubic]
  const steps = 64
  const isHidden = (t: number) => {
    const [x, y] = pointOn(cubic, t)
    // All around it, so that the edge of the whole cover is visible and the seams inside are not.
    return around.every(([dx, dy]) => {
      const point: Point = [x + dx * NEAR, y + dy * NEAR]
      return covers.some(({ polygon }) => isInside(polygon, point))
    })
  }
  const free = Array.from({ length: steps }, (_, i) => !isHidden((i + 0.5) / steps))
  if (free.every(Boolean)) return [cubic]
  const pieces: Cubic[] = []
  let start = -1
  for (let i = 0; i <= steps; i++) {
    if (free[i] && start < 0) start = i
    if (free[i] || start < 0) continue
    if (i - start > 1) {
      const rest = start > 0 ? splitCubic(cubic, start / steps)[1] : cubic
      pieces.push(i < steps ? splitCubic(rest, (i - start) / (steps - start))[0] : rest)
    }
    start = -1
  }
  return pieces.filter((piece) => distance(piece[0], piece[3]) > 0.8)
}

function chains(cubics: readonly Cubic[]): Curve[] {
  const found: Cubic[][] = []
  for (const cubic of cubics) {
    const last = found.at(-1)
    if (last && distance(endOf(last), cubic[0]) < 0.06) last.push(cubic)
    else found.push([cubic])
  }
  return found
}

/** Room for the stroke, and for a curve that bulges a little between its nodes. */
function padded([x, y, width, height]: readonly [number, number, number, number]): View['box'] {
  return [tenth(x - PADDING), tenth(y - PADDING), tenth(width + 2 * PADDING), tenth(height + 2 * PADDING)]
}

const tenth = (value: number) => Math.round(value * 10) / 10 + 0
const text = ([x, y]: Point) => `${tenth(x)} ${tenth(y)}`

function pathOf(curve: Curve): string {
  const parts = curve.map((cubic) => {
    const [, b, c, d] = cubic
    return isStraight(cubic) ? `L${text(d)}` : `C${text(b)} ${text(c)} ${text(d)}`
  })
  const end = distance(startOf(curve), endOf(curve)) < 0.06 && curve.length > 2 ? 'Z' : ''
  return `M${text(startOf(curve))}${parts.join('')}${end}`
}

const closed = (path: string) => (path.endsWith('Z') ? path : `${path}Z`)
