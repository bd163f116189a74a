// The order of a table's rows by one of its columns. Pure.

export type Cell = string | number | undefined

export interface Order {
  readonly column: string
  readonly isDown: boolean
}

/** Numbers by size, words by the language's alphabet. What is absent comes last either way; equal rows stay as they were. */
export function sortRows<R>(
  rows: readonly R[],
  read: (row: R) => Cell,
  isDown: boolean,
  locale: string,
): readonly R[] {
  const words = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const compare = (a: Cell, b: Cell): number => {
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b))
    return isDown ? -order : order
  }
  const cells = new Map(rows.map((row) => [row, read(row)]))
  return rows.toSorted((one, other) => compare(cells.get(one), cells.get(other)))
}

/** As an address says it: `-sold` is from the most to the least. */
export const orderOf = (text: string | undefined): Order | undefined =>
  text ? { column: text.replace(/^-/, ''), isDown: text.startsWith('-') } : undefined

/** A tap on the head of a column: first from the most, for numbers, or from A, for words; then the other way. */
export function nextOrder(before: Order | undefined, column: string, isNumber: boolean): string {
  const isDown = before?.column === column ? !before.isDown : isNumber
  return `${isDown ? '-' : ''}${column}`
}
