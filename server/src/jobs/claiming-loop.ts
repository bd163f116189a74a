// What all loops that claim work from the database have in common: looking when nudged and from time to time, never twice at
// once and never one nudge too few; ending in order. What is claimed and how it is done is the caller's.

export interface LoopOptions {
  /** How often the queue is looked at when nobody nudges. */
  pollMs: number
  /** False while the database has not been reached or migrated yet: nothing is looked at. */
  isPrepared?: (() => boolean) | undefined
  /**
   * Claims what there is room for and begins it. `isAsked` false: only because something ended, so that there may be room
   * but nothing new. Begins nothing after a stop.
   */
  fill(loop: Filling, isAsked: boolean): Promise<void>
  /** Whether something is due that nobody works on, in whichever process. */
  isAnyDue(): Promise<boolean>
  /** The queue could not be looked at. */
  onFailure: (error: unknown) => void
}

export interface Filling {
  /** `work` must not reject. */
  begin(work: Promise<void>): void
  /** The same for many, each of which must then have ended. */
  began(count: number): void
  ended(): void
  /** How many are being worked on. */
  readonly running: number
  readonly isStopped: boolean
}

export interface Loop {
  /** There may be something to do now. */
  nudge(): void
  /** Works until nothing is due. */
  drain(): Promise<void>
  /** Claims nothing any more, and returns when what was begun has ended. */
  stop(): Promise<void>
}

/** Another process has what is due: until it is looked at again. */
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
    // A nudge that comes while the queue is looked at must not be lost.
    while (isWanted && !isStopped) {
      const wasAsked = isAsked
      isWanted = false
      isAsked = false
      await fill(state, wasAsked)
      // The embedded database answers without ever letting go of the process: what came by the network has its turn here.
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
