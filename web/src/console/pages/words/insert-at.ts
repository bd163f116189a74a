// Puts a placeholder where somebody last wrote in the fields of a text.
import { placed } from './placed.ts'

interface Draft {
  readonly subject: string
  readonly text: string
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** In the field that has the focus, otherwise at the end of the text. */
export function insertAt(draft: Draft, box: HTMLElement | null, placeholder: string) {
  const active = document.activeElement
  const control = active && box?.contains(active) && isControl(active) ? active : undefined
  const target = control ?? box?.querySelector('textarea') ?? undefined
  const field: keyof Draft = target?.tagName === 'INPUT' ? 'subject' : 'text'
  const before = draft[field]
  const from = control?.selectionStart ?? before.length
  const { value, cursor } = placed(before, placeholder, from, control?.selectionEnd ?? from)
  return {
    field,
    value,
    /** Once the field shows it. */
    settle() {
      target?.focus()
      target?.setSelectionRange(cursor, cursor)
    },
  }
}

const isControl = (element: Element): element is Control =>
  element.tagName === 'TEXTAREA' || (element instanceof HTMLInputElement && element.type === 'text')
