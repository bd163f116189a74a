// The address of the page and the place in the browser's history, whichever pages there are: back, reload and a copied link return to it.
import { useSyncExternalStore } from 'preact/compat'
import { appRoot, appUrl } from '../../workshop/places.ts'

const listeners = new Set<() => void>()
const tell = () => {
  for (const call of listeners) call()
}
if (typeof window !== 'undefined') window.addEventListener('popstate', tell)

/** Relative to the folder of the bundle, with the query. */
export const addressNow = (): string => location.pathname.slice(appRoot.pathname.length) + location.search

/** Told of every change of the address. */
export function onAddress(call: () => void): () => void {
  listeners.add(call)
  return () => listeners.delete(call)
}

export const useAddress = (): string => useSyncExternalStore(onAddress, addressNow)

export interface Way {
  replace?: boolean
  /** What is seen stays where it is: only a filter is another. */
  staysPut?: boolean
}

export function goTo(address: string, { replace = false, staysPut = false }: Way = {}): void {
  const url = appUrl(address)
  if (replace) history.replaceState({}, '', url)
  else history.pushState({}, '', url)
  tell()
  if (!staysPut) window.scrollTo(0, 0)
}

/** A state that belongs to this place in the browser's history and stands in no address: names of people, for instance. */
export const readHere = (name: string): string | undefined =>
  ((history.state ?? {}) as Record<string, string>)[name]

export const keepHere = (name: string, value: string): void =>
  history.replaceState({ ...history.state, [name]: value }, '')
