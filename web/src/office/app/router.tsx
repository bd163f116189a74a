// The way between the pages of a bundle: the current one, going to another, and links. Each bundle makes its own from its list of pages.
import {
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  useSyncExternalStore,
} from 'preact/compat'
import { appUrl } from '../../workshop/places.ts'
import type { Place, Places } from '../places.ts'
import { addressNow, goTo, onAddress, type Way } from './address.ts'

type LinkProps<P extends string> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'role'> & {
  to: Place<P>
}

export interface Router<P extends string> {
  readonly usePlace: () => Place<P>
  readonly go: (place: Place<P>, way?: Way) => void
  readonly Link: (props: LinkProps<P>) => ReactNode
}

export function createRouter<P extends string>({ toPath, toPlace }: Places<P>): Router<P> {
  let known: { address: string; place: Place<P> } | undefined
  const currentPlace = (): Place<P> => {
    const address = addressNow()
    if (known?.address !== address) known = { address, place: toPlace(address) }
    return known.place
  }
  const go = (place: Place<P>, way?: Way) => goTo(toPath(place), way)
  return {
    usePlace: () => useSyncExternalStore(onAddress, currentPlace),
    go,
    Link: ({ to, onClick, ...rest }) => {
      const follow = (event: MouseEvent<HTMLAnchorElement>) => {
        onClick?.(event)
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
          return
        event.preventDefault()
        go(to)
      }
      return <a {...rest} href={appUrl(toPath(to))} onClick={follow} />
    },
  }
}
