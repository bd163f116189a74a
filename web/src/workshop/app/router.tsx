// The current screen, kept in the address, so that back, reload and waking up return to it.
import { type AnchorHTMLAttributes, type MouseEvent, useState, useSyncExternalStore } from 'preact/compat'
import { type Route, toPath, toRoute } from '../paths.ts'
import { appRoot, appUrl } from '../places.ts'

const listeners = new Set<() => void>()
const tell = () => {
  for (const call of listeners) call()
}
if (typeof window !== 'undefined') window.addEventListener('popstate', tell)

const pathNow = () => location.pathname.slice(appRoot.pathname.length) + location.search
let known: { path: string; route: Route } | undefined

export function currentRoute(): Route {
  const path = pathNow()
  if (known?.path !== path) known = { path, route: toRoute(path) }
  return known.route
}

export function useRoute(): Route {
  return useSyncExternalStore((call) => {
    listeners.add(call)
    return () => listeners.delete(call)
  }, currentRoute)
}

/** What each place in the browser's history keeps, also over a reload. */
interface Kept {
  /** Screens of the app before it: "back" from the first one would leave the app. */
  readonly depth?: number
  readonly [name: string]: unknown
}

const keptHere = () => (history.state ?? {}) as Kept
const depthHere = () => keptHere().depth ?? 0

interface Way {
  replace?: boolean
  /** What is seen stays where it is: only something over it, or a filter, is another. */
  staysPut?: boolean
}

export function go(route: Route, { replace = false, staysPut = false }: Way = {}): void {
  const url = appUrl(toPath(route))
  if (replace) history.replaceState({ depth: depthHere() } satisfies Kept, '', url)
  else history.pushState({ depth: depthHere() + 1 } satisfies Kept, '', url)
  tell()
  if (!staysPut) window.scrollTo(0, 0)
}

/** One step back, or to `otherwise` if the app was opened here. */
export function back(otherwise: Route): void {
  if (depthHere() > 0) history.back()
  else go(otherwise, { replace: true })
}

/** A state that belongs to this place in the browser's history: back and reload find it again, and it stands in no address. */
export function useKept<T>(name: string, otherwise: T): [T, (value: T) => void] {
  const [value, set] = useState<T>(() => (keptHere()[name] as T) ?? otherwise)
  const keep = (next: T) => {
    history.replaceState({ ...keptHere(), [name]: next } satisfies Kept, '')
    set(next)
  }
  return [value, keep]
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'role'> & { to: Route }

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
