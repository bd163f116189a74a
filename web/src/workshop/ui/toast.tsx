// A short message at the edge of the screen that disappears by itself, some with Undo. For useful information, never for anything
// that must be read. A sheet makes everything below it unreachable, so messages appear in the topmost one.
import { useEffect, useId } from 'preact/compat'
import { createSignal } from '../app/signal.ts'
import { useSignal } from '../app/use-signal.ts'
import { useWords } from '../app/words.tsx'
import { undoMs } from '../undo-time.ts'
import { Icon } from './icons.tsx'

const shownMs = 4_000
const current = createSignal<{ id: number; text: string; undo?: () => void } | undefined>(undefined)
let count = 0

/** With `undo` it stays as long as the removal can be undone. */
export function toast(text: string, undo?: () => void): void {
  const id = ++count
  current.set({ id, text, ...(undo ? { undo } : {}) })
  setTimeout(
    () => {
      if (current.get()?.id === id) current.set(undefined)
    },
    undo ? undoMs : shownMs,
  )
}

interface HeldToast {
  id: string
  text: string
  undo: () => void
}

/** Toasts that stay until the code that set them removes them. */
export const heldToasts = createSignal<readonly HeldToast[]>([])

const places = createSignal<readonly string[]>([])

export function Toasts() {
  const id = useId()
  useEffect(() => {
    places.set([...places.get(), id])
    return () => places.set(places.get().filter((one) => one !== id))
  }, [id])
  const isTop = useSignal(places).at(-1) === id
  return (
    <div className="toasts" role="status" aria-live="polite">
      {isTop && <Words />}
    </div>
  )
}

function Words() {
  const shown = useSignal(current)
  const held = useSignal(heldToasts)
  return (
    <>
      {held.slice(-3).map(({ id, text, undo }) => (
        <Toast key={id} text={text} onUndo={undo} />
      ))}
      {shown && (
        <Toast
          key={shown.id}
          text={shown.text}
          {...(shown.undo
            ? {
                onUndo: () => {
                  current.set(undefined)
                  shown.undo?.()
                },
              }
            : {})}
        />
      )}
    </>
  )
}

function Toast({ text, onUndo }: { text: string; onUndo?: () => void }) {
  const { t } = useWords()
  return (
    <p className={`toast ${onUndo ? 'with-undo' : ''}`}>
      <Icon name="check" size={20} /> <span>{text}</span>
      {onUndo && (
        <button type="button" className="toast-undo" onClick={onUndo}>
          <Icon name="undo" size={20} /> {t('app.undo')}
        </button>
      )}
    </p>
  )
}
