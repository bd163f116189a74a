// What the logs keep in the address: which entry is open, and what the list is asked for. Reload, back and a link lead to the same.
import { useEffect, useRef, useState } from 'preact/compat'
import { back, go } from '../app/router.tsx'
import type { LogRoute } from '../paths.ts'

/** The button of an entry in its list. */
export const rowId = (entryId: string) => `log-${entryId}`

type Filter = Readonly<Record<string, string>>

const isAsked = (value: string | undefined): value is string => value !== undefined && value !== ''

/** `names`: of what the list can be asked for. Anything else in the address is left alone. */
export function useLog(route: LogRoute, names: readonly string[]) {
  const { screen, entryId } = route
  const filter: Filter = Object.fromEntries(
    Object.entries(route.filter ?? {}).filter(([name, value]) => names.includes(name) && isAsked(value)),
  )
  const listed = (asked: Filter): LogRoute =>
    Object.keys(asked).length > 0 ? { screen, filter: asked } : { screen }
  // The one with which the screen was opened: its list has not been seen yet.
  const [linkedId] = useState(entryId)
  const before = useRef(entryId)
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
    if (entryId === undefined && before.current !== undefined)
      document.getElementById(rowId(before.current))?.focus()
    before.current = entryId
  }, [entryId])
  return {
    filter,
    entryId,
    isLinked: entryId !== undefined && entryId === linkedId,
    open: (id: string) => go({ ...listed(filter), entryId: id }, { staysPut: true }),
    /** To where one came from. A second time before that has happened would lead further back. */
    close: () => {
      if (closing.current) return
      closing.current = true
      back(listed(filter))
    },
    showAll: () => go({ screen }, { replace: true }),
    ask: (more: Readonly<Record<string, string | undefined>>) => {
      const asked = Object.entries({ ...filter, ...more }).filter((one): one is [string, string] =>
        isAsked(one[1]),
      )
      go(listed(Object.fromEntries(asked)), { replace: true, staysPut: true })
    },
    askAll: () => go({ screen }, { replace: true, staysPut: true }),
  }
}
