// The current page and what it was asked for, kept in the address: back, reload and a copied link return to it.
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'preact/compat'
import { appRoot, appUrl } from '../../workshop/places.ts'
import { type Place, toPath, toPlace } from '../paths.ts'

const listeners = new Set<() => void>()
const tell = () => {
  for (const call of listeners) call()
}
if (typeof window !== 'undefined') window.addEventListener('popstate', tell)

const pathNow = () => location.pathname.slice(appRoot.pathname.length) + location.search
let known: { path: string; place: Place } | undefined

export function currentPlace(): Place {
  const path = pathNow()
  if (known?.path !== path) known = { path, place: toPlace(path) }
  return known.place
}

export function usePlace(): Place {
  return useSyncExternalStore((call) => {
    listeners.add(call)
    return () => listeners.delete(call)
  }, currentPlace)
}

export interface Way {
  replace?: boolean
  /** What is seen stays where it is: only a filter is another. */
  staysPut?: boolean
}

export function go(place: Place, { replace = false, staysPut = false }: Way = {}): void {
  const url = appUrl(toPath(place))
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

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'role'> & { to: Place }

export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    go(to)
  }
  return <a {...rest} href={appUrl(toPath(to))} onClick={follow} />
}
