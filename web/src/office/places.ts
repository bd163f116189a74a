// The pages of a bundle and their addresses, with conversion in both directions, made from its list of pages. Knows no component.
// Addresses are relative to the bundle's own folder, wherever a proxy puts it.
import type { Right, SessionClient } from '../workshop/rights.ts'
import type { IconName } from './ui/icons.tsx'

/** `K`: the words of the bundle. */
export interface OfficePage<K extends string = string> {
  readonly path: string
  readonly icon: IconName
  readonly title: K
  /** In the rail, if the title is long in some language. */
  readonly short?: K
  /** Without it, only links and the search lead there. */
  readonly isInRail?: boolean
  /** What follows in its address says of what it is the page; `maybe`: without it, it is the page of all of them. */
  readonly hasKey?: boolean | 'maybe'
  /** Absent if everybody may see it. */
  readonly right?: Right
  /** What others are told; without it, what the bundle says of such pages. */
  readonly whose?: K
}

/** What a page was asked for: filters, a period, an order of rows. It knows the names. */
export type Query = Readonly<Record<string, string>>

export interface Place<P extends string = string> {
  /** `start` is whichever page comes first for the person. */
  readonly page: P | 'start' | 'lost'
  /** Of what it is the page, such as `vin/WVWZZZ1KZAW000001`. */
  readonly key?: string
  readonly query?: Query
}

type ListedPage<P extends string = string> = OfficePage & { readonly page: P }

export const maySee = ({ right }: OfficePage, client: SessionClient): boolean =>
  right === undefined || right(client)

export interface Places<P extends string> {
  readonly pages: Readonly<Record<P, OfficePage>>
  /** In the order of the rail. */
  readonly pageList: readonly ListedPage<P>[]
  /** Without a leading slash, with the query if there is one. */
  toPath(place: Place<P>): string
  toPlace(address: string): Place<P>
  /** The page that a person sees first. */
  startFor(client: SessionClient): P
}

/** `otherwise`: the first page of somebody who may see none of the rail. */
export function createPlaces<P extends string>(
  pages: Readonly<Record<P, OfficePage>>,
  otherwise: NoInfer<P>,
): Places<P> {
  const pageList = Object.entries<OfficePage>(pages).map(([page, entry]) => ({ page: page as P, ...entry }))
  return {
    pages,
    pageList,
    startFor: (client) =>
      pageList.find((entry) => entry.isInRail && maySee(entry, client))?.page ?? otherwise,
    toPath: ({ page, key = '', query = {} }) => {
      if (page === 'start' || page === 'lost') return ''
      const words = key.split('/').filter((word) => word !== '')
      const path = [pages[page].path, ...words.map(encodeURIComponent)].join('/')
      const asked = new URLSearchParams(query).toString()
      return asked === '' ? path : `${path}?${asked}`
    },
    toPlace: (address) => {
      const [path = '', asked = ''] = address.split('?', 2)
      const query = Object.fromEntries(new URLSearchParams(asked))
      const withQuery = Object.keys(query).length > 0 ? { query } : {}
      const words = wordsIn(path)
      if (!words) return { page: 'lost' }
      const [first, ...rest] = words
      if (first === undefined) return { page: 'start', ...withQuery }
      const found = pageList.find((entry) => entry.path === first)
      const { hasKey = false } = found ?? {}
      if (!found || (hasKey !== 'maybe' && rest.length > 0 !== hasKey)) return { page: 'lost' }
      return { page: found.page, ...(rest.length > 0 ? { key: rest.join('/') } : {}), ...withQuery }
    },
  }
}

/** Undefined if no browser would write it so. */
function wordsIn(path: string): string[] | undefined {
  try {
    return path
      .split('/')
      .filter((word) => word !== '')
      .map(decodeURIComponent)
  } catch {
    return undefined
  }
}
