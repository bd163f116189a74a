// Shared by all loops that claim work from the database: they look when nudged and at intervals, never twice at once, lose no
// nudge, and stop cleanly. The caller decides what is claimed and how it is done.

export interface LoopOptions {
  /** How often to look at the queue without a nudge. */
  pollMs: number
  /** False while the database has not been reached or migrated yet: the queue is not read. */
  isPrepared?: (() => boolean) | undefined
  /**
   * Claims what there is room for and starts it. `isAsked` false: called only because work ended, so there may be room but nothing
   * new. Starts nothing after a stop.
   */
  fill(loop: Filling, isAsked: boolean): Promise<void>
  /** Whether something is due that no process works on. */
  isAnyDue(): Promise<boolean>
  /** The queue could not be read. */
  onFailure: (error: unknown) => void
}

export interface Filling {
  /** `work` must not reject. */
  begin(work: Promise<void>): void
  /** The same for several; ended() must then be called for each. */
  began(count: number): void
  ended(): void
  /** How many are being worked on. */
  readonly running: number
  readonly isStopped: boolean
}

export interface Loop {
  /** Says that there may be something to do now. */
  nudge(): void
  /** Works until nothing is due. */
  drain(): Promise<void>
  /** Stops claiming, and returns when started work has ended. */
  stop(): Promise<void>
}

/** Pause before the next look if another process has the work that is due. */
const PAUSE_MS = 5

export function startLoop({ pollMs, isPrepared = () => true, fill, isAnyDue, onFailure }: LoopOptions): Loop {
  let running = 0
  const onIdle: (() => void)[] = []
  let filling: Promise<void> = Promise.resolve()
  let isFilling = false
  let isWanted = false
  let isAsked = false
  let isStopped = false

  function ended(): void {
    running--
    if (running === 0) for (const tell of onIdle.splice(0)) tell()
    look(false)
  }

  const idle = () =>
    running === 0 ? Promise.resolve() : new Promise<void>((resolve) => onIdle.push(resolve))

  const state: Filling = {
    begin(work) {
      running++
      void work.finally(ended)
    },
    began(count) {
      running += count
    },
    ended,
    get running() {
      return running
    },
    get isStopped() {
      return isStopped
    },
  }

  async function fillWhileWanted(): Promise<void> {
    // A nudge during a look at the queue must not be lost.
    while (isWanted && !isStopped) {
      const wasAsked = isAsked
      isWanted = false
      isAsked = false
      await fill(state, wasAsked)
      // The embedded database answers without yielding to the event loop: this lets network events run.
      await new Promise(setImmediate)
    }
  }

  function look(isNew: boolean): void {
    isWanted = true
    isAsked ||= isNew
    if (isFilling || isStopped || !isPrepared()) return
    isFilling = true
    filling = fillWhileWanted()
      .catch(onFailure)
      .finally(() => {
        isFilling = false
        if (isWanted) look(false)
      })
  }

  const nudge = () => look(true)
  const timer = setInterval(nudge, pollMs).unref()
  nudge()

  return {
    nudge,
    async drain() {
      for (;;) {
        nudge()
        await filling
        if (running > 0) {
          await idle()
          continue
        }
        if (!(await isAnyDue())) return
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    },
    async stop() {
      clearInterval(timer)
      isStopped = true
      await filling
      await idle()
    },
  }
}
