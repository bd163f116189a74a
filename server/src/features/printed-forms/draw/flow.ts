// Puts blocks on pages: as much as fits, the rest on the next page. Knows the frame of a page, but not its words.

import type { Element, Pen } from '../../../outside/paper/paper.ts'
import { type Block, fullRoom, nothing, type Stacked, stackOf } from './block.ts'
import { page } from './theme.ts'

/** How much space is between the parts: dense only if that saves a nearly empty page. */
export type Density = 'airy' | 'dense'

/** A last page filled less than this may be saved by drawing denser; a fuller one is not. */
const savedPage = fullRoom * 0.55
/** If it cannot be saved and is filled less than this, it takes over part of the previous page. */
const shortPage = fullRoom * 0.4
const denseGap = 0.6

/** `top` is where the first page becomes free; that page must have been started. */
export function flow(
  pen: Pen,
  items: (density: Density) => readonly Stacked[],
  top: number,
  parent: Element,
) {
  paginate(items, top).forEach((block, index) => {
    if (index) pen.newPage()
    block.draw(pen, page.side, index ? page.runningTop : top, parent)
  })
}

/** The content of each page. */
export function paginate(items: (density: Density) => readonly Stacked[], top: number): Block[] {
  const airy = pagesOf(items('airy'), top)
  if (airy.length === 1 || (airy.at(-1)?.height ?? 0) > savedPage) return airy
  const closer = items('dense').map(({ block, gap }) => ({ block, gap: gap * denseGap }))
  const dense = pagesOf(closer, top)
  return dense.length < airy.length ? shareOut(dense, closer, top) : shareOut(airy, items('airy'), top)
}

/** Moves content from the page before last to the last page, so that the last is not nearly empty. */
function shareOut(pages: Block[], items: readonly Stacked[], top: number): Block[] {
  const [before, last] = pages.slice(-2).map(({ height }) => height)
  if (before === undefined || last === undefined || last > shortPage) return pages
  const at = pages.length - 2
  const shared = pagesOf(items, top, { at, room: before - (shortPage - last) })
  const least = Math.min(...shared.slice(-2).map(({ height }) => height))
  return shared.length === pages.length && least > last ? shared : pages
}

/** `less`: a page with less room than its paper. */
function pagesOf(items: readonly Stacked[], top: number, less?: { at: number; room: number }): Block[] {
  const pages: Block[] = []
  let rest: Block = stackOf(items)
  let y = top
  for (;;) {
    const whole = page.height - page.bottom - y
    const room = less?.at === pages.length ? Math.min(whole, less.room) : whole
    const parts = rest.height <= room ? undefined : rest.split?.(room)
    // Nothing taller than a page is in one piece; if it happens, the foot is covered, so that nothing is lost.
    if (!parts && (rest.height <= room || y <= page.runningTop)) return [...pages, rest]
    // If the letterhead is so tall that not even the first part fits, the page stays empty.
    pages.push(parts ? parts[0] : nothing)
    if (parts) rest = parts[1]
    y = page.runningTop
  }
}
