// Nobody is shown what a recorder wrote into a video (places, times, names of devices): it is taken out when the video
// arrives, also where nothing can convert it; and from videos of former times before anybody sees them again.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import type { Media } from '../../src/features/media/media.ts'
import { CONVERT_JOB, videoKey } from '../../src/features/videos/add-video.ts'
import { CLEAN_JOB, cleanVideosJob, planCleaning } from '../../src/features/videos/clean-stored.ts'
import { convertVideoJob } from '../../src/features/videos/convert-video.ts'
import type { JobTable } from '../../src/jobs/job.ts'
import { startJobs } from '../../src/jobs/work-loop.ts'
import { createFfmpeg } from '../../src/outside/ffmpeg.ts'
import { clientFolder } from '../../src/outside/files/file-key.ts'
import { openFiles } from '../../src/outside/files/files.ts'
import { type S3Server, startS3Server } from '../fixtures/s3-server.ts'
import { BASE_URL, request, testApp } from '../support/api.ts'
import { box, makeFilm, makeWebm } from '../support/films.ts'
import { makeLink, pathOf, read } from '../support/owner.ts'
import { inClientOf, refusal } from '../support/scenes.ts'
import { begun, call, fakeVideo, makePlace, type Place, patch } from '../support/uploads.ts'

const SECRET = 'GPS+52.5200+013.4050/'
const picture = Buffer.alloc(300, 1)
const film = () =>
  makeFilm(
    [
      { kind: 'vide', coding: 'avc1', chunks: [[picture]] },
      { kind: 'meta', coding: 'camm', chunks: [[Buffer.from(SECRET)]] },
    ],
    { secret: SECRET, trailer: Buffer.from(`\xff${SECRET}`, 'latin1') },
  )
const webm = () => makeWebm([[{ track: 1, sample: picture }]], { secret: SECRET, isLive: true })
const noFfmpeg = createFfmpeg({ program: 'no-such-program' })

async function work(table: (room: { media: Media }) => JobTable, media?: Media): Promise<void> {
  const app = await testApp()
  const failures: unknown[] = []
  const jobs = startJobs({
    database: app.database,
    table: table({ media: media ?? app.media }),
    concurrency: 1,
    pollMs: 3_600_000,
    clock: () => new Date(),
    onFailure: (_kind, error) => void failures.push(error),
  })
  await jobs.drain()
  await jobs.stop()
  assert.deepEqual(failures, [])
}

let database: Database
const openApp = async () => {
  database = (await testApp()).database
}
const clock = () => new Date()
const converting = ({ media }: { media: Media }): JobTable => ({
  [CONVERT_JOB]: convertVideoJob({ database, media, ffmpeg: noFfmpeg, clock }),
})
const cleaning = ({ media }: { media: Media }): JobTable => ({
  [CLEAN_JOB]: cleanVideosJob({ database, media, clock }),
})

async function listOf({ client, surveyId }: Place): Promise<Video[]> {
  return (await client.get(`/surveys/${surveyId}/videos`)).json()
}

async function bytesOf({ client, surveyId }: Place, id: string): Promise<Buffer> {
  const response = await client.get(`/surveys/${surveyId}/videos/${id}`)
  assert.equal(response.statusCode, 302, response.body)
  return (await request({ method: 'GET', url: String(response.headers.location).slice(BASE_URL.length) }))
    .rawPayload
}

function assertClean(bytes: Buffer | undefined): void {
  assert.ok(bytes)
  assert.ok(bytes.includes(picture))
  assert.equal(bytes.includes(SECRET.slice(0, 8)), false)
}

async function send(place: Place, bytes: Buffer, id = 'v1') {
  return patch(place, await begun(place, bytes.length, { kind: 'video', id }), 0, bytes)
}

/** Everything of the client in the store. */
async function storedOf({ files }: Media, { client }: Place): Promise<Buffer[]> {
  const all: Buffer[] = []
  for await (const { key } of files.list(`${clientFolder(client.id)}/`))
    all.push((await files.read(key)) as Buffer)
  return all
}

/** As it came in before videos were cleaned. */
async function addFormer(
  media: Media,
  { client, surveyId }: Place,
  state: string,
  bytes = film(),
  id = 'v1',
): Promise<void> {
  const source = hash('sha256', bytes, 'hex')
  await media.files.put(videoKey(client.id, source), bytes)
  const file = state === 'original' ? source : null
  await database.run(sql`
    insert into videos (system_client_id, survey_id, id, state, source, source_type, source_bytes, file, content_type, bytes,
      created_at)
    values (${client.id}, ${surveyId}, ${id}, ${state}, ${source}, 'video/mp4', ${bytes.length}, ${file},
      ${file && 'video/mp4'}, ${file && bytes.length}, now())`)
}

const prepared = {
  en: 'The video is being prepared. Please open this page again in a few minutes.',
  de: 'Das Video wird gerade vorbereitet. Bitte öffnen Sie diese Seite in einigen Minuten noch einmal.',
  ru: 'Видео готовится. Откройте эту страницу ещё раз через несколько минут.',
}

/** In every language: the words, and no player. */
async function assertBeingPrepared(path: string): Promise<void> {
  for (const [language, words] of Object.entries(prepared)) {
    const { body } = await read(`${path}?lang=${language}`)
    assert.ok(body.includes(words), language)
    assert.equal(body.includes('<video'), false)
  }
}

async function assertShown(path: string): Promise<void> {
  const { body } = await read(`${path}?lang=en`)
  assert.equal(body.includes(prepared.en), false)
  assert.match(body, /<video controls/)
}

describe('a video that arrives', () => {
  before(openApp)
  for (const [name, make] of [
    ['MP4', film],
    ['WebM', webm],
  ] as const)
    test(`as ${name} is clean before anybody can read it, also where nothing can convert it`, async () => {
      const { media } = await testApp()
      const place = await makePlace()
      assert.equal((await send(place, make())).statusCode, 204)
      assert.equal((await listOf(place))[0]?.state, 'waiting')
      assertClean(await bytesOf(place, 'v1'))
      await work(converting)
      assert.equal((await listOf(place))[0]?.state, 'original')
      assertClean(await bytesOf(place, 'v1'))
      const stored = await storedOf(media, place)
      assert.equal(stored.length, 1)
      assertClean(stored[0])
    })

  test('with the same pictures is the same video, whatever else was written into it', async () => {
    const place = await makePlace()
    await send(place, film())
    const sent = film()
    const location = await begun(place, sent.length, { kind: 'video', id: 'v1' })
    assert.equal((await call(place, 'DELETE', location)).statusCode, 204)
    const again = await send(place, sent.fill('X', sent.length - SECRET.length))
    assert.equal(again.statusCode, 204, again.body)
    assert.equal((await listOf(place)).length, 1)
  })

  test('and cannot be understood is refused in words, and leaves nothing behind', async () => {
    const { media } = await testApp()
    const place = await makePlace()
    const broken = film()
    broken.writeUInt32BE(broken.length, broken.indexOf('stbl') - 4)
    refusal(await send(place, broken), 'videoRefused', /structure cannot be read/)
    refusal(
      await send(place, Buffer.concat([box('ftyp', 'mp42'), Buffer.alloc(400, 7)]), 'v2'),
      'videoRefused',
      /no picture/,
    )
    assert.deepEqual(await listOf(place), [])
    assert.deepEqual(await storedOf(media, place), [])
  })

  test('is being prepared on the page of the owner while it is on its way', async () => {
    const place = await makePlace()
    const path = pathOf(await makeLink(place.client, place.surveyId))
    const video = fakeVideo()
    const location = await begun(place, video.length, { kind: 'video', id: 'v1' })
    assert.equal((await patch(place, location, 0, video.subarray(0, 100))).statusCode, 204)
    await assertBeingPrepared(path)
    assert.equal((await patch(place, location, 100, video.subarray(100))).statusCode, 204)
    await assertShown(path)
    // A video whose sender has gone is not promised for ever.
    await begun(place, video.length, { kind: 'video', id: 'v2' })
    await database.run(sql`
      update uploads set touched_at = now() - interval '25 hours'
      where system_client_id = ${place.client.id} and subject_id = 'v2'`)
    await assertShown(path)
  })
})

describe('a video of former times', () => {
  before(openApp)
  let folder: string
  let server: S3Server
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'walkaround-former-'))
    server = await startS3Server(join(folder, 's3'))
  })
  after(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  const inFolder = async () => (await testApp()).media
  const inS3 = async () => ({
    ...(await testApp()).media,
    files: openFiles({ s3: server.settings, spool: join(folder, 'spool') }),
  })

  for (const state of ['original', 'waiting'])
    for (const [where, open] of [
      ['a folder', inFolder],
      ['S3', inS3],
    ] as const)
      test(`that was ${state}, in ${where}, is shown to nobody until it is cleaned`, async () => {
        const media = await open()
        const place = await makePlace()
        const path = pathOf(await makeLink(place.client, place.surveyId))
        await addFormer(media, place, state)
        const [video] = await listOf(place)
        assert.deepEqual([video?.state, video?.beingPrepared], ['waiting', true])
        const { client, surveyId } = place
        const answer = await client.get(`/surveys/${surveyId}/videos/v1`)
        refusal(answer, 'busy', /is being prepared/)
        assert.equal(answer.headers['retry-after'], '60')
        assert.equal((await read(`${path}/videos/v1`)).statusCode, 503)
        await assertBeingPrepared(path)

        await planCleaning(database, [client.id], new Date())
        await work(cleaning, media)
        const [cleaned] = await listOf(place)
        assert.deepEqual([cleaned?.state, cleaned?.beingPrepared], [state, undefined])
        await assertShown(path)
        const stored = await storedOf(media, place)
        assert.equal(stored.length, 1, 'what it was is gone')
        assertClean(stored[0])
        assert.equal(cleaned?.bytes, stored[0]?.length)
        if (where === 'a folder') assertClean(await bytesOf(place, 'v1'))
        const file = hash('sha256', stored[0] as Buffer, 'hex')
        const row = await database.row(sql`
          select source, coalesce(file, source) as file from videos where system_client_id = ${client.id}`)
        assert.deepEqual(row, { source: file, file })
      })

  test('is cleaned by the job that would keep it as it was recorded', async () => {
    const { media } = await testApp()
    const place = await makePlace()
    await addFormer(media, place, 'waiting')
    await database.run(sql`
      insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
      values (${place.client.id}, 'one', ${CONVERT_JOB},
        ${JSON.stringify({ surveyId: place.surveyId, videoId: 'v1' })}::json, now(), now())`)
    await work(converting)
    assert.equal((await listOf(place))[0]?.state, 'original')
    assertClean(await bytesOf(place, 'v1'))
  })

  test('that cannot be understood is kept unseen and says why', async () => {
    const { media } = await testApp()
    const place = await makePlace()
    await addFormer(media, place, 'original', Buffer.concat([box('ftyp', 'mp42'), Buffer.alloc(400, 7)]))
    await planCleaning(database, [place.client.id], new Date())
    await work(cleaning)
    const [video] = await listOf(place)
    assert.deepEqual([video?.state, video?.failure], ['failed', 'there is no picture in it'])
    refusal(await place.client.get(`/surveys/${place.surveyId}/videos/v1`), 'noSuchResource', /no picture/)
    assert.equal((await storedOf(media, place)).length, 1)
    await planCleaning(database, [place.client.id], new Date())
    assert.equal(await waitingJobs(place), 0, 'it is not tried for ever')
  })

  test('that two surveys show is cleaned for both, and its file stays until then', async () => {
    const { media } = await testApp()
    const place = await makePlace()
    await addFormer(media, place, 'original')
    await addFormer(media, place, 'original', film(), 'v2')
    await planCleaning(database, [place.client.id], new Date())
    await planCleaning(database, [place.client.id], new Date())
    assert.equal(await waitingJobs(place), 1)
    await work(cleaning)
    for (const id of ['v1', 'v2']) assertClean(await bytesOf(place, id))
    assert.equal((await storedOf(media, place)).length, 1)
    const events = await inClientOf(place.client, (scope) =>
      scope.db.rows(
        sql`select kind from events where system_client_id = ${scope.clientId} and kind = 'video.cleaned'`,
      ),
    )
    assert.equal(events.length, 2)
  })
})

async function waitingJobs({ client }: Place): Promise<number> {
  const rows = await database.rows(
    sql`select id from jobs where system_client_id = ${client.id} and kind = ${CLEAN_JOB}`,
  )
  return rows.length
}
