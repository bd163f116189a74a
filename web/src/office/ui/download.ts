// What is shown, as a file: CSV for spreadsheets, JSON for programs. Made in the browser from the same rows, so a file says what the page
// says.
import { toCommaSeparated } from '@walkaround/contract/rules/comma-separated.ts'
import type { Cell } from './sort-rows.ts'

/** Rows as they are shown and exported. */
export interface Sheet {
  /** What the file is called, without ending. */
  readonly name: string
  /** `name` is stable and stands in JSON; `label` is in the person's language and heads the CSV. */
  readonly columns: readonly { readonly name: string; readonly label: string }[]
  readonly rows: readonly (readonly Cell[])[]
}

const kinds = {
  csv: {
    type: 'text/csv;charset=utf-8',
    write: ({ columns, rows }: Sheet) => toCommaSeparated([columns.map(({ label }) => label), ...rows]),
  },
  json: {
    type: 'application/json',
    write: ({ columns, rows }: Sheet) =>
      `${JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]]))),
        undefined,
        2,
      )}\n`,
  },
} as const

export const textOfSheet = (sheet: Sheet, kind: keyof typeof kinds): string => kinds[kind].write(sheet)

export const download = (sheet: Sheet, kind: keyof typeof kinds): void =>
  downloadText(
    `${sheet.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${kind}`,
    textOfSheet(sheet, kind),
    kinds[kind].type,
  )

/** A text that is a file already. */
export function downloadText(name: string, text: string, type: string = kinds.csv.type): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A browser that has not begun to read it yet would find nothing.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
