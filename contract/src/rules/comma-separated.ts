// Rows as CSV for spreadsheets, and rows from what a spreadsheet gives: a file, or cells that were copied. Pure.

/** Words that a spreadsheet would take for a formula; numbers, which may be negative, are none. */
const FORMULA = /^[=+\-@\t\r]/

function cellOf(value: string | number | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** With the mark by which spreadsheets know that it is UTF-8. Numbers have a decimal point in every language. */
export const toCommaSeparated = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  `\uFEFF${toCommaSeparatedLines(rows)}`

/** The same without the mark, for files that are written piece by piece. */
export const toCommaSeparatedLines = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

interface SeparatedRow {
  /** Where it begins, from 1. */
  readonly line: number
  /** Without blanks around them. */
  readonly cells: readonly string[]
}

/** Cells that were copied have tabs; files have semicolons where the comma separates decimals. */
function separatorOf(text: string): string {
  const unquoted = text.replaceAll(/"(?:[^"]|"")*"/g, '""')
  const [first = ''] = /\S[^\r\n]*/.exec(unquoted) ?? []
  return ['\t', ';'].find((one) => first.includes(one)) ?? ','
}

/** Rows that are not empty. A quote that nobody closed ends with the text; `openQuote` is its line. */
export function fromSeparated(text: string): { rows: SeparatedRow[]; openQuote?: number } {
  const whole = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(whole)
  const rows: SeparatedRow[] = []
  let [line, begun, quotedAt] = [1, 1, 0]
  let cells: string[] = []
  let cell = ''
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (cells.some((one) => one !== '')) rows.push({ line: begun, cells })
    cells = []
  }
  for (let at = 0; at < whole.length; at++) {
    const sign = whole[at] as string
    const isEnd = sign === '\n' || (sign === '\r' && whole[at + 1] !== '\n')
    if (isEnd) line++
    if (quotedAt > 0) {
      if (sign !== '"') cell += sign
      else if (whole[at + 1] === '"') cell += whole[++at]
      else quotedAt = 0
    } else if (sign === '"' && cell.trim() === '') [cell, quotedAt] = ['', line]
    else if (sign === separator) endCell()
    else if (isEnd) {
      endRow()
      begun = line
    } else if (sign !== '\r') cell += sign
  }
  endRow()
  return quotedAt > 0 ? { rows, openQuote: quotedAt } : { rows }
}
