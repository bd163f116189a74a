// Resumable uploads over HTTP (tus 1.0): bytes that arrived are safe, an upload sent twice is stored once, a refusal says why.
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { Upload } from 'tus-js-client'
import { sql } from '../../src/db/sql.ts'
import { LEFT_FILES_JOB } from '../../src/features/media/leave-files.ts'
import { partKey } from '../../src/features/uploads/parts.ts'
import {
  leftFilesJob,
  planSweeps,
  SWEEP_JOB,
  sweepFiles,
  sweepUploads,
} from '../../src/features/uploads/sweep.ts'
import { clientFolder } from '../../src/outside/files/file-key.ts'
import { BASE_URL, makeClient, testApp } from '../support/api.ts'
import {
  complete,
  eventsOf,
  putOrder,
  readQuestion,
  readSurvey,
  refusal,
  useOwnTemplate,
} from '../support/scenes.ts'
import { onApp } from '../support/survey-media.ts'
import { until } from '../support/until.ts'
import {
  begin,
  begun,
  call,
  fakeVideo,
  makePhoto,
  makePlace,
  metadataText,
  offsetOf,
  type Place,
  patch,
  sha256,
  tus,
} from '../support/uploads.ts'

const DAY_MS = 24 * 3_600_000
const photosOf = async ({ client, surveyId }: Place) =>
  (await readSurvey<{ photos?: { id: string }[] }>(client, surveyId)).photos ?? []

async function filesOf({ client }: Place, kind: string): Promise<string[]> {
  const { media } = await testApp()
  const keys: string[] = []
  for await (const { key } of media.files.list(`${clientFolder(client.id)}/${kind}/`)) keys.push(key)
  return keys.sort()
}

/** A port of its own, for senders that break off. */
async function listen(): Promise<number> {
  const { app } = await testApp()
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
after(async () => {
  const { app } = await testApp()
  app.server.closeAllConnections()
  app.server.close()
})
const atPort = (location: string, port: number) => location.replace(BASE_URL, `http://127.0.0.1:${port}`)

describe('an upload', () => {
  test('arrives in pieces and becomes a photo of its survey', async () => {
    const place = await makePlace()
    const photo = await makePhoto()
    const response = await begin(place, photo.length, { sha256: sha256(photo), content_type: 'image/jpeg' })
    assert.equal(response.statusCode, 201, response.body)
    assert.equal(response.headers['tus-resumable'], '1.0.0')
    assert.ok(Date.parse(response.headers['upload-expires'] as string) > Date.now() + 6 * DAY_MS)
    const location = response.headers.location as string
    assert.ok(location.startsWith(`${BASE_URL}/app/system-clients/${place.client.id}/uploads/`), location)

    assert.equal(await offsetOf(place, location), 0)
    const half = Math.floor(photo.length / 2)
    const first = await patch(place, location, 0, photo.subarray(0, half))
    assert.equal(first.statusCode, 204, first.body)
    assert.equal(first.headers['upload-offset'], String(half))
    assert.equal(await offsetOf(place, location), half)
    assert.deepEqual(await photosOf(place), [])
    assert.equal((await filesOf(place, 'uploads')).length, 1)

    const second = await patch(place, location, half, photo.subarray(half))
    assert.equal(second.statusCode, 204, second.body)
    assert.equal(second.headers['upload-offset'], String(photo.length))
    assert.deepEqual(
      (await photosOf(place)).map(({ id }) => id),
      ['p1'],
    )
    assert.deepEqual(await filesOf(place, 'uploads'), [], 'the parts are gone')
    const state = (await call(place, 'GET', location)).json<{ isFinished: boolean; kind: string }>()
    assert.equal(state.isFinished, true)
    assert.equal(state.kind, 'photo')
    assert.ok((await eventsOf(place.client)).some(({ kind }) => kind === 'photo.added'))
  })

  test('begun again has the same address; another one under its id is refused', async () => {
    const place = await makePlace()
    const location = await begun(place, 1000)
    await patch(place, location, 0, Buffer.alloc(10))
    assert.equal(await begun(place, 1000), location)
    refusal(await begin(place, 1001), 'idTaken', /another photo "p1" is on its way/)
    assert.notEqual(await begun(place, 1001, { id: 'p2' }), location)
    assert.notEqual(await begun(place, 1000, { kind: 'video' }), location, 'a video may have the same id')
  })

  test('moved while it arrives is listed at its new place, wherever it is announced again', async () => {
    const place = await makePlace()
    const photo = await makePhoto()
    const location = await begun(place, photo.length, { question_id: 'h.body' })
    const moved = await onApp(
      place.client,
      'PUT',
      `/surveys/${place.surveyId}/photos/p1/place?question_id=h.glass`,
    )
    assert.equal(moved.statusCode, 204, moved.body)
    assert.equal(await begun(place, photo.length, { question_id: 'h.glass' }), location)
    assert.equal((await patch(place, location, 0, photo)).statusCode, 204)
    const photosOf = async (id: string) =>
      (await readQuestion(place.client, place.surveyId, id)).photos?.map((one) => one.id)
    assert.deepEqual(await photosOf('h.glass'), ['p1'])
    assert.equal(await photosOf('h.body'), undefined)
  })

  test('begun many times at once is one', async () => {
    const place = await makePlace()
    const locations = await Promise.all(Array.from({ length: 8 }, () => begun(place, 1000)))
    assert.equal(new Set(locations).size, 1)
  })

  test('whose last request is repeated is there once', async () => {
    const place = await makePlace()
    const photo = await makePhoto(2)
    const location = await begun(place, photo.length)
    assert.equal((await patch(place, location, 0, photo)).statusCode, 204)
    const again = await patch(place, location, photo.length, Buffer.alloc(0))
    assert.equal(again.statusCode, 204, again.body)
    assert.equal((await photosOf(place)).length, 1)
  })

  test('sent by two at once: one wins, the other is told where to go on', async () => {
    const place = await makePlace()
    const location = await begun(place, 2000)
    const answers = await Promise.all(
      [1, 2, 3, 4].map((fill) => patch(place, location, 0, Buffer.alloc(500, fill))),
    )
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 409, 409, 409])
    assert.equal(await offsetOf(place, location), 500)
    assert.equal((await filesOf(place, 'uploads')).length, 1, 'what lost left nothing behind')
  })

  test('continues only where its safe bytes end', async () => {
    const place = await makePlace()
    const location = await begun(place, 2000)
    await patch(place, location, 0, Buffer.alloc(500))
    for (const wrong of [0, 499, 501, 2000]) {
      const response = await patch(place, location, wrong, Buffer.alloc(10))
      refusal(response, 'offsetMismatch', /500 bytes have arrived/)
      assert.equal(response.headers['tus-resumable'], '1.0.0')
    }
  })

  test('takes no more than it announced', async () => {
    const place = await makePlace()
    const location = await begun(place, 100)
    refusal(await patch(place, location, 0, Buffer.alloc(101)), 'fileTooLarge', /has 100 bytes/)
    assert.equal(await offsetOf(place, location), 0)
  })

  test('keeps bytes whose checksum is right, and nothing of others', async () => {
    const place = await makePlace()
    const location = await begun(place, 2000)
    const bytes = Buffer.alloc(700, 3)
    const right = Buffer.from(sha256(bytes), 'hex').toString('base64')
    const wrong = Buffer.from(sha256(Buffer.alloc(1)), 'hex').toString('base64')
    refusal(
      await patch(place, location, 0, bytes, { 'upload-checksum': `sha256 ${wrong}` }),
      'digestMismatch',
      /Upload-Checksum/,
    )
    assert.equal(await offsetOf(place, location), 0)
    const kept = await patch(place, location, 0, bytes, { 'upload-checksum': `sha256 ${right}` })
    assert.equal(kept.headers['upload-offset'], '700')
    refusal(await patch(place, location, 700, bytes, { 'upload-checksum': 'md5 abc' }), 'invalidHeader')
  })

  test('that does not have its SHA-256 is refused, again and again, until it is begun again', async () => {
    const place = await makePlace()
    const photo = await makePhoto(3)
    const location = await begun(place, photo.length, { sha256: sha256(photo) })
    const damaged = Buffer.from(photo)
    damaged[100] = (damaged[100] ?? 0) ^ 1
    refusal(await patch(place, location, 0, damaged), 'digestMismatch', /have the SHA-256/)
    refusal(await patch(place, location, photo.length, Buffer.alloc(0)), 'digestMismatch')
    refusal(await call(place, 'GET', location), 'digestMismatch')
    assert.deepEqual(await photosOf(place), [])
    assert.deepEqual(await filesOf(place, 'uploads'), [])

    assert.equal(await begun(place, photo.length, { sha256: sha256(photo) }), location)
    assert.equal(await offsetOf(place, location), 0)
    assert.equal((await patch(place, location, 0, photo)).statusCode, 204)
    assert.equal((await photosOf(place)).length, 1)
  })

  test('that is no photo or no video is refused in words', async () => {
    const place = await makePlace()
    const text = Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/hostname\n')
    for (const kind of ['photo', 'video'] as const) {
      const location = await begun(place, text.length, { kind, id: `bad-${kind}` })
      refusal(await patch(place, location, 0, text), `${kind}Refused`)
      refusal(await patch(place, location, text.length, Buffer.alloc(0)), `${kind}Refused`)
    }
  })

  test('under the id of another photo of the survey is refused', async () => {
    const place = await makePlace()
    const [one, two] = [await makePhoto(4), await makePhoto(5)]
    const location = await begun(place, one.length)
    await patch(place, location, 0, one)
    assert.equal((await call(place, 'DELETE', location)).statusCode, 204)
    const other = await begun(place, two.length)
    refusal(await patch(place, other, 0, two), 'idTaken')
    const same = await begun(place, one.length, { id: 'p1', kind: 'photo' })
    assert.equal(same, other, 'what was refused is begun anew under its address')
    assert.equal((await patch(place, same, 0, one)).statusCode, 204)
    assert.equal((await photosOf(place)).length, 1)
  })

  test('too large for its kind is refused before a byte is sent', async () => {
    const place = await makePlace()
    const { media } = await testApp()
    refusal(await begin(place, media.limits.photoBytes + 1), 'fileTooLarge', /at most/)
    refusal(await begin(place, media.limits.videoBytes + 1, { kind: 'video' }), 'fileTooLarge', /at most/)
    assert.equal((await begin(place, media.limits.photoBytes)).statusCode, 201)
  })

  test('given up is gone with its bytes', async () => {
    const place = await makePlace()
    const location = await begun(place, 1000)
    await patch(place, location, 0, Buffer.alloc(10))
    assert.equal((await call(place, 'DELETE', location)).statusCode, 204)
    refusal(await call(place, 'GET', location), 'noSuchResource')
    refusal(await patch(place, location, 10, Buffer.alloc(10)), 'noSuchResource')
    refusal(await call(place, 'DELETE', location), 'noSuchResource')
    assert.deepEqual(await filesOf(place, 'uploads'), [])
  })

  test('belongs to its client alone', async () => {
    const place = await makePlace()
    const other = await makePlace()
    const location = await begun(place, 1000)
    const id = location.slice(location.lastIndexOf('/') + 1)
    refusal(await call(other, 'GET', location), 'forbidden')
    refusal(await call(other, 'GET', `/uploads/${id}`), 'noSuchResource')
    refusal(await patch(other, `/uploads/${id}`, 0, Buffer.alloc(10)), 'noSuchResource')
    refusal(await call(other, 'DELETE', `/uploads/${id}`), 'noSuchResource')
    refusal(await begin({ ...other, surveyId: place.surveyId }, 10), 'noSuchResource', /no survey/)
  })

  test('needs its headers: each that is missing or wrong is named', async () => {
    const place = await makePlace()
    const good = metadataText({ kind: 'photo', survey_id: place.surveyId, id: 'p' })
    const post = (headers: Record<string, string>) => call(place, 'POST', '/uploads', { headers })
    const version = await post({ 'tus-resumable': '0.2.2', 'upload-length': '5', 'upload-metadata': good })
    refusal(version, 'invalidHeader', /Tus-Resumable/)
    assert.equal(version.headers['tus-version'], '1.0.0')
    refusal(await post({ 'upload-metadata': good }), 'invalidHeader', /Upload-Length/)
    refusal(await post({ 'upload-length': '-5', 'upload-metadata': good }), 'invalidHeader', /Upload-Length/)
    refusal(await post({ 'upload-length': '0', 'upload-metadata': good }), 'invalidHeader', /empty/)
    refusal(await post({ 'upload-length': '5' }), 'invalidHeader', /kind/)
    const bad: [Record<string, string>, RegExp][] = [
      [{ kind: 'film' }, /kind/],
      [{ kind: 'video', mark_id: 'm' }, /mark_id/],
      [{ sha256: 'x'.repeat(64) }, /sha256/],
      [{ id: 'i'.repeat(200) }, /id/],
    ]
    for (const [metadata, words] of bad) refusal(await begin(place, 10, metadata), 'invalidHeader', words)
    const location = await begun(place, 10)
    refusal(
      await patch(place, location, 0, Buffer.alloc(1), { 'content-type': 'text/plain' }),
      'invalidHeader',
    )
    refusal(await begin(place, 10, { id: 'q', question_id: 'none' }), 'noSuchResource', /question/)
  })
})

describe('a survey that is over', () => {
  test('takes no new upload, but what had begun still arrives (D5)', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const { surveys } = await putOrder(client, { technicianSurveyRelease: true })
    const place = { client, surveyId: surveys[0]?.id as string }
    const photo = await makePhoto(6)
    const location = await begun(place, photo.length)
    await complete(client, place.surveyId)
    refusal(await begin(place, 10, { id: 'late' }), 'surveyCompleted')
    assert.equal(await begun(place, photo.length), location, 'begun again is no beginning')
    assert.equal((await patch(place, location, 0, photo.subarray(0, 50))).statusCode, 204)

    await client.put('/service-orders/1', { externalBranchId: 'B1', closed: true })
    assert.equal((await patch(place, location, 50, photo.subarray(50))).statusCode, 204)
    assert.deepEqual(
      (await photosOf(place)).map(({ id }) => id),
      ['p1'],
    )
  })
})

describe('a connection that breaks', () => {
  test('loses nothing that arrived: the next request goes on from there', async () => {
    const place = await makePlace()
    const port = await listen()
    const photo = await makePhoto(7)
    const location = await begun(place, photo.length)
    const cut = Math.floor(photo.length / 3)
    const sending = httpRequest(atPort(location, port), {
      method: 'PATCH',
      headers: {
        ...tus,
        'x-api-key': place.client.key,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
        'content-length': String(photo.length),
      },
    })
    sending.on('error', () => {})
    sending.write(photo.subarray(0, cut))
    await until('the bytes are on their way', () => (sending.socket?.bytesWritten ?? 0) > cut)
    sending.destroy()
    await until('what arrived is safe', async () => (await offsetOf(place, location)) > 0)
    const safe = await offsetOf(place, location)
    assert.ok(safe <= cut, `${safe} of ${cut}`)
    const rest = await patch(place, location, safe, photo.subarray(safe))
    assert.equal(rest.statusCode, 204, rest.body)
    assert.equal((await photosOf(place)).length, 1)
  })

  test('between the last part and the photo: the next request completes it', async () => {
    const place = await makePlace()
    const photo = await makePhoto(8)
    const location = await begun(place, photo.length)
    const id = location.slice(location.lastIndexOf('/') + 1)
    // As after a crash: the bytes and the row are safe, and nothing came of them.
    const { media, database } = await testApp()
    const name = `${photo.length}-crash`
    await media.files.put(partKey(place.client.id, id, name), photo)
    await database.run(sql`
      update uploads set received = length, parts = array[${name}::text]
      where system_client_id = ${place.client.id} and id = ${id}`)
    assert.equal(await offsetOf(place, location), photo.length)
    assert.deepEqual(
      (await photosOf(place)).map(({ id }) => id),
      ['p1'],
    )
    assert.deepEqual(await filesOf(place, 'uploads'), [])
  })
})

describe('tus-js-client', () => {
  test('sends a photo in chunks and goes on after a break', async () => {
    const place = await makePlace()
    const port = await listen()
    const photo = await makePhoto(9)
    const location = await begun(place, photo.length)
    await patch(place, location, 0, photo.subarray(0, 1000))
    const offsets: number[] = []
    await new Promise<void>((resolve, reject) => {
      new Upload(photo, {
        uploadUrl: atPort(location, port),
        chunkSize: 2000,
        retryDelays: null,
        headers: { 'x-api-key': place.client.key },
        onChunkComplete: (_size, accepted) => void offsets.push(accepted),
        onError: reject,
        onSuccess: () => resolve(),
      }).start()
    })
    assert.equal(offsets[0], 3000, 'it began behind what was safe')
    assert.equal(offsets.at(-1), photo.length)
    assert.equal((await photosOf(place)).length, 1)
  })
})

describe('sweeping', () => {
  test('an upload nobody touched for a week is gone, with its parts; one that was touched stays', async () => {
    const place = await makePlace()
    const { setNow, database, media } = await testApp()
    const old = await begun(place, 1000)
    await patch(place, old, 0, Buffer.alloc(10))
    const begunAt = Date.now()
    try {
      setNow(new Date(begunAt + 6 * DAY_MS))
      const young = await begun(place, 1000, { id: 'young' })
      await patch(place, young, 0, Buffer.alloc(10))
      setNow(new Date(begunAt + 7 * DAY_MS + 60_000))
      refusal(await call(place, 'GET', old), 'noSuchResource')
      await sweepUploads({ database, media }, new Date(begunAt + 7 * DAY_MS + 60_000))
      assert.equal((await filesOf(place, 'uploads')).length, 1)
      assert.equal(await offsetOf(place, young), 10)
      assert.notEqual(await begun(place, 1000), old, 'it can be begun again')
    } finally {
      setNow(undefined)
    }
  })

  test('files without a row go after a day, with their sizes; those somebody refers to stay', async () => {
    const place = await makePlace()
    const { database, media } = await testApp()
    const [kept, removed] = [await makePhoto(10), await makePhoto(11)]
    for (const [id, photo] of [['kept', kept] as const, ['removed', removed] as const]) {
      const location = await begun(place, photo.length, { id })
      assert.equal((await patch(place, location, 0, photo)).statusCode, 204)
      const url = `/surveys/${place.surveyId}/photos/${id}/small`
      assert.equal((await place.client.get(url)).statusCode, 302)
    }
    const video = fakeVideo()
    const sent = await begun(place, video.length, { kind: 'video', id: 'v' })
    assert.equal((await patch(place, sent, 0, video)).statusCode, 204)
    const onItsWay = await begun(place, 1000, { id: 'way' })
    await patch(place, onItsWay, 0, Buffer.alloc(10))
    const stray = [
      `${clientFolder(place.client.id)}/videos/${'ab'.repeat(32)}`,
      `${clientFolder(place.client.id)}/posters/${'cd'.repeat(32)}.jpg`,
      partKey(place.client.id, '00000000-0000-7000-8000-000000000000', '3-x'),
    ]
    for (const key of stray) await media.files.put(key, Buffer.from('xyz'))
    const logo = `${clientFolder(place.client.id)}/photos/${'ef'.repeat(32)}`
    await media.files.put(logo, Buffer.from('logo'))
    await database.run(
      sql`update sites set logo = ${'ef'.repeat(32)} where system_client_id = ${place.client.id}`,
    )
    assert.equal((await call(place, 'DELETE', `/surveys/${place.surveyId}/photos/removed`)).statusCode, 204)

    const sweep = (now: number) => sweepFiles({ database, media }, place.client.id, new Date(now))
    assert.equal(await sweep(Date.now() + DAY_MS / 2), 0, 'nothing is old enough')
    const before = await filesOf(place, 'photos')
    let swept = 0
    for (let day = 1; day <= 16; day++) {
      const some = await sweep(Date.now() + day * DAY_MS + 60_000)
      assert.ok(some <= before.length + 1, 'a part of the files each day')
      swept += some
    }
    const after = await filesOf(place, 'photos')
    assert.equal(after.length, (before.length - 1) / 2 + 1, 'one photo of two with its sizes, and the logo')
    assert.ok(after.includes(logo))
    assert.equal(swept, stray.length + before.length - after.length)
    assert.deepEqual(await filesOf(place, 'posters'), [])
    assert.equal((await filesOf(place, 'videos')).length, 1)
    assert.equal((await filesOf(place, 'uploads')).length, 1)
    const photo = await place.client.get(`/surveys/${place.surveyId}/photos/kept/small`)
    assert.equal(photo.statusCode, 302)
  })

  test('what was removed goes the next day, unless somebody else has the same file', async () => {
    const place = await makePlace()
    const { database, media } = await testApp()
    const photo = await makePhoto(12)
    for (const id of ['one', 'other'])
      assert.equal((await patch(place, await begun(place, photo.length, { id }), 0, photo)).statusCode, 204)
    assert.equal(
      (await place.client.get(`/surveys/${place.surveyId}/photos/one/small`)).statusCode,
      302,
      'its sizes are made',
    )
    const files = await filesOf(place, 'photos')
    assert.ok(files.length > 1)
    const runLeft = async () => {
      const jobs = await database.rows<{ id: string; payload: unknown; dueAt: Date }>(sql`
        delete from jobs where system_client_id = ${place.client.id} and kind = ${LEFT_FILES_JOB}
        returning id, payload, due_at`)
      assert.equal(jobs.length, 1)
      for (const { id, payload, dueAt } of jobs) {
        const work = leftFilesJob({ database, media, clock: () => dueAt })
        const job = { clientId: place.client.id, id, kind: LEFT_FILES_JOB, payload, attempt: 1 }
        await work.work({ ...job, signal: new AbortController().signal })
      }
    }
    await call(place, 'DELETE', `/surveys/${place.surveyId}/photos/one`)
    await runLeft()
    assert.deepEqual(await filesOf(place, 'photos'), files)
    await call(place, 'DELETE', `/surveys/${place.surveyId}/photos/other`)
    await runLeft()
    assert.deepEqual(await filesOf(place, 'photos'), [])
  })

  test('is planned once a day for a client', async () => {
    const { client } = await makePlace()
    const { database } = await testApp()
    const now = new Date()
    await planSweeps(database, [client.id], now)
    await planSweeps(database, [client.id], new Date(now.getTime() + 60_000))
    const jobs = await database.rows<{ kind: string; dueAt: Date }>(sql`
      select kind, due_at from jobs where system_client_id = ${client.id}`)
    assert.deepEqual(jobs, [{ kind: SWEEP_JOB, dueAt: new Date(now.getTime() + DAY_MS) }])
  })
})
