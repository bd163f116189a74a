// Undo for recent removals, on every screen, while they are held on the device.
import { useEffect } from 'preact/compat'
import { useLive, useWorkshop } from '../app/context.tsx'
import { useWords } from '../app/words.tsx'
import { listHeld, takeBack } from '../store/removals.ts'
import type { OutboxItem } from '../store/tables.ts'
import type { TextKey } from '../texts/texts.ts'
import { heldToasts } from '../ui/toast.tsx'

export function useHeldToasts(): void {
  const { t } = useWords()
  const { store } = useWorkshop()
  const held = useLive(() => listHeld(store), [store])
  useEffect(() => {
    heldToasts.set(
      (held ?? []).map((item) => ({
        id: item.id,
        text: t(`sync.kind.${kindOf(item)}` as TextKey),
        undo: () => takeBack(store, item.seq!),
      })),
    )
  }, [held, store, t])
  useEffect(() => () => heldToasts.set([]), [])
}

function kindOf({ change }: OutboxItem): string {
  if (change.type !== 'edit') return change.type
  return change.edit.kind === 'variant' ? 'removeQuote' : change.edit.kind
}
