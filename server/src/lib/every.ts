// Work that is done again and again: one run at a time, with a pause after each.

export interface Loop {
  /** Ends the pause, if it is one. */
  nudge(): void
  /** Returns when the run under way has ended. */
  stop(): Promise<void>
}

/** Work that has become slow gets longer pauses, so that it takes at most a fifth of the time. */
const PAUSE_PER_WORK = 4
const LONGEST_PAUSE_MS = 2_000

export function every(ms: number, work: () => Promise<void>): Loop {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const wait = (pause: number) => {
    if (!isStopped) timer = setTimeout(run, pause).unref()
  }
  const run = () => {
    const startedAt = performance.now()
    running = work()
      // Whatever it was, the next run tries again.
      .catch(() => {})
      .finally(() => {
        running = undefined
        const slow = Math.min(LONGEST_PAUSE_MS, (performance.now() - startedAt) * PAUSE_PER_WORK)
        wait(Math.max(ms, slow))
      })
  }
  wait(ms)
  return {
    nudge() {
      if (isStopped || running) return
      clearTimeout(timer)
      run()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
