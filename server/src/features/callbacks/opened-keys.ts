// Recently opened keys and secrets of receivers, so that many callbacks to one receiver open them once. Only in memory, and only
// for seconds.
import type { UnlockedBox } from '../../outside/secret-box.ts'

const REMEMBERED_MS = 10_000
const MOST = 1_000

export type OpenKey = (box: UnlockedBox, sealed: Uint8Array, purpose: string) => string

/** Keeps the last one of each purpose. A failure is not cached. */
export function rememberOpened(): OpenKey {
  const opened = new Map<string, { sealed: Uint8Array; text: string }>()
  return (box, sealed, purpose) => {
    const known = opened.get(purpose)
    if (known && Buffer.compare(known.sealed, sealed) === 0) return known.text
    const last = { sealed, text: box.open(sealed, purpose) }
    if (opened.size >= MOST) opened.clear()
    opened.set(purpose, last)
    setTimeout(() => opened.get(purpose) === last && opened.delete(purpose), REMEMBERED_MS).unref()
    return last.text
  }
}
