// Keys and secrets of receivers as they were opened a moment ago, so that many callbacks to one receiver open them once. In
// memory alone, and for seconds.
import type { SecretBox } from '../../outside/secret-box.ts'

const REMEMBERED_MS = 10_000
const MOST = 1_000

/** A failure is not remembered. */
export function rememberOpened(box: Pick<SecretBox, 'open'>): Pick<SecretBox, 'open'> {
  const opened = new Map<string, string>()
  return {
    async open(sealed, purpose) {
      const name = `${purpose} ${Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length).toString('latin1')}`
      const known = opened.get(name)
      if (known !== undefined) return known
      const text = await box.open(sealed, purpose)
      if (opened.size >= MOST) opened.clear()
      opened.set(name, text)
      setTimeout(() => opened.delete(name), REMEMBERED_MS).unref()
      return text
    },
  }
}
