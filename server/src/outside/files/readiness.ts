// Whether the store of files can be used, for monitors that ask often: one probe answers all questions for a while, and a store
// that hangs delays nobody.
import { setTimeout as delay } from 'node:timers/promises'
import type { Files } from './adapter.ts'

interface StoreReadinessOptions {
  /** How long a result is reused. */
  keptMs?: number
  /** A probe that takes longer counts as failed. */
  limitMs?: number
  clock?: () => number
}

export function storeReadiness(
  files: Pick<Files, 'check'>,
  { keptMs = 10_000, limitMs = 3_000, clock = Date.now }: StoreReadinessOptions = {},
): () => Promise<boolean> {
  let last: { isUsable: boolean; at: number } | undefined
  let running: Promise<boolean> | undefined

  // Only one probe at a time, even after its callers have stopped waiting: a store that hangs gets no second probe.
  const probe = () => {
    running ??= files
      .check()
      .then(
        () => true,
        () => false,
      )
      .then((isUsable) => {
        last = { isUsable, at: clock() }
        running = undefined
        return isUsable
      })
    return running
  }

  return async () => {
    if (last && clock() - last.at < keptMs) return last.isUsable
    const given = new AbortController()
    const tooLate = delay(limitMs, false, { signal: given.signal, ref: false }).catch(() => false)
    try {
      return await Promise.race([probe(), tooLate])
    } finally {
      given.abort()
    }
  }
}
