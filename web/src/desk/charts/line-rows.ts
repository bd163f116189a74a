// The rows behind the lines of two periods, as a table and a file have them.

import type { Column } from '../../office/ui/table.tsx'
import type { Words } from '../app/words.ts'

export interface Day {
  /** YYYY-MM-DD, or whatever a step of time is called. */
  readonly at: string
  readonly value: number | undefined
  /** What is said instead of a value, such as "3 of 4": the table has it, the line a gap. */
  readonly words?: string
}

/** The same step of both periods; the longer of them has steps of its own. */
export interface Row {
  readonly now: Day | undefined
  readonly before: Day | undefined
}

export function columnsOf(
  t: Words['t'],
  step: string,
  write: (value: number) => string,
  dayWords: (at: string) => string,
): Column<Row>[] {
  const day = (name: string, label: string, find: (row: Row) => Day | undefined): Column<Row> => ({
    name,
    label,
    read: (row) => find(row)?.at,
    show: (row) => {
      const found = find(row)
      return found ? dayWords(found.at) : '–'
    },
  })
  const value = (name: string, label: string, find: (row: Row) => Day | undefined): Column<Row> => ({
    name,
    label,
    read: (row) => find(row)?.value ?? find(row)?.words,
    show: (row) => {
      const found = find(row)
      return found?.value === undefined ? found?.words : write(found.value)
    },
    isNumber: true,
  })
  return [
    day('day', step, (row) => row.now),
    value('now', t('chart.now'), (row) => row.now),
    day('dayBefore', `${t('chart.before')}: ${step}`, (row) => row.before),
    value('before', t('chart.before'), (row) => row.before),
  ]
}
