// The current screen, kept in the address, so that back, reload and waking up return to it.
import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'preact/compat'
import { type Route, toPath, toRoute } from '../paths.ts'
import { appRoot, appUrl } from '../places.ts'

const listeners = new Set<() => void>()
const tell = () => {
  for (const call of listeners) call()
}
if (typeof window !== 'undefined') window.addEventListener('popstate', tell)

const pathNow = () => location.pathname.slice(appRoot.pathname.length)
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

/** Screens since the app was opened: "back" from the first one would leave the app. */
let depth = 0

export function go(route: Route, { replace = false }: { replace?: boolean } = {}): void {
  const url = appUrl(toPath(route))
  if (replace) history.replaceState(null, '', url)
  else {
    history.pushState(null, '', url)
    depth += 1
  }
  tell()
  window.scrollTo(0, 0)
}

/** One step back, or to `otherwise` if the app was opened here. */
export function back(otherwise: Route): void {
  if (depth > 0) {
    depth -= 1
    history.back()
  } else go(otherwise, { replace: true })
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
