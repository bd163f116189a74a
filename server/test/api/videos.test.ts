// Videos over HTTP: they arrive by uploads, are converted by a job, and are read by ranges through signed links.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Video } from '@walkaround/contract/dms/media.ts'
import { sql } from '../../src/db/sql.ts'
import { loadAct } from '../../src/features/surveys/act.ts'
import { giveAnswers } from '../../src/features/surveys/give-answers.ts'
import { getLoadedSurveyForUpdate } from '../../src/features/surveys/load-survey.ts'
import { assertNothingMissing } from '../../src/features/surveys/missing.ts'
import { CONVERT_JOB } from '../../src/features/videos/add-video.ts'
import { convertAgain } from '../../src/features/videos/convert-again.ts'
import { convertVideoJob } from '../../src/features/videos/convert-video.ts'
import { startJobs } from '../../src/jobs/work-loop.ts'
import { createFfmpeg, type Ffmpeg } from '../../src/outside/ffmpeg.ts'
import type { Problem } from '../../src/problems.ts'
import { BASE_URL, makeClient, request, testApp } from '../support/api.ts'
import {
  eventsOf,
  inClientOf,
  putOrder,
  refusal,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'
import {
  begin,
  begun,
  call,
  fakeVideo,
  ffmpeg,
  makePlace,
  makeVideo,
  type Place,
  patch,
  withoutFfmpeg,
} from '../support/uploads.ts'

const noFfmpeg = createFfmpeg({ program: 'no-such-program' })

async function send(
  place: Place,
  bytes: Buffer,
  id = 'v1',
  more: Record<string, string> = {},
): Promise<void> {
  const location = await begun(place, bytes.length, { kind: 'video', id, ...more })
  const response = await patch(place, location, 0, bytes)
  assert.equal(response.statusCode, 204, response.body)
}

/** Runs due jobs, as the service would; also those of other tests' clients, which does no harm. */
async function work(program: Ffmpeg, limit?: number): Promise<void> {
  const { database, media } = await testApp()
  const limits = { ...media.limits, ...(limit === undefined ? {} : { videoSeconds: limit }) }
  const clock = () => new Date()
  const studio = { database, media: { ...media, limits }, ffmpeg: program, clock }
  const failures: unknown[] = []
  const jobs = startJobs({
    database,
    table: { [CONVERT_JOB]: convertVideoJob(studio) },
    concurrency: 1,
    pollMs: 3_600_000,
    clock,
    onFailure: (_kind, error) => void failures.push(error),
  })
  await jobs.drain()
  await jobs.stop()
  assert.deepEqual(failures, [])
}

async function listOf({ client, surveyId }: Place): Promise<Video[]> {
  const response = await client.get(`/surveys/${surveyId}/videos`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function linkOf({ client, surveyId }: Place, path: string): Promise<string> {
  const response = await client.get(`/surveys/${surveyId}/videos/${path}`)
  assert.equal(response.statusCode, 302, response.body)
  const location = response.headers.location as string
  assert.ok(location.startsWith(`${BASE_URL}/media/`), location)
  return location.slice(BASE_URL.length)
}

const read = (url: string, headers: Record<string, string> = {}) => request({ method: 'GET', url, headers })

describe('a video', { skip: withoutFfmpeg }, () => {
  test('is served as it was recorded without its place, then as MP4 with a poster', async () => {
    const place = await makePlace()
    const sent = makeVideo(2)
    await send(place, sent)
    const [waiting] = await listOf(place)
    assert.deepEqual(
      { ...waiting, createdAt: '' },
      {
        ...{ id: 'v1', state: 'waiting', progress: 0, contentType: 'video/quicktime', bytes: sent.length },
        ...{ hasPoster: false, createdAt: '' },
      },
    )
    const original = await read(await linkOf(place, 'v1'))
    assert.equal(original.rawPayload.length, sent.length)
    assert.match(sent.toString('latin1'), /52\.5200/)
    assert.doesNotMatch(original.rawPayload.toString('latin1'), /52\.5200/)
    refusal(
      await place.client.get(`/surveys/${place.surveyId}/videos/v1/poster`),
      'noSuchResource',
      /no poster/,
    )

    await work(ffmpeg)
    const [ready] = await listOf(place)
    assert.equal(ready?.state, 'ready')
    assert.equal(ready?.contentType, 'video/mp4')
    assert.deepEqual([ready?.width, ready?.height, ready?.hasPoster], [320, 240, true])
    assert.equal(Math.round(ready?.durationSeconds ?? 0), 2)
    const link = await linkOf(place, 'v1')
    const whole = await read(link)
    assert.equal(whole.headers['content-type'], 'video/mp4')
    assert.equal(whole.rawPayload.length, ready?.bytes)
    assert.equal(whole.rawPayload.toString('latin1', 4, 8), 'ftyp')
    assert.doesNotMatch(whole.rawPayload.toString('latin1'), /52\.5200/)
    const part = await read(link, { range: 'bytes=100-199' })
    assert.equal(part.statusCode, 206)
    assert.equal(part.headers['content-range'], `bytes 100-199/${ready?.bytes}`)
    assert.ok(part.rawPayload.equals(whole.rawPayload.subarray(100, 200)))
    const poster = await read(await linkOf(place, 'v1/poster'))
    assert.equal(poster.headers['content-type'], 'image/jpeg')
    assert.deepEqual([...poster.rawPayload.subarray(0, 3)], [0xff, 0xd8, 0xff])
    assert.ok((await eventsOf(place.client)).some(({ kind }) => kind === 'video.converted'))
  })

  test('that is ready is not converted again', async () => {
    const place = await makePlace()
    await send(place, makeVideo(1))
    await work(ffmpeg)
    const before = await listOf(place)
    const { database } = await testApp()
    await database.run(sql`
      insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
      values (${place.client.id}, 'again', ${CONVERT_JOB},
        ${JSON.stringify({ surveyId: place.surveyId, videoId: 'v1' })}::json, now(), now())`)
    // Without the program a conversion would end as 'original'.
    await work(noFfmpeg)
    assert.deepEqual(await listOf(place), before)
  })

  test('longer than allowed fails in words', async () => {
    const place = await makePlace()
    await send(place, makeVideo(3))
    await work(ffmpeg, 1)
    const [video] = await listOf(place)
    assert.equal(video?.state, 'failed')
    assert.equal(video?.failure, 'it is longer than 1 seconds')
    refusal(await place.client.get(`/surveys/${place.surveyId}/videos/v1`), 'noSuchResource', /longer than 1/)
  })

  test('that cannot be read fails in words', async () => {
    const place = await makePlace()
    await send(place, fakeVideo())
    await work(ffmpeg)
    const [video] = await listOf(place)
    assert.equal(video?.state, 'failed')
    assert.match(video?.failure ?? '', /cannot be read|no picture/)
    assert.doesNotMatch(video?.failure ?? '', /tmp|files/)
  })
})

describe('a video where ffmpeg is missing', () => {
  test('is served as it was sent', async () => {
    const place = await makePlace()
    const sent = fakeVideo()
    await send(place, sent, 'v1', { question_id: 'h.sign' })
    await work(noFfmpeg)
    const [video] = await listOf(place)
    assert.equal(video?.state, 'original')
    assert.equal(video?.questionId, 'h.sign')
    assert.equal(video?.contentType, 'video/mp4')
    const answer = await read(await linkOf(place, 'v1'))
    assert.equal(answer.headers['content-type'], 'video/mp4')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.ok(answer.rawPayload.equals(sent))
  })

  test('is converted after all when the program has come and somebody says so', {
    skip: withoutFfmpeg,
  }, async () => {
    const [place, other] = [await makePlace(), await makePlace()]
    for (const one of [place, other]) await send(one, makeVideo(1))
    await work(noFfmpeg)
    assert.deepEqual(await inClientOf(place.client, convertAgain), { videos: 1 })
    assert.deepEqual(await inClientOf(place.client, convertAgain), { videos: 0 })
    const [waiting] = await listOf(place)
    assert.equal(waiting?.state, 'waiting')
    await read(await linkOf(place, 'v1'))
    await work(ffmpeg)
    assert.equal((await listOf(place))[0]?.state, 'ready')
    assert.equal((await listOf(other))[0]?.state, 'original')
  })
})

describe('videos of a survey', () => {
  test('the same one under the same id is there once; another one is refused', async () => {
    const place = await makePlace()
    await send(place, fakeVideo())
    const again = await begun(place, fakeVideo().length, { kind: 'video', id: 'v1' })
    assert.equal((await patch(place, again, fakeVideo().length, Buffer.alloc(0))).statusCode, 204)
    assert.equal((await call(place, 'DELETE', again)).statusCode, 204)
    const other = fakeVideo(5_000)
    const location = await begun(place, other.length, { kind: 'video', id: 'v1' })
    refusal(await patch(place, location, 0, other), 'idTaken')
    assert.equal((await listOf(place)).length, 1)
  })

  test('keep their chapters, in the order of the video; wrong ones are named', async () => {
    const place = await makePlace()
    await send(place, fakeVideo(), 'v1', { chapters: '[[9,"h.glass"],[2.5,"h.body"],[12,"h.glass"]]' })
    const chapters = [
      { second: 2.5, questionId: 'h.body' },
      { second: 9, questionId: 'h.glass' },
    ]
    assert.deepEqual((await listOf(place))[0]?.chapters, chapters)
    await work(noFfmpeg)
    const [video] = await listOf(place)
    assert.deepEqual([video?.state, video?.chapters], ['original', chapters])
    const start = (more: Record<string, string>) => begin(place, 100, { kind: 'video', id: 'v2', ...more })
    refusal(await start({ chapters: '[[1]]' }), 'invalidHeader', /chapters: entry 1: the question id/)
    refusal(await start({ chapters: '[[1,"none"]]' }), 'noSuchResource', /no question "none"/)
    refusal(await start({ kind: 'photo', chapters: '[]' }), 'invalidHeader', /chapters: a photo has none/)
    await send(place, fakeVideo(5_000), 'v3', { chapters: '[]' })
    assert.equal((await listOf(place)).find(({ id }) => id === 'v3')?.chapters, undefined)
  })

  test('are removed while the survey is open, and not afterwards', async () => {
    const place = await makePlace()
    await send(place, fakeVideo(), 'a')
    await send(place, fakeVideo(), 'b')
    const remove = (id: string) => call(place, 'DELETE', `/surveys/${place.surveyId}/videos/${id}`)
    assert.equal((await remove('a')).statusCode, 204)
    refusal(await remove('a'), 'noSuchResource')
    await putOrder(place.client, { closed: true })
    refusal(await remove('b'), 'surveyClosed')
    assert.deepEqual(
      (await listOf(place)).map(({ id }) => id),
      ['b'],
    )
  })

  test('count for completing from when they begin until they are removed or fail (D5)', async () => {
    const client = await makeClient()
    await useOwnTemplate(client, {
      contents: [{ ...smallQuestion, mandatory: true, answerVideoMandatory: true }],
    })
    const { surveys } = await putOrder(client, { technicianSurveyRelease: true })
    const place = { client, surveyId: surveyIdOf({ surveys }) }
    const isMissing = () =>
      inClientOf(client, async (scope) => {
        const survey = await getLoadedSurveyForUpdate(scope, place.surveyId)
        await assertNothingMissing(scope, survey, await loadAct(scope, survey))
      }).then(
        () => false,
        (error: Problem) => /glass: .* has no video/.test(error.errorInfo),
      )
    await inClientOf(client, (scope) =>
      giveAnswers(scope, place.surveyId, {}, [{ questionId: 'glass', answerId: 'bad' }]),
    )
    assert.equal(await isMissing(), true)
    const video = fakeVideo()
    const location = await begun(place, video.length, { kind: 'video', id: 'v', question_id: 'glass' })
    assert.equal(await isMissing(), false, 'it has begun')
    assert.equal((await patch(place, location, 0, video)).statusCode, 204)
    assert.equal(await isMissing(), false, 'it is there')
    await call(place, 'DELETE', `/surveys/${place.surveyId}/videos/v`)
    assert.equal(await isMissing(), true, 'it was removed')
  })

  test('are those of the client: another finds none', async () => {
    const [place, other] = [await makePlace(), await makePlace()]
    await send(place, fakeVideo())
    refusal(await other.client.get(`/surveys/${place.surveyId}/videos`), 'noSuchResource')
    refusal(await other.client.get(`/surveys/${place.surveyId}/videos/v1`), 'noSuchResource')
    refusal(await other.client.get(`/surveys/${other.surveyId}/videos/v1`), 'noSuchResource')
    assert.deepEqual(await listOf(other), [])
  })
})
