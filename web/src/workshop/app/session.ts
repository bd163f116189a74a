// Who is signed in on this device. A session that ended takes nothing away: everything stays, and sending waits.
import type { Session } from '@walkaround/contract/app/session.ts'
import type { Operations } from '../api/operations.ts'
import { SignedOut } from '../api/problem.ts'
import type { Store } from '../store/database.ts'
import { deletePage } from '../store/pages.ts'
import { getSetting, setSetting } from '../store/settings.ts'
import { createSignal, type Signal } from './signal.ts'

/** `expired`: the server asks to sign in again; the app goes on showing and keeping things. */
export type Presence =
  | { state: 'starting' }
  | { state: 'out' }
  | { state: 'in' | 'expired'; session: Session }

export interface Sessions {
  presence: Signal<Presence>
  start(): Promise<void>
  signIn(login: string, password: string): Promise<void>
  signOut(): Promise<void>
  /** Another tab has signed in: its cookie is ours too, and with it another token goes along. */
  renew(): Promise<void>
  /** The server no longer knows the cookie. */
  expire(): void
}

export function createSessions(store: Store, operations: Operations): Sessions {
  const presence = createSignal<Presence>({ state: 'starting' })
  const enter = async (session: Session) => {
    await setSetting(store, 'session', session)
    const clientId = await getSetting(store, 'clientId')
    if (!session.clients.some(({ id }) => id === clientId)) {
      await setSetting(store, 'clientId', session.clients[0]?.id)
      await setSetting(store, 'branchId', undefined)
    }
    presence.set({ state: 'in', session })
  }
  const expire = () => {
    const now = presence.get()
    if (now.state === 'in') presence.set({ state: 'expired', session: now.session })
  }
  return {
    presence,
    expire,
    renew: async () => enter(await operations.readSession()),
    start: async () => {
      const known = await getSetting(store, 'session')
      // Shown at once: without network the app opens where it was.
      if (known) presence.set({ state: 'in', session: known })
      try {
        await enter(await operations.readSession())
      } catch (error) {
        if (known && error instanceof SignedOut) expire()
        else if (!known) presence.set({ state: 'out' })
      }
    },
    signIn: async (login, password) => enter(await operations.signIn(login, password)),
    signOut: async () => {
      await operations.signOut().catch((error: unknown) => {
        if (!(error instanceof SignedOut)) throw error
      })
      await forget(store)
      presence.set({ state: 'out' })
    },
  }
}

/** Names of customers leave the device with whoever signed out; what is unsent stays, with the survey it belongs to. */
async function forget(store: Store): Promise<void> {
  await store.transaction(
    'rw',
    [store.settings, store.boards, store.pages, store.outbox, store.media],
    async () => {
      await store.settings.delete('session')
      await store.boards.clear()
      for (const { clientId, surveyId } of await store.pages.toArray()) {
        const unsent =
          (await store.outbox
            .where({ clientId, surveyId })
            .filter(({ state }) => state !== 'confirmed')
            .count()) +
          (await store.media
            .where({ clientId, surveyId })
            .filter(({ state }) => state !== 'confirmed')
            .count())
        if (unsent === 0) await deletePage(store, clientId, surveyId)
      }
      await store.outbox.where({ state: 'confirmed' }).delete()
      await store.media.where({ state: 'confirmed' }).delete()
    },
  )
}
