// Reads from the service for screens that need a network: nothing is stored on the device, and earlier data stays visible while it
// is read again.
import { useCallback, useEffect, useRef, useState } from 'preact/compat'

export interface Reading<T> {
  value: T | undefined
  error: Error | undefined
  reload(): void
}

interface Kept<T> {
  of: string
  value?: T
  error?: Error
}

/**
 * `subject` names what is read: a reply about another subject is never shown. `everyMs`: read again while the page is visible, but
 * not before the last reply came; on a slow network none would ever be the newest.
 */
export function useRead<T>(subject: string, read: () => Promise<T>, everyMs?: number): Reading<T> {
  const [kept, setKept] = useState<Kept<T>>()
  const [turn, setTurn] = useState(0)
  const reader = useRef(read)
  reader.current = read
  const underWay = useRef<Promise<T>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a wish to read again
  useEffect(() => {
    let isOver = false
    const reading = reader.current()
    underWay.current = reading
    reading
      .then(
        (value) => {
          if (!isOver) setKept({ of: subject, value })
        },
        (error: Error) => {
          if (!isOver)
            setKept((before) => ({ ...(before?.of === subject ? before : { of: subject }), error }))
        },
      )
      .finally(() => {
        if (underWay.current === reading) underWay.current = undefined
      })
    return () => {
      isOver = true
    }
  }, [subject, turn])
  const reload = useCallback(() => setTurn((now) => now + 1), [])
  useEffect(() => {
    if (everyMs === undefined) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && !underWay.current) reload()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, reload])
  const mine = kept?.of === subject ? kept : undefined
  return { value: mine?.value, error: mine?.error, reload }
}
