import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Session } from '@walkaround/contract/app/session.ts'
import type { Operations } from '../api/operations.ts'
import { LoginDisabled, SignedOut } from '../api/problem.ts'
import { openStore, type Store } from '../store/database.ts'
import type { Opening } from '../store/opening.ts'
import { getSetting, setOwnLanguage, setSetting } from '../store/settings.ts'
import { type LateReply, lateReply } from './late-reply.ts'
import { createSessions } from './session.ts'

const sessionOf = (login: string): Session => ({
  login,
  name: login,
  expiresAt: '2999-01-01T00:00:00Z',
  csrf: `csrf of ${login}`,
  clients: [],
  version: '1',
})

let store: Store
beforeEach(() => {
  store = openStore(crypto.randomUUID())
})
afterEach(() => store.delete())

/** A service that replies about the session when the test says so. */
function setUp({ signOut = async () => undefined }: Partial<Pick<Operations, 'signOut'>> = {}) {
  const reads: LateReply<Session>[] = []
  const operations = {
    readSession: () => {
      const read = lateReply<Session>()
      reads.push(read)
      return read.promise
    },
    signIn: async (login: string) => sessionOf(login),
    signOut,
  } as unknown as Operations
  const sessions = createSessions(store, operations, { forgetPhotos: async () => {} })
  const answer = async (work: Promise<void>, say: (read: LateReply<Session>) => void) => {
    while (reads.length === 0) await new Promise((done) => setImmediate(done))
    say(reads.shift() as LateReply<Session>)
    await work
  }
  return { sessions, reads, answer, state: () => sessions.presence.get().state }
}

/** Opens the app for somebody who has signed in on this device before. */
async function openAgain(login = 'lena') {
  const first = setUp()
  const opening = first.sessions.start()
  await first.answer(opening, (read) => read.reject(new SignedOut()))
  await first.sessions.signIn(login, 'password')
  const again = setUp()
  const opened = again.sessions.start()
  while (again.reads.length === 0) await new Promise((done) => setImmediate(done))
  assert.equal(again.state(), 'in', 'shown before the service has answered')
  return { ...again, opened }
}

describe('a reply about the session that comes late', () => {
  it('signs nobody in who has signed out meanwhile', async () => {
    const { sessions, answer, opened, state } = await openAgain()
    await sessions.signOut()
    await answer(opened, (read) => read.resolve(sessionOf('lena')))
    assert.equal(state(), 'out')
    assert.equal(await getSetting(store, 'session'), undefined)
  })

  it('signs nobody in who signs out while it is written down', async () => {
    for (let steps = 0; steps < 20; steps++) {
      const { sessions, reads, opened, state } = await openAgain()
      reads.shift()?.resolve(sessionOf('lena'))
      for (let step = 0; step < steps; step++) await new Promise((done) => setImmediate(done))
      await Promise.all([opened, sessions.signOut()])
      assert.equal(state(), 'out', `signed out ${steps} steps after the answer`)
      assert.equal(await getSetting(store, 'session'), undefined)
    }
  })

  it('signs nobody in who has signed out in another tab', async () => {
    const { answer, opened } = await openAgain()
    await setUp().sessions.signOut()
    await answer(opened, (read) => read.resolve(sessionOf('lena')))
    assert.equal(await getSetting(store, 'session'), undefined)
  })

  it('does not bring back who was there before', async () => {
    const { sessions, answer, opened, state } = await openAgain()
    await sessions.signOut()
    await sessions.signIn('peter', 'password')
    await answer(opened, (read) => read.resolve(sessionOf('lena')))
    assert.equal(state(), 'in')
    assert.equal((await getSetting(store, 'session'))?.login, 'peter')
  })

  it('does not lock out who has signed in meanwhile', async () => {
    const { sessions, answer, opened, state } = await openAgain()
    await sessions.close(new SignedOut(), 'csrf of lena')
    assert.equal(state(), 'locked')
    await sessions.signIn('lena', 'password')
    await answer(opened, (read) => read.reject(new SignedOut()))
    assert.equal(state(), 'in')
  })

  it('does not lock out who has signed in meanwhile, whatever was asked before', async () => {
    for (const why of [new SignedOut(), new LoginDisabled()]) {
      const { sessions, answer, opened, state } = await openAgain()
      await answer(opened, (read) => read.resolve({ ...sessionOf('lena'), csrf: 'newer' }))
      await sessions.close(why, 'csrf of lena')
      assert.equal(state(), 'in')
      await sessions.close(why, 'newer')
      assert.notEqual(state(), 'in')
    }
  })

  it('is taken when nobody came or went', async () => {
    const { answer, opened, state } = await openAgain()
    await answer(opened, (read) => read.resolve({ ...sessionOf('lena'), csrf: 'newer' }))
    assert.equal(state(), 'in')
    assert.equal((await getSetting(store, 'session'))?.csrf, 'newer')
  })
})

describe('another person who takes over a locked device', () => {
  it('never brings back the one before, in no tab and for no moment', async () => {
    const { sessions, answer, opened } = await openAgain()
    await answer(opened, (read) => read.resolve(sessionOf('lena')))
    const other = setUp()
    const opening = other.sessions.start()
    await other.answer(opening, (read) => read.resolve(sessionOf('lena')))
    await sessions.close(new SignedOut(), 'csrf of lena')
    const tabs = [sessions, other.sessions]
    const shows = async (tab: typeof sessions, words: string) => {
      const shown = () => {
        const found = tab.presence.get()
        return 'session' in found ? `${found.state} ${found.session.login}` : found.state
      }
      while (shown() !== words) await new Promise((done) => setImmediate(done))
    }
    await Promise.all(tabs.map((tab) => shows(tab, 'locked lena')))
    const seen: string[] = []
    for (const { presence } of tabs)
      presence.subscribe(() => {
        const found = presence.get()
        if (found.state === 'in') seen.push(found.session.login)
      })
    await sessions.signIn('peter', 'password')
    await Promise.all(tabs.map((tab) => shows(tab, 'in peter')))
    assert.deepEqual(new Set(seen), new Set(['peter']))
  })
})

describe('what is shown before the store is asked', () => {
  const session = { ...sessionOf('lena'), idleMinutes: 60 }
  const ago = (minutes: number) => Date.now() - minutes * 60_000
  const stateAfter = (settings: Opening['settings']) => {
    const { sessions, state } = setUp()
    sessions.open(settings)
    return state()
  }

  it('is the board of somebody who is signed in and was here', () => {
    assert.equal(stateAfter({ session, usedAt: ago(59) }), 'in')
  })

  it('is nothing after signing out, behind the wall, after the idle time and after the end of the session', () => {
    assert.equal(stateAfter({}), 'starting')
    assert.equal(stateAfter({ session, leaving: session.csrf }), 'starting')
    assert.equal(stateAfter({ session, isLocked: true }), 'starting')
    assert.equal(stateAfter({ session, usedAt: ago(61) }), 'starting')
    assert.equal(
      stateAfter({ session: { ...session, expiresAt: new Date(ago(1)).toISOString() } }),
      'starting',
    )
    // By the clock of the service, from which that of the device differs.
    const soon = new Date(ago(-10)).toISOString()
    assert.equal(
      stateAfter({ session: { ...session, expiresAt: soon }, clockAhead: -20 * 60_000 }),
      'starting',
    )
  })
})

describe('a request that is refused while the app starts', () => {
  it('closes the session for good: what the start has read is not shown over it', async () => {
    for (const why of [new SignedOut(), new LoginDisabled()])
      for (let steps = 0; steps < 20; steps++) {
        await setSetting(store, 'session', sessionOf('lena'))
        await setSetting(store, 'usedAt', Date.now())
        const { sessions, reads, state } = setUp()
        const seen: string[] = []
        sessions.presence.subscribe(() => seen.push(state()))
        sessions.open({ session: sessionOf('lena'), usedAt: Date.now() })
        let isStarting = true
        const starting = sessions.start().finally(() => {
          isStarting = false
        })
        for (let step = 0; step < steps; step++) await new Promise((done) => setImmediate(done))
        await sessions.close(why, 'csrf of lena')
        // It asks only if the session still stood.
        while (isStarting) {
          reads.shift()?.reject(why)
          await new Promise((done) => setImmediate(done))
        }
        await starting
        assert.deepEqual(
          new Set(seen),
          new Set(['in', why instanceof LoginDisabled ? 'out' : 'locked']),
          `${steps} steps after the start`,
        )
        assert.equal(seen.filter((one) => one === 'in').length, 1, `${steps} steps after the start`)
        await setSetting(store, 'isLocked', undefined)
      }
  })
})

describe('a tablet that several people share', () => {
  it('speaks the language that each of them chose on it, and that of the sign-in to everybody else', async () => {
    const { sessions, answer } = setUp()
    await answer(sessions.start(), (read) => read.reject(new SignedOut()))
    const spokenTo = async (login: string) => {
      await sessions.signIn(login, 'password')
      return getSetting(store, 'language')
    }
    assert.equal(await spokenTo('lena'), undefined)
    await setOwnLanguage(store, 'lena', 'pl')
    await sessions.signOut()
    await setSetting(store, 'language', 'fr')
    assert.equal(await spokenTo('max'), 'fr')
    await setOwnLanguage(store, 'max', 'de')
    await sessions.signOut()
    assert.equal(await spokenTo('lena'), 'pl')
    await sessions.signOut()
    assert.equal(await spokenTo('max'), 'de')
  })
})

describe('somebody who signs in right after another person signed out', () => {
  it('waits until the service knows of it: its reply takes the cookie away', async () => {
    const told = lateReply<undefined>()
    const { sessions, answer, state } = setUp({ signOut: () => told.promise })
    await answer(sessions.start(), (read) => read.reject(new SignedOut()))
    await sessions.signIn('lena', 'password')
    const signedOut = sessions.signOut()
    const signedIn = sessions.signIn('peter', 'password')
    for (let step = 0; step < 20; step++) await new Promise((done) => setImmediate(done))
    assert.equal(state(), 'out')
    told.resolve(undefined)
    await Promise.all([signedOut, signedIn])
    assert.equal((await getSetting(store, 'session'))?.login, 'peter')
  })
})

describe('somebody of a provider who signs out while the page starts', () => {
  it('is told of once, to the provider too', async () => {
    const session = { ...sessionOf('lena'), provider: { client: 'acme', id: 'dealer', label: 'Dealer' } }
    for (let steps = 0; steps < 20; steps++) {
      await setSetting(store, 'session', session)
      await setSetting(store, 'usedAt', Date.now())
      const told: string[] = []
      const operations = {
        readSession: async () => session,
        signOut: async () => void told.push('here alone'),
        signOutAtProvider: async () => {
          told.push('there too')
          return {}
        },
      } as unknown as Operations
      const sessions = createSessions(store, operations, { forgetPhotos: async () => {} })
      sessions.open({ session, usedAt: Date.now() })
      const started = sessions.start()
      for (let step = 0; step < steps; step++) await new Promise((done) => setImmediate(done))
      await Promise.all([started, sessions.signOut()])
      assert.deepEqual(told, ['there too'], `${steps} steps after the start`)
    }
  })
})

describe('somebody who comes back from a provider', () => {
  const provider = { client: 'acme', id: 'dealer', label: 'Dealer account' }
  const arrived = (login: string): Session => ({ ...sessionOf(login), csrf: `newer of ${login}`, provider })
  const hours = (count: number) => count * 3_600_000
  /** A new page, with what the store has. */
  const open = async (say: (read: LateReply<Session>) => void) => {
    const page = setUp()
    await page.answer(page.sessions.start(), say)
    return page
  }
  const here = async (settings: Partial<Opening['settings']>) => {
    await setSetting(store, 'session', settings.session)
    await setSetting(store, 'isLocked', settings.isLocked)
    await setSetting(store, 'usedAt', settings.usedAt)
    await setSetting(store, 'lastLogin', settings.session?.login)
    await setSetting(store, 'leaving', settings.leaving)
  }
  const shown = ({ sessions }: Awaited<ReturnType<typeof open>>) => {
    const found = sessions.presence.get()
    return 'session' in found ? `${found.state} ${found.session.login}` : found.state
  }

  it('opens a device that was hidden: for themselves, or for somebody else', async () => {
    for (const login of ['lena', 'peter']) {
      await here({ session: sessionOf('lena'), isLocked: true, usedAt: Date.now() - hours(9) })
      const page = await open((read) => read.resolve(arrived(login)))
      assert.equal(shown(page), `in ${login}`)
      await page.sessions.look()
      assert.equal(shown(page), `in ${login}`, 'the hours before were those of whoever was here')
    }
  })

  it('opens nothing with the session that was hidden, or with one of a password', async () => {
    for (const session of [{ ...sessionOf('lena'), provider }, sessionOf('peter')]) {
      await here({ session: { ...sessionOf('lena'), provider }, isLocked: true })
      assert.equal(shown(await open((read) => read.resolve(session))), 'locked lena')
    }
  })

  it('opens no tablet that a PIN unlocked without a network: its cookie is that of whoever was here before', async () => {
    await here({ session: { ...sessionOf('lena'), csrf: '' }, isLocked: true })
    assert.equal(shown(await open((read) => read.resolve(arrived('peter')))), 'locked lena')
  })

  it('is let in hours after the session ended, and stays', async () => {
    await here({ usedAt: Date.now() - hours(13) })
    const page = await open((read) => read.resolve(arrived('lena')))
    await page.sessions.look()
    assert.equal(shown(page), 'in lena')
  })

  it('is let in when the page itself finds that the session before has ended', async () => {
    const expiresAt = new Date(Date.now() - hours(1)).toISOString()
    await here({ session: { ...sessionOf('lena'), expiresAt }, usedAt: Date.now() })
    assert.equal(shown(await open((read) => read.resolve(arrived('peter')))), 'in peter')
    await here({ session: { ...sessionOf('lena'), expiresAt }, usedAt: Date.now() })
    assert.equal(shown(await open((read) => read.reject(new SignedOut()))), 'out')
  })

  it('is let in although the service was never told that the one before signed out', async () => {
    await here({ leaving: 'csrf of lena' })
    assert.equal(shown(await open((read) => read.resolve(arrived('peter')))), 'in peter')
    assert.equal(await getSetting(store, 'leaving'), undefined)
    await here({ leaving: 'newer of peter' })
    assert.equal(shown(await open((read) => read.resolve(arrived('peter')))), 'out', 'that is who left')
  })
})
