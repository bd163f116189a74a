// The history of a vehicle over HTTP: what belongs to it, who reads what of it, and how it is found.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { VehicleHistory } from '@walkaround/contract/dms/vehicle-history.ts'
import { sql } from '../../src/db/sql.ts'
import { makeClient, makeKey, type TestClient, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { FOREIGN, limitedKey, limitedPerson, OWN } from '../support/branches.ts'
import { answer, send } from '../support/edits.ts'
import { batteryQuote, makeOwnerScene } from '../support/owner.ts'
import { sendTo } from '../support/post.ts'
import { putOrder, readOrder, refusal, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { putMark, putPhoto } from '../support/survey-media.ts'

const VIN = 'ZZZ1A2B35PX000001'
const OTHER = 'ZZZ1A2B35PX000002'
const ada = { id: 'P-1', firstName: 'Ada', lastName: 'Secretname', email: 'ada@example.org' }
const car = { vin: VIN, numberPlate: 'B WA 1042', make: 'Volkswagen', model: 'Golf' }

const pathOf = (vin: string) => `/vehicles/${encodeURIComponent(vin)}/history`

async function read(caller: Pick<TestClient, 'get'>, vin = VIN): Promise<VehicleHistory> {
  const response = await caller.get(pathOf(vin))
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const newClient = () => makeClient({ releaseTypes: ['VC'] })

async function visit(client: TestClient, id: string, more: Record<string, unknown> = {}): Promise<string> {
  return surveyIdOf(await putOrder(client, { vehicle: car, customer: ada, ...more }, id), 'VC')
}

const graded = [
  { id: 'bad', value: 'Replace', status: 'red' as const },
  { id: 'adv', value: 'Soon', status: 'amber' as const },
  { id: 'ok', value: 'Fine', status: 'green' as const },
]
const measured = (id: string, more: object) => ({
  category: 'question' as const,
  id,
  text: `About ${id}`,
  questionCategory: 'valueSelectionOrEntry' as const,
  answerCategory: 'length' as const,
  answers: graded,
  clientSettings: {
    unit: 'mm' as const,
    bounds: [
      { lt: 3, status: 'red' as const, answerId: 'bad' },
      { lte: 5, status: 'amber' as const, answerId: 'adv' },
      { status: 'green' as const, answerId: 'ok' },
    ],
    ...more,
  },
})

/** Nothing of it has to be answered before it is completed. */
const useWheels = (client: TestClient) =>
  useOwnTemplate(client, {
    surveyType: 'VC',
    contents: [measured('vc.padFL', { legalMin: 2 }), measured('vc.treadFL', { tyre: true })],
  })

const measure = async (client: TestClient, surveyId: string, value: string, answerId: string) =>
  send({ me: await person(client.id, 'advisor'), surveyId }, answer('vc.padFL', answerId, { value }))

describe('the history of a vehicle', () => {
  test('has its visits, and what was measured, read, marked and photographed at them', async (t) => {
    const client = await newClient()
    await useWheels(client)
    const { setNow } = await testApp()
    t.after(() => setNow(undefined))
    setNow(new Date('2026-02-03T08:00:00Z'))
    const first = await visit(client, '1', {
      vehicle: { ...car, recordedMileage: 40_000, mileageUnit: 'km' },
    })
    await measure(client, first, '6.5', 'ok')
    await putMark(client, first, 'm1', {
      kind: 'dent',
      x: 300,
      y: 300,
      comment: 'Door',
      internalComment: 'SECRET-NOTE',
    })
    await putPhoto(client, first, 'p1', '?question_id=vc.padFL')
    await send({ me: await person(client.id, 'advisor'), surveyId: first }, { kind: 'complete' })
    setNow(new Date('2026-08-03T08:00:00Z'))
    const second = await visit(client, '2', {
      vehicle: { ...car, recordedMileage: 52_000, mileageUnit: 'km' },
      plannedStartTimestamp: '2026-08-04T10:00:00+02:00',
    })
    await measure(client, second, '4.5', 'adv')
    await send(
      { me: await person(client.id, 'technician'), surveyId: second },
      { kind: 'tyre', questionId: 'vc.treadFL', inner: '4', outer: '5', dot: '2319', size: '205/55 R16' },
    )
    await putMark(client, second, 'm2', { kind: 'dent', x: 310, y: 305 })
    await putMark(client, second, 'm3', { kind: 'scratch', x: 310, y: 305 })
    await putPhoto(client, second, 'p2', '?question_id=vc.padFL')
    const history = await read(client)
    assert.deepEqual(history.vehicle, car)
    assert.deepEqual(
      history.visits.map(({ surveyId, completed, mileage, red, amber, green }) => [
        surveyId,
        completed,
        mileage,
        [red, amber, green],
      ]),
      [
        [second, false, 52_000, [0, 1, 0]],
        [first, true, 40_000, [0, 0, 1]],
      ],
    )
    assert.deepEqual(
      history.visits.map(({ at }) => at),
      ['2026-08-04T08:00:00.000Z', '2026-02-03T08:00:00.000Z'],
    )
    const [pads, ...others] = history.measured
    assert.deepEqual(others, [])
    assert.deepEqual(
      [pads?.templateId, pads?.questionId, pads?.unit, pads?.part, pads?.wheels],
      ['small', 'vc.padFL', 'mm', 'pad', ['frontLeft']],
    )
    assert.deepEqual(pads?.bands, [
      { lt: 3, status: 'red' },
      { lte: 5, status: 'amber' },
      { status: 'green' },
    ])
    assert.deepEqual(
      pads?.readings.map(({ surveyId, value, status, mileage }) => [surveyId, value, status, mileage]),
      [
        [first, 6.5, 'green', 40_000],
        [second, 4.5, 'amber', 52_000],
      ],
    )
    assert.deepEqual(
      history.tyres.map(({ surveyId, at: _, ...tyre }) => tyre),
      [
        {
          questionId: 'vc.treadFL',
          wheels: ['frontLeft'],
          inner: '4',
          outer: '5',
          dot: '2319',
          size: '205/55 R16',
        },
      ],
    )
    assert.deepEqual(
      history.damage.map(({ kind, comment, seen }) => [kind, comment, seen.map(({ markId }) => markId)]),
      [
        ['dent', undefined, ['m1', 'm2']],
        ['scratch', undefined, ['m3']],
      ],
    )
    assert.deepEqual(
      history.photos.map(({ surveyId, id, questionId }) => [surveyId, id, questionId]),
      [
        [second, 'p2', 'vc.padFL'],
        [first, 'p1', 'vc.padFL'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(history), /Secretname|ada@example|SECRET-NOTE|null/)
  })

  test('tells messages and decisions in short: no text, no address', async () => {
    const { client, surveyId, ids } = await makeOwnerScene()
    const me = await person(client.id, 'advisor')
    assert.ok((await sendTo(me, surveyId)).status < 300)
    const rejected = { approvalStatus: 'rejected', approvalMedium: 'phone', rejectionReasonCode: 'price' }
    const response = await client.put(`/surveys/${surveyId}/quotes/${ids.battery}`, batteryQuote(rejected))
    assert.equal(response.statusCode, 204, response.body)
    const { contacts } = await read(client)
    assert.deepEqual(
      contacts
        .map(({ kind, channel, messageType, quoteId, decision, medium }) =>
          kind === 'message' ? [messageType, channel] : [quoteId, decision, medium],
        )
        .toSorted(),
      [
        [ids.battery, 'rejected', 'phone'],
        ['vcApproval', 'email'],
      ],
    )
    assert.doesNotMatch(JSON.stringify(contacts), /example|http|Secretname/)
  })

  test('has findings over the visits with what was offered, and work that was put off, declined or sold', async () => {
    const { client, surveyId, ids } = await makeOwnerScene()
    const deferred = { approvalStatus: 'deferred', approvalMedium: 'phone', deferralDate: '2027-01-31' }
    assert.equal(
      (await client.put(`/surveys/${surveyId}/quotes/${ids.battery}`, batteryQuote(deferred))).statusCode,
      204,
    )
    const { vehicle } = await readOrder(client)
    const again = surveyIdOf(
      await putOrder(client, { vehicle, plannedStartTimestamp: '2099-01-01' }, '2'),
      'VC',
    )
    const me = await person(client.id, 'advisor')
    await send({ me, surveyId: again }, answer('vc.padFL', 'ok', { value: '12' }))
    await send({ me, surveyId: again }, answer('vc.battery', 'bad', { value: '40' }))
    const { findings, openWork, doneWork } = await read(client)
    assert.deepEqual(
      findings.map(({ questionId, grade, worstGrade, visits, decision, deferredTo, closedAs }) => ({
        questionId,
        grade: [grade, worstGrade],
        visits: visits.map((one) => [one.surveyId === surveyId ? 1 : 2, one.grade, one.value, one.unit]),
        state: [decision, deferredTo, closedAs],
      })),
      [
        {
          questionId: 'vc.battery',
          grade: ['red', 'red'],
          visits: [
            [1, 'amber', '60', '%'],
            [2, 'red', '40', '%'],
          ],
          state: ['deferred', '2027-01-31', undefined],
        },
        {
          questionId: 'vc.padFL',
          grade: ['red', 'red'],
          visits: [[1, 'red', '2', 'mm']],
          state: [undefined, undefined, 'green'],
        },
      ],
    )
    assert.deepEqual(findings[1]?.wheels, ['frontLeft'])
    assert.deepEqual(
      openWork.map(({ text, quoteId, questionIds, amountIncVat, currency, decision, deferredTo }) => [
        text,
        quoteId,
        questionIds,
        [amountIncVat, currency],
        [decision, deferredTo],
      ]),
      [['Battery', ids.battery, ['vc.battery'], [142.8, 'EUR'], ['deferred', '2027-01-31']]],
    )
    assert.deepEqual(doneWork, [])
  })

  test('marks visits of a former customer', async () => {
    const client = await newClient()
    await visit(client, '1')
    await visit(client, '2', { customer: { id: 'P-2', firstName: 'Bob', lastName: 'Buyer' } })
    const { visits } = await read(client)
    assert.deepEqual(visits.map(({ orderId, isFormerCustomer }) => [orderId, isFormerCustomer]).toSorted(), [
      ['1', true],
      ['2', undefined],
    ])
  })

  test('ends at the newest hundred visits, and says so', async () => {
    const client = await newClient()
    const surveyId = await visit(client, '1')
    await client.put('/service-orders/1', { externalBranchId: 'B1', vehicle: car, closed: true })
    const { database } = await testApp()
    await database.run(sql`
      insert into surveys (system_client_id, id, survey_type, master_client_id, template_id, template_version, vehicle_key, created_at,
        completed, closed)
      select system_client_id, id || '-' || n, survey_type, master_client_id, template_id, template_version, vehicle_key,
        created_at - n * interval '1 day', false, false
      from surveys, generate_series(1, 99) as n where system_client_id = ${client.id} and id = ${surveyId}`)
    const hundred = await read(client)
    assert.deepEqual([hundred.visits.length, hundred.hasMore], [100, undefined])
    await visit(client, 'one-more')
    const { visits, hasMore } = await read(client)
    assert.deepEqual([visits.length, hasMore], [100, true])
    assert.equal(
      visits.some(({ surveyId: id }) => id === `${surveyId}-99`),
      false,
    )
  })
})

describe('the history printed for the owner', () => {
  test('is a PDF in the language of the customer, or another, of visits of this customer alone', async () => {
    const client = await newClient()
    const me = await person(client.id, 'advisor')
    const first = await visit(client, '1')
    await measure(client, first, '2', 'bad')
    await visit(client, '2', { customer: { id: 'P-2', lastName: 'Käufer', language: 'de' } })
    const path = pathOf(VIN).replace(/history$/, 'history.pdf')
    const own = await me.get(path)
    assert.equal(own.statusCode, 200, own.body)
    assert.match(own.body, /^%PDF-/)
    assert.equal(own.headers['content-type'], 'application/pdf')
    const again = await me.call('GET', path, undefined, { 'if-none-match': String(own.headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal((await me.get(`${path}?lang=de`)).headers.etag, own.headers.etag, 'German is their language')
    assert.notEqual((await me.get(`${path}?lang=fr`)).headers.etag, own.headers.etag)
    // Another visit of the former customer changes nothing of it.
    await measure(client, first, '4', 'adv')
    assert.equal((await me.get(path)).headers.etag, own.headers.etag)
    refusal(await me.get(path.replace(VIN, OTHER)), 'noSuchResource')
    refusal(await me.get(`${path}?lang=xx`), 'notInList')
  })
})

describe('who reads it', () => {
  test('a login that is limited to branches reads only their visits', async () => {
    const client = await newClient()
    const own = await visit(client, 'own', { externalBranchId: OWN })
    const foreign = await visit(client, 'foreign', { externalBranchId: FOREIGN })
    await measure(client, foreign, '1.5', 'bad')
    await putMark(client, foreign, 'm1')
    await putPhoto(client, foreign, 'p1', '?question_id=vc.padFL')
    await visit(client, 'elsewhere', { externalBranchId: FOREIGN, vehicle: { vin: OTHER } })
    assert.equal((await read(client)).visits.length, 2)
    for (const caller of [await limitedKey(client.id), await limitedPerson(client.id)]) {
      const history = await read(caller)
      assert.deepEqual(
        history.visits.map(({ surveyId }) => surveyId),
        [own],
      )
      assert.doesNotMatch(JSON.stringify(history), new RegExp(foreign))
      const { measured, damage, photos, findings, openWork, contacts } = history
      assert.deepEqual([measured, damage, photos, findings, openWork, contacts], [[], [], [], [], [], []])
      refusal(await caller.get(pathOf(OTHER)), 'noSuchResource')
    }
  })

  test('a finding that another branch saw as well has only the visits within reach', async () => {
    const client = await newClient()
    const own = await visit(client, 'own', { externalBranchId: OWN })
    const foreign = await visit(client, 'foreign', { externalBranchId: FOREIGN })
    await measure(client, own, '4', 'adv')
    await measure(client, foreign, '1.5', 'bad')
    const [whole] = (await read(client)).findings
    assert.deepEqual([whole?.worstGrade, whole?.visits.length], ['red', 2])
    const [limited, ...others] = (await read(await limitedKey(client.id))).findings
    assert.deepEqual(others, [])
    assert.deepEqual(
      [limited?.grade, limited?.worstGrade, limited?.visits.map(({ surveyId }) => surveyId)],
      ['amber', 'amber', [own]],
    )
  })

  test('another client has a history of its own, or none', async () => {
    const [client, other] = [await newClient(), await newClient()]
    await visit(client, '1')
    refusal(await other.get(pathOf(VIN)), 'noSuchResource', /no visit of a vehicle/)
    await visit(other, 'theirs')
    assert.deepEqual(
      (await read(other)).visits.map(({ orderId }) => orderId),
      ['theirs'],
    )
    const stranger = await makeKey(other.id, 'dms')
    const asked = await stranger.call('GET', `/v1/system-clients/${client.id}${pathOf(VIN)}`)
    assert.ok([403, 404].includes(asked.statusCode), asked.body)
  })

  test('every role that reads', async () => {
    const client = await newClient()
    await visit(client, '1')
    for (const role of ['technician', 'advisor', 'manager', 'admin'] as const) {
      assert.equal((await (await person(client.id, role)).get(pathOf(VIN))).statusCode, 200, role)
    }
  })
})

describe('how a vehicle is found', () => {
  test('by VIN in capitals or not, and by no other text over the interface', async () => {
    const client = await newClient()
    await visit(client, '1')
    const whole = await client.get(pathOf(VIN))
    assert.equal((await client.get(pathOf(VIN.toLowerCase()))).body, whole.body)
    for (const bad of ['B WA 1042', 'ZZZ1A2B35PX00000O', `${VIN} `, '1']) {
      refusal(await client.get(pathOf(bad)), 'invalidVin', /^vin: ".*" is not 17 characters/)
    }
    refusal(await client.get(pathOf(OTHER)), 'noSuchResource', new RegExp(OTHER))
    const head = await client.call('HEAD', pathOf(VIN))
    assert.deepEqual([head.statusCode, head.body], [200, ''])
    const etag = String(whole.headers.etag)
    assert.equal(head.headers.etag, etag)
    assert.equal((await client.get(pathOf(VIN), { 'if-none-match': etag })).statusCode, 304)
    await visit(client, '2')
    assert.equal((await client.get(pathOf(VIN), { 'if-none-match': etag })).statusCode, 200)
  })

  test('in the app by plate, however it is written, which leads to the car that carries it now', async () => {
    const client = await newClient()
    const me = await person(client.id, 'advisor')
    const plate = { numberPlate: 'B-WA 1042', numberPlateCountry: 'DE' }
    await visit(client, 'without-vin', { vehicle: plate })
    const idsOf = async (key: string) => (await read(me, key)).visits.map(({ orderId }) => orderId)
    assert.deepEqual(await idsOf('b wa-1042'), ['without-vin'])
    assert.deepEqual(await idsOf('de/BWA1042'), ['without-vin'])
    refusal(await me.get(pathOf('AT/BWA1042')), 'noSuchResource')
    await visit(client, 'with-vin', { vehicle: { vin: VIN, ...plate } })
    assert.deepEqual(await idsOf('BWA1042'), ['with-vin'])
    assert.deepEqual(await idsOf(`vin/${VIN}`), ['with-vin'])
    // The plate moves to another car.
    await visit(client, 'other-car', { vehicle: { vin: OTHER, ...plate } })
    assert.deepEqual(await idsOf('BWA1042'), ['other-car'])
    assert.deepEqual(await idsOf(VIN), ['with-vin'])
    assert.deepEqual(await idsOf('plate/DE/b-wa 1042'), ['without-vin'])
    assert.deepEqual(await idsOf('plate/BWA1042'), ['without-vin'])
    refusal(await me.get(pathOf('vin/1')), 'invalidVin', /^vehicle_key: "1"/)
    for (const nobody of ['plate/', 'X', '%', "'", '/', 'plate/DE/'])
      refusal(await me.get(pathOf(nobody)), 'noSuchResource')
  })

  test('in the app in the language that is asked for', async () => {
    const client = await newClient()
    const surveyId = await visit(client, '1')
    await measure(client, surveyId, '4.5', 'adv')
    const me = await person(client.id, 'advisor')
    const textIn = async (language: string) =>
      (await me.get(`${pathOf(VIN)}?language=${language}`)).json<VehicleHistory>().measured[0]?.text
    assert.match((await textIn('en')) ?? '', /^Pad thickness front left/)
    assert.notEqual(await textIn('de'), await textIn('en'))
  })
})
