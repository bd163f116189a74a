// Recognises leaked passwords by the first bytes of their SHA-256. The delivered table is read once;
// tools/leaked-passwords.ts makes it.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** With this many bytes, one of ten million good passwords collides with one of the hundred thousand and is refused wrongly. */
export const PREFIX_BYTES = 5

let table: Buffer | undefined

const leaked = (): Buffer => {
  table ??= readFileSync(new URL('../../data/leaked-passwords.bin', import.meta.url))
  return table
}

/** `text` is in lower case and normal form, as in the table. */
export const prefixOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, PREFIX_BYTES)

export const countLeaked = (): number => leaked().length / PREFIX_BYTES

/** Binary search: the table is sorted. */
export function isLeaked(text: string): boolean {
  const wanted = prefixOf(text)
  const rows = leaked()
  let [from, to] = [0, rows.length / PREFIX_BYTES]
  while (from < to) {
    const middle = (from + to) >>> 1
    const at = middle * PREFIX_BYTES
    const order = rows.compare(wanted, 0, PREFIX_BYTES, at, at + PREFIX_BYTES)
    if (order === 0) return true
    if (order < 0) from = middle + 1
    else to = middle
  }
  return false
}
