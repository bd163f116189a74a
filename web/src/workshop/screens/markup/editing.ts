// What a finger or a key does to the shapes on a photo. Pure; places are shares of the photo's width and height.
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import { type markupColours, markupLimits } from '@walkaround/contract/markup-limits.ts'
import {
  areaOf,
  drawingExtent,
  type Extent,
  findShapeFault,
  tidyShape,
} from '@walkaround/contract/rules/markup.ts'

export type Kind = MarkupShape['kind']
export type Tool = 'select' | Kind
export type Colour = (typeof markupColours)[number]

export interface Point {
  readonly x: number
  readonly y: number
}

const clamp = (value: number, most = 1) => Math.min(most, Math.max(0, value))

/** What is drawn from one point to another; undefined if it would be too small. */
export function drawnShape(
  kind: Kind,
  colour: Colour,
  from: Point,
  to: Point,
  words: string,
): MarkupShape | undefined {
  const shape = tidyShape(shapeBetween(kind, colour, from, to, words))
  return findShapeFault([shape]) === undefined ? shape : undefined
}

function shapeBetween(kind: Kind, colour: Colour, from: Point, to: Point, words: string): MarkupShape {
  const [x, y] = [Math.min(clamp(from.x), clamp(to.x)), Math.min(clamp(from.y), clamp(to.y))]
  const area = {
    x,
    y,
    width: Math.abs(clamp(to.x) - clamp(from.x)),
    height: Math.abs(clamp(to.y) - clamp(from.y)),
  }
  switch (kind) {
    case 'arrow':
      return { kind, colour, x: from.x, y: from.y, toX: to.x, toY: to.y }
    case 'circle':
      return { kind, colour, ...area }
    case 'text':
      return { kind, colour, x: to.x, y: to.y, words: words.slice(0, markupLimits.words) }
    case 'blur':
      return { kind, ...area }
  }
}

/** In the middle of the photo, large enough to take hold of. */
export const middleShape = (kind: Kind, colour: Colour, words: string): MarkupShape | undefined =>
  drawnShape(
    kind,
    colour,
    { x: 0.35, y: 0.4 },
    kind === 'text' ? { x: 0.35, y: 0.45 } : { x: 0.65, y: 0.6 },
    words,
  )

/** Moved as a whole; it stays inside the photo. */
export function moved(shape: MarkupShape, by: Point): MarkupShape {
  switch (shape.kind) {
    case 'arrow': {
      const x = within(by.x, Math.min(shape.x, shape.toX), Math.max(shape.x, shape.toX))
      const y = within(by.y, Math.min(shape.y, shape.toY), Math.max(shape.y, shape.toY))
      return tidyShape({ ...shape, x: shape.x + x, y: shape.y + y, toX: shape.toX + x, toY: shape.toY + y })
    }
    case 'text':
      return tidyShape({ ...shape, x: clamp(shape.x + by.x), y: clamp(shape.y + by.y) })
    case 'circle':
    case 'blur':
      return tidyShape({
        ...shape,
        x: shape.x + within(by.x, shape.x, shape.x + shape.width),
        y: shape.y + within(by.y, shape.y, shape.y + shape.height),
      })
  }
}

const within = (by: number, least: number, most: number) => Math.min(1 - most, Math.max(-least, by))

/** Where a shape can be taken to change its size; words have one size. */
export function gripsOf(shape: MarkupShape): Point[] {
  if (shape.kind === 'text') return []
  if (shape.kind === 'arrow')
    return [
      { x: shape.x, y: shape.y },
      { x: shape.toX, y: shape.toY },
    ]
  const { x, y, width, height } = shape
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}

/** With one of its grips at another place; the opposite one stays. Unchanged if it would become too small. */
export function resized(shape: MarkupShape, grip: number, to: Point): MarkupShape {
  const grips = gripsOf(shape)
  const fixed = grips[(grip + grips.length / 2) % grips.length]
  if (!fixed || shape.kind === 'text') return shape
  const colour = shape.kind === 'blur' ? 'red' : shape.colour
  const [from, end] = shape.kind === 'arrow' && grip === 0 ? [to, fixed] : [fixed, to]
  return drawnShape(shape.kind, colour, from, end, '') ?? shape
}

export const recoloured = (shape: MarkupShape, colour: Colour): MarkupShape =>
  shape.kind === 'blur' ? shape : { ...shape, colour }

/** Undefined if no words are left. */
export function reworded(shape: MarkupShape, words: string): MarkupShape | undefined {
  if (shape.kind !== 'text') return shape
  const next = tidyShape({ ...shape, words: words.slice(0, markupLimits.words) })
  return findShapeFault([next]) === undefined ? next : undefined
}

/** The topmost shape near a point; `reach` is how far a finger may miss it, in shares of the photo. */
export function shapeAt(
  shapes: readonly MarkupShape[],
  at: Point,
  photo: Extent,
  reach: Point,
): number | undefined {
  const { width, height } = drawingExtent(photo)
  const index = shapes.findLastIndex((shape) => {
    const area = areaOf(shape, photo)
    if (shape.kind === 'arrow') return isNearArrow(shape, at, reach)
    return (
      at.x >= area.x / width - reach.x &&
      at.x <= (area.x + area.width) / width + reach.x &&
      at.y >= area.y / height - reach.y &&
      at.y <= (area.y + area.height) / height + reach.y
    )
  })
  return index < 0 ? undefined : index
}

function isNearArrow(arrow: Extract<MarkupShape, { kind: 'arrow' }>, at: Point, reach: Point): boolean {
  // In units of the reach, a finger is a circle of radius 1.
  const [ax, ay] = [arrow.x / reach.x, arrow.y / reach.y]
  const [bx, by] = [arrow.toX / reach.x, arrow.toY / reach.y]
  const [px, py] = [at.x / reach.x, at.y / reach.y]
  const length = (bx - ax) ** 2 + (by - ay) ** 2
  const along = length === 0 ? 0 : clamp(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length)
  return Math.hypot(ax + along * (bx - ax) - px, ay + along * (by - ay) - py) <= 1
}

/** The shapes now, before and after. */
export interface History {
  readonly past: readonly (readonly MarkupShape[])[]
  readonly now: readonly MarkupShape[]
  readonly future: readonly (readonly MarkupShape[])[]
}

export const began = (shapes: readonly MarkupShape[]): History => ({ past: [], now: shapes, future: [] })

export const done = ({ past, now }: History, next: readonly MarkupShape[]): History => ({
  past: [...past, now],
  now: next,
  future: [],
})

export function undone(history: History): History {
  const before = history.past.at(-1)
  if (!before) return history
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] }
}

export function redone(history: History): History {
  const [next, ...future] = history.future
  return next ? { past: [...history.past, history.now], now: next, future } : history
}
