import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Session } from '@walkaround/contract/app/session.ts'
import { openStore, type Store } from './database.ts'
import { forgetPins, openPin, sealPin } from './pin-seals.ts'
import { getSetting, setSetting } from './settings.ts'

const now = Date.parse('2026-11-19T10:00:00Z')
const day = 86_400_000
const session: Session = {
  login: 'lena',
  name: 'Lena',
  expiresAt: '2026-11-19T18:00:00Z',
  csrf: 'proof',
  clients: [],
  version: '1',
  tablet: { id: 't', name: 'Bay 3', clientId: 'acme', offlineUntil: new Date(now + 7 * day).toISOString() },
}

describe('a PIN without a network', () => {
  let store: Store
  beforeEach(() => {
    store = openStore(crypto.randomUUID())
  })
  afterEach(() => store.delete())
  const open = (pin: string, at = now) => openPin(store, 'lena', pin, at)

  it('opens for whoever unlocked the tablet before, without a proof for the service', async () => {
    await sealPin(store, 'lena', '4711', session)
    const opened = await open('4711')
    assert.ok('session' in opened)
    assert.deepEqual(
      [opened.session.login, opened.session.csrf, opened.session.expiresAt],
      ['lena', '', session.tablet?.offlineUntil],
    )
    assert.deepEqual(await openPin(store, 'tom', '4711', now), { refused: 'none' })
  })

  it('after five wrong ones nothing is left to try; a right one before that forgives them', async () => {
    await sealPin(store, 'lena', '4711', session)
    for (let wrong = 0; wrong < 4; wrong++) assert.deepEqual(await open('8888'), { refused: 'wrong' })
    assert.ok('session' in (await open('4711')))
    for (let wrong = 0; wrong < 4; wrong++) assert.deepEqual(await open('8888'), { refused: 'wrong' })
    assert.deepEqual(await open('8888'), { refused: 'none' })
    assert.deepEqual(await open('4711'), { refused: 'none' })
    assert.equal((await getSetting(store, 'pinSeals'))?.lena, undefined)
  })

  it('many wrong ones at once are no more tries', async () => {
    await sealPin(store, 'lena', '4711', session)
    const tries = await Promise.all(Array.from({ length: 8 }, () => open('8888')))
    assert.ok(tries.filter((one) => 'refused' in one && one.refused === 'wrong').length <= 4)
    assert.deepEqual(await open('4711'), { refused: 'none' })
  })

  it('opens no longer than the service allows', async () => {
    await sealPin(store, 'lena', '4711', session)
    assert.ok('session' in (await open('4711', now + 6.9 * day)))
    assert.deepEqual(await open('4711', now + 7 * day), { refused: 'none' })
    assert.deepEqual(await open('4711', now), { refused: 'none' }, 'also when the clock is set back')
  })

  it('belongs to its person and its device: what is copied or changed by hand opens nothing', async () => {
    await sealPin(store, 'lena', '4711', session)
    const seals = (await getSetting(store, 'pinSeals')) ?? {}
    const { lena } = seals
    assert.ok(lena)
    await setSetting(store, 'pinSeals', { ...seals, tom: lena })
    assert.deepEqual(await openPin(store, 'tom', '4711', now), { refused: 'none' })
    const other = openStore(crypto.randomUUID())
    await setSetting(other, 'pinSeals', { lena })
    assert.deepEqual(await openPin(other, 'lena', '4711', now), { refused: 'none' })
    await other.delete()
    const key = await getSetting(store, 'pinKey')
    assert.equal(key?.extractable, false)
  })

  it('is forgotten for one person, or for all', async () => {
    await sealPin(store, 'lena', '4711', session)
    await sealPin(store, 'tom', '8042', session)
    await forgetPins(store, 'lena')
    assert.deepEqual(await open('4711'), { refused: 'none' })
    assert.ok('session' in (await openPin(store, 'tom', '8042', now)))
    await forgetPins(store)
    assert.deepEqual(await openPin(store, 'tom', '8042', now), { refused: 'none' })
  })
})
