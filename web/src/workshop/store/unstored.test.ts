import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { openStore, type Store } from './database.ts'
import { edit, record } from './outbox.ts'
import { listOfSurvey } from './survey-outbox.ts'
import type { Change } from './tables.ts'
import { copyUnstored, storeCopies } from './unstored.ts'

const lena = { clientId: 'demo', login: 'lena' }
const clear = (questionId: string) => edit({ kind: 'clear', questionId })
const idOf = (change: Change) => (change.type === 'edit' ? change.edit.id : '')

/** What a browser keeps for a page, as far as it is used. */
function makeCopies(most = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>([['walkaround-place', '{}']])
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (kept.size >= most) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => {
      kept.delete(key)
    },
  }
}

describe('a change that is shown and not stored yet', () => {
  let store: Store
  let count = 0
  beforeEach(() => {
    store = openStore(`unstored-${++count}`)
  })
  afterEach(() => store.delete())
  const storedOf = async () =>
    (await listOfSurvey(store, 'demo', 's1')).map(({ id, login, at, state }) => ({ id, login, at, state }))

  it('is stored by the next page if this one ended before, as done by whom and when', async () => {
    const copies = makeCopies()
    const change = clear('q')
    const began = new Date().toISOString()
    copyUnstored(lena, 's1', [change], () => copies)
    await storeCopies(store, copies)
    const [item, ...others] = await storedOf()
    assert.deepEqual([item?.id, item?.login, item?.state, others], [idOf(change), 'lena', 'device', []])
    assert.ok(item && item.at >= began && item.at <= new Date().toISOString())
    assert.equal(copies.length, 1, 'only what is not a copy is left')
    await storeCopies(store, copies)
    assert.equal((await storedOf()).length, 1)
  })

  it('is not stored twice if the page ended after storing it', async () => {
    const copies = makeCopies()
    const [first, second] = [clear('q'), clear('r')]
    copyUnstored(lena, 's1', [first], () => copies)
    await record(store, lena, 's1', [first])
    copyUnstored(lena, 's1', [second], () => copies)
    await storeCopies(store, copies)
    assert.deepEqual(
      (await storedOf()).map(({ id }) => id),
      [first, second].map(idOf),
    )
  })

  it('leaves nothing behind once it is stored', async () => {
    const copies = makeCopies()
    const forgetCopy = copyUnstored(lena, 's1', [clear('q')], () => copies)
    forgetCopy()
    await storeCopies(store, copies)
    assert.deepEqual(await storedOf(), [])
  })

  it('needs no copy where there is no room for one, or it is forbidden', async () => {
    const copies = makeCopies(1)
    copyUnstored(lena, 's1', [clear('q')], () => copies)()
    await storeCopies(store, copies)
    assert.equal(copies.length, 1)
    const forbid = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    copyUnstored(lena, 's1', [clear('q')], forbid)()
  })
})
