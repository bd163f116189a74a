// Recently opened keys and secrets of receivers, so that many callbacks to one receiver open them once. Only in memory, and only
// for seconds.
import type { UnlockedBox } from '../../outside/secret-box.ts'

const REMEMBERED_MS = 10_000
const MOST = 1_000

export type OpenKey = (box: UnlockedBox, sealed: Uint8Array, purpose: string) => string

/** A client has several receivers, so each sealed value is kept by itself. A failure is not cached. */
export function rememberOpened(): OpenKey {
  const opened = new Map<string, { text: string }>()
  return (box, sealed, purpose) => {
    const name = `${purpose} ${Buffer.from(sealed).toString('latin1')}`
    const known = opened.get(name)
    if (known) return known.text
    const last = { text: box.open(sealed, purpose) }
    if (opened.size >= MOST) opened.clear()
    opened.set(name, last)
    setTimeout(() => opened.get(name) === last && opened.delete(name), REMEMBERED_MS).unref()
    return last.text
  }
}
