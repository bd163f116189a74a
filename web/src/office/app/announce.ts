// What a screen reader is told when something on the page has changed without a new page: how many rows a filter leaves, for instance.
import { createSignal } from '../../workshop/app/signal.ts'

export const announced = createSignal('')

export function announce(text: string): void {
  // The same words twice are a change too.
  announced.set(announced.get() === text ? `${text}\u00a0` : text)
}
