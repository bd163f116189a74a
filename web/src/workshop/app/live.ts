// Changes on the server while a screen is open: server-sent events, or polling if they do not get through.
import type { EventKind } from '@walkaround/contract/events.ts'

export interface LiveChange {
  kind: EventKind
  /** `survey/<id>`, `order/<id>` … */
  subject: string
  /** The card of the board it shows on; left out if it has none. */
  card?: string
  /** Number of the event. They arrive in the order of their numbers. */
  sequence: string
}

interface LiveOptions {
  url: (after: string | undefined) => string
  onChange: (changes: readonly LiveChange[]) => void
  /** Something may have changed, but nothing is known. */
  onDoubt: () => void
  /** The service cannot tell what happened in between, perhaps because a backup was restored: numbers may begin anew. */
  onReload: () => void
  onState?: (isLive: boolean) => void
}

/** Changes that arrive together are reported together: one edit causes several events. */
const gatherMs = 150
const reconnectMs = 5_000
const askMs = 30_000

export function followChanges({
  url,
  onChange,
  onDoubt,
  onReload,
  onState = () => {},
}: LiveOptions): () => void {
  let source: EventSource | undefined
  let after: string | undefined
  let gathered: LiveChange[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isEnded = false

  const take = (event: MessageEvent<string>) => {
    after = event.lastEventId || after
    try {
      gathered.push(JSON.parse(event.data) as LiveChange)
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
    source.addEventListener('reload', (event) => {
      after = event.lastEventId || undefined
      onReload()
    })
    source.addEventListener('open', () => {
      onState(true)
      // Something may have happened between the last read and this connection.
      onDoubt()
    })
    source.addEventListener('error', () => {
      onState(false)
      if (source?.readyState !== EventSource.CLOSED) return
      // The browser gives up after a reply that is not a stream; a sign-in or a restart may fix it. Perhaps the service cannot go
      // on after that event; whatever happened meanwhile is read anew when the stream opens.
      after = undefined
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
