// A table for many rows: its head stays in sight, a tap on a column sorts by it, and on a narrow screen each row becomes a block with the
// names of its columns. The order is in the address, so back and a copied link keep it.
import type { ReactNode } from 'preact/compat'
import { useMemo } from 'preact/compat'
import { announce } from '../app/announce.ts'
import { useQuery } from '../app/query.ts'
import { useWords } from '../app/words.tsx'
import { OfficeIcon } from './icons.tsx'
import { Rest } from './rest.tsx'
import { type Cell, nextOrder, orderOf, sortRows } from './sort-rows.ts'
import { useSteps } from './use-steps.ts'

export interface Column<R> {
  readonly name: string
  readonly label: string
  /** What rows are sorted by and exported with. */
  readonly read: (row: R) => Cell
  /** What is shown; without it, what was read. */
  readonly show?: (row: R) => ReactNode
  readonly isNumber?: boolean
}

interface Props<R> {
  /** Said by screen readers, and shown above if `isCaptionShown`. */
  caption: string
  isCaptionShown?: boolean
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string
  /** The name in the address, if a page has several tables. */
  sortName?: string
  /** What the rows are sorted by at first, as the address says it; otherwise they stay as they came. */
  first?: string
}

export function Table<R>({
  caption,
  isCaptionShown = false,
  columns,
  rows,
  keyOf,
  sortName = 'sort',
  first,
}: Props<R>) {
  const { t, locale } = useWords()
  const [query, ask] = useQuery()
  const order = orderOf(query[sortName] ?? first)
  const by = columns.find(({ name }) => name === order?.column)
  const isDown = order?.isDown ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same column reads the same, though its function is made anew
  const sorted = useMemo(
    () => (by ? sortRows(rows, by.read, isDown, locale) : rows),
    [rows, by?.name, isDown, locale],
  )
  const [shown, end] = useSteps(sorted)
  const sort = (column: Column<R>) => {
    ask({ [sortName]: nextOrder(order, column.name, column.isNumber ?? false) })
    announce(t('table.sorted', { column: column.label }))
  }
  return (
    <div className="table-box">
      <table className="table">
        <caption className={isCaptionShown ? '' : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head
                key={column.name}
                column={column}
                direction={by === column ? (isDown ? 'descending' : 'ascending') : undefined}
                onSort={() => sort(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, shown).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => (
                <BodyCell key={column.name} column={column} row={row} isFirst={at === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Rest of={sorted} shown={shown} end={end} />
    </div>
  )
}

function Head<R>(props: {
  column: Column<R>
  direction: 'ascending' | 'descending' | undefined
  onSort: () => void
}) {
  const { column, direction } = props
  return (
    <th scope="col" aria-sort={direction} className={column.isNumber ? 'number' : ''}>
      <button type="button" onClick={props.onSort}>
        <span>{column.label}</span>
        {direction && <OfficeIcon name={direction === 'ascending' ? 'up' : 'down'} size={16} />}
      </button>
    </th>
  )
}

function BodyCell<R>({ column, row, isFirst }: { column: Column<R>; row: R; isFirst: boolean }) {
  const { number } = useWords()
  const value = column.read(row)
  const shown = column.show?.(row) ?? (typeof value === 'number' ? number(value) : value)
  const className = column.isNumber ? 'number' : ''
  // The first column says what the row is about.
  return isFirst ? (
    <th scope="row" className={className}>
      {shown}
    </th>
  ) : (
    <td className={className} data-label={column.label}>
      {shown ?? '–'}
    </td>
  )
}
