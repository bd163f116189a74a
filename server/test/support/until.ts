// Tests wait only with this: for something that can be seen, however long a busy machine takes.
import { setTimeout as delay } from 'node:timers/promises'

/** Only to detect a hang; nothing is measured by it. */
const DEADLINE_MS = 600_000
const LOOK_AGAIN_MS = 20

/** Asks until it holds; a test that waits in vain says for what. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await delay(LOOK_AGAIN_MS)
  }
}
