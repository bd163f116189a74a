// Rows as CSV for spreadsheets. Pure.

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
