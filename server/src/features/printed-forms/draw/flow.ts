// Lays blocks on pages: as much as fits, the rest on the next page. Knows the frame of a page and nothing of its words.
import { type Block, type Stacked, stackOf } from './block.ts'
import type { Element, Pen } from './pen.ts'
import { page } from './theme.ts'

/** `top` is where the first page begins to be free. Returns where the last page is free from. */
export function flow(pen: Pen, items: readonly Stacked[], top: number, parent: Element): number {
  let rest: Block | undefined = stackOf(items)
  let y = top
  while (rest) {
    const room = page.height - page.bottom - y
    if (rest.height <= room) {
      rest.draw(pen, page.side, y, parent)
      return y + rest.height
    }
    const parts: [Block, Block] | undefined = rest.split?.(room)
    if (parts) {
      parts[0].draw(pen, page.side, y, parent)
      rest = parts[1]
    } else if (y <= page.runningTop) {
      // Nothing taller than a page is made of one piece; should it happen, the foot is covered rather than lost.
      rest.draw(pen, page.side, y, parent)
      return page.height - page.bottom
    }
    pen.newPage()
    y = page.runningTop
  }
  return y
}
