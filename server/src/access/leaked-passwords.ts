// Passwords that stand in lists of leaked ones, known by the beginnings of their SHA-256. The delivered table is read once;
// scripts/leaked-passwords.ts makes it.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Of ten million good passwords one shares so much with one of the hundred thousand, and is refused for nothing. */
export const PREFIX_BYTES = 5

let table: Buffer | undefined

const leaked = (): Buffer => {
  table ??= readFileSync(new URL('../../data/leaked-passwords.bin', import.meta.url))
  return table
}

/** `text` in lower case and normal form, as whoever made the table wrote it. */
export const prefixOf = (text: string): Buffer => hash('sha256', text, 'buffer').subarray(0, PREFIX_BYTES)

export const countLeaked = (): number => leaked().length / PREFIX_BYTES

/** By halves: the table is sorted. */
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
