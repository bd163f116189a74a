import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from './database.ts'
import { appendChunk, beginVideo, readWhole } from './media.ts'
import { closeCutOff } from './recordings.ts'

const author = { clientId: 'c', login: 'anna' }

test('what a crash left of a recording becomes a video; an empty one is forgotten', async () => {
  const store = openStore('recordings-test')
  const cut = await beginVideo(store, author, 's', { questionId: 'vc.video' }, 'video/webm')
  await appendChunk(store, cut.id, new Blob(['first ']))
  await appendChunk(store, cut.id, new Blob(['second']))
  const empty = await beginVideo(store, author, 's', {}, 'video/webm')
  const elsewhere = await beginVideo(store, author, 'other', {}, 'video/webm')
  assert.equal(await closeCutOff(store, 's'), 2)
  const kept = await store.media.get(cut.id)
  assert.deepEqual([kept?.state, kept?.size], ['device', 12])
  assert.equal(await (await readWhole(store, kept!)).text(), 'first second')
  assert.equal(await store.media.get(empty.id), undefined)
  assert.equal((await store.media.get(elsewhere.id))?.state, 'recording')
  // Late pieces change nothing.
  await appendChunk(store, cut.id, new Blob(['late']))
  assert.equal((await store.media.get(cut.id))?.size, 12)
  store.close()
})
