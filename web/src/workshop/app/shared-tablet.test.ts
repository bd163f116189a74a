// A tablet that several people unlock with a PIN: who is shown, what stays, and what the service is told.
import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Session } from '@walkaround/contract/app/session.ts'
import type { Operations } from '../api/operations.ts'
import { Refused, Unreachable } from '../api/problem.ts'
import { openStore, type Store } from '../store/database.ts'
import { savePage } from '../store/pages.ts'
import { getSetting } from '../store/settings.ts'
import { createSessions } from './session.ts'

const pins: Record<string, string> = { lena: '4711', tom: '8042', ina: '90210' }
const clients = (role: 'technician' | 'advisor'): Session['clients'] => [
  { id: 'acme', name: 'Acme', role, language: 'en', timeZone: 'UTC', branches: [] },
]
const sessionOf = (login: string): Session => ({
  login,
  name: login,
  expiresAt: '2998-01-01T00:00:00Z',
  csrf: `csrf of ${login}`,
  clients: clients(login === 'ina' ? 'advisor' : 'technician'),
  version: '1',
  idleMinutes: 5,
  tablet: { id: 't', name: 'Bay 3', clientId: 'acme', offlineUntil: '2999-01-01T00:00:00Z' },
})

describe('a shared tablet', () => {
  let store: Store
  let isOnline: boolean
  let refusal: Refused | undefined
  let asked: string[]
  beforeEach(() => {
    store = openStore(crypto.randomUUID())
    isOnline = true
    refusal = undefined
    asked = []
  })
  afterEach(() => store.delete())

  function open(now: () => number = Date.now) {
    const operations = {
      readSession: async () => {
        throw new Unreachable('not now')
      },
      unlockTablet: async (person: string, pin: string) => {
        asked.push(person)
        if (!isOnline) throw new Unreachable('no network')
        if (refusal) throw refusal
        if (pins[person] !== pin) throw new Refused(403, { errorCode: 40321 })
        return sessionOf(person)
      },
    } as unknown as Operations
    const sessions = createSessions(store, operations, { forgetPhotos: async () => {}, now })
    const shown = () => {
      const { state, ...more } = sessions.presence.get()
      return 'session' in more ? `${state} ${more.session.login}` : state
    }
    return { sessions, shown }
  }

  it('shows who unlocked it, and hides everything when it is locked', async () => {
    const { sessions, shown } = open()
    await sessions.start()
    assert.equal(await sessions.unlock('lena', '4711'), 'opened')
    assert.equal(shown(), 'in lena')
    assert.equal(sessions.isUnproven(), false)
    await sessions.lock()
    assert.equal(shown(), 'locked lena')
    await assert.rejects(sessions.unlock('tom', '1111'), Refused)
    assert.equal(shown(), 'locked lena')
    await sessions.unlock('tom', '8042')
    assert.equal(shown(), 'in tom')
  })

  it('locks after the minutes of the tablet', async () => {
    let at = Date.now()
    const { sessions, shown } = open(() => at)
    await sessions.start()
    await sessions.unlock('lena', '4711')
    at += 4 * 60_000
    await sessions.look()
    assert.equal(shown(), 'in lena')
    at += 61_000
    await sessions.look()
    assert.equal(shown(), 'locked lena')
  })

  it('opens without a network for whoever was here, and nothing counts as told until the service knows', async () => {
    const { sessions, shown } = open()
    await sessions.start()
    await sessions.unlock('tom', '8042')
    await sessions.unlock('lena', '4711')
    await sessions.lock()
    isOnline = false
    assert.equal(await sessions.unlock('ina', '90210'), 'none', 'was never here')
    assert.equal(await sessions.unlock('tom', '1111'), 'wrong')
    assert.equal(await sessions.unlock('tom', '8042'), 'opened')
    assert.equal(shown(), 'in tom')
    assert.equal(sessions.isUnproven(), true)
    await sessions.prove()
    assert.equal(sessions.isUnproven(), true, 'still no network')
    isOnline = true
    await sessions.prove()
    assert.equal(shown(), 'in tom')
    assert.equal(sessions.isUnproven(), false)
    assert.equal((await getSetting(store, 'session'))?.csrf, 'csrf of tom')
    assert.deepEqual(asked.slice(-2), ['tom', 'tom'])
  })

  it('locks itself if the service no longer takes the PIN that opened it', async () => {
    const { sessions, shown } = open()
    await sessions.start()
    await sessions.unlock('tom', '8042')
    await sessions.lock()
    isOnline = false
    await sessions.unlock('tom', '8042')
    isOnline = true
    refusal = new Refused(403, { errorCode: 40321 })
    await sessions.prove()
    assert.equal(shown(), 'locked tom')
    isOnline = false
    assert.equal(await sessions.unlock('tom', '8042'), 'none', 'nor does the device')
  })

  it('is locked again by a reload that forgot the PIN', async () => {
    const first = open()
    await first.sessions.start()
    await first.sessions.unlock('tom', '8042')
    isOnline = false
    await first.sessions.lock()
    await first.sessions.unlock('tom', '8042')
    const again = open()
    await again.sessions.start()
    assert.equal(again.shown(), 'locked tom')
  })

  it('a revoked one opens for nobody, with or without a network', async () => {
    const { sessions } = open()
    await sessions.start()
    await sessions.unlock('tom', '8042')
    await sessions.lock()
    refusal = new Refused(403, { errorCode: 40320 })
    await assert.rejects(sessions.unlock('tom', '8042'), Refused)
    isOnline = false
    assert.equal(await sessions.unlock('tom', '8042'), 'none')
  })

  it('keeps what was read for a colleague who may see the same, and for nobody else', async () => {
    const { sessions } = open()
    await sessions.start()
    await sessions.unlock('lena', '4711')
    const page = { sequence: '1' } as never
    await savePage(store, 'acme', 's1', page, 1, 'lena')
    assert.equal(await store.pages.count(), 1)
    await sessions.lock()
    await sessions.unlock('tom', '8042')
    assert.deepEqual(
      (await store.pages.toArray()).map(({ login }) => login ?? 'tom'),
      ['tom'],
    )
    await sessions.lock()
    await sessions.unlock('ina', '90210')
    assert.equal(await store.pages.count(), 0)
  })
})
