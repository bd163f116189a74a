// The app without its screens: store, session, sending, reading and live changes, assembled once. Screens use it through
// useWorkshop().
import type { Board, BoardCard, NewInspection, SurveyPage } from '@walkaround/contract/app/board.ts'
import type { Session } from '@walkaround/contract/app/session.ts'
import { prefixes } from '@walkaround/contract/paths.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import { createOperations, type Operations } from '../api/operations.ts'
import { Refused, SignedOut, Unreachable } from '../api/problem.ts'
import { createRequester, type Requester } from '../api/request.ts'
import { operationUrl, serviceUrl } from '../places.ts'
import { type BegunSurvey, beginHere, openFromBoard } from '../store/begin.ts'
import { isUnborn } from '../store/begun.ts'
import { hasFreshBlanks, saveBlanks } from '../store/blanks.ts'
import { createClock } from '../store/clock.ts'
import { nextTick, openStore, type Store } from '../store/database.ts'
import type { Opening } from '../store/opening.ts'
import type { Author } from '../store/outbox.ts'
import { record } from '../store/outbox.ts'
import { findBoard, listPages, prunePages, saveBoard, savePage } from '../store/pages.ts'
import { closeCutOff } from '../store/recordings.ts'
import { hold, releaseHeld, settleHeld } from '../store/removals.ts'
import { getDeviceId, getSetting, setOwnLanguage } from '../store/settings.ts'
import { findShownPage } from '../store/shown-page.ts'
import type { Change } from '../store/tables.ts'
import { copyUnstored, storeCopies } from '../store/unstored.ts'
import { flush, type OnConfirmed } from '../sync/flush.ts'
import { browserLocks } from '../sync/locks.ts'
import { createLoop, type Loop, type LoopState } from '../sync/loop.ts'
import { announceAll, upload } from '../sync/uploads.ts'
import { undoMs } from '../undo-time.ts'
import { cardsOf, createBoardReads } from './board-reads.ts'
import { type Connection, createConnection } from './connection.ts'
import { watchUse } from './idle.ts'
import { followChanges, type LiveChange } from './live.ts'
import { forgetPhotos } from './offline.ts'
import { painted } from './painted.ts'
import { createSessions, type Sessions } from './session.ts'
import { createSignal, type Signal } from './signal.ts'
import { createSurveyReads } from './survey-reads.ts'
import { browserLanguage } from './words.tsx'

/** As a function if they depend on the survey: the screen shows a change a moment later than the store has it. */
type Changes = readonly Change[] | ((page: SurveyPage) => readonly Change[])

export interface Changed {
  subjects: ReadonlySet<string>
  /** The cards of the board that changed, by their own name or that of a survey; undefined if any may have. */
  cards: ReadonlySet<string> | undefined
  /** What happened, by its kind; left out for own changes that were confirmed. */
  kinds?: ReadonlySet<string>
}

export interface Workshop {
  store: Store
  operations: Operations
  requester: Requester
  sessions: Sessions
  /** What the first screen shows before the store is open; undefined as soon as it is painted. */
  opening: Signal<Opening | undefined>
  /** Whether the last request to the server got a reply. */
  isOnline: Signal<boolean>
  sending: Signal<LoopState>
  /** Sends everything that waits. */
  poke(): void
  /** The person to whom changes made now are attributed. */
  author(): Author
  session(): Session | undefined
  clientId: Signal<string | undefined>
  /** Stores changes of a survey on the device, then sends them. Resolves when they are stored here. */
  change(surveyId: string, changes: Changes): Promise<void>
  /** Like `change`, for removals: they can be undone for some seconds and are sent afterwards. */
  remove(surveyId: string, change: Change): Promise<void>
  /** Reads a survey again; false if there is no network. */
  refreshSurvey(surveyId: string): Promise<boolean>
  /** Reads a survey whenever the server reports a change, until the returned function is called. */
  follow(surveyId: string): () => void
  /** Stores an inspection on the device, with its surveys if their templates are here, then sends it. */
  begin(inspectionId: string, inspection: NewInspection): Promise<readonly BegunSurvey[]>
  /** Makes the page of a survey from the board and a stored template; false if that is not possible. */
  openFromBoard(surveyId: string): Promise<boolean>
  /** Reads the templates for new inspections if those on the device are older than this. */
  refreshBlanks(olderThanMs: number): Promise<void>
  /** For this person. What is on the device is read again in that language as soon as there is a network. */
  speak(language: Language): Promise<void>
  /** Only the cards that changed, if they are given. */
  refreshBoard(branch: string | undefined, changed?: ReadonlySet<string>): Promise<Board | undefined>
  search(words: string, branch: string | undefined): Promise<BoardCard[] | undefined>
  /** Called with every change, own changes included; with nothing if anything may have changed. */
  onLive(call: (changed?: Changed) => void): () => void
  start(): Promise<void>
}

export function createWorkshop(store = openStore()): Workshop {
  const connection = createConnection(typeof navigator === 'undefined' ? true : navigator.onLine)
  const { isOnline } = connection
  const sending = createSignal<LoopState>('idle')
  const clientId = createSignal<string | undefined>(undefined)
  const opening = createSignal<Opening | undefined>(undefined)
  const clock = createClock(store)
  const session = (): Session | undefined => {
    const now = sessions.presence.get()
    return now.state === 'in' || now.state === 'locked' ? now.session : undefined
  }
  /** Still needed for changes that are being stored when the session ends. */
  let lastLogin = ''
  const author = (): Author => ({ clientId: clientId.get() ?? '', login: session()?.login ?? lastLogin })
  /** Whether the same person is still signed in: what was read for one person is never stored for another. */
  const looking = () => {
    const csrf = session()?.csrf
    return () => sessions.presence.get().state === 'in' && session()?.csrf === csrf
  }
  const requester = watched(
    createRequester({
      fetch: (input, init) => fetch(input, init),
      toUrl: (path) => serviceUrl(`${prefixes.app}${path}`),
      csrf: () => session()?.csrf,
      onTime: clock.take,
    }),
    {
      begin: connection.begin,
      csrf: () => session()?.csrf,
      onSignedOut: (error, csrf) =>
        sessions.close(error, csrf).catch((failure: unknown) => console.error(failure)),
      onStaleToken: () => sessions.renew().then(poke, () => {}),
      isUnproven: () => sessions.isUnproven(),
    },
  )
  const operations = createOperations(requester)
  const sessions: Sessions = createSessions(store, operations, { forgetPhotos })

  /** The branches whose site has the parts step: a page that is made here has it too. */
  const partsAt = (): string[] => {
    const branches = session()?.clients.find(({ id }) => id === clientId.get())?.branches ?? []
    return branches.flatMap(({ id, hasPartsStep }) => (hasPartsStep ? [id] : []))
  }
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
  /** Surveys on the screen, and how many components show them. */
  const followed = new Map<string, number>()

  /** Surveys in which, according to the board, somebody else answered the same questions as this person. */
  const conflicting = new Set<string>()
  const boards = createBoardReads({
    read: async (branch, card) => {
      const client = clientId.get()
      if (client === undefined) return undefined
      const isLooking = looking()
      try {
        const board = await operations.readBoard(client, { branch, card: card && [...card] })
        return isLooking() ? board : undefined
      } catch (error) {
        if (error instanceof Unreachable || error instanceof SignedOut) return undefined
        throw error
      }
    },
    find: async (branch) => (await findBoard(store, clientId.get() ?? '', branch))?.board,
    save: async (branch, board) => {
      await saveBoard(store, clientId.get() ?? '', branch, board)
      conflicting.clear()
      for (const { id, conflicts } of board.cards.flatMap(({ surveys }) => surveys))
        if (conflicts) conflicting.add(`survey/${id}`)
    },
  })
  const refreshBoard = boards.read
  const isAboutConflict = ({ kind, subject }: Pick<LiveChange, 'kind' | 'subject'>) =>
    kind === 'answer.conflict' || conflicting.has(subject)
  /** On every screen: the notices are made from the board. */
  const noteConflicts = (changed: ReadonlySet<string> | undefined) => {
    getSetting(store, 'branchId')
      .then((branch) => refreshBoard(branch, changed))
      .catch(() => {})
  }

  const listeners = new Set<(changed?: Changed) => void>()
  const tell = (changed?: Changed) => {
    for (const call of listeners) call(changed)
  }
  /** Something may have changed, but nothing is known. */
  const lookAgain = () => {
    for (const surveyId of followed.keys()) reads.now(surveyId).catch(() => {})
    tell()
  }
  const locks = browserLocks()
  const afterConfirmed = (_client: string, surveyId: string, isAsShown: boolean, card?: string) => {
    if (card !== undefined) return tell({ subjects: new Set([card]), cards: new Set([card]) })
    if (surveyId === '') return lookAgain()
    if (isAsShown) reads.soon(surveyId)
    else reads.now(surveyId).catch(() => {})
    const subjects = new Set([`survey/${surveyId}`])
    tell({ subjects, cards: subjects })
  }
  const onConfirmed = afterConfirmed
  /** Whatever is sent carries the proof of this person's session: if another person unlocks the tablet meanwhile, it is refused. */
  const asPerson = (work: (as: Sender) => Promise<void>) => async () => {
    const shown = sessions.presence.get()
    // Whoever left a shared tablet locked does not wait for it: what they did is sent under their name.
    const isTheirs = shown.state === 'in' || (shown.state === 'locked' && shown.session.tablet !== undefined)
    if (!isTheirs || (shown.state === 'locked' && shown.session.csrf === '')) throw new SignedOut()
    const { login, csrf } = shown.session
    const own = withProof(requester, csrf)
    await work({ store, login, requester: own, operations: createOperations(own), onConfirmed })
  }
  /** Sends removals that were not undone in time. */
  const letGo = async () => {
    const { locations, nextAt } = await settleHeld(store)
    if (nextAt !== undefined) setTimeout(() => edits.poke(), Math.max(0, nextAt - Date.now()) + 20)
    // Part of the upload may be on the server; what remains of it expires there.
    for (const location of locations)
      requester.send(location, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } }).catch(() => {})
  }
  const edits: Loop = createLoop({
    name: 'walkaround-edits',
    locks,
    onState: (state) => sending.set(state),
    pass: asPerson(async (as) => {
      await letGo()
      await flush({
        ...as,
        device: await getDeviceId(store),
        announce: (client, surveyId, photoId) => announceAll(as, client, surveyId, photoId),
      })
      // A photo of a new answer can be sent now.
      uploads.poke()
    }),
  })
  const uploads: Loop = createLoop({
    name: 'walkaround-uploads',
    locks,
    pass: asPerson(upload),
  })
  const poke = () => {
    edits.poke()
    uploads.poke()
  }
  const prove = async () => {
    await sessions.prove()
    if (sessions.isUnproven()) return
    poke()
    lookAgain()
  }
  const makeNow = async (client: string, surveyId: string, make: Exclude<Changes, readonly Change[]>) => {
    const page = await findShownPage(store, client, surveyId)
    return page ? make(page) : []
  }

  return {
    store,
    operations,
    requester,
    sessions,
    opening,
    isOnline,
    sending,
    clientId,
    poke,
    session,
    author,
    change: async (surveyId, changes) => {
      const { pages, settings, outbox } = store
      const by = author()
      const isReady = typeof changes !== 'function'
      const forgetCopy = isReady ? copyUnstored(by, surveyId, changes) : () => {}
      try {
        // What has a copy survives the end of the page and can wait; anything else is stored at once.
        if (isReady) await painted()
        await store.transaction('rw', [outbox, pages, settings], async () => {
          const made = isReady ? changes : await makeNow(by.clientId, surveyId, changes)
          await releaseHeld(store, by.clientId, surveyId, made)
          await record(store, by, surveyId, made)
        })
      } finally {
        forgetCopy()
      }
      edits.poke()
    },
    remove: async (surveyId, change) => {
      await hold(store, author(), surveyId, change)
      setTimeout(() => edits.poke(), undoMs + 20)
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
    speak: async (language) => {
      await setOwnLanguage(store, author().login, language)
      reads.forget()
      lookAgain()
      const kept = await listPages(store, author().clientId)
      // Those on the screen are read by now.
      for (const surveyId of kept) if (!followed.has(surveyId)) reads.soon(surveyId)
      await refreshBlanks(blanksMs)
    },
    openFromBoard: async (surveyId) =>
      openFromBoard(store, author(), await languageOf(), surveyId, partsAt()),
    begin: async (inspectionId, inspection) => {
      const surveys = await beginHere(
        store,
        author(),
        await languageOf(),
        inspectionId,
        inspection,
        partsAt(),
      )
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
        if (sessions.isUnproven()) {
          logged(prove)()
          return
        }
        poke()
        if (state === 'in') logged(() => refreshBlanks(blanksMs))()
        // Notices without a tap that the network is back, or that the login was disabled meanwhile.
        if (!isOnline.get() || state === 'locked') requester.call('getSession', {}).then(lookAgain, () => {})
      }, connection.cut)
      presence.subscribe(() => {
        lastLogin = session()?.login ?? lastLogin
      })
      watchUse({ onUse: logged(sessions.use), onLook: logged(sessions.look) })
      let stopFollowing: (() => void) | undefined
      let of = ''
      const follow = () => {
        const { state } = sessions.presence.get()
        const client = clientId.get()
        const wanted = state === 'in' && client !== undefined && !sessions.isUnproven() ? client : ''
        if (wanted === of) return
        stopFollowing?.()
        stopFollowing = undefined
        of = wanted
        if (wanted === '') return
        poke()
        logged(() => refreshBlanks(blanksMs))()
        stopFollowing = followChanges({
          url: (after) => operationUrl('streamEvents', { system_client_id: wanted }, { after }),
          onChange: (changes) => {
            for (const surveyId of followed.keys()) {
              const own = changes.filter(({ subject }) => subject === `survey/${surveyId}`)
              if (own.length > 0) reads.heard(surveyId, own)
            }
            tell({
              subjects: new Set(changes.map(({ subject }) => subject)),
              cards: cardsOf(changes),
              kinds: new Set(changes.map(({ kind }) => kind)),
            })
            const conflicts = changes.filter(isAboutConflict)
            if (conflicts.length > 0) noteConflicts(cardsOf(conflicts))
          },
          onDoubt: lookAgain,
          onReload: () => {
            reads.forget()
            lookAgain()
          },
        })
      }
      sessions.presence.subscribe(follow)
      clientId.subscribe(follow)
      await storeCopies(store).catch((error: unknown) => console.error(error))
      // A recording cut off by a crash is a video like any other.
      await closeCutOff(store).catch((error: unknown) => console.error(error))
      await sessions.start()
      await prunePages(store)
      follow()
    },
  }
}

/** Templates change from time to time; a tablet that goes to the basement should have today's. */
const blanksMs = 30 * 60_000

const logged = (work: () => Promise<void>) => () => {
  work().catch((error: unknown) => console.error(error))
}

/** Every way a tablet comes back: network, screen, and a slow timer in case neither was reported. */
function wakeOn(wake: () => void, cut: () => void): void {
  const slowMs = 60_000
  window.addEventListener('online', wake)
  window.addEventListener('offline', cut)
  window.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake()
  })
  setInterval(wake, slowMs)
}

/** What a pass of sending needs. */
interface Sender {
  store: Store
  login: string
  requester: Requester
  operations: Operations
  onConfirmed: OnConfirmed
}

function withProof(inner: Requester, csrf: string): Requester {
  const proof = { 'x-walkaround-csrf': csrf }
  return {
    send: (path, ask) => inner.send(path, { ...ask, headers: { ...ask?.headers, ...proof } }),
    call: ((...[id, params, ask]: Parameters<Requester['call']>) =>
      inner.call(id, params, {
        ...ask,
        headers: { ...ask?.headers, ...proof },
      } as never)) as Requester['call'],
  }
}

function watched(
  inner: Requester,
  on: {
    begin: Connection['begin']
    csrf: () => string | undefined
    onSignedOut: (error: SignedOut, csrf: string | undefined) => void
    onStaleToken: () => void
    isUnproven: () => boolean
  },
): Requester {
  const watch = async <T>(send: () => Promise<T>, isUnlocking = false): Promise<T> => {
    // The cookie is that of somebody else, or none.
    if (!isUnlocking && on.isUnproven()) throw new Unreachable('unlocked without a network')
    const end = on.begin()
    const csrf = on.csrf()
    try {
      const value = await send()
      end(true)
      return value
    } catch (error) {
      end(!(error instanceof Unreachable))
      if (error instanceof SignedOut) on.onSignedOut(error, csrf)
      // The request itself was fine.
      if (error instanceof Refused && error.kind === 'wrongOrigin') {
        on.onStaleToken()
        throw new Unreachable('stale token')
      }
      throw error
    }
  }
  return {
    send: (path, ask) => watch(() => inner.send(path, ask)),
    call: ((...asked: Parameters<Requester['call']>) =>
      watch(
        () => inner.call(...asked),
        asked[0] === 'unlockTablet' || asked[0] === 'getOwnTablet',
      )) as Requester['call'],
  }
}
