// The pages of the desk and their addresses, with conversion in both directions. Knows no component. Relative to the desk's own
// folder, wherever a proxy puts it.
import { mayAdvise, mayKeepParts, type Right, type SessionClient } from '../workshop/rights.ts'
import type { TextKey } from './texts/texts.ts'
import type { IconName } from './ui/icons.tsx'

export interface DeskPage {
  readonly path: string
  readonly icon: IconName
  readonly title: TextKey
  /** In the rail, if the title is long in some language. */
  readonly short?: TextKey
  /** Without it, only links and the search lead there. */
  readonly isInRail?: boolean
  /** What follows in its address says of what it is the page. */
  readonly hasKey?: boolean
  /** Absent if everybody may see it. */
  readonly right?: Right
  /** What others are told; without it, that the page is for people who may advise. */
  readonly whose?: TextKey
}

/** In the order of the rail. A new one needs a line here and one in the registry. */
export const pages = {
  today: { path: 'today', icon: 'board', title: 'today.title', isInRail: true, right: mayAdvise },
  parts: {
    path: 'parts',
    icon: 'parts',
    title: 'parts.title',
    isInRail: true,
    right: mayKeepParts,
    whose: 'desk.forParts',
  },
  numbers: { path: 'numbers', icon: 'chart', title: 'numbers.title', isInRail: true },
  later: {
    path: 'later',
    icon: 'clock',
    title: 'later.title',
    short: 'later.short',
    isInRail: true,
    right: mayAdvise,
  },
  vehicle: { path: 'vehicles', icon: 'car', title: 'vehicle.title', hasKey: true },
  find: { path: 'find', icon: 'search', title: 'desk.search' },
} as const satisfies Record<string, DeskPage>

export type PageName = keyof typeof pages

export const pageList: readonly (DeskPage & { readonly page: PageName })[] = Object.entries(pages).map(
  ([page, entry]) => ({ page: page as PageName, ...entry }),
)

/** What a page was asked for: filters, a period, an order of rows. It knows the names. */
export type Query = Readonly<Record<string, string>>

export interface Place {
  /** `start` is whichever page comes first for the person. */
  readonly page: PageName | 'start' | 'lost'
  /** As the interface names the vehicle, such as `vin/WVWZZZ1KZAW000001`. */
  readonly key?: string
  readonly query?: Query
}

export const maySee = ({ right }: DeskPage, client: SessionClient): boolean =>
  right === undefined || right(client)

/** The page that a person sees first. */
export const startFor = (client: SessionClient): PageName =>
  pageList.find((entry) => entry.isInRail && maySee(entry, client))?.page ?? 'numbers'

/** Without a leading slash, with the query if there is one. */
export function toPath({ page, key = '', query = {} }: Place): string {
  if (page === 'start' || page === 'lost') return ''
  const words = key.split('/').filter((word) => word !== '')
  const path = [pages[page].path, ...words.map(encodeURIComponent)].join('/')
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? path : `${path}?${asked}`
}

export function toPlace(address: string): Place {
  const [path = '', asked = ''] = address.split('?', 2)
  const query = Object.fromEntries(new URLSearchParams(asked))
  const withQuery = Object.keys(query).length > 0 ? { query } : {}
  let words: string[]
  try {
    words = path
      .split('/')
      .filter((word) => word !== '')
      .map(decodeURIComponent)
  } catch {
    return { page: 'lost' }
  }
  const [first, ...rest] = words
  if (first === undefined) return { page: 'start', ...withQuery }
  const found = pageList.find((entry) => entry.path === first)
  if (!found || rest.length > 0 !== (found.hasKey ?? false)) return { page: 'lost' }
  return { page: found.page, ...(rest.length > 0 ? { key: rest.join('/') } : {}), ...withQuery }
}
