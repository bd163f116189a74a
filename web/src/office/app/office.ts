// What every bundle of the office has without its pages: the way to the service, who is signed in, and for which dealership. Pages use
// it through useOffice().
import type { SignInHelp } from '@walkaround/contract/app/session.ts'
import {
  methodOf,
  type OperationId,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyBodyOf,
} from '@walkaround/contract/client.ts'
import { prefixes } from '@walkaround/contract/paths.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { findLanguage } from '@walkaround/contract/rules/texts.ts'
import { createRequester, type Requester } from '../../workshop/api/request.ts'
import { watchUse } from '../../workshop/app/idle.ts'
import { createSignal, type Signal } from '../../workshop/app/signal.ts'
import { browserLanguage } from '../../workshop/app/words.tsx'
import { serviceUrl } from '../../workshop/places.ts'
import { keep, readKept } from './kept.ts'
import { createSessions, isStaleToken, type Sessions, staleToken } from './session.ts'
import type { Tagged } from './tagged.ts'

/** A picture over a slow line. */
const UPLOAD_MS = 60_000

export interface Office {
  call: Requester['call']
  /** What an operation reads, with the tag to write it by. */
  readTagged: <I extends OperationId>(
    id: I,
    params: ParamsOf<I>,
    query?: QueryOf<I>,
  ) => Promise<Tagged<ReplyBodyOf<I>>>
  /** A file as it is, for an operation that takes bytes. */
  sendFile: <I extends OperationId>(id: I, params: ParamsOf<I>, file: Blob) => Promise<ReplyBodyOf<I>>
  sessions: Sessions
  readSignInHelp: () => Promise<SignInHelp>
  /** The chosen dealership, if the person works for several. */
  clientId: Signal<string | undefined>
  language: Signal<Language>
  theme: Signal<'system' | 'light' | 'dark'>
  start(): Promise<void>
}

/** What a link from the app or another bundle says: it has the person's language and dealership. Then the address is as any other. */
function takeAsked(): { lang?: string; client?: string } {
  const url = new URL(location.href)
  const [lang, client] = ['lang', 'client'].map((name) => url.searchParams.get(name) ?? undefined)
  if (lang === undefined && client === undefined) return {}
  for (const name of ['lang', 'client']) url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
  return { ...(lang === undefined ? {} : { lang }), ...(client === undefined ? {} : { client }) }
}

export function createOffice(): Office {
  const asked = takeAsked()
  const language = createSignal<Language>(
    findLanguage(asked.lang ?? '') ?? findLanguage(readKept('language') ?? '') ?? browserLanguage(),
  )
  const theme = createSignal(readKept('theme') ?? 'system')
  const clientId = createSignal(asked.client ?? readKept('clientId'))
  if (asked.lang !== undefined) keep('language', language.get())
  if (asked.client !== undefined) keep('clientId', asked.client)
  language.subscribe(() => keep('language', language.get()))
  theme.subscribe(() => keep('theme', theme.get()))
  clientId.subscribe(() => keep('clientId', clientId.get() ?? ''))

  const csrf = () => {
    const known = sessions.presence.get()
    return known.state === 'in' ? known.session.csrf : undefined
  }
  const { call, send } = createRequester({
    fetch: (input, init) => fetch(input, init),
    toUrl: (path) => serviceUrl(`${prefixes.app}${path}`),
    csrf,
  })
  const sessions: Sessions = createSessions({
    call,
    usedAt: {
      get: () => Number(readKept('usedAt')) || undefined,
      set: (at) => keep('usedAt', String(at)),
    },
    usedIn: { get: () => readKept('usedIn'), set: (mark) => keep('usedIn', mark) },
  })
  const watch = async <T>(ask: () => Promise<T>): Promise<T> => {
    const before = csrf()
    try {
      return await ask()
    } catch (error) {
      // A request of a session that is over says nothing about the one that followed.
      if (before === csrf()) sessions.judge(error)
      if (!isStaleToken(error)) throw error
      await sessions.refresh()
      throw staleToken()
    }
  }
  return {
    call: ((...given: Parameters<Requester['call']>) => watch(() => call(...given))) as Requester['call'],
    readTagged: (id, params, query) =>
      watch(async () => {
        const response = await send(pathOf(id, params, query))
        return { value: await response.json(), tag: response.headers.get('etag') ?? undefined }
      }),
    sendFile: (id, params, file) =>
      watch(async () => {
        const bytes = await file.arrayBuffer()
        const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type }
        const method = methodOf(id)
        const response = await send(pathOf(id, params), { method, bytes, headers, timeout: UPLOAD_MS })
        return response.status === 200 ? response.json() : undefined
      }),
    sessions,
    readSignInHelp: () => call('getSignInHelp', {}),
    clientId,
    language,
    theme,
    start: async () => {
      watchUse({ onUse: sessions.use, onLook: sessions.look })
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') sessions.refresh()
      })
      await sessions.refresh()
    },
  }
}
