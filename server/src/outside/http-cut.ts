// Ends requests when their time is over or their caller says so. All have the same time, so the first that began is the first
// that is over, and one timer stands over all of them: signals made of signals, and a timer for each, cost more than sending.

export interface Cut {
  readonly isCut: boolean
  /** What is to be ended; the last one counts. */
  on(end: (why: Error) => void): void
  /** The request is over by itself. */
  end(): void
}

export function createCuts(timeoutMs: number): (signal: AbortSignal | undefined) => Cut {
  /** In the order they began. */
  const open = new Set<OneCut>()
  let timer: NodeJS.Timeout | undefined

  function wait(): void {
    const [first] = open
    timer = first && setTimeout(look, Math.max(1, first.endsAt - performance.now())).unref()
  }

  function look(): void {
    // What has arrived is read first: a process that was busy must not take its own delay for the other side's.
    setImmediate(() => {
      const now = performance.now()
      for (const cut of open) {
        if (cut.endsAt > now) break
        open.delete(cut)
        cut.act()
      }
      wait()
    })
  }

  return (signal) => {
    const cut = new OneCut(performance.now() + timeoutMs, open, signal)
    open.add(cut)
    if (!timer) wait()
    return cut
  }
}

class OneCut implements Cut {
  readonly endsAt: number
  isCut = false
  readonly #open: Set<OneCut>
  readonly #signal: AbortSignal | undefined
  #isOver = false
  #end: ((why: Error) => void) | undefined

  constructor(endsAt: number, open: Set<OneCut>, signal: AbortSignal | undefined) {
    this.endsAt = endsAt
    this.#open = open
    this.#signal = signal
    if (signal) watch(signal).add(this)
  }

  act(): void {
    if (this.#isOver) return
    this.isCut = true
    this.#end?.(new Error('cut off'))
  }

  on(end: (why: Error) => void): void {
    this.#end = end
    if (this.isCut || this.#signal?.aborted) this.act()
  }

  end(): void {
    this.#isOver = true
    this.#open.delete(this)
    if (this.#signal) watched.get(this.#signal)?.delete(this)
  }
}

/** One listener per signal, however many requests it stands over. */
const watched = new WeakMap<AbortSignal, Set<OneCut>>()

function watch(signal: AbortSignal): Set<OneCut> {
  const known = watched.get(signal)
  if (known) return known
  const cuts = new Set<OneCut>()
  watched.set(signal, cuts)
  const actAll = () => {
    for (const cut of cuts) cut.act()
  }
  signal.addEventListener('abort', actAll, { once: true })
  return cuts
}
