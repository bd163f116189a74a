// The app without its screens: store, session, sending, reading and live changes, put together once. Screens reach all
// of it through useWorkshop().
import type { Board, BoardCard, NewInspection } from '@walkaround/contract/app/board.ts'
import type { Session } from '@walkaround/contract/app/session.ts'
import { createOperations, type Operations, paths } from '../api/operations.ts'
import { Refused, SignedOut, Unreachable } from '../api/problem.ts'
import { createRequester, type Requester } from '../api/request.ts'
import { serviceUrl } from '../places.ts'
import { type BegunSurvey, beginHere, openFromBoard } from '../store/begin.ts'
import { isUnborn } from '../store/begun.ts'
import { hasFreshBlanks, saveBlanks } from '../store/blanks.ts'
import { createClock } from '../store/clock.ts'
import { nextTick, openStore, type Store } from '../store/database.ts'
import type { Author } from '../store/outbox.ts'
import { record } from '../store/outbox.ts'
import { prunePages, saveBoard, savePage } from '../store/pages.ts'
import { closeCutOff } from '../store/recordings.ts'
import { hold, holdMs, releaseHeld, settleHeld } from '../store/removals.ts'
import { getDeviceId, getSetting } from '../store/settings.ts'
import type { Change } from '../store/tables.ts'
import { flush } from '../sync/flush.ts'
import { browserLocks } from '../sync/locks.ts'
import { createLoop, type Loop, type LoopState } from '../sync/loop.ts'
import { announceAll, upload } from '../sync/uploads.ts'
import { watchUse } from './idle.ts'
import { followChanges } from './live.ts'
import { forgetPhotos } from './offline.ts'
import { createSessions, type Sessions } from './session.ts'
import { createSignal, type Signal } from './signal.ts'
import { createSurveyReads } from './survey-reads.ts'
import { browserLanguage } from './words.tsx'

export interface Workshop {
  store: Store
  operations: Operations
  requester: Requester
  sessions: Sessions
  /** Whether the last word from the server was an answer. */
  isOnline: Signal<boolean>
  sending: Signal<LoopState>
  /** Sends whatever waits. */
  poke(): void
  /** Whose name stands on what is done now. */
  author(): Author
  session(): Session | undefined
  clientId: Signal<string | undefined>
  /** Keeps changes of a survey on the device, then sends them. Resolves when they are safe here. */
  change(surveyId: string, changes: readonly Change[]): Promise<void>
  /** As `change`, for what removes something: it can be taken back for some seconds, and is sent afterwards. */
  remove(surveyId: string, change: Change): Promise<void>
  /** Reads a survey anew; false when there is no network. */
  refreshSurvey(surveyId: string): Promise<boolean>
  /** Reads a survey whenever the server tells of a change, until the function it gives is called. */
  follow(surveyId: string): () => void
  /** Keeps an inspection on the device, with its surveys where their templates are kept here, then sends it. */
  begin(inspectionId: string, inspection: NewInspection): Promise<readonly BegunSurvey[]>
  /** Makes the page of a survey from the board and a template kept here; false when that cannot be. */
  openFromBoard(surveyId: string): Promise<boolean>
  /** Reads the templates to begin from, if those on the device are older than this. */
  refreshBlanks(olderThanMs: number): Promise<void>
  refreshBoard(branch: string | undefined): Promise<Board | undefined>
  search(words: string, branch: string | undefined): Promise<BoardCard[] | undefined>
  /** Called with every change of a subject while it is followed, own changes included. */
  onLive(call: (subjects: ReadonlySet<string> | undefined) => void): () => void
  start(): Promise<void>
}

export function createWorkshop(store = openStore()): Workshop {
  const isOnline = createSignal(typeof navigator === 'undefined' ? true : navigator.onLine)
  const sending = createSignal<LoopState>('idle')
  const clientId = createSignal<string | undefined>(undefined)
  const clock = createClock(store)
  const session = (): Session | undefined => {
    const now = sessions.presence.get()
    return now.state === 'in' || now.state === 'locked' ? now.session : undefined
  }
  /** Also for what is still being written down when the session is over. */
  let lastLogin = ''
  const author = (): Author => ({ clientId: clientId.get() ?? '', login: session()?.login ?? lastLogin })
  /** Whether the same person still looks: what was read for one is kept for no other. */
  const looking = () => {
    const csrf = session()?.csrf
    return () => sessions.presence.get().state === 'in' && session()?.csrf === csrf
  }
  const requester = watched(
    createRequester({
      fetch: (input, init) => fetch(input, init),
      toUrl: (path) => serviceUrl(`app${path}`),
      csrf: () => session()?.csrf,
      onTime: clock.take,
    }),
    {
      onAnswer: () => isOnline.set(true),
      onSilence: () => isOnline.set(false),
      onSignedOut: (error) => sessions.close(error).catch((failure: unknown) => console.error(failure)),
      onStaleToken: () => sessions.renew().then(poke, () => {}),
    },
  )
  const operations = createOperations(requester)
  const sessions: Sessions = createSessions(store, operations, { forgetPhotos })

  const languageOf = async () => (await getSetting(store, 'language')) ?? browserLanguage()
  const readSurvey = async (surveyId: string): Promise<string | undefined> => {
    const client = clientId.get()
    if (client === undefined || (await isUnborn(store, client, surveyId))) return undefined
    const isLooking = looking()
    const tick = await nextTick(store)
    try {
      const language = await languageOf()
      const page = await operations.readSurvey(client, surveyId, language)
      if (!isLooking()) return undefined
      await savePage(store, client, surveyId, page, tick, session()?.login)
      return page.sequence
    } catch (error) {
      if (error instanceof Unreachable || error instanceof SignedOut) return undefined
      throw error
    }
  }
  const refreshBlanks = async (olderThanMs: number): Promise<void> => {
    const client = clientId.get()
    if (client === undefined || sessions.presence.get().state !== 'in') return
    const isLooking = looking()
    const language = await languageOf()
    if (await hasFreshBlanks(store, client, language, Date.now() - olderThanMs)) return
    try {
      const blanks = await operations.readBlanks(client, language)
      if (isLooking()) await saveBlanks(store, client, language, blanks)
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof SignedOut)) throw error
    }
  }
  const reads = createSurveyReads({ read: readSurvey })
  /** Surveys on the screen, and how many parts of it show them. */
  const followed = new Map<string, number>()

  /** Surveys of which the board says that somebody else answered what this person did. */
  const conflicting = new Set<string>()
  const refreshBoard = async (branch: string | undefined): Promise<Board | undefined> => {
    const client = clientId.get()
    if (client === undefined) return undefined
    const isLooking = looking()
    try {
      const board = await operations.readBoard(client, { branch })
      if (!isLooking()) return undefined
      await saveBoard(store, client, branch, board)
      conflicting.clear()
      for (const { id, conflicts } of board.cards.flatMap(({ surveys }) => surveys))
        if (conflicts) conflicting.add(`survey/${id}`)
      return board
    } catch (error) {
      if (error instanceof Unreachable || error instanceof SignedOut) return undefined
      throw error
    }
  }
  const isAboutConflict = ({ kind, subject }: { kind: string; subject: string }) =>
    kind === 'answer.conflict' || conflicting.has(subject)
  /** Whatever the screen: the notices are made of the board. */
  const noteConflicts = () => {
    getSetting(store, 'branchId')
      .then(refreshBoard)
      .catch(() => {})
  }

  const listeners = new Set<(subjects: ReadonlySet<string> | undefined) => void>()
  const tell = (subjects: ReadonlySet<string> | undefined) => {
    for (const call of listeners) call(subjects)
  }
  /** Nothing is known to have changed, but it may have. */
  const lookAgain = () => {
    for (const surveyId of followed.keys()) reads.now(surveyId).catch(() => {})
    tell(undefined)
  }
  const locks = browserLocks()
  const afterConfirmed = (_client: string, surveyId: string, isAsShown: boolean) => {
    if (surveyId === '') return lookAgain()
    if (isAsShown) reads.soon(surveyId)
    else reads.now(surveyId).catch(() => {})
    tell(new Set([`survey/${surveyId}`]))
  }
  const withLogin = (work: (login: string) => Promise<void>) => async () => {
    const login = session()?.login
    if (login === undefined || sessions.presence.get().state !== 'in') throw new SignedOut()
    await work(login)
  }
  const common = { store, requester, operations, onConfirmed: afterConfirmed }
  /** What was removed and not taken back in time. */
  const letGo = async () => {
    const { locations, nextAt } = await settleHeld(store)
    if (nextAt !== undefined) setTimeout(() => edits.poke(), Math.max(0, nextAt - Date.now()) + 20)
    // Half of it may be there; what is left of it otherwise expires by itself.
    for (const location of locations)
      requester.send(location, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {})
  }
  const edits: Loop = createLoop({
    name: 'walkaround-edits',
    locks,
    onState: (state) => sending.set(state),
    pass: withLogin(async (login) => {
      await letGo()
      await flush({
        ...common,
        login,
        device: await getDeviceId(store),
        announce: (client, surveyId) => announceAll({ ...common, login }, client, surveyId),
      })
      // A photo of a new answer may go now.
      uploads.poke()
    }),
  })
  const uploads: Loop = createLoop({
    name: 'walkaround-uploads',
    locks,
    pass: withLogin((login) => upload({ ...common, login })),
  })
  const poke = () => {
    edits.poke()
    uploads.poke()
  }

  return {
    store,
    operations,
    requester,
    sessions,
    isOnline,
    sending,
    clientId,
    poke,
    session,
    author,
    change: async (surveyId, changes) => {
      await releaseHeld(store, clientId.get() ?? '', surveyId, changes)
      await record(store, author(), surveyId, changes)
      edits.poke()
    },
    remove: async (surveyId, change) => {
      await hold(store, author(), surveyId, change)
      setTimeout(() => edits.poke(), holdMs + 20)
    },
    refreshSurvey: reads.now,
    follow: (surveyId) => {
      followed.set(surveyId, (followed.get(surveyId) ?? 0) + 1)
      return () => {
        const left = (followed.get(surveyId) ?? 1) - 1
        if (left > 0) followed.set(surveyId, left)
        else followed.delete(surveyId)
      }
    },
    refreshBoard,
    refreshBlanks,
    openFromBoard: async (surveyId) => openFromBoard(store, author(), await languageOf(), surveyId),
    begin: async (inspectionId, inspection) => {
      const surveys = await beginHere(store, author(), await languageOf(), inspectionId, inspection)
      if (!surveys) await record(store, author(), '', [{ type: 'putInspection', inspectionId, inspection }])
      edits.poke()
      return surveys ?? []
    },
    search: async (words, branch) => {
      const client = clientId.get()
      if (client === undefined) return undefined
      try {
        return (await operations.readBoard(client, { search: words, branch })).cards
      } catch (error) {
        if (error instanceof Unreachable || error instanceof SignedOut) return undefined
        throw error
      }
    },
    onLive: (call) => {
      listeners.add(call)
      return () => listeners.delete(call)
    },
    start: async () => {
      const { presence } = sessions
      wakeOn(() => {
        const { state } = presence.get()
        if (state === 'out') {
          logged(sessions.leave)()
          return
        }
        poke()
        if (state === 'in') logged(() => refreshBlanks(blanksMs))()
        // Nobody waits for the next tap to learn that the network is back, or that the login was disabled meanwhile.
        if (!isOnline.get() || state === 'locked') requester.send('/session').then(lookAgain, () => {})
      }, isOnline)
      presence.subscribe(() => {
        lastLogin = session()?.login ?? lastLogin
      })
      watchUse({ onUse: logged(sessions.use), onLook: logged(sessions.look) })
      let stopFollowing: (() => void) | undefined
      let of = ''
      const follow = () => {
        const { state } = sessions.presence.get()
        const client = clientId.get()
        const wanted = state === 'in' && client !== undefined ? client : ''
        if (wanted === of) return
        stopFollowing?.()
        stopFollowing = undefined
        of = wanted
        if (wanted === '') return
        poke()
        logged(() => refreshBlanks(blanksMs))()
        stopFollowing = followChanges({
          url: (after) =>
            serviceUrl(
              `app${paths.ofClient(wanted)}/events${after ? `?after=${encodeURIComponent(after)}` : ''}`,
            ),
          onChange: (changes) => {
            for (const surveyId of followed.keys()) {
              const own = changes.filter(({ subject }) => subject === `survey/${surveyId}`)
              if (own.length > 0) reads.heard(surveyId, own)
            }
            tell(new Set(changes.map(({ subject }) => subject)))
            if (changes.some(isAboutConflict)) noteConflicts()
          },
          onDoubt: lookAgain,
        })
      }
      sessions.presence.subscribe(follow)
      clientId.subscribe(follow)
      // A recording that a crash cut off is a video like any other.
      await closeCutOff(store).catch((error: unknown) => console.error(error))
      await sessions.start()
      await prunePages(store)
      follow()
    },
  }
}

/** Templates change now and then; a tablet that goes into the basement should have those of today. */
const blanksMs = 30 * 60_000

const logged = (work: () => Promise<void>) => () => {
  work().catch((error: unknown) => console.error(error))
}

/** wrongOrigin of the error catalogue: nothing is wrong with what was sent. */
const staleToken = 40301

/** Every way a tablet comes back: network, screen, and a slow clock in case none of these was told. */
function wakeOn(wake: () => void, isOnline: Signal<boolean>): void {
  const slowMs = 60_000
  window.addEventListener('online', wake)
  window.addEventListener('offline', () => isOnline.set(false))
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  setInterval(wake, slowMs)
}

function watched(
  inner: Requester,
  on: {
    onAnswer: () => void
    onSilence: () => void
    onSignedOut: (error: SignedOut) => void
    onStaleToken: () => void
  },
): Requester {
  const watch = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer
      on.onAnswer()
      return value
    } catch (error) {
      if (error instanceof Unreachable) on.onSilence()
      else on.onAnswer()
      if (error instanceof SignedOut) on.onSignedOut(error)
      if (error instanceof Refused && error.code === staleToken) {
        on.onStaleToken()
        throw new Unreachable('stale token')
      }
      throw error
    }
  }
  return {
    send: (path, ask) => watch(inner.send(path, ask)),
    json: (path, ask) => watch(inner.json(path, ask)),
  }
}
