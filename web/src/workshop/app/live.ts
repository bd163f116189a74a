// What changes on the server while one looks: server-sent events, and where they do not come through, asking now and then.

export interface LiveChange {
  kind: string
  /** `survey/<id>`, `order/<id>` … */
  subject: string
  /** Number of the event. Events come in the order in which they became visible, which is nearly that of their numbers. */
  sequence: string
  /** A higher number came before it, or nothing did: what knows that number need not know this event. */
  isLate: boolean
}

export interface LiveOptions {
  url: (after: string | undefined) => string
  onChange: (changes: readonly LiveChange[]) => void
  /** Nothing is known to have changed, but it may have. */
  onDoubt: () => void
  onState?: (isLive: boolean) => void
}

/** Changes that come together are told together: one edit makes several events. */
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
      // Between the last read and this connection something may have happened.
      onDoubt()
    })
    source.addEventListener('error', () => {
      onState(false)
      if (source?.readyState !== EventSource.CLOSED) return
      // The browser gives up after an answer that is no stream; a sign-in or a restart may mend it.
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

/** Numbers of events are decimal and may outgrow a double. */
export const isAfter = (one: string, other: string): boolean =>
  one.length === other.length ? one > other : one.length > other.length
