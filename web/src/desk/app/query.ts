// What the page of the address is asked for: filters, a period, an order of rows.
import { useCallback } from 'preact/compat'
import type { Query } from '../paths.ts'
import { currentPlace, go, usePlace, type Way } from './router.tsx'

type Change = Readonly<Record<string, string | undefined>>

/**
 * What the page is asked for, and a change of it: undefined takes a name out. Each change is a step back, unless it is said to replace:
 * letters that somebody types are no steps.
 */
export function useQuery(): [Query, (change: Change, way?: Way) => void] {
  const { query = {} } = usePlace()
  const ask = useCallback((change: Change, way: Way = {}) => {
    const { query: before = {}, ...place } = currentPlace()
    const next = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
    go({ ...place, query: Object.fromEntries(next) as Record<string, string> }, { staysPut: true, ...way })
  }, [])
  return [query, ask]
}
