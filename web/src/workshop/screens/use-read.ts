// Reads from the service for screens that work with a network alone: nothing is kept on the device, what was read before
// stays shown while it is read again.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSignal, useWorkshop } from '../app/context.tsx'

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

/** `subject` names what is read: an answer about another is never shown. `everyMs`: read again while the page is seen. */
export function useRead<T>(subject: string, read: () => Promise<T>, everyMs?: number): Reading<T> {
  const [kept, setKept] = useState<Kept<T>>()
  const [turn, setTurn] = useState(0)
  const reader = useRef(read)
  reader.current = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is a wish to read again
  useEffect(() => {
    let isOver = false
    reader.current().then(
      (value) => {
        if (!isOver) setKept({ of: subject, value })
      },
      (error: Error) => {
        if (!isOver) setKept((before) => ({ ...(before?.of === subject ? before : { of: subject }), error }))
      },
    )
    return () => {
      isOver = true
    }
  }, [subject, turn])
  const reload = useCallback(() => setTurn((now) => now + 1), [])
  useEffect(() => {
    if (everyMs === undefined) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, reload])
  const mine = kept?.of === subject ? kept : undefined
  return { value: mine?.value, error: mine?.error, reload }
}

/** What the signed-in person is at the chosen dealership. */
export function useRole(): string | undefined {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  return workshop.session()?.clients.find(({ id }) => id === clientId)?.role
}

/** As the service decides it; here it only spares people a refusal. */
export const maySend = (role: string | undefined): boolean => role !== undefined && role !== 'technician'
/** Likewise: what changes orders themselves. */
export const mayOrder = maySend

/** Undefined while nobody is known. What concerns the whole client is not for whoever is limited to branches. */
export function useMaySetUp(): boolean | undefined {
  const workshop = useWorkshop()
  const clientId = useSignal(workshop.clientId)
  const client = workshop.session()?.clients.find(({ id }) => id === clientId)
  return client && maySend(client.role) && client.role !== 'advisor' && !client.isLimited
}
