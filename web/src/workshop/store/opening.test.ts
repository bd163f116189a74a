// What is read before the app is here, from a store that the app has written.
import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { Board } from '@walkaround/contract/app/board.ts'
import type { Session } from '@walkaround/contract/app/session.ts'
import { openStore, type Store } from './database.ts'
import { readOpening } from './opening.ts'
import { record } from './outbox.ts'
import { saveBoard } from './pages.ts'
import { setSetting } from './settings.ts'

const boardOf = (sequence: string): Board => ({ cards: [], sequence })
const session = {
  login: 'lena',
  clients: [{ id: 'demo', branches: [{ id: 'north', name: 'North' }] }],
} as unknown as Session

describe('the opening', () => {
  let store: Store
  beforeEach(async () => {
    store = openStore(crypto.randomUUID())
    await saveBoard(store, 'demo', undefined, boardOf('all'))
    await saveBoard(store, 'demo', 'north', boardOf('north'))
    await saveBoard(store, 'demo', 'gone', boardOf('gone'))
    await saveBoard(store, 'other', undefined, boardOf('other'))
    await setSetting(store, 'clientId', 'demo')
  })
  afterEach(() => store.delete())

  it('has the board of the chosen branch, the settings and what is not sent', async () => {
    await setSetting(store, 'session', session)
    await setSetting(store, 'branchId', 'north')
    await setSetting(store, 'language', 'de')
    const by = { clientId: 'demo', login: 'lena' }
    await record(store, by, '', [{ type: 'putInboxRead', ids: ['1'] }])
    const opening = await readOpening(store.name)
    assert.equal(opening?.board?.board.sequence, 'north')
    assert.equal(opening?.settings.language, 'de')
    assert.equal(opening?.settings.session?.login, 'lena')
    assert.deepEqual(
      opening?.outbox.map(({ change }) => change.type),
      ['putInboxRead'],
    )
    assert.deepEqual(opening?.media, [])
  })

  it('has the board of all branches if the person does not see the chosen one', async () => {
    await setSetting(store, 'session', session)
    await setSetting(store, 'branchId', 'gone')
    assert.equal((await readOpening(store.name))?.board?.board.sequence, 'all')
  })

  it('has no board if nobody is signed in, or the person does not work for that client', async () => {
    assert.equal((await readOpening(store.name))?.board, undefined)
    await setSetting(store, 'session', session)
    await setSetting(store, 'clientId', 'other')
    assert.equal((await readOpening(store.name))?.board, undefined)
  })

  it('makes no store on a device that has none', async () => {
    const name = crypto.randomUUID()
    assert.equal(await readOpening(name), undefined)
    assert.ok(!(await indexedDB.databases()).some((database) => database.name === name))
  })

  it('lets go of the store, so that a new version can change it', async () => {
    await readOpening(store.name)
    store.close()
    const asked = indexedDB.open(store.name, 1000)
    await new Promise((done, fail) => {
      asked.onsuccess = done
      asked.onblocked = () => fail(new Error('the opening still has it'))
    })
    asked.result.close()
  })
})
