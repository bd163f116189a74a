// What pages are made of: blocks of a known height that can be drawn anywhere; some can be split. Stacks, rows, boxes and tags
// compose them. They have no words and colours of their own and know only the height of a page.
import type { Element, Pen, Tag, TagOptions } from '../../../outside/paper/paper.ts'
import { page } from './theme.ts'

export type Block = {
  readonly height: number
  /** The least of it that may be at the foot of a page. */
  readonly first: number
  /** A heading: never the last thing on a page. */
  readonly keepWithNext?: boolean
  draw(pen: Pen, x: number, y: number, parent: Element): void
  /** The part that fits the room, and the rest; undefined if nothing sensible fits. */
  split?(room: number): [Block, Block] | undefined
}

/** Room on every page but the first; a taller block must be split somewhere. */
export const fullRoom = page.height - page.runningTop - page.bottom

export const nothing: Block = { height: 0, first: 0, draw() {} }

export const gapOf = (height: number): Block => ({ height, first: height, draw() {} })

export type Stacked = { readonly block: Block; readonly gap: number }

/** Blocks below each other; the gap of the first is ignored. */
export function stackOf(items: readonly Stacked[]): Block {
  if (items.length === 0) return nothing
  const height = items.reduce((sum, { block, gap }, index) => sum + block.height + (index ? gap : 0), 0)
  return {
    height,
    first: firstOf(items, 0),
    keepWithNext: items.at(-1)?.block.keepWithNext ?? false,
    draw(pen, x, y, parent) {
      let at = y
      items.forEach(({ block, gap }, index) => {
        if (index) at += gap
        block.draw(pen, x, at, parent)
        at += block.height
      })
    },
    split(room) {
      let used = 0
      for (let index = 0; index < items.length; index++) {
        const { block, gap } = items[index] as Stacked
        const top = used + (index ? gap : 0)
        if (top + block.height <= room + 0.01) {
          used = top + block.height
          continue
        }
        const parts = block.first + top <= room ? block.split?.(room - top) : undefined
        if (parts)
          return [
            stackOf([...items.slice(0, index), { block: parts[0], gap }]),
            stackOf([{ block: parts[1], gap: 0 }, ...items.slice(index + 1)]),
          ]
        let end = index
        while (end > 0 && isKept(items[end - 1]?.block)) end--
        return end === 0 ? undefined : [stackOf(items.slice(0, end)), stackOf(items.slice(end))]
      }
      return undefined
    },
  }
}

/** A heading must not take up half a page. */
const isKept = (block: Block | undefined) => !!block?.keepWithNext && block.height <= fullRoom / 3

function firstOf(items: readonly Stacked[], index: number): number {
  const item = items[index]
  if (!item) return 0
  const { block } = item
  if (!isKept(block)) return block.first
  return block.height + (items[index + 1]?.gap ?? 0) + firstOf(items, index + 1)
}

export function stack(blocks: readonly (Block | undefined | false)[], gap = 0): Block {
  return stackOf(blocks.filter((block) => !!block).map((block) => ({ block, gap })))
}

/** A row lower than this is not split, because that would leave a single line. */
const wholeRow = 90

export type Cell = { readonly block: Block; readonly x: number; readonly align?: 'top' | 'middle' | 'bottom' }

/** Blocks side by side, each at its distance from the left. Read from left to right. */
export function row(cells: readonly Cell[]): Block {
  const height = Math.max(0, ...cells.map(({ block }) => block.height))
  return {
    height,
    first: height <= wholeRow ? height : Math.max(0, ...cells.map(({ block }) => block.first)),
    draw(pen, x, y, parent) {
      for (const { block, x: left, align } of cells) {
        const free = height - block.height
        const top = align === 'middle' ? free / 2 : align === 'bottom' ? free : 0
        block.draw(pen, x + left, y + top, parent)
      }
    },
    split(room) {
      if (height <= wholeRow) return undefined
      const parts = cells.map(({ block }): [Block, Block] | undefined =>
        block.height <= room + 0.01 ? [block, nothing] : block.split?.(room),
      )
      if (parts.some((part) => part === undefined)) return undefined
      const side = (index: 0 | 1) =>
        row(cells.map((cell, at) => ({ x: cell.x, block: (parts[at] as [Block, Block])[index] })))
      return [side(0), side(1)]
    },
  }
}

type BoxStyle = {
  readonly width: number
  readonly padding: readonly [vertical: number, horizontal: number]
  readonly fill: string
  readonly radius: number
}

/** A block on its own background. */
export function box(inner: Block, style: BoxStyle): Block {
  const [vertical, horizontal] = style.padding
  const height = inner.height + 2 * vertical
  return {
    height,
    first: Math.min(height, inner.first + 2 * vertical),
    draw(pen, x, y, parent) {
      const { width, fill, radius } = style
      pen.artifact((ink) => {
        ink.roundedRect(x, y, width, height, radius).fill(fill)
      })
      inner.draw(pen, x + horizontal, y + vertical, parent)
    },
    split(room) {
      const parts = inner.split?.(room - 2 * vertical)
      return parts && [box(parts[0], style), box(parts[1], style)]
    },
  }
}

/** Splits only if it is taller than a page, or than `most`. */
export function together(inner: Block, most = fullRoom): Block {
  if (inner.height > most) return inner
  return { ...inner, height: inner.height, first: inner.height, split: () => undefined }
}

/** Puts everything drawn inside under one element of the structure. */
export function tagged(type: string, inner: Block, options?: TagOptions): Block {
  return withTag(inner, { type, ...(options && { options }) })
}

function withTag(inner: Block, tag: Tag): Block {
  return {
    height: inner.height,
    first: inner.first,
    keepWithNext: inner.keepWithNext ?? false,
    draw: (pen, x, y, parent) => inner.draw(pen, x, y, pen.open(tag, parent)),
    split(room) {
      const parts = inner.split?.(room)
      return parts && [withTag(parts[0], tag), withTag(parts[1], tag)]
    },
  }
}
