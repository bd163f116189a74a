// Printed forms over HTTP: what they say in which state and language, when their bytes stay, and when they change.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { forms } from '@walkaround/contract/dms/media.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../../src/app.ts'
import {
  createOwnerLink,
  findViewingUrl,
  withdrawOwnerLinks,
} from '../../src/features/owner-links/owner-links.ts'
import { loadForm } from '../../src/features/printed-forms/load-form.ts'
import { createFormPool, type FormPool } from '../../src/features/printed-forms/read-form.ts'
import { giveAnswers } from '../../src/features/surveys/give-answers.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import {
  BASE_URL,
  type ClientOptions,
  makeClient,
  order,
  request,
  type TestClient,
  testApp,
  testBox,
} from '../support/api.ts'
import { readPdf, wordsOfPdf } from '../support/read-pdf.ts'
import { complete, inClientOf, putOrder, refusal, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { markPath, onApp, putMark, putPhoto, putSignature } from '../support/survey-media.ts'

const all = [...forms.map((form) => `pdf-forms/${form}`), 'damage-drawing']

const vehicle = {
  vin: 'ZZZ1A2B35PX000001',
  numberPlate: 'B WA 1042',
  make: 'Walkaround',
  model: 'Estate',
  recordedMileage: 61_250,
  mileageUnit: 'km',
}
const customer = { category: 'person', firstName: 'Zoë', lastName: 'Καλλιστράτου' }

const line = (more: Record<string, unknown> = {}) => ({
  id: '10',
  itemCategory: 'labour',
  description: 'Inspection by schedule',
  quantity: 1.5,
  unitOfMeasure: 'hour',
  amountExVat: 1234.5,
  amountIncVat: 1469.06,
  ...more,
})

const body = (more: Record<string, unknown> = {}) => ({
  externalId: 'R-77',
  description: 'Squeals in the morning',
  currency: 'EUR',
  customer,
  vehicle,
  contents: [line()],
  ...more,
})

let client: TestClient

before(async () => {
  client = await makeClient()
})

const newSurvey = async (id: string, more: Record<string, unknown> = {}, owner = client) =>
  surveyIdOf(await putOrder(owner, body(more), id))

const get = (surveyId: string, path = 'pdf-forms/handover-act', owner = client, headers = {}) =>
  owner.get(`/surveys/${surveyId}/${path}`, headers)

function wordsOf(response: LightMyRequestResponse): string {
  assert.equal(response.statusCode, 200, response.body.slice(0, 300))
  assert.equal(response.headers['content-type'], 'application/pdf')
  assert.equal(response.rawPayload.toString('latin1', 0, 5), '%PDF-')
  const words = wordsOfPdf(readPdf(response.rawPayload)).replaceAll(/\s+/g, ' ')
  assert.ok(!words.includes('\uffff'), 'every glyph can be read back')
  return words
}

const read = async (surveyId: string, path?: string, owner = client) =>
  wordsOf(await get(surveyId, path, owner))

const answer = (surveyId: string, answers: Parameters<typeof giveAnswers>[3], owner = client) =>
  inClientOf(owner, (scope) => giveAnswers(scope, surveyId, { lastName: 'Aydın' }, answers))

const findings = [
  { questionId: 'h.mileage', answerId: 'value', value: '61333' },
  { questionId: 'h.wipers', answerId: 'bad', comment: 'Do not tell: cheap blades' },
  { questionId: 'h.rims', answerId: 'adv' },
  { questionId: 'h.oil', answerId: 'ok' },
  { questionId: 'h.belongings', value: 'Child seat' },
]

describe('every form', () => {
  async function assertAll(surveyId: string, owner = client) {
    for (const path of all) {
      const words = await read(surveyId, path, owner)
      assert.match(words, /B WA 1042/, path)
      assert.match(words, /Page 1 of \d/, path)
    }
  }

  test('of an untouched survey', async () => {
    const id = await newSurvey('untouched')
    await assertAll(id)
    assert.match(await read(id, 'pdf-forms/survey-summary'), /No point has been checked yet/)
    assert.match(await read(id), /Damage was not recorded/)
  })

  test('of a half-done survey says what was found, measured, left and not checked', async () => {
    const id = await newSurvey('half')
    await answer(id, findings)
    await assertAll(id)
    const summary = await read(id, 'pdf-forms/survey-summary')
    assert.match(summary, /Urgent: needs attention now.*Wiper blades.*Torn, or glass stays wet/)
    assert.match(summary, /Soon: needs attention.*Kerb marks/)
    const [checked = '', rest = ''] = summary.split('Not checked These') as [string, string]
    assert.match(checked, /Engine oil level/)
    assert.match(rest, /Coolant level/)
    assert.doesNotMatch(rest, /Engine oil level|Wiper blades/)
    assert.doesNotMatch(summary, /cheap blades/, 'a comment is the workshop’s own')
    const act = await read(id)
    assert.match(act, /61,333 km/)
    assert.match(act, /Child seat/)
    assert.match(act, /Inspection by schedule.*1,234\.50/)
    assert.match(act, /1,469\.06/)
    assert.match(act, /Squeals in the morning/)
    const pack = await read(id, 'pdf-forms/handover-pack')
    assert.match(pack, /Child seat[\s\S]*Wiper blades/)
  })

  test('of a completed and of a closed survey', async () => {
    const owner = await makeClient()
    await useOwnTemplate(owner)
    const id = await newSurvey('done', {}, owner)
    await answer(id, [{ questionId: 'glass', answerId: 'bad' }], owner)
    await complete(owner, id)
    await assertAll(id, owner)
    assert.match(await read(id, 'pdf-forms/survey-summary', owner), /Cracked/)
    await owner.put('/service-orders/done', order(body({ closed: true })))
    await assertAll(id, owner)
  })

  test('of a lead’s video review', async () => {
    const lead = { externalBranchId: 'B1', customer, vehicle, reviewSurveyRelease: true }
    assert.equal((await client.put('/leads/L-1', lead)).statusCode, 201)
    const { surveys } = (await client.get('/leads/L-1')).json<{ surveys: { id: string }[] }>()
    await assertAll(surveys[0]?.id as string)
  })

  test('names the driver where there is one, else the customer', async () => {
    const id = await newSurvey('driver')
    assert.match(await read(id), /Handed over by \(customer\) Zoë Καλλιστράτου/)
    await putOrder(
      client,
      body({ vehicle: { ...vehicle, driver: { firstName: 'Дмитрий', lastName: 'Орлов' } } }),
      'driver',
    )
    const words = await read(id)
    assert.match(words, /Handed over by \(driver\) Дмитрий Орлов/)
    assert.doesNotMatch(words, /\(customer\)/)
  })

  test('shows marks by number, kind, panel and remark', async () => {
    const id = await newSurvey('marks')
    await putMark(client, id, 'm', { kind: 'dent', x: 0, y: 0, comment: 'By the lock' })
    for (const path of ['pdf-forms/damage-report', 'pdf-forms/handover-act']) {
      assert.match(await read(id, path), /Dent.*By the lock/)
    }
    assert.match(await read(id, 'damage-drawing'), /Dent/)
  })

  test('keeps photos of what it prints elsewhere: the odometer’s is on the summary', async () => {
    const id = await newSurvey('odometer')
    await answer(id, findings)
    await putPhoto(client, id, 'p', '?question_id=h.mileage')
    const response = await get(id, 'pdf-forms/survey-summary')
    assert.match(wordsOf(response), /More photos.*Odometer reading/)
    assert.equal(
      readPdf(response.rawPayload).reduce((sum, { images }) => sum + images, 0),
      1,
    )
  })
})

describe('what is signed, on paper', () => {
  test('an internal comment of a damage mark is on no form, its remark on those that show marks', async () => {
    const surveyId = await newSurvey('remarks')
    const mark = { comment: 'Bent at the lock', internalComment: 'Ask the insurer first' }
    assert.equal((await putMark(client, surveyId, 'm', mark)).statusCode, 201)
    for (const path of all) {
      const words = await read(surveyId, path)
      assert.ok(!words.includes('Ask the insurer'), path)
      if (/handover|damage-report/.test(path)) assert.ok(words.includes('Bent at the lock'), path)
    }
  })

  test('a signature before a change is struck out, and the one after it stands', async () => {
    const surveyId = await newSurvey('struck')
    const mileage = (value: string) => ({ questionId: 'h.mileage', answerId: 'value', value })
    await answer(surveyId, [mileage('61333')])
    await putSignature(client, surveyId, 's1', { name: 'Ada Example' })
    const before = await read(surveyId)
    assert.ok(!before.includes('Signed before a change'))
    assert.match(before, /SHA-256 of what was signed: [0-9a-f ]{64}/)
    await answer(surveyId, [mileage('999')])
    const struck = await read(surveyId)
    assert.match(struck, /999 km.*Place, date, signature.*Signed before a change/)
    await putSignature(client, surveyId, 's2', { name: 'Ada Example' })
    assert.match(await read(surveyId), /Signed on .*Signed before a change/)
  })

  test('prints in which capacity was signed, and never a company as the one who signs', async () => {
    const company = { category: 'legalEntity', name: 'Example Logistics Ltd' }
    const surveyId = await newSurvey('roles', { customer: company, vehicle: { numberPlate: 'M RO 1' } })
    const closing = async () => (await read(surveyId)).split('Signatures')[1] ?? ''
    assert.match(
      await closing(),
      /^ Representative of Example Logistics Ltd (For the dealership )?Place, date/,
    )
    await putSignature(client, surveyId, 's1', { role: 'driver', name: 'Grace Example' })
    assert.match(await closing(), /^ Driver .*Grace Example/)
    await putSignature(client, surveyId, 's2', { role: 'representative', name: 'Alan Example' })
    assert.match(await closing(), /^ Representative of Example Logistics Ltd .*Alan Example/)
  })
})

describe('the language', () => {
  const cases: [ClientOptions['language'], Record<string, RegExp>][] = [
    ['en', { act: /Vehicle handover act.*Page 1 of/, money: /1,234\.50/, panel: /Scratch/ }],
    ['de', { act: /Übergabe.*Seite 1 von/, money: /1\.234,50/, panel: /Kratzer/ }],
    ['ru', { act: /Акт приёма-передачи.*Страница 1 из/, money: /1\s?234,50/, panel: /Царапина/ }],
  ]
  for (const [language, expected] of cases) {
    test(`is the client’s: ${language}`, async () => {
      const owner = await makeClient({ language })
      const id = await newSurvey('words', {}, owner)
      await putMark(owner, id, 'm')
      const words = await read(id, undefined, owner)
      for (const [what, pattern] of Object.entries(expected)) assert.match(words, pattern, what)
      assert.match(words, /Zoë Καλλιστράτου/)
      const response = await get(id, undefined, owner)
      assert.match(response.rawPayload.toString('latin1'), new RegExp(`/Lang \\(${language}`))
    })
  }
})

describe('what a DMS holds in hand', () => {
  test('a file name of form, order and plate; other letters beside plain ones', async () => {
    const plain = await get(await newSurvey('name'), 'pdf-forms/survey-summary')
    assert.equal(
      plain.headers['content-disposition'],
      `inline; filename="survey-summary_R-77_B-WA-1042.pdf"; filename*=UTF-8''survey-summary_R-77_B-WA-1042.pdf`,
    )
    const cyrillic = await get(
      await newSurvey('plate', { vehicle: { ...vehicle, numberPlate: 'А123ВС 777' } }),
    )
    const header = String(cyrillic.headers['content-disposition'])
    assert.match(header, /^inline; filename="handover-act_R-77_123-777\.pdf"; filename\*=UTF-8''/)
    assert.equal(decodeURIComponent(header.split("UTF-8''")[1] ?? ''), 'handover-act_R-77_А123ВС-777.pdf')
    // Letters of two code units, so that a cut by units would halve one.
    const wide = await get(await newSurvey('wide', { externalId: `a${'𝐀'.repeat(120)}` }))
    assert.equal(wide.statusCode, 200)
    assert.match(decodeURIComponent(String(wide.headers['content-disposition'])), /𝐀\.pdf$/)
  })

  test('HEAD with the length, an ETag, and 304 for callers who have it', async () => {
    const id = await newSurvey('etag')
    for (const path of all) {
      const whole = await get(id, path)
      const head = await client.call('HEAD', `/surveys/${id}/${path}`)
      assert.equal(head.statusCode, 200)
      assert.equal(head.headers['content-length'], String(whole.rawPayload.length))
      assert.equal(head.headers.etag, whole.headers.etag)
      assert.equal(head.rawPayload.length, 0)
      const known = await get(id, path, client, { 'if-none-match': String(whole.headers.etag) })
      assert.equal(known.statusCode, 304)
      assert.equal(known.rawPayload.length, 0)
    }
    const etags = await Promise.all(all.map(async (path) => (await get(id, path)).headers.etag))
    assert.equal(new Set(etags).size, all.length, 'each form has its own')
  })

  test('a form, survey or client that is not there', async () => {
    const id = await newSurvey('missing')
    refusal(await get(id, 'pdf-forms/invoice'), 'noSuchResource', /survey-summary, handover-act/)
    for (const path of all) refusal(await get('nowhere', path), 'noSuchResource', /"nowhere"/)
    const stranger = await makeClient()
    assert.equal((await get(id, undefined, stranger)).statusCode, 404)
    const url = `/v1/system-clients/${client.id}/surveys/${id}/pdf-forms/handover-act`
    const foreign = await request({ method: 'GET', url, headers: { 'x-api-key': stranger.key } })
    assert.equal(foreign.statusCode, 403)
    assert.equal((await request({ method: 'GET', url })).statusCode, 401)
  })
})

describe('the bytes', () => {
  test('are the same as long as nothing changes, and others after every change', async () => {
    const id = await newSurvey('bytes')
    await answer(id, findings)
    const pack = () => get(id, 'pdf-forms/handover-pack')
    let last = await pack()
    const changes: [string, () => Promise<unknown>][] = [
      ['answer', () => answer(id, [{ questionId: 'h.glass', answerId: 'adv' }])],
      ['photo', () => putPhoto(client, id, 'p', '?question_id=h.wipers&answer_id=bad')],
      ['mark', () => putMark(client, id, 'm')],
      ['photo of the mark', () => putPhoto(client, id, 'q', '?mark_id=m')],
      ['signature', () => putSignature(client, id, 's')],
      [
        'quote',
        () =>
          client.put(`/surveys/${id}/quotes/Q1`, {
            category: 'quote',
            questionId: 'h.wipers',
            answerId: 'bad',
            currency: 'EUR',
            description: 'Blades',
            contents: [line()],
          }),
      ],
      ['no quote', () => client.delete(`/surveys/${id}/quotes/Q1`)],
      ['no photo', () => onApp(client, 'DELETE', `/surveys/${id}/photos/p`)],
      ['no mark', () => onApp(client, 'DELETE', markPath(id, 'm'))],
      ['line', () => putOrder(client, body({ contents: [line({ amountExVat: 9 })] }), 'bytes')],
    ]
    const dateOf = () =>
      inClientOf(client, async (scope) => (await loadForm(scope, id, 'handover-pack')).model.asOf)
    let date = await dateOf()
    for (const [what, change] of changes) {
      const again = await pack()
      assert.ok(again.rawPayload.equals(last.rawPayload), `same before: ${what}`)
      const done = (await change()) as { statusCode?: number; body?: string } | undefined
      assert.ok((done?.statusCode ?? 201) < 300, `${what}: ${done?.body}`)
      const next = await pack()
      assert.equal(next.statusCode, 200, what)
      assert.notEqual(next.headers.etag, last.headers.etag, what)
      assert.ok(!next.rawPayload.equals(last.rawPayload), what)
      const now = await dateOf()
      assert.ok(now > date, `${what}: the date of the form follows`)
      last = next
      date = now
    }
  })
})

describe('workers', () => {
  const opened: { app: FastifyInstance; pool: FormPool }[] = []
  after(async () => {
    for (const { app, pool } of opened) {
      await app.close()
      await pool.close()
    }
  })

  async function appWith(pool: FormPool): Promise<FastifyInstance> {
    const { database, media } = await testApp()
    const app = await buildApp({
      database,
      media,
      formPool: pool,
      authenticator: createAuthenticator(database),
      baseUrl: () => BASE_URL,
      bodyLimit: 1024 * 1024,
      isPrepared: () => true,
      readiness: async () => [],
      pages: {
        isDemo: () => false,
        isPrepared: () => true,
        baseUrl: () => BASE_URL,
        authority: () => undefined,
      },
    })
    opened.push({ app, pool })
    return app
  }

  const getFrom = (app: FastifyInstance, surveyId: string, path: string) =>
    app.inject({
      method: 'GET',
      url: `/v1/system-clients/${client.id}/surveys/${surveyId}/${path}`,
      headers: { 'x-api-key': client.key },
    })

  test('that were started again draw the same bytes', async () => {
    const id = await newSurvey('anew')
    await answer(id, findings)
    await putMark(client, id, 'm')
    await putPhoto(client, id, 'p', '?mark_id=m')
    const other = await appWith(createFormPool())
    for (const path of all) {
      const [first, second] = [await get(id, path), await getFrom(other, id, path)]
      assert.equal(second.headers.etag, first.headers.etag)
      assert.ok(second.rawPayload.equals(first.rawPayload), path)
    }
  })

  test('that are all busy, with no place to wait, reply 503; a caller who has the form gets 304', async () => {
    const ids = await Promise.all(['busy-1', 'busy-2', 'busy-3'].map((id) => newSurvey(id)))
    const app = await appWith(createFormPool({ size: 1, queue: 0 }))
    const answers = await Promise.all(ids.map((id) => getFrom(app, id, 'pdf-forms/handover-pack')))
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1)
    assert.equal(refused.length, 2)
    for (const response of refused) {
      assert.match(String(response.headers['retry-after']), /^\d+$/)
      refusal(response, 'busy', /try again/)
    }
    // Refused callers are not punished later.
    for (const id of ids) {
      assert.equal((await getFrom(app, id, 'pdf-forms/handover-pack')).statusCode, 200)
    }
    const closed = createFormPool()
    const without = await appWith(closed)
    const etag = String((await getFrom(app, ids[0] as string, 'pdf-forms/handover-pack')).headers.etag)
    await closed.close()
    const known = await without.inject({
      method: 'GET',
      url: `/v1/system-clients/${client.id}/surveys/${ids[0]}/pdf-forms/handover-pack`,
      headers: { 'x-api-key': client.key, 'if-none-match': etag },
    })
    assert.equal(known.statusCode, 304, 'no worker was needed')
  })
})

describe('a form beside the page of the owner', () => {
  const label = 'Your result online'
  const makeLink = (surveyId: string, box?: typeof testBox) =>
    inClientOf(client, (scope) => createOwnerLink(scope, surveyId, { baseUrl: BASE_URL, box }))
  const withdraw = (surveyId: string, linkId: string) =>
    inClientOf(client, (scope) => withdrawOwnerLinks(scope, surveyId, linkId))

  test('leads to it by the newest link that opens it, and to none when there is none', async () => {
    const surveyId = await newSurvey('qr')
    assert.ok(!wordsOf(await get(surveyId)).includes(label))
    const [first, second] = [await makeLink(surveyId, testBox), await makeLink(surveyId, testBox)]
    for (const form of forms) {
      const response = await get(surveyId, `pdf-forms/${form}`)
      assert.ok(wordsOf(response).includes(label), form)
      // Whole: three bytes of compressed text may spell anything.
      assert.ok(!response.rawPayload.includes(`${BASE_URL}/o/`), `${form}: no address in what is read aloud`)
    }
    const printed = (now?: Date) =>
      inClientOf(client, async (scope) => {
        const online = { box: testBox, baseUrl: BASE_URL }
        const { model } = await loadForm({ ...scope, ...(now && { now }) }, surveyId, 'damage-report', {
          online,
        })
        return model.resultUrl
      })
    const ofSecond = await printed()
    assert.ok(ofSecond !== undefined && ofSecond !== second.url, 'it shows and does not decide')
    await withdraw(surveyId, second.id)
    const ofFirst = await printed()
    assert.ok(ofFirst !== undefined && ofFirst !== first.url && ofFirst !== ofSecond)
    await withdraw(surveyId, first.id)
    assert.ok(!wordsOf(await get(surveyId)).includes(label))
  })

  test('tells neither a link that is over nor one that was made without the key of the installation', async () => {
    const surveyId = await newSurvey('qr-over')
    await makeLink(surveyId)
    assert.ok(!wordsOf(await get(surveyId)).includes(label))
    const { url, validUntil } = await makeLink(surveyId, testBox)
    assert.ok(url)
    const online = { box: testBox, baseUrl: BASE_URL }
    const findAt = (now?: Date) =>
      inClientOf(client, (scope) => findViewingUrl({ ...scope, ...(now && { now }) }, surveyId, online))
    assert.notEqual(await findAt(), url)
    assert.notEqual(await findAt(), undefined)
    assert.equal(await findAt(validUntil), undefined)
  })
})
