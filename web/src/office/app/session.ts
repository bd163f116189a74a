// Who is signed in, as the service says: the office keeps no session of its own. The cookie is that of the app, so signing in or out in
// one bundle does so in all.
import type { Session } from '@walkaround/contract/app/session.ts'
import { LoginDisabled, Refused, SignedOut, Unreachable } from '../../workshop/api/problem.ts'
import type { Requester } from '../../workshop/api/request.ts'
import { judgeUse } from '../../workshop/app/idle.ts'
import { createSignal, type Signal } from '../../workshop/app/signal.ts'

export type Presence =
  | { state: 'starting' }
  | { state: 'unreachable' }
  /** `why` is set if the person did not sign out themselves; `of`: whose work was on the page. */
  | { state: 'out'; why?: 'ended' | 'disabled'; of?: string }
  | { state: 'in'; session: Session }

export interface Sessions {
  presence: Signal<Presence>
  /** Asks the service: at the start, and whenever somebody else may have signed in. */
  refresh(): Promise<void>
  signIn(login: string, password: string): Promise<void>
  /** After a second factor. */
  enter(session: Session): Promise<void>
  signOut(): Promise<void>
  /** Somebody has touched the page. */
  use(): void
  /** Hides everything if nobody has done anything for too long. */
  look(): void
  /** For every request: what its failure says of the session. */
  judge(error: unknown): void
}

interface SessionOptions {
  call: Requester['call']
  /** When somebody last touched a page of the office, by this browser's clock. */
  usedAt: { get(): number | undefined; set(at: number): void }
  /** By which session, in a few letters of its proof. */
  usedIn: { get(): string | undefined; set(mark: string): void }
  now?: () => number
}

/** About a second of work on the server, more if many people sign in at once. */
const signInTimeout = 40_000
/** Taps come in quick succession; one in this time is kept. */
const useStepMs = 15_000
/** Tells sessions apart, and proves nothing. */
const markOf = ({ csrf }: Session) => csrf.slice(0, 12)

export function createSessions({ call, usedAt, usedIn, now = Date.now }: SessionOptions): Sessions {
  const presence = createSignal<Presence>({ state: 'starting' })
  /** Counts sign-ins and sign-outs: a reply to an earlier request is about somebody else. */
  let turn = 0
  const current = () => {
    const known = presence.get()
    return known.state === 'in' ? known.session : undefined
  }
  const end = (why: 'ended' | 'disabled') => {
    const of = current()?.login
    turn += 1
    presence.set({ state: 'out', ...(of === undefined ? {} : { why, of }) })
  }
  const enter = (session: Session) => {
    usedIn.set(markOf(session))
    if (JSON.stringify(current()) !== JSON.stringify(session)) presence.set({ state: 'in', session })
  }
  const begin = (session: Session) => {
    turn += 1
    usedAt.set(now())
    usedIn.set(markOf(session))
    presence.set({ state: 'in', session })
  }
  const isIdle = (session: Session) =>
    judgeUse({ session, usedAt: usedAt.get(), now: now(), clockAhead: undefined }) !== 'fine'
  return {
    presence,
    refresh: async () => {
      const asked = turn
      try {
        const session = await call('getSession', {})
        if (turn !== asked) return
        // Back from a provider: they have just proved who they are, however long nobody was here before.
        const isArrival = session.provider !== undefined && usedIn.get() !== markOf(session)
        if (isArrival) begin(session)
        else if (isIdle(session)) presence.set({ state: 'out', why: 'ended', of: session.login })
        else enter(session)
      } catch (error) {
        if (turn !== asked) return
        if (error instanceof SignedOut) end(error instanceof LoginDisabled ? 'disabled' : 'ended')
        else if (presence.get().state === 'starting') presence.set({ state: 'unreachable' })
      }
    },
    signIn: async (login, password) => {
      begin(await call('createSession', {}, { body: { login, password }, timeout: signInTimeout }))
    },
    enter: async (session) => begin(session),
    signOut: async () => {
      const session = current()
      turn += 1
      presence.set({ state: 'out' })
      if (!session) return
      const headers = { 'x-walkaround-csrf': session.csrf }
      if (!session.provider) return call('endSession', {}, { headers })
      const { address } = await call('endProviderSession', {}, { headers })
      if (address !== undefined) location.assign(address)
    },
    use: () => {
      const session = current()
      if (!session || Math.abs(now() - (usedAt.get() ?? 0)) < useStepMs) return
      // Somebody who comes back after hours may be another person.
      if (isIdle(session)) end('ended')
      else usedAt.set(now())
    },
    look: () => {
      const session = current()
      if (session && isIdle(session)) end('ended')
    },
    judge: (error) => {
      if (error instanceof SignedOut) end(error instanceof LoginDisabled ? 'disabled' : 'ended')
    },
  }
}

/** The token belongs to a session before this one: somebody has signed in beside this page. */
export const isStaleToken = (error: unknown): boolean =>
  error instanceof Refused && error.kind === 'wrongOrigin'

export const staleToken = (): Unreachable => new Unreachable('stale token')
