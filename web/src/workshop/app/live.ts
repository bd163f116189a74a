// Changes on the server while a screen is open: server-sent events, or polling if they do not get through.
import type { EventKind } from '@walkaround/contract/events.ts'

export interface LiveChange {
  kind: EventKind
  /** `survey/<id>`, `order/<id>` … */
  subject: string
  /** Number of the event. Events arrive in the order in which they became visible, which is nearly that of their numbers. */
  sequence: string
  /** A higher number came before it, or none did: a page that knows that number may still lack this event. */
  isLate: boolean
}

interface LiveOptions {
  url: (after: string | undefined) => string
  onChange: (changes: readonly LiveChange[]) => void
  /** Something may have changed, but nothing is known. */
  onDoubt: () => void
  onState?: (isLive: boolean) => void
}

/** Changes that arrive together are reported together: one edit causes several events. */
const gatherMs = 150
const reconnectMs = 5_000
const askMs = 30_000

export function followChanges({ url, onChange, onDoubt, onState = () => {} }: LiveOptions): () => void {
  let source: EventSource | undefined
  let after: string | undefined
  let highest: string | undefined
  let gathered: LiveChange[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const take = (event: MessageEvent<string>) => {
    const sequence = event.lastEventId
    after = sequence || after
    const isLate = highest === undefined || !isAfter(sequence, highest)
    if (highest === undefined || !isLate) highest = sequence
    try {
      gathered.push({ ...(JSON.parse(event.data) as LiveChange), sequence, isLate })
    } catch {
      return
    }
    gathering ??= setTimeout(() => {
      gathering = undefined
      const told = gathered
      gathered = []
      onChange(told)
    }, gatherMs)
  }
  const open = () => {
    if (isEnded || typeof EventSource === 'undefined') return
    source = new EventSource(url(after), { withCredentials: false })
    source.addEventListener('change', take)
    source.addEventListener('open', () => {
      onState(true)
      // Something may have happened between the last read and this connection.
      onDoubt()
    })
    source.addEventListener('error', () => {
      onState(false)
      if (source?.readyState !== EventSource.CLOSED) return
      // The browser gives up after a reply that is not a stream; a sign-in or a restart may fix it.
      again = setTimeout(open, reconnectMs)
    })
  }
  const asking = setInterval(() => {
    if (source?.readyState !== 1 && document.visibilityState === 'visible') onDoubt()
  }, askMs)
  open()
  return () => {
    isEnded = true
    clearInterval(asking)
    clearTimeout(gathering)
    clearTimeout(again)
    source?.close()
  }
}

/** Event numbers are decimal and may exceed a double. */
export const isAfter = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length
