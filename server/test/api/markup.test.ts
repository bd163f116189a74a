// What is drawn on photos, over HTTP: blurred areas are gone from every picture that leaves the workshop, arrows, circles and words
// are in those that are only pictures, and the photo itself is kept.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import { photoSizes } from '@walkaround/contract/dms/media.ts'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { sql } from '../../src/db/sql.ts'
import { LEFT_FILES_JOB } from '../../src/features/media/leave-files.ts'
import { leftFilesJob } from '../../src/features/uploads/sweep.ts'
import { clientFolder } from '../../src/outside/files/file-key.ts'
import { BASE_URL, request, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { makeOwnerScene, type OwnerScene, read } from '../support/owner.ts'
import { onApp } from '../support/survey-media.ts'

/** A place within it that is as wide as two stripes. */
const LETTER = { x: 0.6, y: 0.56, width: 0.05, height: 0.08 }
const PLATE = { x: 0.5, y: 0.5, width: 0.25, height: 0.2 }
const blur: MarkupShape = { kind: 'blur', ...PLATE }
const arrow: MarkupShape = { kind: 'arrow', colour: 'red', x: 0.05, y: 0.1, toX: 0.4, toY: 0.1 }
const words: MarkupShape = { kind: 'text', colour: 'blue', x: 0.05, y: 0.2, words: 'crack' }

/** Stripes everywhere, black and white, as wide as the lines of letters on a plate that fills the area. */
async function striped(width: number, height: number, orientation?: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at++)
    data.fill(Math.floor((at % width) / (width / 50)) % 2 ? 255 : 0, at * 3, at * 3 + 3)
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  return (orientation === undefined ? picture : picture.withMetadata({ orientation })).jpeg().toBuffer()
}

/** How much lighter the lightest place of an area is than the darkest, from 0 to 255; its edges left out. */
async function contrast(
  bytes: Buffer,
  area: { x: number; y: number; width: number; height: number },
): Promise<number> {
  const { width, height } = await sharp(bytes).metadata()
  const region = {
    left: Math.ceil((area.x + area.width * 0.1) * width),
    top: Math.ceil((area.y + area.height * 0.1) * height),
    width: Math.max(2, Math.floor(area.width * 0.8 * width)),
    height: Math.max(2, Math.floor(area.height * 0.8 * height)),
  }
  const { channels } = await sharp(await sharp(bytes).extract(region).png().toBuffer())
    .greyscale()
    .stats()
  return (channels[0]?.max ?? 0) - (channels[0]?.min ?? 0)
}

async function follow(redirect: LightMyRequestResponse): Promise<Buffer> {
  assert.equal(redirect.statusCode, 302, redirect.body)
  const location = String(redirect.headers.location)
    .replace(BASE_URL, '')
    .replace(/^(\.\.\/)+/, '/')
  const reply = await request({ method: 'GET', url: location })
  assert.equal(reply.statusCode, 200, location)
  return reply.rawPayload
}

const isRed = ([r = 0, g = 0, b = 0]: readonly number[]) => r > 150 && g < 90 && b < 90

async function pixel(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)]
}

let scene: OwnerScene
let technician: AppPerson
let count = 0

const photoPath = (id: string) => `/surveys/${scene.surveyId}/photos/${id}`
const save = (id: string, shapes: readonly unknown[], more: Record<string, unknown> = {}, by = technician) =>
  by.put(`${photoPath(id)}/markup`, { version: `v${++count}`, shapes, ...more })
const addPhoto = async (id: string, bytes?: Buffer) => {
  const photo = bytes ?? (await striped(1200, 800))
  const path = `${photoPath(id)}?question_id=vc.padFL`
  const added = await onApp(scene.client, 'PUT', path, photo, { 'content-type': 'image/jpeg' })
  assert.equal(added.statusCode, 201, added.body)
}
const markupOf = async (id: string) => {
  const page = (await technician.get(`/surveys/${scene.surveyId}`)).json<SurveyPage>()
  return page.markups?.find(({ photoId }) => photoId === id)
}

before(async () => {
  scene = await makeOwnerScene()
  technician = await person(scene.client.id, 'technician', 'Tom Technician')
})

describe('a blurred area', () => {
  test('is gone from every picture that DMS and owner get, and the original is refused to them', async () => {
    await addPhoto('plate')
    const { client } = scene
    const dms = (size = '') => client.get(`${photoPath('plate')}${size && `/${size}`}`)
    const owner = (size: string) => read(`${scene.path}/photos/plate/${size}`)
    const everywhere = (): Record<string, Promise<Buffer>> => ({
      'the DMS, in its own size': dms().then(follow),
      ...Object.fromEntries(
        ['small', 'medium', 'large', 'huge'].flatMap((size) => [
          [`the DMS, ${size}`, dms(size).then(follow)],
          [`the app, ${size}`, technician.get(`${photoPath('plate')}/${size}`).then(follow)],
        ]),
      ),
      ...Object.fromEntries(
        ['medium', 'large', 'huge'].map((size) => [`the owner, ${size}`, owner(size).then(follow)]),
      ),
    })
    const former = String((await owner('large')).headers.location)
    const unblurred = await follow(await owner('large'))
    for (const [who, bytes] of Object.entries(everywhere()))
      assert.ok((await contrast(await bytes, LETTER)) > 120, `${who}: the stripes can be seen`)

    assert.equal((await save('plate', [blur])).statusCode, 204)
    assert.notEqual(String((await owner('large')).headers.location), former, 'another address')
    for (const [who, pending] of Object.entries(everywhere())) {
      const bytes = await pending
      assert.ok((await contrast(bytes, LETTER)) < 60, `${who}: no stripe is left`)
      assert.ok((await contrast(bytes, { ...LETTER, x: 0.2, y: 0.2 })) > 120, `${who}: the rest stays`)
    }
    for (const size of ['small-square', 'medium-square'])
      assert.notDeepEqual(
        await follow(await dms(size)),
        await follow(await technician.get(`${photoPath('plate')}/original/${size}`)),
      )

    for (const size of photoSizes) {
      const refused = await onApp(client, 'GET', `${photoPath('plate')}/original/${size}`)
      assert.equal(refused.statusCode, 403, `the key of a DMS, ${size}`)
      assert.equal((await read(`${scene.path}/photos/plate/original/${size}`)).statusCode, 404)
    }
    assert.equal((await read(`${scene.path}/photos/plate/original`)).statusCode, 404)
    const original = await follow(await technician.get(`${photoPath('plate')}/original/large`))
    assert.deepEqual(original, unblurred, 'the workshop still has the photo as it was taken')

    const pdf = (await client.get(`/surveys/${scene.surveyId}/pdf-forms/survey-summary`)).rawPayload
    assert.ok(pdf.includes(await follow(await owner('large'))), 'the form holds the blurred picture')
    assert.ok(!pdf.includes(unblurred), 'and not the photo')

    assert.equal((await save('plate', [])).statusCode, 204)
    assert.deepEqual(await follow(await owner('large')), unblurred, 'all of it was kept')
  })

  test('lies where it was set on a photo that is stored turned, and in one of another format', async () => {
    await addPhoto('turned', await striped(800, 1200, 6))
    await save('turned', [blur])
    assert.ok((await contrast(await follow(await scene.client.get(photoPath('turned'))), LETTER)) < 60)
    const png = await sharp(await striped(400, 300))
      .png()
      .toBuffer()
    await addPhoto('png', png)
    await save('png', [blur])
    const served = await follow(await scene.client.get(photoPath('png')))
    assert.equal((await sharp(served).metadata()).format, 'png', 'of the type that the survey names')
    assert.ok((await contrast(served, LETTER)) < 60)
  })

  test('may come before its photo, which is then never served without it', async () => {
    assert.equal((await save('later', [blur])).statusCode, 204)
    await addPhoto('later')
    assert.ok((await contrast(await follow(await scene.client.get(photoPath('later'))), LETTER)) < 60)
  })
})

describe('arrows, circles and words', () => {
  test('are in the pictures of a DMS, and above those of the owner, who is told them', async () => {
    await addPhoto('drawn')
    await save('drawn', [arrow, words])
    const at = [0.2, 0.1] as const
    for (const size of ['', '/large', '/huge'])
      assert.ok(
        isRed(await pixel(await follow(await scene.client.get(`${photoPath('drawn')}${size}`)), ...at)),
        size,
      )
    const owned = await follow(await read(`${scene.path}/photos/drawn/huge`))
    assert.ok(!isRed(await pixel(owned, ...at)), 'the owner gets them as lines above the picture')
    const page = (await read(scene.path)).body
    assert.match(page, /marked: arrow, “crack”/)
    assert.match(page, /<svg[^>]*class="markup"/)
    const alone = (await read(`${scene.path}/photos/drawn`)).body
    assert.match(alone, /marked: arrow, “crack”/)
    assert.match(alone, /<svg[^>]*class="markup"/)
  })

  test('that are nothing, outside or too many are refused by their rule', async () => {
    const refusals: [string, unknown[]][] = [
      ['40014 shapes[1].width: 0 within the photo; it needs at least 0.01 of it', [arrow, { ...blur, x: 1 }]],
      [
        '40014 shapes[0].toX: the arrow is 0.01 long; it needs at least 0.02 of the photo',
        [{ ...arrow, toX: 0.06 }],
      ],
      ['40014 shapes[0].words: has no words', [{ ...words, words: ' \t ' }]],
    ]
    for (const [expected, shapes] of refusals) {
      const reply = await save('refused', shapes)
      const { errorCode, errorInfo } = reply.json<{ errorCode: number; errorInfo: string }>()
      assert.equal(`${errorCode} ${errorInfo}`, expected)
    }
    for (const shapes of [
      Array.from({ length: 31 }, () => arrow),
      [{ ...arrow, x: 1.2 }],
      [{ ...words, words: 'x'.repeat(81) }],
      [{ kind: 'star' }],
    ])
      assert.equal((await save('refused', shapes)).statusCode, 400)
    assert.equal(await markupOf('refused'), undefined)
  })
})

describe('two saves', () => {
  test('of people who did not see each other: the later one stays and says so', async () => {
    await addPhoto('both')
    const advisor = await person(scene.client.id, 'advisor', 'Ann Advisor')
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await save('both', [arrow], { version: 'first', at: minutesAgo(9) })
    await save('both', [words], { version: 'late', seen: 'first', at: minutesAgo(3) })
    assert.equal((await markupOf('both'))?.replaced, undefined, 'the first had been seen')
    await save('both', [blur], { version: 'early', seen: 'first', at: minutesAgo(5) }, advisor)
    const kept = await markupOf('both')
    assert.deepEqual(kept?.shapes, [words])
    assert.equal(kept?.savedBy, 'Tom Technician')
    assert.equal(kept?.replaced?.by, 'Ann Advisor')
    await save('both', [blur, words], { version: 'latest', seen: 'first', at: minutesAgo(1) }, advisor)
    assert.deepEqual((await markupOf('both'))?.replaced?.by, 'Tom Technician')
    await save('both', [arrow], { version: 'latest' }, advisor)
    assert.deepEqual((await markupOf('both'))?.shapes, [blur, words], 'a repeat changes nothing')
  })

  test('at once make one', async () => {
    await addPhoto('race')
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => save('race', [arrow], { version: 'same' })),
    )
    assert.deepEqual(new Set(replies.map(({ statusCode }) => statusCode)), new Set([204]))
  })
})

test('pictures of former shapes are removed later, and all of them with the photo', async () => {
  const other = await makeOwnerScene()
  const { client, surveyId } = other
  const { database, media } = await testApp()
  const me = await person(client.id, 'technician')
  const path = `/surveys/${surveyId}/photos/photo%201`
  const listed = async () => {
    const names: string[] = []
    for await (const { key } of media.files.list(`${clientFolder(client.id)}/photos/`)) names.push(key)
    return names
  }
  const runLeft = async () => {
    const jobs = await database.rows<{ id: string; payload: unknown; dueAt: Date }>(sql`
      delete from jobs where system_client_id = ${client.id} and kind = ${LEFT_FILES_JOB} returning id, payload, due_at`)
    for (const { id, payload, dueAt } of jobs)
      await leftFilesJob({ database, media, clock: () => dueAt }).work({
        clientId: client.id,
        id,
        kind: LEFT_FILES_JOB,
        payload,
        attempt: 1,
        signal: new AbortController().signal,
      })
    return jobs.length
  }
  await me.put(`${path}/markup`, { version: '1', shapes: [blur] })
  await follow(await client.get(`${path}/large`))
  const first = await listed()
  await me.put(`${path}/markup`, { version: '2', seen: '1', shapes: [{ ...blur, x: 0.1 }] })
  await follow(await client.get(`${path}/large`))
  assert.equal((await listed()).length, first.length + 7, 'the picture and its six sizes')
  assert.equal(await runLeft(), 1)
  assert.equal((await listed()).length, first.length, 'those of the former shapes are gone')
  await follow(await client.get(`${path}/large`))
  assert.equal((await me.delete(path)).statusCode, 204)
  assert.equal(await runLeft(), 1)
  assert.deepEqual(await listed(), [])
})

test('a completed survey refuses in words, and accepts what it already has', async () => {
  const other = await makeOwnerScene()
  const me = await person(other.client.id, 'manager')
  const path = `/surveys/${other.surveyId}/photos/photo%201/markup`
  assert.equal((await me.put(path, { version: '1', shapes: [arrow] })).statusCode, 204)
  const { database } = await testApp()
  await database.run(sql`update surveys set completed = true
    where system_client_id = ${other.client.id} and id = ${other.surveyId}`)
  assert.equal((await me.put(path, { version: '1', shapes: [arrow] })).statusCode, 204)
  const refused = await me.put(path, { version: '2', seen: '1', shapes: [] })
  assert.equal(refused.statusCode, 400)
  assert.match(refused.json<{ errorInfo: string }>().errorInfo, /is completed/)
})
