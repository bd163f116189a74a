// What was last sought, kept in the browser's history: it may be a person's name, and addresses are written down by proxies.
import { useSyncExternalStore } from 'preact/compat'
import { keepHere, readHere } from '../../office/app/address.ts'
import { createSignal } from '../../workshop/app/signal.ts'
import { go } from './router.ts'

/** Told of a new search; coming back tells it by the history itself. */
const turns = createSignal(0)
const soughtHere = () => readHere('sought') ?? ''

export function seek(words: string): void {
  go({ page: 'find' })
  keepHere('sought', words)
  turns.set(turns.get() + 1)
}

export function useSought(): string {
  return useSyncExternalStore((call) => {
    const leave = turns.subscribe(call)
    window.addEventListener('popstate', call)
    return () => {
      leave()
      window.removeEventListener('popstate', call)
    }
  }, soughtHere)
}
