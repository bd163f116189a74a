import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { undoMs } from '../undo-time.ts'
import { openStore, type Store } from './database.ts'
import { addPhoto, movePhoto, readWhole } from './media.ts'
import { edit, listToSend } from './outbox.ts'
import { hold, listHeld, releaseHeld, settleHeld, takeBack, withoutRemoved } from './removals.ts'
import { listOfSurvey } from './survey-outbox.ts'

const lena = { clientId: 'demo', login: 'lena' }
const quote = { category: 'quote' as const, questionId: 'q', answerId: 'a', currency: 'EUR' }
const photo = new Blob([new Uint8Array(10).fill(7)], { type: 'image/jpeg' })

describe('what was removed', () => {
  let store: Store
  let count = 0
  beforeEach(() => {
    store = openStore(`removals-${++count}`)
  })
  afterEach(() => store.delete())

  it('is out of sight, and whole until the time is over', async () => {
    const item = await addPhoto(store, lena, 's1', { questionId: 'q' }, photo)
    await hold(store, lena, 's1', { type: 'deletePhoto', photoId: item.id }, 1_000)
    assert.deepEqual(withoutRemoved(await store.media.toArray(), await listOfSurvey(store, 'demo', 's1')), [])
    assert.deepEqual(await settleHeld(store, 1_000 + undoMs - 1), { locations: [], nextAt: 1_000 + undoMs })
    assert.deepEqual(await listToSend(store, 'lena'), [])
    assert.equal((await readWhole(store, item)).size, 10)
  })

  it('comes back when it is taken back', async () => {
    const item = await addPhoto(store, lena, 's1', { questionId: 'q' }, photo)
    await hold(store, lena, 's1', { type: 'deletePhoto', photoId: item.id }, 1_000)
    const [held] = await listHeld(store)
    assert.equal(await takeBack(store, held!.seq!), true)
    await settleHeld(store, 1_000_000)
    assert.deepEqual(
      withoutRemoved(await store.media.toArray(), await listOfSurvey(store, 'demo', 's1')).map(
        ({ id }) => id,
      ),
      [item.id],
    )
  })

  it('is gone afterwards without a word to a server that never heard of it', async () => {
    const item = await addPhoto(store, lena, 's1', { questionId: 'q' }, photo)
    await hold(store, lena, 's1', { type: 'deletePhoto', photoId: item.id }, 1_000)
    const [held] = await listHeld(store)
    await settleHeld(store, 1_000 + undoMs)
    assert.deepEqual(
      [await store.media.count(), await store.chunks.count(), await store.outbox.count()],
      [0, 0, 0],
    )
    assert.equal(await takeBack(store, held!.seq!), false)
  })

  it('takes its moves along, if the server never heard of it', async () => {
    const item = await addPhoto(store, lena, 's1', { questionId: 'q' }, photo)
    await movePhoto(store, lena, 's1', item.id, { questionId: 'other' })
    await hold(store, lena, 's1', { type: 'deletePhoto', photoId: item.id }, 1_000)
    await settleHeld(store, 1_000 + undoMs)
    assert.deepEqual([await store.media.count(), await store.outbox.count()], [0, 0])
  })

  it('is sent afterwards where the server has it, or a part of it', async () => {
    const item = await addPhoto(store, lena, 's1', { questionId: 'q' }, photo)
    await store.media.update(item.id, { location: '/uploads/1', state: 'sent' })
    await hold(store, lena, 's1', { type: 'deletePhoto', photoId: item.id }, 1_000)
    assert.deepEqual(await settleHeld(store, 1_000 + undoMs), { locations: ['/uploads/1'] })
    assert.equal(await store.chunks.count(), 0)
    assert.deepEqual(
      (await listToSend(store, 'lena')).map(({ change }) => change.type),
      ['deletePhoto'],
    )
  })

  it('goes before something new about the same thing, and before the end', async () => {
    await hold(store, lena, 's1', { type: 'deleteMark', markId: 'm1' }, 1_000)
    await hold(store, lena, 's1', edit({ kind: 'removeQuote', quoteId: 'o1' }), 1_000)
    await releaseHeld(store, 'demo', 's1', [edit({ kind: 'quote', quoteId: 'o1', quote })])
    await settleHeld(store, 1_001)
    assert.equal((await listToSend(store, 'lena')).length, 1)
    await releaseHeld(store, 'demo', 's1', [edit({ kind: 'complete' })])
    await settleHeld(store, 1_001)
    assert.equal((await listToSend(store, 'lena')).length, 2)
  })
})
