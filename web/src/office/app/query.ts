// What the page of the address is asked for: filters, a period, an order of rows.
import { useCallback, useMemo } from 'preact/compat'
import type { Query } from '../places.ts'
import { addressNow, goTo, useAddress, type Way } from './address.ts'

type Change = Readonly<Record<string, string | undefined>>

const partsOf = (address: string) => {
  const [path = '', asked = ''] = address.split('?', 2)
  return { path, query: Object.fromEntries(new URLSearchParams(asked)) }
}

/**
 * What the page is asked for, and a change of it: undefined takes a name out. Each change is a step back, unless it is said to replace:
 * letters that somebody types are no steps.
 */
export function useQuery(): [Query, (change: Change, way?: Way) => void] {
  const address = useAddress()
  const query = useMemo(() => partsOf(address).query, [address])
  const ask = useCallback((change: Change, way: Way = {}) => {
    const { path, query: before } = partsOf(addressNow())
    const next = Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)
    const asked = new URLSearchParams(next as [string, string][]).toString()
    goTo(asked === '' ? path : `${path}?${asked}`, { staysPut: true, ...way })
  }, [])
  return [query, ask]
}
