// The address of the page and the place in the browser's history, whichever pages there are: back, reload and a copied link return to it.
import { useSyncExternalStore } from 'preact/compat'
import { appRoot, appUrl } from '../../workshop/places.ts'

const listeners = new Set<() => void>()
const tell = () => {
  for (const call of listeners) call()
}

/** Who keeps people on the page, as long as there is something to lose. */
interface Hold {
  wouldLose: () => boolean
  /** Asks the person; `go` leaves. */
  ask: (go: () => void) => void
}
const holds = new Set<Hold>()
/** Where the page is that is shown: the browser may be one step further. */
let shown = typeof location === 'undefined' ? '' : location.href

/** Until it is let go, other pages open only after somebody was asked. */
export function holdLeaving(wouldLose: Hold['wouldLose'], ask: Hold['ask']): () => void {
  const hold = { wouldLose, ask }
  holds.add(hold)
  return () => holds.delete(hold)
}

const holder = () => [...holds].find(({ wouldLose }) => wouldLose())
const release = () => holds.clear()

function followHistory(): void {
  const hold = holder()
  if (!hold || pathOf(shown) === location.pathname) {
    shown = location.href
    tell()
    return
  }
  // The browser has left already: back to the page that is shown, until the person has answered.
  history.pushState({}, '', shown)
  hold.ask(() => {
    release()
    history.back()
  })
}
const pathOf = (url: string) => new URL(url).pathname

if (typeof window !== 'undefined') window.addEventListener('popstate', followHistory)

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

export function goTo(address: string, way: Way = {}): void {
  const url = appUrl(address)
  const hold = holder()
  if (hold && pathOf(url) !== location.pathname)
    hold.ask(() => {
      release()
      enter(url, way)
    })
  else enter(url, way)
}

function enter(url: string, { replace = false, staysPut = false }: Way): void {
  if (replace) history.replaceState({}, '', url)
  else history.pushState({}, '', url)
  shown = location.href
  tell()
  if (!staysPut) window.scrollTo(0, 0)
}

/** A state that belongs to this place in the browser's history and stands in no address: names of people, for instance. */
export const readHere = (name: string): string | undefined =>
  ((history.state ?? {}) as Record<string, string>)[name]

export const keepHere = (name: string, value: string): void =>
  history.replaceState({ ...history.state, [name]: value }, '')
