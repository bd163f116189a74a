// One sender per device, however many tabs are open. Without browser locks, one sender per tab: the server applies everything once,
// so that only costs a little work.

export interface Locks {
  /** Runs `work` while nobody else holds `name`; waits for its turn. */
  hold(name: string, work: () => Promise<void>): Promise<void>
}

export function browserLocks(): Locks {
  if (typeof navigator !== 'undefined' && navigator.locks)
    return { hold: async (name, work) => void (await navigator.locks.request(name, () => work())) }
  return memoryLocks()
}

/** Within one page. */
export function memoryLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  return {
    hold: (name, work) => {
      const turn = (tails.get(name) ?? Promise.resolve()).then(work)
      tails.set(
        name,
        turn.catch(() => {}),
      )
      return turn
    },
  }
}
