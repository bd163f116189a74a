// The screens of the app and their addresses, with conversion in both directions. Knows no component. Relative to the app's own
// folder, wherever a proxy puts it.
import { mayAdvise, mayAnswer, maySetUp, type Right, type SessionClient } from './rights.ts'
import type { TextKey } from './texts/texts.ts'
import type { IconName } from './ui/icons.tsx'

export interface OwnScreen {
  readonly path: string
  /** Where its link is. */
  readonly from: 'rail' | 'board' | 'settings'
  readonly icon: IconName
  readonly label: TextKey
  /** Absent if everybody may see it. */
  readonly right?: Right
}

/** Screens without parameters, in the order they are listed. A new one needs a line here and one in the registry. */
export const ownScreens = {
  board: { path: '', from: 'rail', icon: 'board', label: 'nav.board' },
  inbox: { path: 'inbox', from: 'rail', icon: 'inbox', label: 'nav.inbox' },
  leads: { path: 'leads', from: 'rail', icon: 'lead', label: 'nav.leads' },
  sync: { path: 'sync', from: 'rail', icon: 'sync', label: 'nav.sync' },
  settings: { path: 'settings', from: 'rail', icon: 'settings', label: 'nav.settings' },
  new: { path: 'new', from: 'board', icon: 'plus', label: 'board.new', right: mayAnswer },
  outbox: { path: 'outbox', from: 'settings', icon: 'letter', label: 'outbox.title', right: mayAdvise },
  callbacks: { path: 'callbacks', from: 'settings', icon: 'sync', label: 'callbacks.title', right: maySetUp },
  history: { path: 'history', from: 'settings', icon: 'search', label: 'history.title', right: maySetUp },
  requests: { path: 'requests', from: 'settings', icon: 'search', label: 'requests.title', right: maySetUp },
} as const satisfies Record<string, OwnScreen>

export const maySee = ({ right }: OwnScreen, client: SessionClient | undefined): boolean =>
  right === undefined || (client !== undefined && right(client))

export type OwnScreenName = keyof typeof ownScreens

export const ownScreenList: readonly (OwnScreen & { readonly screen: OwnScreenName })[] = Object.entries(
  ownScreens,
).map(([screen, entry]) => ({ screen: screen as OwnScreenName, ...entry }))

/** Screens of one survey besides its checklist, by the word in the address. */
const surveyScreens = ['damage', 'video', 'finish', 'quotes', 'handover', 'send'] as const

type SurveyScreen = (typeof surveyScreens)[number]

/** Screens that list what is kept, one entry of which may be open. */
const logScreens = ['callbacks', 'requests'] as const

export interface LogRoute {
  readonly screen: (typeof logScreens)[number]
  /** The open one. */
  readonly entryId?: string
  /** What the list is asked for; the screen knows the names. */
  readonly filter?: Readonly<Record<string, string>>
}

export type Route =
  /** `pair`: makes the device a shared tablet; shown whoever is signed in, or nobody. */
  | { readonly screen: 'lost' | 'pair' | Exclude<OwnScreenName, LogRoute['screen']> }
  | LogRoute
  /** The checklist. */
  | { readonly screen: 'survey' | SurveyScreen; readonly surveyId: string }
  | { readonly screen: 'finding'; readonly surveyId: string; readonly questionId: string }
export type ScreenName = Route['screen']

const isOneOf = <T extends string>(list: readonly T[], word: string): word is T =>
  (list as readonly string[]).includes(word)

/** Without a leading slash. */
export function toPath(route: Route): string {
  if (route.screen === 'lost') return ''
  if (route.screen === 'pair') return 'pair'
  if (!('surveyId' in route)) {
    const { path } = ownScreens[route.screen]
    return 'entryId' in route || 'filter' in route ? logPath(path, route) : path
  }
  const survey = `surveys/${encodeURIComponent(route.surveyId)}`
  if (route.screen === 'survey') return survey
  return route.screen === 'finding'
    ? `${survey}/questions/${encodeURIComponent(route.questionId)}`
    : `${survey}/${route.screen}`
}

function logPath(path: string, { entryId, filter }: LogRoute): string {
  const query = new URLSearchParams(filter).toString()
  const entry = entryId === undefined ? '' : `/${encodeURIComponent(entryId)}`
  return `${path}${entry}${query === '' ? '' : `?${query}`}`
}

/** With the query, if there is one. */
export function toRoute(address: string): Route {
  const [path = '', query = ''] = address.split('?', 2)
  const words = path.split('/').filter((word) => word !== '')
  let decoded: string[]
  try {
    decoded = words.map(decodeURIComponent)
  } catch {
    return { screen: 'lost' }
  }
  const [first = '', id, third, questionId] = decoded
  if (isOneOf(logScreens, first) && third === undefined) {
    const filter = Object.fromEntries(new URLSearchParams(query))
    return {
      screen: first,
      ...(id === undefined ? {} : { entryId: id }),
      ...(Object.keys(filter).length > 0 ? { filter } : {}),
    }
  }
  if (decoded.join('/') === 'pair') return { screen: 'pair' }
  const own = ownScreenList.find((entry) => entry.path === decoded.join('/'))
  if (own) return { screen: own.screen }
  if (first !== 'surveys' || id === undefined) return { screen: 'lost' }
  if (third === undefined) return { screen: 'survey', surveyId: id }
  if (third === 'questions' && questionId !== undefined)
    return { screen: 'finding', surveyId: id, questionId }
  if (isOneOf(surveyScreens, third)) return { screen: third, surveyId: id }
  return { screen: 'lost' }
}
