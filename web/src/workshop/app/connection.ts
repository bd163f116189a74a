// Whether the service can be reached, judged by the latest sign: a reply, a request that failed, or the browser that lost its network.
import { createSignal, type Signal } from './signal.ts'

export interface Connection {
  isOnline: Signal<boolean>
  /** The browser has lost its network. */
  cut(): void
  /** Call it when a request is sent, and what it returns when the request has ended. */
  begin(): (isReached: boolean) => void
}

export function createConnection(isOnlineNow: boolean): Connection {
  const isOnline = createSignal(isOnlineNow)
  let cuts = 0
  return {
    isOnline,
    cut: () => {
      cuts += 1
      isOnline.set(false)
    },
    begin: () => {
      const before = cuts
      return (isReached) => {
        if (!isReached) isOnline.set(false)
        // A reply to a request from before the cut says nothing about the time after it.
        else if (before === cuts) isOnline.set(true)
      }
    },
  }
}
