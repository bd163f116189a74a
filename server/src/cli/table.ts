// Text for a terminal: aligned columns, or one block per row if the columns do not fit. Pure.

export interface Column<Row> {
  title: string
  value: (row: Row) => string
}

// Emoji and East Asian characters take two cells, combining marks none.
const WIDE =
  /\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u
const ZERO = /\p{Mark}/u

export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1
  return width
}

/** Stored text may contain control characters; a terminal must not run them, so they are shown as their code. */
export function shown(text: string): string {
  return text.replaceAll(/\p{C}/gu, (character) =>
    character === '\u00ad' ? '' : `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  )
}

const GAP = '  '

export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[], cells: number): string {
  const texts = rows.map((row) => columns.map(({ value }) => shown(value(row))))
  const used = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...texts.map((row) => widthOf(row[index] as string))),
  )
  const total = used.reduce((sum, width) => sum + width + GAP.length, -GAP.length)
  if (total > cells && rows.length > 0) {
    return texts
      .map((row) => fields(columns.map(({ title }, index) => [title.toLowerCase(), row[index] as string])))
      .join('\n\n')
  }
  const line = (parts: readonly string[]) =>
    parts
      .map((part, index) => part + ' '.repeat(Math.max(0, (used[index] as number) - widthOf(part))))
      .join(GAP)
      .trimEnd()
  return [line(columns.map(({ title }) => title)), ...texts.map(line)].join('\n')
}

/** Names and values in two columns; an empty value is left out. */
export function fields(entries: readonly (readonly [name: string, value: string])[]): string {
  const filled = entries.filter(([, value]) => value !== '')
  const width = Math.max(0, ...filled.map(([name]) => widthOf(name)))
  return filled
    .map(([name, value]) => `${name}${' '.repeat(width - widthOf(name))}${GAP}${shown(value)}`)
    .join('\n')
}

/** Breaks at spaces, never inside a word; `indent` starts all lines but the first and is added to `cells`. */
export function wrapped(text: string, cells: number, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= cells)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join(`\n${indent}`)
}
