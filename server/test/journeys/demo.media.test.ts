// The demo's photos, marks, signatures and video, and every form of every survey it has.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { forms, photoSizes } from '@walkaround/contract/dms/media.ts'
import { signatureOf } from '@walkaround/demo/signature.ts'
import sharp from 'sharp'
import { sql } from '../../src/db/sql.ts'
import { getDamage } from '../../src/features/damage/marks.ts'
import { listPhotoFiles, readPhotoSize } from '../../src/features/photos/read-photos.ts'
import { photoKey } from '../../src/features/photos/receive-photo.ts'
import { createFormPool, getForm } from '../../src/features/printed-forms/read-form.ts'
import { loadAct } from '../../src/features/surveys/act.ts'
import { getLoadedSurvey } from '../../src/features/surveys/load-survey.ts'
import { listMissing } from '../../src/features/surveys/missing.ts'
import { listSignatures } from '../../src/features/surveys/sign.ts'
import { posterKey, videoKey } from '../../src/features/videos/add-video.ts'
import { listVideosJson } from '../../src/features/videos/read-videos.ts'
import { listSites } from '../../src/organisation/sites.ts'
import type { Scope } from '../../src/scope.ts'
import { asSystem, inClient } from '../support/clients.ts'
import { demoMedia, getSurvey, type LoadedDemo, selectedOf, theDemo } from '../support/demo.ts'

let demo: LoadedDemo

before(async () => {
  demo = await theDemo()
})

const inDemo = <T>(work: (scope: Scope) => Promise<T>): Promise<T> => inClient(demo.client, work)
/** Reading alone: what it takes to draw must hold no transaction. */
const scope = (): Scope => ({
  db: demo.database,
  clientId: demo.client.clientId,
  client: demo.client,
  actor: { kind: 'system', id: 'test' },
  now: new Date(),
})

const surveyIdOf = async (orderId: string, type: string) => (await getSurvey(orderId, type)).id as string

describe('What the demo shows', () => {
  test('is stored once per picture, and every photo can be read in every size', async () => {
    const media = await demoMedia()
    const rows = await demo.database.rows<{ file: string; surveyId: string; id: string }>(sql`
      select file, min(survey_id) as survey_id, min(id) as id from photos
      where system_client_id = ${demo.client.clientId} group by file`)
    const all = await demo.database.row<{ count: number }>(
      sql`select count(*) as count from photos where system_client_id = ${demo.client.clientId}`,
    )
    assert.ok(rows.length >= 30, `${rows.length} pictures`)
    assert.ok((all?.count ?? 0) > 3 * rows.length, `${all?.count} photos`)
    for (const { file, surveyId } of rows) {
      const original = await media.files.read(photoKey(demo.client.clientId, file))
      const { width, height } = await sharp(original).metadata()
      assert.deepEqual([width, height], [1600, 1200])
      const photo = (await listPhotoFiles(scope(), surveyId)).find((one) => one.file === file)
      assert.ok(photo?.takenAt)
      for (const size of photoSizes) {
        const bytes = await readPhotoSize(media, demo.client.clientId, photo, size)
        assert.equal((await sharp(bytes).metadata()).format, 'jpeg', size)
      }
    }
  })

  test('is a photo at every finding that asks for one, and at the odometer of the cars of today', async () => {
    const photosOf = async (orderId: string, type: string) =>
      (await listPhotoFiles(scope(), await surveyIdOf(orderId, type))).map(
        ({ questionId, answerId, markId }) => [questionId, answerId, markId],
      )
    const check = await photosOf('SO-1001', 'VC')
    for (const place of [
      ['vc.padFL', null, null],
      ['vc.padFR', null, null],
      ['vc.discF', 'adv', null],
      ['vc.bushes', 'adv', null],
      ['vc.cabinFilter', 'adv', null],
    ]) {
      assert.ok(
        check.some((one) => String(one) === String(place)),
        `${place}`,
      )
    }
    for (const id of ['SO-1001', 'SO-1002', 'SO-1005', 'SO-1006', 'SO-1010', 'SO-1012', 'SO-1015']) {
      const photos = await photosOf(id, 'health')
      assert.ok(
        photos.some(([questionId]) => questionId === 'h.mileage'),
        id,
      )
    }
  })

  test('is damage on its panel, and on a car that returned what was known before', async () => {
    const damageOf = (orderId: string) =>
      surveyIdOf(orderId, 'health').then((id) => inDemo((within) => getDamage(within, id)))
    const zoe = await damageOf('SO-1002')
    assert.deepEqual(
      zoe.marks.map(({ panel, kind, photos }) => [panel, kind, photos?.length]),
      [
        ['rearBumper', 'scratch', 1],
        ['windscreen', 'chip', 1],
      ],
    )
    assert.deepEqual(zoe.earlier.map(({ panel }) => panel).sort(), ['bonnet', 'frontLeftDoor'])
    for (const { seenAt = '' } of zoe.earlier)
      assert.ok(Date.parse(seenAt) < Date.parse('2026-11-10'), seenAt)
    for (const id of ['SO-1001', 'SO-1005', 'SO-1010', 'SO-1012', 'SO-1015']) {
      const { marks } = await damageOf(id)
      assert.ok(marks.length > 0 && marks.every(({ panel }) => panel !== undefined), id)
    }
  })

  test('is complete where an inspection was completed: answers, signatures and videos (D5)', async () => {
    const rows = await demo.database.rows<{ id: string; surveyType: string }>(sql`
      select id, survey_type from surveys where system_client_id = ${demo.client.clientId} and completed`)
    assert.deepEqual([...new Set(rows.map(({ surveyType }) => surveyType))].sort(), ['QC', 'health'])
    for (const { id } of rows) {
      const missing = await inDemo(async (within) => {
        const survey = await getLoadedSurvey(within, id)
        return listMissing(within, survey, await loadAct(within, survey))
      })
      assert.deepEqual(missing, [], id)
    }
  })

  test('is signed by the customer where the customer was there, and by the advisor', async () => {
    const rows = await demo.database.rows<{ id: string; orderId: string }>(sql`
      select id, order_id from surveys where system_client_id = ${demo.client.clientId}
        and survey_type = 'health' and completed_at is not null`)
    let signed = 0
    for (const { id, orderId } of rows) {
      const [sign] = selectedOf(await getSurvey(orderId, 'health'), 'h.sign')
      const roles = (await listSignatures(scope(), id)).map(({ role }) => role)
      const { customer, surveyObject } = (await getSurvey(orderId, 'health')) as {
        customer?: { category?: string }
        surveyObject?: { driver?: object }
      }
      const isCompany = customer?.category === 'legalEntity'
      const expected = surveyObject?.driver ? 'driver' : isCompany ? 'representative' : 'customer'
      assert.deepEqual(
        roles.sort(),
        (sign?.id === 'v1' ? [expected, 'serviceAdvisor'] : ['serviceAdvisor']).sort(),
        orderId,
      )
      signed += roles.length
    }
    assert.ok(signed > 200)
    const strokes = signatureOf('Ewa Nowak')
    assert.deepEqual(strokes, signatureOf('Ewa Nowak'))
    assert.notDeepEqual(strokes, signatureOf('Ewa Novak'))
    assert.ok(strokes.flat().every((value) => value > -1 && value < 6))
  })

  test('is a video with its poster, ready without anything that converts', async () => {
    const media = await demoMedia()
    const id = await surveyIdOf('SO-1001', 'VC')
    const [video, ...rest] = JSON.parse(await listVideosJson(scope(), id))
    assert.deepEqual(rest, [])
    assert.deepEqual(
      [video.state, video.contentType, video.hasPoster, video.questionId],
      ['ready', 'video/mp4', true, 'vc.video'],
    )
    assert.ok(video.bytes <= 300_000 && video.durationSeconds >= 5 && video.durationSeconds <= 10)
    const row = await demo.database.row<{ file: string; poster: string }>(
      sql`select file, poster from videos where system_client_id = ${demo.client.clientId}`,
    )
    const { clientId } = demo.client
    assert.equal((await media.files.find(videoKey(clientId, row?.file ?? '')))?.size, video.bytes)
    const poster = await media.files.read(posterKey(clientId, row?.poster ?? ''))
    assert.equal((await sharp(poster).metadata()).format, 'jpeg')
    const waiting = await demo.database.row(
      sql`select 1 from jobs where system_client_id = ${clientId} and kind = 'video.convert'`,
    )
    assert.equal(waiting, undefined, 'nothing is left to convert')
  })

  test('is a letterhead for both sites', async () => {
    const sites = await asSystem((within) => listSites(within, { clientId: demo.client.clientId }))
    assert.deepEqual(sites.map(({ id }) => id).sort(), ['north', 'south'])
    for (const { address, telephone, email, website, logo } of sites) {
      assert.ok(address && telephone && email && website && logo)
    }
  })
})

describe('Every form of every survey of the demo', () => {
  test('is a PDF; of the past, one of each survey', async () => {
    const printing = { media: await demoMedia(), pool: createFormPool() }
    const surveys = await demo.database.rows<{ id: string; isPast: boolean | null }>(sql`
      select id, order_id < 'SO-1001' as is_past from surveys
      where system_client_id = ${demo.client.clientId} order by coalesce(order_id, lead_id), survey_type`)
    assert.ok(surveys.length > 130)
    for (const [index, { id, isPast }] of surveys.entries()) {
      // Days of the past are alike: each gives one form, in turn; those of today and the leads give all.
      const wanted = isPast ? [forms[index % forms.length] as string] : forms
      for (const form of wanted) {
        const { bytes, fileName } = await getForm(scope(), printing, id, form)
        assert.equal((await bytes()).toString('latin1', 0, 5), '%PDF-', fileName)
      }
    }
    await printing.pool.close()
  })
})
