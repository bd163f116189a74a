// Who is signed in on this device. When nobody is, it shows nothing that was read for somebody; what is unsent stays, and
// sending waits. The store is what counts: all tabs follow it.
import type { Session } from '@walkaround/contract/app/session.ts'
import { liveQuery } from 'dexie'
import type { Operations } from '../api/operations.ts'
import { LoginDisabled, SignedOut, Unreachable } from '../api/problem.ts'
import { findClockAhead } from '../store/clock.ts'
import type { Store } from '../store/database.ts'
import { forgetRead } from '../store/forget.ts'
import { forgetOpened } from '../store/pages.ts'
import { getSetting, setSetting } from '../store/settings.ts'
import { judgeUse } from './idle.ts'
import { createSignal, type Signal } from './signal.ts'

export type Presence =
  | { state: 'starting' }
  /** `why` when nobody chose it. */
  | { state: 'out'; why?: 'ended' | 'disabled' }
  | { state: 'in'; session: Session }
  /** What was read is still here, and hidden until this person signs in again. */
  | { state: 'locked'; session: Session }

export interface Sessions {
  presence: Signal<Presence>
  start(): Promise<void>
  signIn(login: string, password: string): Promise<void>
  /** Works without a network too; the service is told when there is one. */
  signOut(): Promise<void>
  /** Tells the service of a sign-out that it has not heard of. */
  leave(): Promise<void>
  /** Another tab has signed in: its cookie is ours too, and with it another token goes along. */
  renew(): Promise<void>
  /** The service no longer takes the cookie: the session ended, or the login was disabled. */
  close(why: SignedOut): Promise<void>
  /** Somebody touches the device. */
  use(): Promise<void>
  /** Whether it is time to show nothing any more. */
  look(): Promise<void>
}

export interface SessionOptions {
  /** Photos that were looked at lie outside of the store. */
  forgetPhotos: () => Promise<void>
  now?: () => number
}

/** Taps follow each other; one in this time is written down. */
const useStepMs = 15_000

export function createSessions(
  store: Store,
  operations: Operations,
  { forgetPhotos, now = Date.now }: SessionOptions,
): Sessions {
  const presence = createSignal<Presence>({ state: 'starting' })
  /** While it is being changed here, the store is in between. */
  let changing = 0
  let usedAt = 0
  const show = (next: Presence) => {
    if (JSON.stringify(next) !== JSON.stringify(presence.get())) presence.set(next)
  }
  const change = async (work: () => Promise<void>) => {
    changing += 1
    try {
      await work()
    } finally {
      changing -= 1
    }
  }

  const enter = (session: Session) =>
    change(async () => {
      const before = (await getSetting(store, 'session'))?.login ?? (await getSetting(store, 'lastLogin'))
      const isAnother = before !== undefined && before !== session.login
      // Of what another person read nothing is left; of one's own, what one no longer works for.
      const but = isAnother ? [] : session.clients.map(({ id }) => id)
      await forgetRead(store, { login: before, but })
      if (isAnother) await forgetPhotos()
      const clientId = await getSetting(store, 'clientId')
      if (!session.clients.some(({ id }) => id === clientId)) {
        await setSetting(store, 'clientId', session.clients[0]?.id)
        await setSetting(store, 'branchId', undefined)
      }
      await setSetting(store, 'session', session)
      await setSetting(store, 'lastLogin', session.login)
      show({ state: 'in', session })
    })
  const lock = (session: Session) =>
    change(async () => {
      show({ state: 'locked', session })
      await setSetting(store, 'isLocked', true)
      forgetOpened(store)
      await forgetPhotos()
    })
  const forget = (next: Presence & { state: 'out' }, csrf?: string) =>
    change(async () => {
      // First: an answer that is on its way is for nobody any more.
      show(next)
      const login = (await getSetting(store, 'session'))?.login
      await setSetting(store, 'leaving', csrf)
      await setSetting(store, 'session', undefined)
      await setSetting(store, 'isLocked', undefined)
      await forgetRead(store, { login })
      await forgetPhotos()
    })

  const known = async (): Promise<Presence> => {
    const session = await getSetting(store, 'session')
    if (!session) return { state: 'out' }
    return { state: (await getSetting(store, 'isLocked')) ? 'locked' : 'in', session }
  }
  const judge = async (session: Session) =>
    judgeUse({
      session,
      usedAt: await getSetting(store, 'usedAt'),
      now: now(),
      clockAhead: await findClockAhead(store),
    })
  /** Whether it goes on. */
  const look = async (): Promise<boolean> => {
    const found = await known()
    if (found.state !== 'in' && found.state !== 'locked') return false
    const verdict = await judge(found.session)
    if (verdict === 'ended') await forget({ state: 'out', why: 'ended' })
    else if (verdict === 'idle' && found.state === 'in') await lock(found.session)
    return verdict === 'fine' && found.state === 'in'
  }
  const close = async (why: SignedOut) => {
    const found = await known()
    if (why instanceof LoginDisabled) await forget({ state: 'out', why: 'disabled' })
    else if (found.state === 'in') await lock(found.session)
  }
  const leave = async () => {
    const csrf = await getSetting(store, 'leaving')
    if (csrf === undefined) return
    try {
      await operations.signOut(csrf)
    } catch (error) {
      if (error instanceof Unreachable) return
      // Whatever it says: that session is not ours any more.
    }
    await setSetting(store, 'leaving', undefined)
  }
  const used = async (isSure: boolean) => {
    const at = now()
    if (!isSure && Math.abs(at - usedAt) < useStepMs) return
    // Whoever picks it up after hours is not the one who laid it down.
    if (!isSure && !(await look())) return
    usedAt = at
    await setSetting(store, 'usedAt', at)
  }
  const follow = () =>
    liveQuery(known).subscribe({
      next: (found) => {
        const shown = presence.get()
        if (changing > 0 || shown.state === 'starting') return
        if (found.state === shown.state && found.state === 'out') return
        show(found)
      },
      error: (error) => console.error(error),
    })

  return {
    presence,
    leave,
    close,
    look: async () => {
      await look()
    },
    use: () => used(false),
    renew: async () => {
      if (presence.get().state === 'in') await enter(await operations.readSession())
    },
    start: async () => {
      const before = await known()
      await look()
      const found = await known()
      // Shown at once: without network the app opens where it was.
      if (found.state !== 'out') show(found)
      else if (before.state !== 'out') show({ state: 'out', why: 'ended' })
      follow()
      if ((await getSetting(store, 'leaving')) !== undefined) {
        show({ state: 'out' })
        return leave()
      }
      if (before.state !== 'out' && found.state === 'out') return
      try {
        const session = await operations.readSession()
        if ((await known()).state !== 'locked') await enter(session)
      } catch (error) {
        if (error instanceof SignedOut && found.state !== 'out') await close(error)
        else if (found.state === 'out') show({ state: 'out' })
      }
    },
    signIn: async (login, password) => {
      const session = await operations.signIn(login, password)
      await change(async () => {
        await used(true)
        await setSetting(store, 'leaving', undefined)
        await setSetting(store, 'isLocked', undefined)
        await enter(session)
      })
    },
    signOut: async () => {
      const found = await known()
      await forget({ state: 'out' }, found.state === 'in' ? found.session.csrf : undefined)
      await leave()
    },
  }
}
