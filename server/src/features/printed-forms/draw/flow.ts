// Lays blocks on pages: as much as fits, the rest on the next page. Knows the frame of a page and nothing of its words.
import { type Block, fullRoom, type Stacked, stackOf } from './block.ts'
import type { Element, Pen } from './pen.ts'
import { page } from './theme.ts'

/** How much air stands between the parts: dense only where that saves a page with next to nothing on it. */
export type Density = 'airy' | 'dense'

/**
 * A last page that is filled less than this may be saved by drawing denser; a fuller one never is. Where it cannot be saved, it
 * takes over some of the page before.
 */
const shortPage = fullRoom * 0.4
const denseGap = 0.6

/** `top` is where the first page begins to be free; it must have been begun. */
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

/** What stands on each page. */
export function paginate(items: (density: Density) => readonly Stacked[], top: number): Block[] {
  const airy = pagesOf(items('airy'), top)
  if (airy.length === 1 || (airy.at(-1)?.height ?? 0) > shortPage) return airy
  const closer = items('dense').map(({ block, gap }) => ({ block, gap: gap * denseGap }))
  const dense = pagesOf(closer, top)
  return dense.length < airy.length ? shareOut(dense, closer, top) : shareOut(airy, items('airy'), top)
}

/** The last two pages, with so much of the first on the second that it is not nearly empty. */
function shareOut(pages: Block[], items: readonly Stacked[], top: number): Block[] {
  const [before, last] = pages.slice(-2).map(({ height }) => height)
  if (before === undefined || last === undefined || last > shortPage) return pages
  const at = pages.length - 2
  const shared = pagesOf(items, top, { at, room: before - (shortPage - last) })
  const least = Math.min(...shared.slice(-2).map(({ height }) => height))
  return shared.length === pages.length && least > last ? shared : pages
}

/** `less`: a page that has less room than its paper. */
function pagesOf(items: readonly Stacked[], top: number, less?: { at: number; room: number }): Block[] {
  const pages: Block[] = []
  let rest: Block = stackOf(items)
  let y = top
  for (;;) {
    const whole = page.height - page.bottom - y
    const room = less?.at === pages.length ? Math.min(whole, less.room) : whole
    const parts = rest.height <= room ? undefined : rest.split?.(room)
    // Nothing taller than a page is made of one piece; should it happen, the foot is covered rather than lost.
    if (!parts && (rest.height <= room || y <= page.runningTop)) return [...pages, rest]
    pages.push(parts ? parts[0] : nothingHere)
    if (parts) rest = parts[1]
    y = page.runningTop
  }
}

/** Under a letterhead so tall that not even the first part fits. */
const nothingHere: Block = { height: 0, first: 0, draw() {} }
