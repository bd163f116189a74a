// A table: rows that stay whole, a header repeated on every page, numbers aligned on the right. Cells are blocks or words. Only a
// row taller than a page is split.

import { type Pen, type Tag, type TypeStyle, widthOf } from '../../../outside/paper/paper.ts'
import { type Block, fullRoom, row, tagged } from './block.ts'
import { text } from './text.ts'
import { colours, type as typeScale } from './theme.ts'

export type Column = {
  readonly title: string
  readonly width: number
  readonly align?: 'left' | 'right' | 'center'
}

export type TableRow = {
  readonly cells: readonly (string | Block)[]
  /** A total: stronger type and a stronger line above it. */
  readonly isTotal?: boolean
  /** Belongs to the row before it and stays on its page. */
  readonly keepWithPrevious?: boolean
  /** Stays on the page of the row after it: a heading inside the table. */
  readonly keepWithNext?: boolean
}

type TableOptions = { readonly gap?: number; readonly padding?: number; readonly style?: TypeStyle }

type Laid = {
  readonly block: Block
  readonly isTotal: boolean
  readonly keepWithNext: boolean
  readonly keepWithPrevious: boolean
}

const headStyle: TypeStyle = { ...typeScale.label, weight: 'semibold' }

/** As narrow as its words and its title allow, so that the rest goes to the main column. */
export function widthFor(title: string, cells: readonly string[], least: number, most: number): number {
  const heads = title.split('\n').map((line) => widthOf(line, headStyle))
  const widest = Math.max(...heads, ...cells.map((words) => widthOf(words, strongest)))
  return Math.min(most, Math.max(least, Math.ceil(widest) + 1))
}

const strongest: TypeStyle = { ...typeScale.body, weight: 'semibold' }

export function table(cols: readonly Column[], rows: readonly TableRow[], options: TableOptions = {}): Block {
  const { gap = 12, padding = 4.5, style = typeScale.body } = options
  const width = cols.reduce((sum, column) => sum + column.width, 0) + gap * (cols.length - 1)
  const at: number[] = []
  cols.reduce((x, column) => {
    at.push(x)
    return x + column.width + gap
  }, 0)
  const laid = rows.map(
    ({ cells, isTotal = false, keepWithNext = false, keepWithPrevious = isTotal }): Laid => {
      const own: TypeStyle = isTotal ? { ...style, weight: 'semibold' } : style
      const blocks = cells.map((cell, index) => {
        const { width: cellWidth, align = 'left' } = cols[index] as Column
        const block = typeof cell === 'string' ? text(cell, own, cellWidth, { align }) : cell
        return { x: at[index] as number, block: inCell(block, 'TD') }
      })
      return { block: padded(inRow(row(blocks)), padding), isTotal, keepWithNext, keepWithPrevious }
    },
  )
  const heads = cols.map(({ title, width: cellWidth, align = 'left' }, index) => {
    const block = text(title, headStyle, cellWidth, { align })
    return { x: at[index] as number, block, align: 'bottom' as const }
  })
  const head = padded(row(heads), 3)
  const taggedHead = padded(
    inRow(row(heads.map((cell) => ({ ...cell, block: inCell(cell.block, 'TH') })))),
    3,
  )
  return tableBlock(laid, head, taggedHead, width, { type: 'Table' }, false)
}

function tableBlock(
  rows: readonly Laid[],
  head: Block,
  taggedHead: Block,
  width: number,
  tag: Tag,
  isContinued: boolean,
): Block {
  const height = rows.reduce((sum, { block }) => sum + block.height, head.height)
  let lead = 0
  while (rows[lead]?.keepWithNext) lead++
  const leading = rows.slice(0, lead).reduce((sum, { block }) => sum + block.height, head.height)
  const next = rows[lead]?.block
  // Two rows at least, so that none is alone at the foot of a page.
  const second = next && rows.length > lead + 1 ? rows.slice(lead + 1, endOfRow(rows, lead + 1)) : []
  const isPair = next && isLow(next) && second.every(({ block }) => isLow(block))
  const first =
    leading +
    (next ? firstOfRow(next, head) : 0) +
    (isPair ? second.reduce((sum, { block }) => sum + block.height, 0) : 0)
  const again = (some: readonly Laid[], continued: boolean) =>
    tableBlock(some, head, taggedHead, width, tag, continued)
  return {
    height,
    first,
    draw(pen, x, y, parent) {
      const element = pen.open(tag, parent)
      if (isContinued) drawAsArtifact(pen, head, x, y)
      else taggedHead.draw(pen, x, y, element)
      rule(pen, x, y + head.height, width, 0.9, colours.accent)
      let top = y + head.height
      rows.forEach(({ block, isTotal }, index) => {
        if (index) rule(pen, x, top, width, isTotal ? 0.9 : 0.5, isTotal ? colours.accent : colours.faint)
        block.draw(pen, x, top, element)
        top += block.height
      })
    },
    split(room) {
      let used = head.height
      let end = 0
      for (; end < rows.length; end++) {
        const { block } = rows[end] as Laid
        if (used + block.height > room + 0.01) break
        used += block.height
      }
      const over = rows[end]
      if (over && over.block.height > fullRoom - head.height) {
        const parts = room - used >= over.block.first ? over.block.split?.(room - used) : undefined
        if (parts)
          return [
            again([...rows.slice(0, end), { ...over, block: parts[0] }], isContinued),
            again([{ ...over, block: parts[1] }, ...rows.slice(end + 1)], true),
          ]
      }
      end = wholeEnd(rows, end)
      // No page begins with a single row: one more moves over, as long as two stay.
      const after = countRows(rows.slice(end))
      const moved = wholeEnd(rows, end - 1)
      if (after === 1 && countRows(rows.slice(0, moved)) >= 2) end = moved
      return end === 0 ? undefined : [again(rows.slice(0, end), isContinued), again(rows.slice(end), true)]
    },
  }
}

/** A total does not move to the next page alone: the row before it moves too. A heading stays with its first row. */
function wholeEnd(rows: readonly Laid[], from: number): number {
  let end = from
  while (end > 0 && (rows[end - 1]?.keepWithNext || rows[end]?.keepWithPrevious)) end--
  return Math.max(end, 0)
}

/** Where the rows end that belong to the row at this place. */
function endOfRow(rows: readonly Laid[], at: number): number {
  let end = at
  while (rows[end]?.keepWithNext) end++
  end++
  while (rows[end]?.keepWithPrevious) end++
  return end
}

/** Without headings and totals. */
const countRows = (rows: readonly Laid[]) =>
  rows.filter(({ keepWithNext, keepWithPrevious }) => !keepWithNext && !keepWithPrevious).length

const isLow = ({ height }: Block) => height <= fullRoom / 8

const firstOfRow = (block: Block, head: Block) =>
  block.height > fullRoom - head.height ? block.first : block.height

function rule(pen: Pen, x: number, y: number, width: number, weight: number, colour: string): void {
  pen.artifact((ink) => {
    ink
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(weight)
      .stroke(colour)
  })
}

/** The header again on the next page, as an artifact: a screen reader has already read it. */
function drawAsArtifact(pen: Pen, block: Block, x: number, y: number): void {
  pen.silently(() => block.draw(pen, x, y, pen.root))
}

function padded(inner: Block, padding: number): Block {
  return {
    height: inner.height + 2 * padding,
    first: inner.first + 2 * padding,
    draw: (pen, x, y, parent) => inner.draw(pen, x, y + padding, parent),
    split(room) {
      const parts = inner.split?.(room - 2 * padding)
      return parts && [padded(parts[0], padding), padded(parts[1], padding)]
    },
  }
}

const inRow = (inner: Block) => tagged('TR', inner)
const inCell = (inner: Block, type: 'TD' | 'TH') =>
  tagged(type, inner, type === 'TH' ? { scope: 'Column' } : undefined)
