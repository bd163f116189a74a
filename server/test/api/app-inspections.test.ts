// Inspections that staff begin without the DMS: orders made by hand, VR surveys (C8), matching them to the orders of the
// DMS, and why packages are shown or not.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Board, BoardCard } from '@walkaround/contract/app/board.ts'
import { sql } from '../../src/db/sql.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { giveAnswers } from '../../src/features/surveys/give-answers.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { item, simplePackage, variant } from '../support/packages.ts'
import {
  eventsDuring,
  eventsOf,
  inClientOf,
  putOrder,
  readOrder,
  readSurvey,
  refusal,
  surveyIdOf,
  typesOf,
  useOwnTemplate,
} from '../support/scenes.ts'

const vin = 'ZZZ1A2B35PX000001'
const wanted = (more: Record<string, unknown> = {}) => ({
  branchId: 'B1',
  surveyTypes: ['health'],
  numberPlate: 'B WA 1042',
  customerName: 'Ada Maria Example',
  ...more,
})

interface Place {
  client: TestClient
  tech: AppPerson
  advisor: AppPerson
}

/** A client that knows branch B1 and asks one question in its health survey. */
async function makePlace(settings: Parameters<typeof makeClient>[0] = {}): Promise<Place> {
  const client = await makeClient(settings)
  await useOwnTemplate(client)
  await putOrder(client, { closed: true }, 'first')
  return {
    client,
    tech: await person(client.id, 'technician'),
    advisor: await person(client.id, 'advisor'),
  }
}

async function begin(me: AppPerson, id: string, more: Record<string, unknown> = {}): Promise<BoardCard> {
  const response = await me.put(`/inspections/${id}`, wanted(more))
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const match = (me: AppPerson, id: string, orderId: string) => me.post(`/inspections/${id}/match`, { orderId })
async function matched(me: AppPerson, id: string, orderId: string): Promise<void> {
  const response = await match(me, id, orderId)
  assert.equal(response.statusCode, 204, response.body)
}

const answer = (client: TestClient, surveyId: string, answerId = 'bad') =>
  inClientOf(client, (scope) =>
    giveAnswers(scope, surveyId, { lastName: 'Jo' }, [{ questionId: 'glass', answerId }]),
  )

const cardsOf = async (me: AppPerson, query = '') => (await me.get(`/board${query}`)).json<Board>().cards

describe('an order made by hand', () => {
  test('is an order like any other, on the board as made by hand', async () => {
    const { client, tech } = await makePlace()
    const card = await begin(tech, 'm1', {
      vin,
      make: 'Example',
      model: 'One',
      mobilePhone: '+49 1',
      email: 'ada@example.org',
      description: 'Noise',
    })
    assert.deepEqual(
      [card.kind, card.id, card.isManual, card.numberPlate, card.vehicle, card.customer, card.description],
      ['order', 'm1', true, 'B WA 1042', 'Example One', 'Ada Maria Example', 'Noise'],
    )
    assert.deepEqual(
      card.surveys.map(({ surveyType }) => surveyType),
      ['health'],
    )
    assert.deepEqual(
      (await cardsOf(tech)).map(({ id }) => id),
      ['m1'],
    )
    const shown = await readOrder(client, 'm1')
    assert.deepEqual(shown.customer, {
      category: 'person',
      firstName: 'Ada Maria',
      lastName: 'Example',
      mobilePhone: '+49 1',
      email: 'ada@example.org',
    })
    assert.equal(shown.vehicle?.vin, vin)
    assert.equal((await readSurvey(client, surveyIdOf(shown))).text, 'Small check')
  })

  test('has the surveys that were asked for, whatever the settings release', async () => {
    const { client, tech } = await makePlace({ releaseTypes: ['health'] })
    await begin(tech, 'm1', { surveyTypes: ['VC', 'QC', 'VC'] })
    assert.deepEqual(typesOf(await readOrder(client, 'm1')), ['QC', 'VC'])
  })

  test('repeated it changes nothing, also many times at once; with another body the id is taken', async () => {
    const { client, tech } = await makePlace()
    const many = await Promise.all(Array.from({ length: 6 }, () => begin(tech, 'm1')))
    assert.equal(new Set(many.map(({ surveys }) => surveys[0]?.id)).size, 1)
    const events = await eventsDuring(client, async () => {
      assert.deepEqual((await begin(tech, 'm1')).id, 'm1')
    })
    assert.deepEqual(events, [])
    refusal(await tech.put('/inspections/m1', wanted({ numberPlate: 'OTHER' })), 'idTaken', /m1/)
    await putOrder(client, {}, 'theirs')
    refusal(await tech.put('/inspections/theirs', wanted()), 'idTaken', /theirs/)
    assert.deepEqual((await begin(tech, 'm2')).id, 'm2', 'what was refused takes no id')
  })

  test('refuses what makes no sense, and keeps nothing of it', async () => {
    const { client, tech } = await makePlace()
    const put = (more: Record<string, unknown>) => tech.put('/inspections/m1', wanted(more))
    refusal(await put({ branchId: 'B9' }), 'unknownPlace', /B9/)
    refusal(await put({ surveyTypes: ['VR', 'health'] }), 'invalidArgument', /VR/)
    refusal(await put({ surveyTypes: ['CVR'] }), 'invalidArgument', /CVR/)
    refusal(await put({ orderId: 'first' }), 'invalidArgument', /orderId/)
    refusal(await put({ numberPlate: ' ' }), 'missingField', /numberPlate/)
    refusal(await put({ surveyTypes: ['none'] }), 'notInList')
    refusal(await put({ id: 'other' }), 'idMismatch')
    assert.equal((await client.get('/service-orders/m1')).statusCode, 404)
    assert.equal((await put({})).statusCode, 200)
  })

  test('names are split as people write them', async () => {
    const { client, tech } = await makePlace()
    await begin(tech, 'm1', { customerName: 'Müller, Anna Lena' })
    await begin(tech, 'm2', { customerName: ' Cher ' })
    await begin(tech, 'm3', { customerName: '' })
    const names = async (id: string) => {
      const { firstName, lastName } = ((await readOrder(client, id)).customer ?? {}) as Record<string, string>
      return [firstName, lastName]
    }
    assert.deepEqual(await names('m1'), ['Anna Lena', 'Müller'])
    assert.deepEqual(await names('m2'), [undefined, 'Cher'])
    assert.equal((await readOrder(client, 'm3')).customer, undefined)
  })

  test('is of one client alone', async () => {
    const [one, other] = [await makePlace(), await makePlace()]
    await begin(one.tech, 'm1')
    await begin(other.tech, 'm1', { numberPlate: 'OTHER' })
    assert.equal((await readOrder(one.client, 'm1')).vehicle?.numberPlate, 'B WA 1042')
    const path = `/app/system-clients/${one.client.id}/inspections/m1`
    refusal(await other.tech.put(path, wanted()), 'forbidden')
    refusal(await other.advisor.post(`${path}/match`, { orderId: 'first' }), 'forbidden')
  })

  test('becomes one of the DMS when that sends it under the same id', async () => {
    const { client, tech, advisor } = await makePlace()
    await begin(tech, 'm1')
    await putOrder(client, { externalId: 'SO-1' }, 'm1')
    const [card] = await cardsOf(tech)
    assert.deepEqual([card?.externalId, card?.isManual], ['SO-1', undefined])
    await putOrder(client, {}, 'd1')
    refusal(await match(advisor, 'm1', 'd1'), 'matchRefused', /not made by hand/)
  })
})

describe('a car that was here before', () => {
  test('is found by its VIN or plate with its last customer, and by nobody else', async () => {
    const { client, tech } = await makePlace()
    const customer = { category: 'person', firstName: 'Ada', lastName: 'Example', mobilePhone: '+49 30 1' }
    const vehicle = { vin, numberPlate: 'B-WA 1042', make: 'Norvik', model: 'Sund' }
    await putOrder(client, { customer, vehicle }, 'known')
    const find = async (mark: string, by = tech) => {
      const response = await by.get(`/known-cars?mark=${encodeURIComponent(mark)}`)
      assert.equal(response.statusCode, 200, response.body)
      return response.json().cars.map(({ seenAt: _, ...car }: { seenAt: string }) => car)
    }
    const car = { ...vehicle, customerName: 'Ada Example', mobilePhone: '+49 30 1' }
    for (const mark of [vin, `I${vin.toLowerCase()}`, 'b wa-1042']) assert.deepEqual(await find(mark), [car])
    for (const mark of ['', 'B-WA', 'ZZZ1A2B35PX000002']) assert.deepEqual(await find(mark), [])
    const other = await makePlace()
    assert.deepEqual(await find(vin, other.tech), [])
  })
})

describe('C8: a VR survey', () => {
  test('of a vehicle without an order stands alone, with its own header', async () => {
    const { client, tech } = await makePlace()
    const card = await begin(tech, 'v1', { surveyTypes: ['VR'], vin, make: 'Example' })
    assert.deepEqual(
      [card.kind, card.numberPlate, card.customer, card.branchId],
      ['vehicle', 'B WA 1042', 'Ada Maria Example', 'B1'],
    )
    const [survey] = card.surveys
    assert.equal(survey?.surveyType, 'VR')
    const shown = await readSurvey<{ vehicle: { vin: string }; branch: string }>(client, survey?.id ?? '')
    assert.deepEqual([shown.vehicle.vin, shown.branch], [vin, 'B1'])
    assert.deepEqual((await begin(tech, 'v1', { surveyTypes: ['VR'], vin, make: 'Example' })).id, card.id)
    assert.deepEqual(
      (await cardsOf(tech)).map(({ kind }) => kind),
      ['vehicle'],
    )
    assert.deepEqual(
      (await cardsOf(tech, '?search=wa-1042')).map(({ id }) => id),
      [card.id],
    )
    assert.deepEqual((await cardsOf(tech, '?branch=B1')).length, 1)
    assert.equal((await tech.get(`/surveys/${survey?.id}`)).statusCode, 200)
    assert.equal((await client.get('/service-orders/v1')).statusCode, 404)
  })

  test('goes with its branch when that is merged into another', async () => {
    const { client, tech } = await makePlace()
    await putOrder(client, { externalBranchId: 'B2', closed: true }, 'there')
    const card = await begin(tech, 'v1', { surveyTypes: ['VR'] })
    await asSystem((scope) => mergeBranch(scope, { clientId: client.id, from: 'B1', into: 'B2' }))
    assert.deepEqual(
      (await cardsOf(tech, '?branch=B2')).map(({ id }) => id),
      [card.id],
    )
  })

  test('of an order is one more survey of it; asked for twice it is one', async () => {
    const { client, tech } = await makePlace()
    await putOrder(client, { vehicle: { vin } }, '1')
    const card = await begin(tech, 'v1', { surveyTypes: ['VR'], orderId: '1' })
    assert.deepEqual([card.kind, card.id], ['order', '1'])
    assert.deepEqual(typesOf(await readOrder(client, '1')), ['VR', 'health'])
    await begin(tech, 'v2', { surveyTypes: ['VR'], orderId: '1' })
    await putOrder(client, { vehicle: { vin }, description: 'later' }, '1')
    assert.deepEqual(typesOf(await readOrder(client, '1')), ['VR', 'health'])
    const survey = await readSurvey<{ vehicle: { vin: string } }>(
      client,
      surveyIdOf(await readOrder(client, '1'), 'VR'),
    )
    assert.equal(survey.vehicle.vin, vin)
    refusal(
      await tech.put('/inspections/v3', wanted({ surveyTypes: ['VR'], orderId: 'none' })),
      'noSuchResource',
    )
    refusal(
      await tech.put('/inspections/v3', wanted({ surveyTypes: ['VR'], orderId: 'first' })),
      'invalidArgument',
      /closed/,
    )
  })
})

describe('matching', () => {
  test('moves what was done to the order of the DMS, and its untouched survey goes', async () => {
    const { client, tech, advisor } = await makePlace()
    const surveyId = (await begin(tech, 'm1')).surveys[0]?.id ?? ''
    await answer(client, surveyId)
    const mark = await tech.put(`/surveys/${surveyId}/damage-marks/k1`, { kind: 'dent', x: 100, y: 100 })
    assert.equal(mark.statusCode, 201)
    const quote = {
      category: 'quote',
      currency: 'EUR',
      questionId: 'glass',
      answerId: 'bad',
      contents: [{ itemCategory: 'labour', amountExVat: 10, amountIncVat: 12 }],
    }
    assert.equal((await client.put(`/surveys/${surveyId}/quotes/q1`, quote)).statusCode, 201)
    const theirs = surveyIdOf(
      await putOrder(
        client,
        { externalId: 'SO-1', vehicle: { vin }, customer: { id: 'C1', lastName: 'Example' } },
        'd1',
      ),
    )
    const kinds = await eventsDuring(client, () => matched(advisor, 'm1', 'd1'))
    assert.deepEqual(kinds.sort(), ['order.matched', 'order.matched', 'survey.moved', 'survey.removed'])
    const subjects = (await eventsOf(client))
      .filter(({ kind }) => kind === 'order.matched')
      .map(({ subject }) => subject)
    assert.deepEqual(subjects.sort(), ['order/d1', 'order/m1'])

    assert.deepEqual(
      (await readOrder(client, 'd1')).surveys.map(({ id }) => id),
      [surveyId],
    )
    assert.equal((await client.get(`/surveys/${theirs}`)).statusCode, 404)
    const survey = await readSurvey<{
      referenceObject: { id: string; externalId: string }
      vehicle: { vin: string }
      customer: { id: string }
    }>(client, surveyId)
    assert.deepEqual(
      [survey.referenceObject.id, survey.referenceObject.externalId, survey.vehicle.vin, survey.customer.id],
      ['d1', 'SO-1', vin, 'C1'],
    )
    const page = (await tech.get(`/surveys/${surveyId}`)).json()
    assert.deepEqual([page.quotes.length, page.damage.marks.length], [1, 1])
    const [card, ...others] = await cardsOf(tech)
    assert.deepEqual(
      [card?.id, card?.isManual, card?.surveys[0]?.red, others.length],
      ['d1', undefined, 1, 0],
    )
    assert.deepEqual((await cardsOf(tech, '?search=m1')).length, 0)
  })

  test('the old id is another name of the order: it is read, listed and put under it', async () => {
    const { client, tech, advisor } = await makePlace()
    const surveyId = (await begin(tech, 'm1')).surveys[0]?.id ?? ''
    await putOrder(client, { externalId: 'SO-1' }, 'd1')
    await matched(advisor, 'm1', 'd1')
    const [old, now] = [await readOrder(client, 'm1'), await readOrder(client, 'd1')]
    assert.deepEqual({ ...old, id: 'd1' }, now)
    assert.equal(old.id, 'm1')
    const list = (await client.get('/service-orders/m1/surveys')).json<{ id: string }[]>()
    assert.deepEqual(
      list.map(({ id }) => id),
      [surveyId],
    )
    // What was read may be sent back, and changes nothing (A1).
    assert.deepEqual(
      await eventsDuring(client, async () => {
        assert.equal((await client.put('/service-orders/m1', old)).statusCode, 204)
      }),
      [],
    )
    assert.equal((await client.put('/service-orders/m1', order({ externalId: 'SO-2' }))).statusCode, 204)
    assert.equal((await readOrder(client, 'd1')).externalId, 'SO-2')
    assert.equal((await begin(tech, 'm1')).id, 'd1', 'a device that repeats itself gets the order')
    const review = await begin(tech, 'v1', { surveyTypes: ['VR'], orderId: 'm1' })
    assert.equal(review.id, 'd1')
    await putOrder(client, { closed: true }, 'd1')
    assert.equal((await readSurvey(client, surveyId)).closed, true)
  })

  test('again with the same order changes nothing; with another it is refused', async () => {
    const { client, tech, advisor } = await makePlace()
    await begin(tech, 'm1')
    await putOrder(client, {}, 'd1')
    await putOrder(client, {}, 'd2')
    await matched(advisor, 'm1', 'd1')
    assert.deepEqual(await eventsDuring(client, () => matched(advisor, 'm1', 'd1')), [])
    refusal(await match(advisor, 'm1', 'd2'), 'matchRefused', /d1/)
  })

  test('where nobody touched the one made by hand, that of the DMS stays; where both were, it is refused', async () => {
    const { client, tech, advisor } = await makePlace()
    const ours = (await begin(tech, 'm1')).surveys[0]?.id ?? ''
    const theirs = surveyIdOf(await putOrder(client, {}, 'd1'))
    await answer(client, theirs, 'ok')
    await matched(advisor, 'm1', 'd1')
    assert.deepEqual(
      (await readOrder(client, 'd1')).surveys.map(({ id }) => id),
      [theirs],
    )
    assert.equal((await client.get(`/surveys/${ours}`)).statusCode, 404)

    const again = (await begin(tech, 'm2')).surveys[0]?.id ?? ''
    await answer(client, again)
    await answer(client, surveyIdOf(await putOrder(client, {}, 'd2')))
    refusal(await match(advisor, 'm2', 'd2'), 'matchRefused', /health/)
    assert.deepEqual(
      (await readOrder(client, 'm2')).surveys.map(({ id }) => id),
      [again],
    )
  })

  test('types the DMS did not release come along', async () => {
    const { client, tech, advisor } = await makePlace()
    await begin(tech, 'm1', { surveyTypes: ['health', 'VC'] })
    await begin(tech, 'v1', { surveyTypes: ['VR'], orderId: 'm1' })
    await putOrder(client, { defaultSurveyReleaseDisabled: true, qcSurveyRelease: true }, 'd1')
    await matched(advisor, 'm1', 'd1')
    assert.deepEqual(typesOf(await readOrder(client, 'd1')), ['QC', 'VC', 'VR', 'health'])
  })

  test('refuses orders that are closed, sub-orders, made by hand or not there; technicians may not', async () => {
    const { client, tech, advisor } = await makePlace()
    await begin(tech, 'm1')
    await begin(tech, 'm2')
    await putOrder(client, {}, 'd1')
    await putOrder(client, { parentOrderId: 'd1' }, 'part')
    refusal(await match(advisor, 'm1', 'first'), 'matchRefused', /closed/)
    refusal(await match(advisor, 'm1', 'part'), 'matchRefused', /sub-order/)
    refusal(await match(advisor, 'm1', 'm2'), 'matchRefused', /by hand/)
    refusal(await match(advisor, 'm1', 'm1'), 'matchRefused')
    refusal(await match(advisor, 'm1', 'none'), 'noSuchResource', /none/)
    refusal(await match(advisor, 'none', 'd1'), 'noSuchResource', /none/)
    refusal(await match(advisor, 'd1', 'm1'), 'matchRefused')
    refusal(await match(tech, 'm1', 'd1'), 'forbidden')
    refusal(await advisor.post('/inspections/m1/match', {}), 'missingField')
    assert.deepEqual((await readOrder(client, 'm1')).surveys.length, 1)
  })

  test('the last visit is found by the vehicle of the DMS order', async () => {
    const { client, tech, advisor } = await makePlace()
    const surveyId = (await begin(tech, 'm1')).surveys[0]?.id ?? ''
    await answer(client, surveyId)
    await putOrder(client, { vehicle: { vin } }, 'd1')
    await matched(advisor, 'm1', 'd1')
    await putOrder(client, { vehicle: { vin }, closed: true }, 'd1')
    const next = surveyIdOf(await putOrder(client, { vehicle: { vin } }, 'd2'))
    const page = (await tech.get(`/surveys/${next}`)).json()
    assert.deepEqual(
      page.lastVisit.map((one: { surveyId: string }) => one.surveyId),
      [surveyId],
    )
  })

  test('while the DMS writes, somebody answers and others match, nothing is lost and nothing is double', async () => {
    const { client, tech, advisor } = await makePlace()
    for (let round = 0; round < 4; round++) {
      const [m, d] = [`m-${round}`, `d-${round}`]
      const ours = (await begin(tech, m)).surveys[0]?.id ?? ''
      await answer(client, ours)
      const theirs = surveyIdOf(await putOrder(client, {}, d))
      const custom = { value: 'seen', status: 'red' }
      const [one, other, written, answered] = await Promise.all([
        match(advisor, m, d),
        match(advisor, m, d),
        client.put(`/service-orders/${d}`, order({ description: 'changed', technicianSurveyRelease: true })),
        client.post(`/surveys/${theirs}/questions/glass/answers`, custom),
        round % 2 === 0 || client.put(`/service-orders/${m}`, order({ description: 'by the old name' })),
      ])
      assert.equal(written.statusCode, 204, written.body)
      const shown = await readOrder(client, d)
      const { database } = await testApp()
      const rows = await database.rows<{ id: string; orderId: string }>(sql`
        select id, order_id from surveys where system_client_id = ${client.id} and order_id in (${m}, ${d})`)
      // The DMS may have taken the old id for its own before, and then there is nothing to match.
      const outcomes = [one.statusCode, other.statusCode]
      assert.ok(
        outcomes.every((status) => status === outcomes[0]),
        outcomes.join(),
      )
      if (one.statusCode === 204) {
        assert.equal(answered.statusCode, 404, 'it was removed before it was answered')
        assert.deepEqual(
          rows.map(({ orderId }) => orderId),
          rows.map(() => d),
        )
        assert.deepEqual(shown.surveys.map(({ id }) => id).sort(), rows.map(({ id }) => id).sort())
        assert.ok(rows.some(({ id }) => id === ours))
        assert.deepEqual(typesOf(shown), ['VC', 'health'])
      } else {
        refusal(one, 'matchRefused')
        assert.equal(answered.statusCode, 201)
        assert.ok(rows.some(({ id, orderId }) => id === ours && orderId === m))
        assert.ok(rows.some(({ id, orderId }) => id === theirs && orderId === d))
      }
    }
  })
})

describe('why a package is shown', () => {
  test('E1: every variant assigned to the answer, whether it fits, and what excludes it', async () => {
    const { client, tech } = await makePlace()
    const one = simplePackage({
      description: 'Windscreen',
      variants: [
        variant('petrol', [item('1', 10)], { fuelTypeApplicabilityList: ['petrol'], description: 'Heated' }),
        variant('diesel', [item('1', 12)], { fuelTypeApplicabilityList: ['diesel'] }),
        variant('any', [item('1', 14)]),
      ],
    })
    assert.equal((await client.put('/packages/P1', one)).statusCode, 201)
    const assignment = [{ questionId: 'glass', answerId: 'bad', packageIds: ['P1'] }]
    const assigned = await client.put('/survey-templates/small/package-assignment', assignment)
    assert.equal(assigned.statusCode, 204, assigned.body)
    const surveyId = surveyIdOf(await putOrder(client, { vehicle: { vin, fuelType: 'diesel' } }, '1'))
    const explain = (answerId: string, questionId = 'glass') =>
      tech.get(`/surveys/${surveyId}/questions/${questionId}/answers/${answerId}/packages`)
    const why = 'fuelType "diesel" is'
    assert.deepEqual((await explain('bad')).json(), [
      {
        packageId: 'P1',
        variantId: 'petrol',
        description: 'Heated',
        fits: false,
        reasons: [{ code: 'notInList', attribute: 'fuelType', value: 'diesel', allowed: ['petrol'] }],
        why: [`${why} not in the list`],
      },
      {
        packageId: 'P1',
        variantId: 'diesel',
        description: 'Windscreen',
        fits: true,
        reasons: [{ code: 'inList', attribute: 'fuelType', value: 'diesel', allowed: ['diesel'] }],
        why: [`${why} in the list`],
      },
      { packageId: 'P1', variantId: 'any', description: 'Windscreen', fits: true, reasons: [], why: [] },
    ])
    assert.deepEqual((await explain('ok')).json(), [])
    const custom = await client.post(`/surveys/${surveyId}/questions/glass/answers`, { value: 'x' })
    assert.deepEqual((await explain(custom.headers.location?.split('/').at(-1) ?? '')).json(), [])
    refusal(await explain('none'), 'noSuchResource', /none/)
    refusal(await explain('bad', 'none'), 'noSuchResource', /none/)
    refusal(await tech.get('/surveys/none/questions/glass/answers/bad/packages'), 'noSuchResource')
    const stranger = await person((await makeClient()).id, 'manager')
    refusal(await stranger.get(`/surveys/${surveyId}/questions/glass/answers/bad/packages`), 'noSuchResource')
  })

  test('E8: after a match there is one set of automatic quotes, by the vehicle of the DMS', async () => {
    const { client, tech, advisor } = await makePlace()
    const due = simplePackage({ customerSelectionAvailable: true, serviceIntervalMileage: 10_000 })
    assert.equal((await client.put('/packages/DUE', due)).statusCode, 201)
    const ours = (await begin(tech, 'm1')).surveys[0]?.id ?? ''
    await answer(client, ours)
    const upsale = async (id: string) =>
      (await client.get(`/surveys/${id}/upsale-quotes`)).json<{ id: string }[]>()
    const vehicle = { vin, recordedMileage: 50_000, mileageUnit: 'km' }
    const theirs = surveyIdOf(await putOrder(client, { vehicle }, 'd1'))
    assert.deepEqual([(await upsale(ours)).length, (await upsale(theirs)).length], [0, 1])
    await matched(advisor, 'm1', 'd1')
    assert.equal((await upsale(ours)).length, 1)
  })
})
