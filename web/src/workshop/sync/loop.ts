// When to send: at once after a change, again after a growing pause if it failed, and whenever the network or the screen comes
// back. No background sync: tablets lack it. Does not know what is sent.
import { SignedOut, Unreachable } from '../api/problem.ts'
import { waitMs } from './backoff.ts'
import type { Locks } from './locks.ts'

export type LoopState = 'idle' | 'working' | 'waiting' | 'signedOut'

export interface LoopOptions {
  /** Name of the lock that one tab of the device holds at a time. */
  name: string
  locks: Locks
  /** One pass over everything; throws what stopped it. */
  pass: () => Promise<void>
  onState?: (state: LoopState) => void
  random?: () => number
  setTimer?: (call: () => void, ms: number) => unknown
  clearTimer?: (timer: unknown) => void
}

export interface Loop {
  /** There is something to send, or the network may be back. */
  poke(): void
  /** Resolves when the running pass, and what was requested meanwhile, is over. */
  settled(): Promise<void>
  stop(): void
}

export function createLoop(options: LoopOptions): Loop {
  const { name, locks, pass, onState = () => {}, random = Math.random } = options
  const setTimer = options.setTimer ?? ((call, ms) => setTimeout(call, ms))
  const clearTimer = options.clearTimer ?? ((timer) => clearTimeout(timer as ReturnType<typeof setTimeout>))
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let isStopped = false
  let failures = 0
  let timer: unknown

  const run = async (): Promise<void> => {
    onState('working')
    try {
      do {
        isAskedAgain = false
        await locks.hold(name, pass)
      } while (isAskedAgain && !isStopped)
      failures = 0
      onState('idle')
    } catch (error) {
      // Somebody signed in, or the network came back, while this pass was failing.
      if (isAskedAgain && !isStopped) return run()
      if (error instanceof SignedOut) {
        onState('signedOut')
        return
      }
      failures += 1
      onState('waiting')
      if (isStopped) return
      timer = setTimer(
        poke,
        waitMs(failures, random(), error instanceof Unreachable ? error.retryAfterSeconds : undefined),
      )
      if (!(error instanceof Unreachable)) console.error(error)
    }
  }

  const poke = (): void => {
    if (isStopped) return
    clearTimer(timer)
    if (running !== undefined) {
      isAskedAgain = true
      return
    }
    running = run().finally(() => {
      running = undefined
    })
  }

  return {
    poke,
    settled: async () => {
      while (running !== undefined) await running
    },
    stop: () => {
      isStopped = true
      clearTimer(timer)
    },
  }
}
