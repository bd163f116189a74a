import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import { SignedOut, Unreachable } from '../api/problem.ts'
import { nextTick, openStore, type Store } from '../store/database.ts'
import {
  addChapter,
  addPhoto,
  appendChunk,
  beginVideo,
  finishVideo,
  movePhoto,
  photoPiece,
  readRange,
} from '../store/media.ts'
import { edit, giveUp, listToSend, record, retry, takeOver } from '../store/outbox.ts'
import { savePage } from '../store/pages.ts'
import { closeCutOff } from '../store/recordings.ts'
import { listOfSurvey } from '../store/survey-outbox.ts'
import { createFakeServer } from './fake-server.ts'
import { flush } from './flush.ts'
import { memoryLocks } from './locks.ts'
import { createLoop } from './loop.ts'
import { makeRescueFile } from './rescue.ts'
import { announceAll, toAppPath, toOffset, upload } from './uploads.ts'

const lena = { clientId: 'demo', login: 'lena' }
const page = { survey: { id: 's1', contents: [] } } as unknown as SurveyPage
const answers = (answerId: string) => edit({ kind: 'answers', answers: [{ questionId: 'q', answerId }] })
const photoOf = (size: number) =>
  new Blob([new Uint8Array(size).map((_, index) => index % 251)], { type: 'image/jpeg' })

describe('sending', () => {
  let store: Store
  let server: ReturnType<typeof createFakeServer>
  let count = 0
  beforeEach(() => {
    store = openStore(`test-${++count}`)
    server = createFakeServer()
  })
  afterEach(() => store.delete())

  const options = (login = 'lena') => ({
    store,
    operations: server.operations,
    requester: server.requester,
    login,
  })
  const send = (login?: string) =>
    flush({
      ...options(login),
      announce: (clientId, surveyId, photoId) => announceAll(options(login), clientId, surveyId, photoId),
    })
  const given = () =>
    server.applied.map((one) => (one.kind === 'answers' ? one.answers[0]?.answerId : one.kind))

  it('sends edits of one survey in their order and in batches', async () => {
    const many = Array.from({ length: 120 }, (_, index) => answers(String(index)))
    await record(store, lena, 's1', many)
    await send()
    assert.deepEqual(
      given(),
      many.map((_, index) => String(index)),
    )
    assert.equal(server.requests.length, 3)
    assert.equal(await store.outbox.count(), 0)
  })

  it('keeps confirmed edits until a page that was asked for later shows them', async () => {
    const early = await nextTick(store)
    await savePage(store, 'demo', 's1', page, early)
    await record(store, lena, 's1', [answers('ok')])
    const asked = await nextTick(store)
    await send()
    await savePage(store, 'demo', 's1', page, asked)
    assert.deepEqual(
      (await listOfSurvey(store, 'demo', 's1')).map(({ state }) => state),
      ['confirmed'],
    )
    await savePage(store, 'demo', 's1', page, await nextTick(store))
    assert.equal(await store.outbox.count(), 0)
  })

  it('lets no overtaken answer bring the past back', async () => {
    const [first, second] = [await nextTick(store), await nextTick(store)]
    await savePage(store, 'demo', 's1', { ...page, sequence: 'new' }, second)
    await savePage(store, 'demo', 's1', { ...page, sequence: 'old' }, first)
    assert.equal((await store.pages.get(['demo', 's1']))?.page.sequence, 'new')
  })

  it('sends again after a crash between sending and the answer, and the server applies it once', async () => {
    await record(store, lena, 's1', [answers('one'), answers('two')])
    server.cutWhen(() => 'after')
    await assert.rejects(send(), Unreachable)
    assert.deepEqual(
      (await listOfSurvey(store, 'demo', 's1')).map(({ state }) => state),
      ['sent', 'sent'],
    )
    server.cutWhen(() => undefined)
    await send()
    assert.deepEqual(given(), ['one', 'two'])
    assert.equal(await store.outbox.count(), 0)
  })

  it('loses nothing when the line breaks before', async () => {
    await record(store, lena, 's1', [answers('one')])
    server.cutWhen(() => 'before')
    await assert.rejects(send(), Unreachable)
    assert.deepEqual(server.applied, [])
    assert.equal(await store.outbox.count(), 1)
  })

  it('keeps a refused edit with its reason while the next ones go on; a person sends it again or gives it up', async () => {
    const [bad, good] = [answers('bad'), answers('good')]
    const id = bad.type === 'edit' ? bad.edit.id : ''
    server.refusals.set(id, 40041)
    await record(store, lena, 's1', [bad, good])
    await send()
    assert.deepEqual(given(), ['good'])
    const [refused] = await store.outbox.toArray()
    assert.equal(refused?.state, 'refused')
    assert.equal(refused?.refusal?.code, 40041)
    await send()
    assert.equal(server.requests.length, 1)
    server.refusals.clear()
    await retry(store, refused!.seq!)
    await send()
    assert.deepEqual(given(), ['good', 'bad'])
  })

  it('lets an edit that cannot be read take no other with it', async () => {
    const [first, broken, last] = [answers('first'), answers('broken'), answers('last')]
    server.failures.set(broken.type === 'edit' ? broken.edit.id : '', 400)
    await record(store, lena, 's1', [first, broken, last])
    await send()
    assert.deepEqual(given(), ['first', 'last'])
    assert.deepEqual(
      (await store.outbox.toArray()).map(({ state }) => state),
      ['refused'],
    )
  })

  it('goes on with other surveys when the server fails at one, and keeps that one', async () => {
    const broken = answers('broken')
    server.failures.set(broken.type === 'edit' ? broken.edit.id : '', 500)
    await record(store, lena, 's1', [broken])
    await record(store, lena, 's2', [answers('other')])
    await assert.rejects(send(), Unreachable)
    assert.deepEqual(given(), ['other'])
    assert.equal(await store.outbox.count(), 1)
    server.failures.clear()
    await send()
    assert.deepEqual(given(), ['other', 'broken'])
  })

  it('gives up only what was refused', async () => {
    await record(store, lena, 's1', [answers('one')])
    const [item] = await store.outbox.toArray()
    await giveUp(store, item!.seq!)
    assert.equal(await store.outbox.count(), 1)
  })

  it('keeps everything when nobody is signed in any more, and goes on afterwards', async () => {
    await record(store, lena, 's1', [answers('one')])
    server.signOut()
    await assert.rejects(send(), SignedOut)
    server.signIn()
    await send()
    assert.deepEqual(given(), ['one'])
  })

  it('sends in nobody else’s name unless that person takes it over', async () => {
    await record(store, lena, 's1', [answers('of lena')])
    await send('tom')
    assert.deepEqual(given(), [])
    await takeOver(store, 'lena', 'tom', ['another'])
    await send('tom')
    assert.deepEqual(given(), [], 'of a client they do not share')
    await takeOver(store, 'lena', 'tom', ['demo'])
    await send('tom')
    assert.deepEqual(given(), ['of lena'])
  })

  it('sends once from two tabs', async () => {
    const locks = memoryLocks()
    const tabs = [1, 2].map(() => createLoop({ name: 'edits', locks, pass: () => send() }))
    await record(store, lena, 's1', [answers('one'), answers('two')])
    for (const tab of tabs) tab.poke()
    await Promise.all(tabs.map((tab) => tab.settled()))
    assert.deepEqual(given(), ['one', 'two'])
    assert.equal(server.requests.length, 1)
  })

  it('tries again after growing pauses, and at once when poked', async () => {
    const waits: number[] = []
    let wake = () => {}
    const loop = createLoop({
      name: 'edits',
      locks: memoryLocks(),
      pass: () => send(),
      random: () => 0,
      setTimer: (call, ms) => {
        waits.push(ms)
        wake = call
        return 0
      },
      clearTimer: () => {},
    })
    await record(store, lena, 's1', [answers('one')])
    server.cutWhen(() => 'before')
    loop.poke()
    await loop.settled()
    for (let turn = 0; turn < 8; turn++) {
      wake()
      await loop.settled()
    }
    assert.deepEqual(waits.slice(0, 4), [500, 1000, 2000, 4000])
    assert.equal(waits.at(-1), 30_000)
    server.cutWhen(() => undefined)
    loop.poke()
    await loop.settled()
    assert.deepEqual(given(), ['one'])
  })

  it('sends at once for whoever signs in while a pass finds nobody', async () => {
    await record(store, lena, 's1', [answers('one')])
    let isIn = false
    const loop = createLoop({
      name: 'edits',
      locks: memoryLocks(),
      pass: async () => {
        if (isIn) return send()
        isIn = true
        loop.poke()
        throw new SignedOut()
      },
    })
    loop.poke()
    await loop.settled()
    assert.deepEqual(given(), ['one'])
  })

  it('announces the uploads of a survey before completing it', async () => {
    await record(store, lena, 's1', [answers('one')])
    await addPhoto(store, lena, 's1', { questionId: 'q' }, photoOf(10))
    await record(store, lena, 's1', [edit({ kind: 'complete' })])
    await send()
    assert.deepEqual(
      server.requests.map((name) => name.split('/').at(-1)),
      ['edits', 'uploads', 'edits'],
    )
    assert.deepEqual(given(), ['one', 'complete'])
    // The bytes follow, however slowly.
    await upload(options())
    assert.equal((await store.media.toArray())[0]?.state, 'confirmed')
  })

  it('moves a photo wherever it is: announces it first, and tells only the last of several moves', async () => {
    const { id } = await addPhoto(store, lena, 's1', { questionId: 'q' }, photoOf(10))
    await addPhoto(store, lena, 's1', {}, photoOf(5))
    await movePhoto(store, lena, 's1', id, { markId: 'm' })
    await movePhoto(store, lena, 's1', id, { questionId: 'other' })
    const moved = await store.media.get(id)
    assert.deepEqual([moved?.questionId, moved?.markId], ['other', undefined], 'shown there at once')
    await send()
    assert.deepEqual(server.requests, [
      'POST /system-clients/demo/uploads',
      `PUT /system-clients/demo/surveys/s1/photos/${id}/place?question_id=other`,
    ])
    await upload(options())
    assert.equal(server.uploads.get(id)?.bytes.length, 10)
    await movePhoto(store, lena, 's1', id, {})
    await send()
    assert.equal(server.requests.at(-1), `PUT /system-clients/demo/surveys/s1/photos/${id}/place`)
    assert.equal((await listToSend(store, 'lena')).length, 0)
  })

  it('sends chapters with the announcement of their video, also after a crash', async () => {
    const video = await beginVideo(store, lena, 's1', { questionId: 'v' }, 'video/webm')
    await appendChunk(store, video.id, new Blob([new Uint8Array([1, 2, 3])]))
    await addChapter(store, video.id, { second: 7, questionId: 'pads' })
    await addChapter(store, video.id, { second: 3, questionId: 'tyre' })
    const { name } = store
    store.close()
    store = openStore(name)
    assert.equal(await closeCutOff(store), 1)
    await announceAll(options(), 'demo', 's1')
    server.uploads.clear()
    await upload(options())
    const { metadata = '' } = server.uploads.get(video.id) ?? {}
    assert.equal(atob(/,chapters (\S+?)(?:,|$)/.exec(metadata)?.[1] ?? ''), '[[3,"tyre"],[7,"pads"]]')
  })

  it('holds a photo back until what was done before it has arrived', async () => {
    await record(store, lena, 's1', [answers('new answer')])
    await addPhoto(store, lena, 's1', { questionId: 'q', answerId: 'new answer' }, photoOf(10))
    await upload(options())
    assert.deepEqual(server.requests, [])
    await send()
    await upload(options())
    assert.equal(server.uploads.size, 1)
  })

  it('goes on with an upload where it stopped, also after a reload, and sends no byte twice', async () => {
    const size = Math.floor(photoPiece * 2.5)
    const { id } = await addPhoto(store, lena, 's1', {}, photoOf(size))
    let pieces = 0
    server.cutWhen((name) => (name.startsWith('PATCH') && ++pieces === 2 ? 'before' : undefined))
    await assert.rejects(upload(options()), Unreachable)
    assert.equal((await store.media.get(id))?.offset, photoPiece)
    const name = store.name
    store.close()
    store = openStore(name)
    server.cutWhen(() => undefined)
    await upload(options())
    assert.deepEqual(server.received, [photoPiece, photoPiece, size - 2 * photoPiece])
    assert.deepEqual(
      Buffer.from(server.uploads.get(id)!.bytes).equals(Buffer.from(await photoOf(size).arrayBuffer())),
      true,
    )
    assert.equal(await store.chunks.count(), 0)
  })

  it('asks the server what it has when an answer was lost, and skips those bytes', async () => {
    const size = photoPiece + 7
    await addPhoto(store, lena, 's1', {}, photoOf(size))
    server.cutWhen((name) => (name.startsWith('PATCH') ? 'after' : undefined))
    await assert.rejects(upload(options()), Unreachable)
    server.cutWhen(() => undefined)
    await upload(options())
    assert.deepEqual(server.received, [photoPiece, 7])
  })

  it('begins anew when the server has forgotten the upload', async () => {
    const { id } = await addPhoto(store, lena, 's1', {}, photoOf(20))
    await announceAll(options(), 'demo', 's1')
    server.uploads.clear()
    await upload(options())
    assert.equal(server.uploads.get(id)?.bytes.length, 20)
  })

  it('keeps a recording piece by piece, and what a crash left of it is a video', async () => {
    const video = await beginVideo(store, lena, 's1', {}, 'video/webm')
    await appendChunk(store, video.id, new Blob([new Uint8Array([1, 2, 3])]))
    await appendChunk(store, video.id, new Blob([new Uint8Array([4, 5])]))
    await upload(options())
    assert.equal(server.uploads.size, 0)
    assert.deepEqual([...new Uint8Array(await readRange(store, video.id, 2, 5))], [3, 4, 5])
    await finishVideo(store, video.id)
    await upload(options())
    assert.deepEqual([...server.uploads.get(video.id)!.bytes], [1, 2, 3, 4, 5])
  })

  it('saves everything unsent as one file', async () => {
    await record(store, lena, 's1', [answers('one')])
    await addPhoto(store, lena, 's1', {}, photoOf(5))
    await addPhoto(store, lena, 's1', {}, photoOf(3))
    const bytes = new Uint8Array(await (await makeRescueFile(store, '1.0', ['demo'])).arrayBuffer())
    const end = bytes.indexOf(10)
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))
    assert.equal(head.items[0].change.edit.answers[0].answerId, 'one')
    for (const { start, size } of head.media)
      assert.deepEqual(
        [...bytes.subarray(end + 1 + start, end + 1 + start + size)],
        [0, 1, 2, 3, 4].slice(0, size),
      )
  })

  it('reads offsets and locations as the server means them', () => {
    assert.equal(toOffset('7', 10), 7)
    for (const nonsense of [null, '', 'x', '-1', '11', '1.5']) assert.equal(toOffset(nonsense, 10), 0)
    assert.equal(
      toAppPath('https://host:8443/base/app/system-clients/a/uploads/1'),
      '/system-clients/a/uploads/1',
    )
    assert.equal(toAppPath('/app/system-clients/a/uploads/1'), '/system-clients/a/uploads/1')
  })
})
