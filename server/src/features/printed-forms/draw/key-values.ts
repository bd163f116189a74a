// Labels with their values on the grid: the small label above its value. Empty values are left out.
import type { TypeStyle } from '../../../outside/paper/paper.ts'
import { type Block, row, stack } from './block.ts'
import { text } from './text.ts'
import { type as typeScale } from './theme.ts'

export type KeyValue = { readonly label: string; readonly value: string | undefined; readonly span?: number }

function keyValue(label: string, value: string, width: number, style: TypeStyle = typeScale.body): Block {
  return stack([text(label, typeScale.label, width), text(value, style, width)], 0)
}

/** In the given number of columns, filled from left to right; an entry may span several. */
export function keyValueGrid(
  entries: readonly KeyValue[],
  width: number,
  count: number,
  gap = 14,
  rowGap = 7,
): Block {
  const column = (width + gap) / count
  const rows: Block[] = []
  let cells: { x: number; block: Block }[] = []
  let at = 0
  const flush = () => {
    if (cells.length > 0) rows.push(row(cells))
    cells = []
    at = 0
  }
  for (const { label, value, span = 1 } of entries) {
    if (!value?.trim()) continue
    if (at + span > count) flush()
    cells.push({ x: at * column, block: keyValue(label, value, span * column - gap) })
    at += span
  }
  flush()
  return stack(rows, rowGap)
}
