// Who is signed in on this device. If nobody is, nothing that was read for somebody is shown; unsent work stays, and sending waits.
// The store is authoritative: all tabs follow it.
import type { Session } from '@walkaround/contract/app/session.ts'
import { liveQuery } from 'dexie'
import type { Operations } from '../api/operations.ts'
import { LoginDisabled, SignedOut, Unreachable } from '../api/problem.ts'
import { findClockAhead } from '../store/clock.ts'
import type { Store } from '../store/database.ts'
import { forgetRead, handOver, readSame } from '../store/forget.ts'
import type { Opening } from '../store/opening.ts'
import { forgetOpened } from '../store/pages.ts'
import { getSetting, setSetting, speakOwnLanguage } from '../store/settings.ts'
import { judgeUse } from './idle.ts'
import type { Presence } from './presence.ts'
import { createSignal, type Signal } from './signal.ts'
import type { Proof, UnlockDoor } from './unlock.ts'

export interface Sessions {
  presence: Signal<Presence>
  /** Shows who was signed in when the store was read, if the session holds and the device was not left alone. Asks nobody. */
  open(settings: Opening['settings']): void
  start(): Promise<void>
  signIn(login: string, password: string): Promise<void>
  /** After a second factor. */
  enter(session: Session): Promise<void>
  /** On a shared tablet. Without a network too, for people who did it here before; says what is wrong if it opens nothing. */
  unlock(person: string, pin: string): Promise<'opened' | 'wrong' | 'none'>
  /** Hides everything until somebody unlocks it. */
  lock(): Promise<void>
  /** The tablet was unlocked without a network: the service does not know it yet, and nothing can be asked of it. */
  isUnproven(): boolean
  /** Tells the service about it. */
  prove(): Promise<void>
  /** Works without a network too; the service is told later. */
  signOut(): Promise<void>
  /** Tells the service about a sign-out that it does not know yet. */
  leave(): Promise<void>
  /** Another tab has signed in: its cookie is shared, and this tab needs the matching token. */
  renew(): Promise<void>
  /**
   * The service no longer accepts the cookie: the session ended, or the login was disabled. `csrf` tells which session sent the
   * request: somebody may have signed in since.
   */
  close(why: SignedOut, csrf: string | undefined): Promise<void>
  /** Somebody has touched the device. */
  use(): Promise<void>
  /** Checks whether it is time to hide everything. */
  look(): Promise<void>
}

interface SessionOptions {
  /** Viewed photos are not in the store. */
  forgetPhotos: () => Promise<void>
  now?: () => number
}

/** A shared tablet that was unlocked without a network has no proof of origin yet. */
const isOffline = ({ csrf }: Session): boolean => csrf === ''
const isUnproven = (shown: Presence): shown is Presence & { state: 'in' } =>
  shown.state === 'in' && isOffline(shown.session)

/** Few devices are shared: it comes with the first PIN. */
const unlocking = () => import('./unlock.ts')

/** Taps come in quick succession; one in this time is stored. */
const useStepMs = 15_000

export function createSessions(
  store: Store,
  operations: Operations,
  { forgetPhotos, now = Date.now }: SessionOptions,
): Sessions {
  const presence = createSignal<Presence>({ state: 'starting' })
  /** While this tab changes it, the store is in an intermediate state. */
  let changing = 0
  let changes = 0
  /** Counts sign-ins and sign-outs: a reply to an earlier request is about somebody else. */
  let turn = 0
  let usedAt = 0
  /** With what the tablet was unlocked while there was no network; only in the memory of this tab. */
  let proof: Proof | undefined
  const show = (next: Presence) => {
    if (JSON.stringify(next) !== JSON.stringify(presence.get())) presence.set(next)
  }
  /** One change after the other: somebody who signs out while another change is being stored is signed out in the end. */
  let last: Promise<unknown> = Promise.resolve()
  const change = (work: () => Promise<void>): Promise<void> => {
    changing += 1
    changes += 1
    const done = last.then(work).finally(() => {
      changing -= 1
    })
    last = done.catch(() => {})
    last.then(showKnown).catch(() => {})
    return done
  }

  /** Part of a change. `asked`: the turn it belongs to; if a new one has begun, nothing of it is shown. */
  const enter = async (session: Session, asked: number) => {
    const former = await getSetting(store, 'session')
    const before = former?.login ?? (await getSetting(store, 'lastLogin'))
    const isAnother = before !== undefined && before !== session.login
    if (isAnother && former && readSame(former, session)) {
      await handOver(store, before, session.login)
    } else {
      // Deletes everything another person read; of one's own data, that of clients one no longer works for.
      const but = isAnother ? [] : session.clients.map(({ id }) => id)
      await forgetRead(store, { login: before, but })
      if (isAnother) await forgetPhotos()
    }
    const clientId = await getSetting(store, 'clientId')
    if (!session.clients.some(({ id }) => id === clientId)) {
      await setSetting(store, 'clientId', session.clients[0]?.id)
      await setSetting(store, 'branchId', undefined)
    }
    await setSetting(store, 'session', session)
    // Not earlier: other tabs would open for the person who was locked out.
    await setSetting(store, 'isLocked', undefined)
    await setSetting(store, 'lastLogin', session.login)
    if (turn === asked) show({ state: 'in', session })
  }
  const lock = (session: Session) => {
    turn += 1
    proof = undefined
    show({ state: 'locked', session })
    return change(async () => {
      await setSetting(store, 'isLocked', true)
      forgetOpened(store)
      await forgetPhotos()
    })
  }
  const forget = (next: Presence & { state: 'out' }, csrf?: string) => {
    // First of all: a reply that is still in transit must be ignored.
    turn += 1
    proof = undefined
    show(next)
    return change(async () => {
      const login = (await getSetting(store, 'session'))?.login
      await setSetting(store, 'leaving', csrf)
      await setSetting(store, 'session', undefined)
      await setSetting(store, 'isLocked', undefined)
      await forgetRead(store, { login })
      await forgetPhotos()
    })
  }

  /** Somebody has signed in, or unlocked the tablet. */
  const begin = async (session: Session, offline?: Proof) => {
    const asked = ++turn
    await change(async () => {
      proof = offline
      await used(true)
      // Without a network the session of whoever was here before goes on at the service; unlocking there ends it.
      if (!offline) await setSetting(store, 'leaving', undefined)
      await speakOwnLanguage(store, session.login)
      await enter(session, asked)
    })
  }

  const known = async (): Promise<Presence> => {
    const session = await getSetting(store, 'session')
    if (!session) return { state: 'out' }
    const isHidden = (await getSetting(store, 'isLocked')) || (isOffline(session) && proof === undefined)
    return { state: isHidden ? 'locked' : 'in', session }
  }
  const judge = async (session: Session) =>
    judgeUse({
      session,
      lockMinutes: (await getSetting(store, 'tablet'))?.lockMinutes,
      usedAt: await getSetting(store, 'usedAt'),
      now: now(),
      clockAhead: await findClockAhead(store),
    })
  /** Whether the session continues. */
  const look = async (): Promise<boolean> => {
    const found = await known()
    if (found.state !== 'in' && found.state !== 'locked') return false
    const verdict = await judge(found.session)
    if (verdict === 'ended') await forget({ state: 'out', why: 'ended' })
    else if (verdict === 'idle' && found.state === 'in') await lock(found.session)
    return verdict === 'fine' && found.state === 'in'
  }
  const close = async (why: SignedOut, csrf: string | undefined) => {
    const found = await known()
    if ('session' in found && found.session.csrf !== csrf) return
    if (why instanceof LoginDisabled) await forget({ state: 'out', why: 'disabled' })
    else if (found.state === 'in') await lock(found.session)
  }
  /**
   * Whether somebody came back from a provider: they have just proved who they are. The session of a device that was only hidden is
   * known to it; one that was unlocked without a network does not have its own cookie.
   */
  const isArrival = ({ provider, csrf }: Session, former: string) =>
    provider !== undefined && former !== '' && csrf !== former
  /** Opens for them, although the device has just been closed for whoever was here before. */
  const welcome = async (former: string) => {
    const asked = turn
    const session = await operations.readSession().catch(() => undefined)
    if (session && turn === asked && isArrival(session, former)) await begin(session)
  }
  /**
   * Asks the service about this session. The reply is ignored if the session was locked or left meanwhile, here or in another tab.
   */
  const refresh = async () => {
    const asked = turn
    const before = await known()
    try {
      const session = await operations.readSession()
      if (turn !== asked) return
      if (before.state === 'out' || ('session' in before && isArrival(session, before.session.csrf)))
        return await begin(session)
      await change(async () => {
        const after = await known()
        const isLeft = after.state === 'out'
        if (turn === asked && after.state !== 'locked' && !isLeft) await enter(session, asked)
      })
    } catch (error) {
      if (turn === asked) throw error
    }
  }
  const tellLeft = async (isAtProvider = false) => {
    const csrf = await getSetting(store, 'leaving')
    if (csrf === undefined) return
    let address: string | undefined
    try {
      if (isAtProvider) address = (await operations.signOutAtProvider(csrf)).address
      else await operations.signOut(csrf)
    } catch (error) {
      if (error instanceof Unreachable) return
      // Whatever the reply: that session is no longer ours.
    }
    await setSetting(store, 'leaving', undefined)
    if (address !== undefined) location.assign(address)
  }
  let leaving: Promise<void> = Promise.resolve()
  const leave = () => {
    // Somebody may be signing out right now: told twice, the provider would not hear of it.
    leaving = leaving.catch(() => {}).then(() => tellLeft())
    return leaving
  }
  const used = async (isSure: boolean) => {
    const at = now()
    if (!isSure && Math.abs(at - usedAt) < useStepMs) return
    // Somebody who picks up the device after hours may be another person.
    if (!isSure && !(await look())) return
    usedAt = at
    await setSetting(store, 'usedAt', at)
  }
  /**
   * Shows what another tab did; this tab shows its own changes itself. An error of the store surfaces in the query that follows it.
   */
  const showKnown = async () => {
    const before = changes
    const found = await known()
    const shown = presence.get()
    if (changing > 0 || changes !== before || shown.state === 'starting') return
    if (found.state === shown.state && found.state === 'out') return
    show(found)
  }
  const follow = () =>
    liveQuery(known).subscribe({
      next: () => showKnown().catch(() => {}),
      error: (error) => console.error(error),
    })

  const door: UnlockDoor = {
    store,
    operations,
    now,
    begin,
    lock,
    left: () => leaving.catch(() => {}),
    shown: () => ({ presence: presence.get(), turn, proof }),
  }

  return {
    presence,
    leave,
    close,
    look: async () => {
      await look()
    },
    use: () => used(false),
    renew: async () => {
      if (presence.get().state === 'in') await refresh()
    },
    open: ({ session, isLocked, leaving, usedAt, clockAhead, tablet }) => {
      if (!session || isLocked || leaving !== undefined || isOffline(session)) return
      const { lockMinutes } = tablet ?? {}
      if (judgeUse({ session, lockMinutes, usedAt, now: now(), clockAhead }) === 'fine')
        show({ state: 'in', session })
    },
    start: async () => {
      const asked = turn
      const before = await known()
      await look()
      const found = await known()
      // Shown at once: without a network the app opens where it was. A look, or a request that was refused meanwhile, may have ended the
      // session and shows that itself.
      if (turn === asked && found.state !== 'out') show(found)
      else if (turn === asked && before.state !== 'out') show({ state: 'out', why: 'ended' })
      follow()
      const left = await getSetting(store, 'leaving')
      if (left !== undefined) {
        show({ state: 'out' })
        await welcome(left)
        return leave()
      }
      if ('session' in before && found.state === 'out') return welcome(before.session.csrf)
      try {
        await refresh()
      } catch (error) {
        if (error instanceof SignedOut && 'session' in found) await close(error, found.session.csrf)
        else if (found.state === 'out') show({ state: 'out' })
      }
    },
    signIn: async (login, password) => {
      // The reply to a sign-out takes the cookie away, also that of the next person.
      await leaving.catch(() => {})
      await begin(await operations.signIn(login, password))
    },
    unlock: async (person, pin) => (await unlocking()).unlock(door, person, pin),
    lock: async () => {
      const found = await known()
      if (found.state === 'in') await lock(found.session)
    },
    isUnproven: () => isUnproven(presence.get()),
    prove: async () => {
      if (isUnproven(presence.get())) await (await unlocking()).prove(door)
    },
    enter: begin,
    signOut: () => {
      const signOut = async () => {
        const found = await known()
        await forget({ state: 'out' }, found.state === 'in' ? found.session.csrf : undefined)
        await tellLeft(found.state === 'in' && found.session.provider !== undefined)
      }
      leaving = signOut()
      return leaving
    },
  }
}
