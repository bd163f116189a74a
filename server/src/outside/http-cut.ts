// Ends a request when its time is over or its caller says so. A timer, because signals made of signals cost more than sending.

export interface Cut {
  isCut(): boolean
  /** What is to be ended; the last one counts. */
  on(end: (why: Error) => void): void
  /** The request is over by itself. */
  end(): void
}

export function createCut(timeoutMs: number, signal: AbortSignal | undefined): Cut {
  let isCut = false
  let isOver = false
  let cut: (why: Error) => void = () => {}
  const act = () => {
    if (isOver) return
    isCut = true
    cut(new Error('cut off'))
  }
  // What has arrived is read first: a process that was busy must not take its own delay for the other side's.
  const timer = setTimeout(() => setImmediate(act), timeoutMs)
  signal?.addEventListener('abort', act, { once: true })
  return {
    isCut: () => isCut,
    on(end) {
      cut = end
      if (isCut || signal?.aborted) act()
    },
    end() {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', act)
    },
  }
}
