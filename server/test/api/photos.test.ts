// Photos over HTTP: added through the operations of the web apps, read through the interface in every size (D6).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Photo } from '@walkaround/contract/dms/media.ts'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { BASE_URL, makeClient, makeKey, order, request, type TestClient, testApp } from '../support/api.ts'
import { eventsDuring, refusal } from '../support/scenes.ts'
import { onApp, putMark } from '../support/survey-media.ts'

const MARKER = 'planted-metadata'

/** A drawing with metadata of every kind a phone writes. */
async function makePhoto(width = 1200, height = 900, more: { orientation?: number } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: 120, g: 140, b: 90 } } })
    .composite([
      { input: { create: { width: 20, height: 20, channels: 3, background: 'red' } }, left: 20, top: 10 },
    ])
    .withExif({
      IFD0: { Make: MARKER, Copyright: MARKER },
      IFD2: { DateTimeOriginal: '2026:03:04 05:06:07', OffsetTimeOriginal: '+01:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .withMetadata(more.orientation === undefined ? {} : { orientation: more.orientation })
    .jpeg()
    .toBuffer()
}

let client: TestClient
let surveyId: string

async function newSurvey(owner: TestClient, id: string): Promise<string> {
  await owner.put(`/service-orders/${id}`, order({ technicianSurveyRelease: true }))
  const { surveys } = (await owner.get(`/service-orders/${id}`)).json<{
    surveys: { id: string; surveyType: string }[]
  }>()
  return surveys.find(({ surveyType }) => surveyType === 'health')?.id as string
}

before(async () => {
  client = await makeClient()
  surveyId = await newSurvey(client, 'O-1')
})

const add = (
  survey: string,
  photoId: string,
  payload: Buffer,
  { query = '', headers = {}, as = client, clientId = client.id } = {},
): Promise<LightMyRequestResponse> =>
  request({
    method: 'PUT',
    url: `/app/system-clients/${clientId}/surveys/${encodeURIComponent(survey)}/photos/${encodeURIComponent(photoId)}${query}`,
    headers: { 'x-api-key': as.key, 'content-type': 'image/jpeg', ...headers },
    payload,
  })

async function follow(path: string): Promise<LightMyRequestResponse> {
  const redirect = await client.get(path)
  assert.equal(redirect.statusCode, 302, redirect.body)
  const location = String(redirect.headers.location)
  assert.ok(location.startsWith(`${BASE_URL}/media/`), 'on our own origin')
  return request({ method: 'GET', url: location.slice(BASE_URL.length) })
}

const errorOf = (response: LightMyRequestResponse) =>
  response.json<{ errorCode: number; errorInfo: string }>()

interface Contents {
  id: string
  photos?: Photo[]
  contents?: Contents[]
  answers?: { id: string; photos?: Photo[] }[]
}

describe('adding a photo', () => {
  test('to the survey, a question or an answer; each is listed where it belongs', async () => {
    const id = await newSurvey(client, 'O-places')
    const photo = await makePhoto()
    assert.equal((await add(id, 'whole', photo)).statusCode, 201)
    assert.equal((await add(id, 'question', photo, { query: '?question_id=h.body' })).statusCode, 201)
    assert.equal(
      (await add(id, 'answer', photo, { query: '?question_id=h.body&answer_id=bad' })).statusCode,
      201,
    )
    const survey = (await client.get(`/surveys/${id}`)).json<Contents>()
    const expected = {
      contentType: 'image/jpeg',
      width: 1200,
      height: 900,
      takenAt: '2026-03-04T05:06:07+01:00',
    }
    assert.deepEqual(survey.photos, [{ id: 'whole', ...expected }])
    const body = survey.contents?.flatMap(({ contents = [] }) => contents).find((one) => one.id === 'h.body')
    assert.deepEqual(body?.photos, [{ id: 'question', ...expected }])
    assert.deepEqual(body?.answers?.find((one) => one.id === 'bad')?.photos, [{ id: 'answer', ...expected }])
  })

  test('again under the same id changes nothing; another photo under it is refused', async () => {
    const photo = await makePhoto()
    assert.equal((await add(surveyId, 'twice', photo)).statusCode, 201)
    assert.equal((await add(surveyId, 'twice', photo)).statusCode, 204)
    const other = await add(surveyId, 'twice', await makePhoto(300, 200))
    assert.equal(errorOf(other).errorCode, 40057)
    const survey = (await client.get(`/surveys/${surveyId}`)).json<Contents>()
    assert.equal(survey.photos?.filter(({ id }) => id === 'twice').length, 1)
  })

  test('many times at once makes one', async () => {
    const photo = await makePhoto(400, 300)
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(surveyId, 'race', photo)))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 204, 204, 204, 204, 204])
  })

  test('with its digest is verified', async () => {
    const photo = await makePhoto(100, 100)
    const digest = (bytes: Buffer) => ({
      'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    })
    assert.equal((await add(surveyId, 'digest', photo, { headers: digest(photo) })).statusCode, 201)
    const wrong = await add(surveyId, 'wrong', photo, { headers: digest(Buffer.from('other')) })
    assert.equal(errorOf(wrong).errorCode, 40056)
    const malformed = await add(surveyId, 'malformed', photo, {
      headers: { 'content-digest': 'sha-256=abc' },
    })
    assert.equal(errorOf(malformed).errorCode, 40051)
    const survey = (await client.get(`/surveys/${surveyId}`)).json<Contents>()
    assert.ok(!survey.photos?.some(({ id }) => id === 'wrong' || id === 'malformed'), 'nothing was kept')
  })

  test('names what is wrong: survey, question, answer, mark, or an answer without its question', async () => {
    const photo = await makePhoto(50, 50)
    assert.equal(errorOf(await add('nowhere', 'p', photo)).errorCode, 40401)
    assert.match(errorOf(await add(surveyId, 'p', photo, { query: '?question_id=gone' })).errorInfo, /"gone"/)
    assert.match(
      errorOf(await add(surveyId, 'p', photo, { query: '?question_id=h.body&answer_id=gone' })).errorInfo,
      /"h.body" has no answer "gone"/,
    )
    assert.match(
      errorOf(await add(surveyId, 'p', photo, { query: '?mark_id=gone' })).errorInfo,
      /mark "gone"/,
    )
    assert.match(
      errorOf(await add(surveyId, 'p', photo, { query: '?answer_id=bad' })).errorInfo,
      /question_id/,
    )
  })

  test('is for those who may: a technician yes, another client never', async () => {
    const photo = await makePhoto(50, 50)
    const technician = { id: client.id, ...(await makeKey(client.id, 'technician')) }
    assert.equal((await add(surveyId, 'tech', photo, { as: technician })).statusCode, 201)
    const stranger = await makeClient()
    assert.equal((await add(surveyId, 'foreign', photo, { as: stranger })).statusCode, 403)
    assert.equal(
      errorOf(await add(surveyId, 'p', photo, { as: stranger, clientId: stranger.id })).errorCode,
      40401,
    )
  })

  test('is refused when the order was closed', async () => {
    const id = await newSurvey(client, 'O-closed')
    await client.put('/service-orders/O-closed', order({ closed: true }))
    assert.equal(errorOf(await add(id, 'late', await makePhoto(50, 50))).errorCode, 40041)
  })
})

describe('what is no photo', () => {
  const cases: [name: string, bytes: () => Buffer | Promise<Buffer>, words: RegExp][] = [
    ['nothing', () => Buffer.alloc(0), /empty/],
    ['text', () => Buffer.from('hello'), /JPEG|photo/],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /SVG/],
    [
      'a GIF',
      () =>
        sharp(Buffer.alloc(300), { raw: { width: 10, height: 10, channels: 3 } })
          .gif()
          .toBuffer(),
      /./,
    ],
    ['half a JPEG', async () => (await makePhoto()).subarray(0, 3000), /./],
    [
      'a JPEG that is a ZIP too',
      async () =>
        Buffer.concat([await makePhoto(50, 50), Buffer.from('PK\x03\x04 zip PK\x05\x06'), Buffer.alloc(18)]),
      /./,
    ],
  ]
  for (const [name, bytes, words] of cases) {
    test(`${name} is refused in words`, async () => {
      const response = await add(surveyId, `bad ${name}`, await bytes())
      assert.equal(errorOf(response).errorCode, 40053, response.body)
      assert.match(errorOf(response).errorInfo, words)
    })
  }

  test('more bytes than allowed are refused while they arrive', async () => {
    const response = await add(surveyId, 'huge', Buffer.alloc(26 * 1024 * 1024, 1))
    assert.equal(errorOf(response).errorCode, 40055)
  })
})

describe('reading a photo', () => {
  test('has the exact sizes of the interface, upright, without metadata, never enlarged', async () => {
    assert.equal(
      (await add(surveyId, 'sizes', await makePhoto(1600, 1200, { orientation: 6 }))).statusCode,
      201,
    )
    const expected = {
      'small-square': [90, 90],
      'medium-square': [160, 160],
      small: [120, 160],
      medium: [240, 320],
      large: [480, 640],
      huge: [768, 1024],
    }
    for (const [size, [width, height]] of Object.entries(expected)) {
      const response = await follow(`/surveys/${surveyId}/photos/sizes/${size}`)
      assert.equal(response.statusCode, 200)
      assert.equal(response.headers['content-type'], 'image/jpeg')
      const metadata = await sharp(response.rawPayload).metadata()
      assert.deepEqual([metadata.width, metadata.height], [width, height], size)
      assert.equal(metadata.exif, undefined, size)
      assert.ok(!response.rawPayload.includes(MARKER))
    }
    assert.equal((await add(surveyId, 'tiny', await makePhoto(50, 80))).statusCode, 201)
    const small = await sharp((await follow(`/surveys/${surveyId}/photos/tiny/huge`)).rawPayload).metadata()
    assert.deepEqual([small.width, small.height], [50, 80])
  })

  test('in its own size has the same pixels and nothing of where it was taken', async () => {
    const original = await makePhoto(640, 480)
    await add(surveyId, 'own', original)
    const { rawPayload } = await follow(`/surveys/${surveyId}/photos/own`)
    assert.ok(original.includes(MARKER) && !rawPayload.includes(MARKER))
    const [sent, kept] = await Promise.all(
      [original, rawPayload].map((bytes) => sharp(bytes).raw().toBuffer()),
    )
    assert.ok(sent?.equals(kept as Buffer), 'not recompressed')
  })

  test('an unknown size or photo is 404', async () => {
    await add(surveyId, 'one', await makePhoto(50, 50))
    assert.equal((await client.get(`/surveys/${surveyId}/photos/one/gigantic`)).statusCode, 404)
    assert.equal((await client.get(`/surveys/${surveyId}/photos/none`)).statusCode, 404)
    assert.equal((await client.get(`/surveys/${surveyId}/photos/none/small`)).statusCode, 404)
    assert.equal((await client.get('/surveys/none/photos/one')).statusCode, 404)
  })

  test('has a name of our making that says what it is', async () => {
    await add(surveyId, '../../etc/passwd.html', await makePhoto(320, 240))
    for (const size of ['', '/small']) {
      const shown = await client.get(
        `/surveys/${surveyId}/photos/${encodeURIComponent('../../etc/passwd.html')}${size}`,
      )
      const url = String(shown.headers.location).slice(BASE_URL.length)
      const { headers } = await request({ method: 'GET', url })
      assert.equal(headers['content-type'], 'image/jpeg')
      assert.match(String(headers['content-disposition']), /^inline; filename="[0-9a-f]{16}\.jpg"$/)
    }
  })

  test('a link needs no key, serves ranges, HEAD and caches, and ends', async () => {
    await add(surveyId, 'link', await makePhoto(320, 240))
    const { setNow } = await testApp()
    // The clock does not move: a link stays the same for some minutes, and these may end just now.
    setNow(new Date())
    const redirect = await client.get(`/surveys/${surveyId}/photos/link`)
    const url = String(redirect.headers.location).slice(BASE_URL.length)
    const whole = await request({ method: 'GET', url })
    const length = whole.rawPayload.length
    assert.equal(whole.headers['content-length'], String(length))
    assert.match(String(whole.headers['cache-control']), /^private, max-age=\d+, immutable$/)
    const part = await request({ method: 'GET', url, headers: { range: 'bytes=10-19' } })
    assert.equal(part.statusCode, 206)
    assert.equal(part.headers['content-range'], `bytes 10-19/${length}`)
    assert.ok(part.rawPayload.equals(whole.rawPayload.subarray(10, 20)))
    const outside = await request({ method: 'GET', url, headers: { range: `bytes=${length}-` } })
    assert.equal(outside.statusCode, 416)
    const head = await request({ method: 'HEAD', url })
    assert.equal(head.headers['content-length'], String(length))
    assert.equal(head.rawPayload.length, 0)
    const known = await request({
      method: 'GET',
      url,
      headers: { 'if-none-match': String(whole.headers.etag) },
    })
    assert.equal(known.statusCode, 304)
    const again = await client.get(`/surveys/${surveyId}/photos/link`)
    assert.equal(
      again.headers.location,
      redirect.headers.location,
      'the same address within its time, for caches',
    )

    setNow(new Date(Date.now() + 3_600_000))
    const late = await request({ method: 'GET', url })
    setNow(undefined)
    assert.equal(late.statusCode, 403)
    assert.match(late.json<{ errorInfo: string }>().errorInfo, /expired/)
  })

  test('an altered link is refused, wherever it was altered', async () => {
    await add(surveyId, 'altered', await makePhoto(50, 50))
    const url = String((await client.get(`/surveys/${surveyId}/photos/altered`)).headers.location).slice(
      BASE_URL.length,
    )
    const [payload = '', signature = ''] = url.slice('/media/'.length).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[]
    const later = Buffer.from(JSON.stringify([Number(claims[0]) + 9999, ...claims.slice(1)])).toString(
      'base64url',
    )
    const forged = [
      `${later}.${signature}`,
      `${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      payload,
      `${payload}.`,
      'x',
      `${payload}.${signature}.x`,
    ]
    for (const token of forged) {
      const response = await request({ method: 'GET', url: `/media/${token}` })
      assert.equal(response.statusCode, 403, token)
    }
  })

  test('a photo of another client is not found', async () => {
    await add(surveyId, 'mine', await makePhoto(50, 50))
    const stranger = await makeClient()
    assert.equal((await stranger.get(`/surveys/${surveyId}/photos/mine`)).statusCode, 404)
    const url = `/v1/system-clients/${client.id}/surveys/${surveyId}/photos/mine`
    assert.equal(
      (await request({ method: 'GET', url, headers: { 'x-api-key': stranger.key } })).statusCode,
      403,
    )
    assert.equal((await request({ method: 'GET', url })).statusCode, 401)
  })
})

describe('removing a photo', () => {
  const remove = (survey: string, photoId: string) =>
    request({
      method: 'DELETE',
      url: `/app/system-clients/${client.id}/surveys/${survey}/photos/${photoId}`,
      headers: { 'x-api-key': client.key },
    })

  test('takes it off the survey; a second time it is not found', async () => {
    await add(surveyId, 'gone', await makePhoto(50, 50))
    assert.equal((await remove(surveyId, 'gone')).statusCode, 204)
    assert.equal((await remove(surveyId, 'gone')).statusCode, 404)
    assert.equal((await client.get(`/surveys/${surveyId}/photos/gone`)).statusCode, 404)
  })

  test('not when the order is closed', async () => {
    const id = await newSurvey(client, 'O-kept')
    await add(id, 'kept', await makePhoto(50, 50))
    await client.put('/service-orders/O-kept', order({ closed: true }))
    assert.equal(errorOf(await remove(id, 'kept')).errorCode, 40041)
    assert.equal((await follow(`/surveys/${id}/photos/kept`)).statusCode, 200)
  })
})

describe('moving a photo', () => {
  const move = (survey: string, photoId: string, query = '') =>
    onApp(client, 'PUT', `/surveys/${survey}/photos/${photoId}/place${query}`)
  const placesOf = async (survey: string) => {
    const { photos = [], contents = [] } = (await client.get(`/surveys/${survey}`)).json<Contents>()
    const questions = contents.flatMap((section) => section.contents ?? [])
    return {
      whole: photos.map(({ id }) => id),
      questions: questions.flatMap(({ id, photos: own = [] }) => own.map((photo) => `${id} ${photo.id}`)),
      answers: questions.flatMap(({ answers = [] }) =>
        answers.flatMap(({ id, photos: own = [] }) => own.map((photo) => `${id} ${photo.id}`)),
      ),
    }
  }

  test('lists it at its new place under the same id, and tells of it once', async () => {
    const id = await newSurvey(client, 'O-moved')
    await add(id, 'm', await makePhoto(50, 50), { query: '?question_id=h.body&answer_id=bad' })
    assert.deepEqual(await placesOf(id), { whole: [], questions: [], answers: ['bad m'] })
    const kinds = await eventsDuring(client, async () => {
      assert.equal((await move(id, 'm', '?question_id=h.body')).statusCode, 204)
      assert.equal((await move(id, 'm', '?question_id=h.body')).statusCode, 204, 'again changes nothing')
    })
    assert.deepEqual(kinds, ['photo.moved'])
    assert.deepEqual(await placesOf(id), { whole: [], questions: ['h.body m'], answers: [] })
    assert.equal((await follow(`/surveys/${id}/photos/m`)).statusCode, 200)
    await putMark(client, id, 'mark')
    assert.equal((await move(id, 'm', '?mark_id=mark')).statusCode, 204)
    const marks = (await client.get(`/surveys/${id}/damage-marks`)).json<{ marks: { photos?: Photo[] }[] }>()
      .marks
    assert.deepEqual(
      marks.map(({ photos = [] }) => photos.map((photo) => photo.id)),
      [['m']],
    )
    assert.equal((await move(id, 'm')).statusCode, 204)
    assert.deepEqual(await placesOf(id), { whole: ['m'], questions: [], answers: [] })
  })

  test('names what is wrong, and is refused when the order was closed', async () => {
    const id = await newSurvey(client, 'O-unmoved')
    await add(id, 'm', await makePhoto(50, 50))
    refusal(await move(id, 'none'), 'noSuchResource', /no photo "none"/)
    refusal(await move(id, 'm', '?question_id=none'), 'noSuchResource', /no question "none"/)
    refusal(await move(id, 'm', '?mark_id=none'), 'noSuchResource', /no damage mark "none"/)
    refusal(await move(id, 'm', '?answer_id=bad'), 'missingField', /question_id/)
    await client.put('/service-orders/O-unmoved', order({ closed: true }))
    refusal(await move(id, 'm', '?question_id=h.body'), 'surveyClosed')
    assert.deepEqual((await placesOf(id)).whole, ['m'])
  })
})
