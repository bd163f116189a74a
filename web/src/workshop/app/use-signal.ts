// Follows a signal in a component.
import { useSyncExternalStore } from 'preact/compat'
import type { Signal } from './signal.ts'

export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(signal.subscribe, signal.get)
}
