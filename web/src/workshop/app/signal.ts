// A value that screens can follow. The minimum for useSyncExternalStore.

export interface Signal<T> {
  get(): T
  set(value: T): void
  subscribe(call: () => void): () => void
}

export function createSignal<T>(initial: T): Signal<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const call of listeners) call()
    },
    subscribe: (call) => {
      listeners.add(call)
      return () => listeners.delete(call)
    },
  }
}
