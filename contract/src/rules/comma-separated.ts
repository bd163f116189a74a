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
  `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
