// A short word at the edge of the screen that goes away by itself, and Undo for what was removed. For what is good to know,
// never for what must be read. A sheet makes everything below it unreachable, so the words stand in the topmost one.
import { useEffect, useId } from 'react'
import { useLive, useSignal, useWorkshop } from '../app/context.tsx'
import { createSignal } from '../app/signal.ts'
import { useWords } from '../app/words.tsx'
import { holdMs, listHeld, takeBack } from '../store/removals.ts'
import type { OutboxItem } from '../store/tables.ts'
import type { TextKey } from '../texts/en.ts'
import { Icon } from './icons.tsx'

const shownMs = 4_000
const current = createSignal<{ id: number; text: string; undo?: () => void } | undefined>(undefined)
let count = 0

/** With `undo` it stays as long as what was removed can be taken back. */
export function toast(text: string, undo?: () => void): void {
  const id = ++count
  current.set({ id, text, ...(undo ? { undo } : {}) })
  setTimeout(
    () => {
      if (current.get()?.id === id) current.set(undefined)
    },
    undo ? holdMs : shownMs,
  )
}

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
  const { t } = useWords()
  const { store } = useWorkshop()
  const shown = useSignal(current)
  const held = useLive(() => listHeld(store), [store]) ?? []
  return (
    <>
      {held.slice(-3).map((item) => (
        <Toast
          key={item.id}
          text={t(`sync.kind.${kindOf(item)}` as TextKey)}
          onUndo={() => takeBack(store, item.seq!)}
        />
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

function kindOf({ change }: OutboxItem): string {
  if (change.type !== 'edit') return change.type
  return change.edit.kind === 'variant' ? 'removeQuote' : change.edit.kind
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
