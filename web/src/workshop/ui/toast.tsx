// A short word at the edge of the screen that goes away by itself. For what is good to know, never for what must be read.
import { useSignal } from '../app/context.tsx'
import { createSignal } from '../app/signal.ts'
import { Icon } from './icons.tsx'

const shownMs = 4_000
const current = createSignal<{ id: number; text: string } | undefined>(undefined)
let count = 0

export function toast(text: string): void {
  const id = ++count
  current.set({ id, text })
  setTimeout(() => {
    if (current.get()?.id === id) current.set(undefined)
  }, shownMs)
}

export function Toasts() {
  const shown = useSignal(current)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown && (
        <p className="toast" key={shown.id}>
          <Icon name="check" size={20} /> {shown.text}
        </p>
      )}
    </div>
  )
}
