// The board of the workshop app: which cars are on it, in which order, the progress of their surveys, and what a search finds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Board, BoardCard } from '@walkaround/contract/app/board.ts'
import type { Quote } from '@walkaround/contract/dms/quotes.ts'
import { sum } from '@walkaround/contract/rules/money.ts'
import { sql } from '../../src/db/sql.ts'
import { deleteContactChanges } from '../../src/features/origins/rows.ts'
import { reopenSurvey } from '../../src/features/surveys/complete-survey.ts'
import { correctContact } from '../../src/features/surveys/correct-contact.ts'
import { giveAnswers, takeBackAnswers } from '../../src/features/surveys/give-answers.ts'
import { makeClient, makeKey, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { numberAll } from '../support/numbered.ts'
import { decide, makeOwnerScene } from '../support/owner.ts'
import { sendTo } from '../support/post.ts'
import {
  complete,
  inClientOf,
  putOrder,
  questionsOf,
  readSurvey,
  refusal,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

async function boardOf(me: AppPerson, query = ''): Promise<Board> {
  const response = await me.get(`/board${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const cardsOf = async (me: AppPerson, query?: string): Promise<BoardCard[]> =>
  (await boardOf(me, query)).cards
const idsOf = async (me: AppPerson, query?: string): Promise<string[]> =>
  (await cardsOf(me, query)).map(({ id }) => id)
const find = (me: AppPerson, text: string) => idsOf(me, `?search=${encodeURIComponent(text)}`)

async function cardOf(me: AppPerson, id: string): Promise<BoardCard> {
  const card = (await cardsOf(me)).find((one) => one.id === id)
  assert.ok(card, `there is no card ${id}`)
  return card
}

const answer = (client: TestClient, surveyId: string, given: [string, string][], by = 'Jo Sample') =>
  inClientOf(client, (scope) =>
    giveAnswers(
      scope,
      surveyId,
      { lastName: by },
      given.map(([questionId, answerId]) => ({ questionId, answerId })),
    ),
  )

describe('a card', () => {
  test('C5: shows the car, the people and the surveys of an order', async () => {
    const client = await makeClient({ language: 'de' })
    const me = await person(client.id, 'technician')
    const { surveys, branchId } = await putOrder(client, {
      externalId: 'SO-7',
      description: 'Noise',
      plannedStartTimestamp: '2026-11-16T08:30:00+01:00',
      customer: { firstName: 'Ada', lastName: 'Example' },
      serviceAdvisor: { id: 'SA-1', firstName: 'Kim', lastName: 'Other' },
      vehicle: { numberPlate: 'B WA 1042', vin: 'ZZZ1A2B35PX000001', make: 'Example', model: 'One' },
    })
    const { changedAt, surveys: shown, ...card } = await cardOf(me, '1')
    assert.deepEqual(card, {
      kind: 'order',
      id: '1',
      branchId,
      externalId: 'SO-7',
      numberPlate: 'B WA 1042',
      vin: 'ZZZ1A2B35PX000001',
      vehicle: 'Example One',
      customer: 'Ada Example',
      serviceAdvisor: 'Kim Other',
      description: 'Noise',
      plannedStart: '2026-11-16T08:30:00+01:00',
    })
    assert.ok(Date.parse(changedAt) > Date.now() - 3_600_000)
    const [survey] = shown
    assert.equal(shown.length, 1)
    assert.equal(survey?.id, surveys[0]?.id)
    const whole = await readSurvey(client, survey?.id ?? '')
    assert.equal(survey?.text, whole.text)
    assert.notEqual(survey?.text, 'Reception walk-around', 'in the language of the client')
    const visible = questionsOf(whole).filter(({ visible }) => visible)
    assert.deepEqual(
      { questions: survey?.questions, answered: survey?.answered, completed: survey?.completed },
      { questions: visible.length, answered: 0, completed: false },
    )
  })

  test('D4: counts visible questions, answers and findings, the worst of a question, nothing hidden', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    const rule = { anyStatus: ['red' as const], questions: ['glass'] }
    await useOwnTemplate(client, {
      contents: [
        { ...smallQuestion, multipleValueAnswer: true },
        { ...smallQuestion, id: 'more', clientSettings: { visibleIf: rule } },
        { ...smallQuestion, id: 'tyres' },
      ],
    })
    const surveyId = surveyIdOf(await putOrder(client))
    const counts = async () => {
      const [survey] = (await cardOf(me, '1')).surveys
      return [survey?.questions, survey?.answered, survey?.red, survey?.amber, survey?.green]
    }
    assert.deepEqual(await counts(), [2, 0, 0, 0, 0])
    await answer(client, surveyId, [
      ['tyres', 'ok'],
      ['glass', 'ok'],
    ])
    assert.deepEqual(await counts(), [2, 2, 0, 0, 2])
    await answer(client, surveyId, [['glass', 'bad']])
    assert.deepEqual(await counts(), [3, 2, 1, 0, 1], 'the red answer counts, and shows one question more')
    await complete(client, surveyId)
    assert.deepEqual(await counts(), [3, 2, 1, 0, 1])
    const [survey] = (await cardOf(me, '1')).surveys
    assert.equal(survey?.completed, true)
    assert.ok(survey?.startedAt && survey.completedAt)
    assert.equal(survey?.surveyor, 'Jo Sample')
  })

  test('counts again what was counted before: after answers taken back, another vehicle, a reopening, by whatever process', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    await useOwnTemplate(client, {
      contents: [
        smallQuestion,
        {
          ...smallQuestion,
          id: 'plug',
          clientSettings: { visibleIf: { field: 'fuelType', in: ['electric'] } },
        },
      ],
    })
    const surveyId = surveyIdOf(await putOrder(client))
    const counts = async () => {
      const [survey] = (await cardOf(me, '1')).surveys
      return [survey?.questions, survey?.answered, survey?.red, survey?.green, survey?.completed]
    }
    assert.deepEqual(await counts(), [1, 0, 0, 0, false])
    await answer(client, surveyId, [['glass', 'ok']])
    assert.deepEqual(await counts(), [1, 1, 0, 1, false])
    await answer(client, surveyId, [['glass', 'bad']])
    assert.deepEqual(await counts(), [1, 1, 1, 0, false])
    await inClientOf(client, (scope) =>
      takeBackAnswers(
        scope,
        surveyId,
        { questionId: 'glass' },
        { version: 'v1', login: 'jo', name: 'Jo Sample', at: scope.now },
      ),
    )
    assert.deepEqual(await counts(), [1, 0, 0, 0, false])
    await putOrder(client, { vehicle: { fuelType: 'electric' } })
    assert.deepEqual(await counts(), [2, 0, 0, 0, false])
    await answer(client, surveyId, [
      ['glass', 'ok'],
      ['plug', 'ok'],
    ])
    await complete(client, surveyId)
    assert.deepEqual(await counts(), [2, 2, 0, 2, true])
    await putOrder(client, { vehicle: { fuelType: 'petrol' } })
    assert.deepEqual(await counts(), [2, 2, 0, 2, true], 'completed: the vehicle of that time counts')
    await inClientOf(client, (scope) => reopenSurvey(scope, surveyId, 'looked again'))
    assert.deepEqual(await counts(), [1, 1, 0, 1, false])
    const { database } = await testApp()
    await database.run(sql`
      update surveys set closed = true where system_client_id = ${client.id} and id = ${surveyId}`)
    assert.equal((await cardOf(me, '1')).surveys[0]?.closed, true, 'written past this process')
  })

  test('tells when the DMS last changed the order, and not when staff did', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor')
    await putOrder(client)
    assert.equal((await cardOf(me, '1')).changedByDms, undefined, 'making it is no change')
    const advisor = await makeKey(client.id, 'advisor')
    await advisor.put('/service-orders/1', { externalBranchId: 'B1', description: 'by hand' })
    assert.equal((await cardOf(me, '1')).changedByDms, undefined)
    await putOrder(client, { description: 'by the DMS' })
    assert.ok(Date.parse((await cardOf(me, '1')).changedByDms ?? '') > Date.now() - 3_600_000)
  })

  test('tells what the DMS changed from what to what, few and short, until it is erased', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    const me = await person(client.id, 'advisor')
    const vehicle = { numberPlate: 'B WA 1042' }
    const customer = { firstName: 'Ada', lastName: 'Example' }
    const told = {
      customer,
      vehicle,
      description: 'Noise',
      plannedStartTimestamp: '2026-11-16T08:30:00+01:00',
    }
    for (const one of [client, other]) await putOrder(one, told)
    assert.equal((await cardOf(me, '1')).dmsChanges, undefined, 'making it is no change')
    await putOrder(client, {
      ...told,
      customer: { firstName: 'Eva', lastName: 'Example', email: 'eva@example.org' },
      description: 'x'.repeat(400),
      plannedStartTimestamp: '2026-11-16T10:00:00+01:00',
      contents: [{ itemCategory: 'labour', description: 'Front brakes' }],
    })
    const { dmsChanges = [], changedByDms } = await cardOf(me, '1')
    assert.deepEqual(
      dmsChanges.map(({ at, ...change }) => change),
      [
        { field: 'plannedStart', before: '2026-11-16T08:30:00+01:00', after: '2026-11-16T10:00:00+01:00' },
        { field: 'description', before: 'Noise', after: `${'x'.repeat(159)}…` },
        { field: 'work', after: 'Front brakes' },
        { field: 'customer', before: 'Ada Example', after: 'Eva Example' },
        { field: 'contact' },
      ],
    )
    assert.ok(dmsChanges.every(({ at }) => at === changedByDms))
    for (let turn = 0; turn < 15; turn++) await putOrder(client, { ...told, description: `turn ${turn}` })
    const kept = (await cardOf(me, '1')).dmsChanges ?? []
    assert.equal(kept.length, 12)
    assert.deepEqual([kept[0]?.before, kept[0]?.after], ['turn 13', 'turn 14'])
    const [found] = await cardsOf(me, '?search=bwa1042')
    assert.equal(found?.dmsChanges, undefined, 'a hit of a search is no news')
    await inClientOf(other, (scope) => deleteContactChanges(scope, { orderId: '1' }))
    assert.equal((await cardOf(me, '1')).dmsChanges?.length, 12, "another client's are not touched")
    await inClientOf(client, (scope) => deleteContactChanges(scope, { orderId: '1' }))
    assert.equal((await cardOf(me, '1')).dmsChanges, undefined)
  })

  test('adds up what is offered and what the owner said to it, and knows whose order it is', async () => {
    const scene = await makeOwnerScene()
    const me = await person(scene.client.id, 'advisor')
    const quotes: Quote[] = (await me.get(`/surveys/${scene.surveyId}`)).json().quotes
    const priceOf = (id: string) =>
      sum(
        quotes.flatMap((quote) =>
          quote.id === id ? (quote.contents ?? []).map(({ amountIncVat = 0 }) => amountIncVat) : [],
        ),
      )
    const [pads, battery] = [priceOf(scene.ids.pads), priceOf(scene.ids.battery)]
    assert.ok(pads > 0 && battery > 0)
    const offered = sum(quotes.map(({ id = '' }) => priceOf(id)))
    const sumsNow = async () => (await cardsOf(me))[0]?.sums
    const nothing = { currency: 'EUR', offered, approved: 0, later: 0, declined: 0 }
    assert.deepEqual(await sumsNow(), [{ ...nothing, undecided: quotes.length }])
    await decide(scene, { [scene.ids.pads]: 'approve', [scene.ids.battery]: 'no' })
    assert.deepEqual(await sumsNow(), [
      { ...nothing, approved: pads, declined: battery, undecided: quotes.length - 2 },
    ])
    const [card] = await cardsOf(me)
    assert.ok(Date.parse(card?.decidedAt ?? '') > Date.now() - 3_600_000)
    assert.ok(card?.ownerStateAt)
    assert.equal(card.isAdvisedByMe, undefined)
  })

  test('C6: an order is advised by the person with its name or id', async () => {
    const client = await makeClient()
    const [me, somebody] = [await person(client.id, 'advisor'), await person(client.id, 'advisor')]
    await putOrder(client, { serviceAdvisor: { id: me.login, lastName: 'Other' } })
    assert.equal((await cardOf(me, '1')).isAdvisedByMe, true)
    assert.equal((await cardOf(somebody, '1')).isAdvisedByMe, undefined)
  })

  test('counts photos and videos', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    const surveyId = surveyIdOf(await putOrder(client))
    const { database } = await testApp()
    await database.run(sql`
      insert into photos (system_client_id, survey_id, id, file, source, content_type, bytes, width, height, focus_x,
        focus_y, created_at)
      select ${client.id}, ${surveyId}, 'p' || n, 'f' || n, ''::bytea, 'image/jpeg', 1, 1, 1, 0, 0, now()
      from generate_series(1, 3) n`)
    await database.run(sql`
      insert into videos (system_client_id, survey_id, id, state, source, source_type, source_bytes, created_at)
      values (${client.id}, ${surveyId}, 'v1', 'waiting', 'x', 'video/webm', 1, now())`)
    const [survey] = (await cardOf(me, '1')).surveys
    assert.deepEqual([survey?.photos, survey?.videos], [3, 1])
  })
})

describe('the board', () => {
  test('has my cars first, then the others by planned start, those without one last', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'advisor', 'Jo  Sample')
    const planned = (hour: number) => ({
      plannedStartTimestamp: `2026-11-16T${String(hour).padStart(2, '0')}:00`,
    })
    await putOrder(client, {}, 'unplanned')
    await putOrder(client, planned(11), 'late')
    await putOrder(client, planned(8), 'early')
    await putOrder(
      client,
      { ...planned(12), serviceAdvisor: { id: 'SA-9', firstName: 'Jo', lastName: 'Sample' } },
      'mine',
    )
    await putOrder(client, { ...planned(9), serviceAdvisor: { id: me.login, lastName: 'X' } }, 'mine-by-id')
    assert.deepEqual(await idsOf(me), ['mine-by-id', 'mine', 'early', 'late', 'unplanned'])
    const [first] = (await cardOf(me, 'mine')).surveys
    assert.equal(first?.isMine, true)
  })

  test('C6: what somebody else has started is no longer mine, and what I started is', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician', 'Jo Sample')
    await useOwnTemplate(client)
    const serviceAdvisor = { firstName: 'Jo', lastName: 'Sample' }
    const planned = surveyIdOf(await putOrder(client, { serviceAdvisor }, 'b-planned'))
    const other = surveyIdOf(await putOrder(client, {}, 'c-other'))
    await putOrder(client, {}, 'a-nobody')
    assert.deepEqual(await idsOf(me), ['b-planned', 'a-nobody', 'c-other'])
    await answer(client, planned, [['glass', 'ok']], 'Somebody Else')
    await answer(client, other, [['glass', 'bad']], 'Jo Sample')
    assert.deepEqual(await idsOf(me), ['c-other', 'a-nobody', 'b-planned'])
    await complete(client, other)
    assert.deepEqual(
      await idsOf(me),
      ['a-nobody', 'b-planned', 'c-other'],
      'a completed one is not my next car',
    )
  })

  test('orders closed today and leads are on it, what was closed earlier, rejected orders and sub-orders are not', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    await putOrder(client, {}, 'open')
    await putOrder(client, {}, 'to-close')
    await putOrder(client, { closed: true }, 'to-close')
    const { database } = await testApp()
    for (const id of ['earlier', 'reopened', 'cancelled']) await putOrder(client, {}, id)
    await putOrder(client, { closed: true }, 'earlier')
    await database.run(sql`
      update service_orders set closed_at = now() - interval '25 hours'
      where system_client_id = ${client.id} and id = 'earlier'`)
    await putOrder(client, { closed: true, description: 'corrected today' }, 'earlier')
    await putOrder(client, { closed: true }, 'reopened')
    await putOrder(client, {}, 'reopened')
    await putOrder(client, { rejected: true }, 'cancelled')
    await putOrder(client, { closed: true }, 'came closed')
    await putOrder(client, { rejected: true }, 'rejected')
    await putOrder(client, { parentOrderId: 'open' }, 'part')
    const lead = await client.put('/leads/L1', { externalBranchId: 'B1', reviewSurveyRelease: true })
    assert.equal(lead.statusCode, 201, lead.body)
    const cards = await cardsOf(me)
    assert.deepEqual(cards.map(({ kind, id }) => `${kind} ${id}`).sort(), [
      'lead L1',
      'order open',
      'order reopened',
      'order to-close',
    ])
    const done = cards.find(({ id }) => id === 'to-close')
    assert.ok(done?.closed && Date.parse(done.closedAt ?? '') > Date.now() - 3_600_000)
    assert.equal(cards.find(({ id }) => id === 'reopened')?.closedAt, undefined)
    assert.equal(cards.find(({ id }) => id === 'L1')?.surveys[0]?.surveyType, 'CVR')
  })

  test('C1: of one branch, by id or dealer code; an unknown one has no cars', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    await putOrder(client, {}, 'one')
    await putOrder(client, { externalBranchId: 'B2' }, 'two')
    assert.deepEqual(await idsOf(me, '?branch=B2'), ['two'])
    assert.deepEqual(await idsOf(me, '?branch=B9'), [])
    assert.deepEqual((await idsOf(me)).sort(), ['one', 'two'])
  })

  test('is of one client alone, and every role may read it', async () => {
    const [client, other] = [await makeClient(), await makeClient()]
    await putOrder(client, { externalId: 'OURS' })
    const stranger = await person(other.id, 'manager')
    assert.deepEqual(await idsOf(stranger), [])
    assert.deepEqual(await find(stranger, 'OURS'), [])
    refusal(await stranger.get(`/app/system-clients/${client.id}/board`), 'forbidden')
    for (const role of ['technician', 'advisor', 'manager', 'admin'] as const) {
      assert.deepEqual(await idsOf(await person(client.id, role)), ['1'])
    }
  })

  test('of some cards: those that are on it, in their present state', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    for (const id of ['1', '2', '3']) await client.put(`/service-orders/${id}`, order())
    await client.put('/service-orders/2', order({ closed: true }))
    const read = async (...cards: string[]) =>
      (await me.get(`/board?${cards.map((card) => `card=${encodeURIComponent(card)}`).join('&')}`)).json()
    const some = await read('order/1', 'order/2', 'lead/1', 'vehicle/none')
    const all = await boardOf(me)
    assert.deepEqual(
      some.cards,
      all.cards.filter(({ id }: { id: string }) => id === '1' || id === '2'),
    )
    const made = await me.put('/inspections/by-hand', {
      branchId: all.cards[0]?.branchId,
      surveyTypes: ['health'],
      id: 'by-hand',
      numberPlate: 'B-AB 1234',
      vin: 'WBA8E5100GK123456',
    })
    assert.equal(made.statusCode, 200, made.body)
    // The same plate and another VIN: somebody must say whether they are the same.
    const vehicle = { numberPlate: 'B-AB 1234', vin: 'WBA8E5100GK123457' }
    await client.put('/service-orders/4', order({ vehicle }))
    const with4 = await read('order/4')
    const whole = (await boardOf(me)).cards as { id: string; sameCar?: string[] }[]
    assert.deepEqual(whole.find(({ id }) => id === '4')?.sameCar, ['by-hand'])
    assert.deepEqual(
      with4.cards,
      whole.filter(({ id }) => id === '4' || id === 'by-hand'),
    )
    assert.deepEqual((await read('survey/1', 'order', '')).cards, [])
  })

  test('names the last event it knows', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    await putOrder(client)
    const { database } = await testApp()
    await numberAll()
    const logged = await database.row<{ count: string }>(sql`
      select count(*)::text as count from event_log where system_client_id = ${client.id}`)
    assert.equal((await boardOf(me)).sequence, logged?.count)
    assert.notEqual(logged?.count, '0')
  })
})

describe('a search', () => {
  test('finds by plate, VIN, number and name, in part, however they are written, closed ones too', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    await putOrder(
      client,
      {
        externalId: 'SO-2026-1042',
        customer: { firstName: 'Änne', lastName: 'Größe-Müller' },
        vehicle: { numberPlate: 'B-WA 1042', vin: 'ZZZ1A2B35PX000001' },
      },
      'K/1',
    )
    await putOrder(client, { customer: { name: 'Taxi Ltd.' }, vehicle: { numberPlate: 'а123вс77' } }, 'K/2')
    await putOrder(client, { closed: true, customer: { name: 'Taxi Ltd.' } }, 'K/2')
    const first = [
      'bwa1042',
      'B WA',
      'wa-10',
      'px000001',
      'SO-2026',
      '2026 1042',
      'k/1',
      'grösse',
      'müller änne',
      'Änne Gr',
      '1042',
      'b wa 1042',
      '000001',
      'x000001',
      'anne'.replace('a', 'ä'),
      'größe-müller',
      'bwa änne 2026',
    ]
    for (const text of first) assert.deepEqual(await find(me, text), ['K/1'], text)
    for (const text of ['А123 ВС', 'taxi ltd', 'K/2']) assert.deepEqual(await find(me, text), ['K/2'], text)
    const [closed] = await cardsOf(me, '?search=taxi')
    assert.deepEqual([closed?.closed, closed?.surveys[0]?.closed], [true, true])
    assert.deepEqual((await find(me, 'k/')).sort(), ['K/1', 'K/2'])
    for (const text of ['%', '_', ' - ', 'nobody', '1|1', 'änne taxi', 'nne'])
      assert.deepEqual(await find(me, text), [], text)
  })

  test('finds by sound, telephone, people, vehicle, request and message, and never a car of another client', async () => {
    const client = await makeClient({ releaseTypes: ['VC'] })
    const me = await person(client.id, 'advisor')
    const shown = {
      description: 'Bremsen quietschen, Ölwechsel 5W30',
      customer: {
        firstName: 'Jörg',
        lastName: 'Krüger',
        mobilePhone: '+49 (0)171 555 01 42',
        email: 'j.krueger@example.org',
      },
      serviceAdvisor: { firstName: 'Łucja', lastName: 'Weiß' },
      technician: { firstName: 'Фёдор', lastName: 'Щукин' },
      vehicle: { numberPlate: 'B-WA 1042', make: 'Škoda', model: 'Octavia' },
    }
    const made = await putOrder(client, shown, 'K/1')
    await putOrder(client, { customer: { lastName: 'Kramer', mobilePhone: '0171 5550143' } }, 'K/2')
    const surveyId = surveyIdOf(made, 'VC')
    const sent = await sendTo(me, surveyId)
    assert.equal(sent.status, 200, sent.body)
    const words = [
      'kruger',
      'Krüger',
      'krueger jorg',
      'Крюгер',
      'weiss',
      'lucja',
      'Shchukin',
      'федор',
      '+49 171 5550142',
      '0049171/5550142',
      '0171 555 01 42',
      '50142',
      'j.krueger@example.org',
      'quietsch',
      'oelwechsel',
      '5w30 крюгер',
      'skoda octavia',
      surveyId,
      sent.message.id,
    ]
    for (const text of words) assert.deepEqual(await find(me, text), ['K/1'], text)
    const other = await makeClient({ releaseTypes: ['VC'] })
    const stranger = await person(other.id, 'advisor')
    for (const text of words) assert.deepEqual(await find(stranger, text), [], text)
  })

  test('a corrected telephone number finds its car, and what the DMS replaces finds it no longer', async () => {
    const client = await makeClient({ releaseTypes: ['VC'] })
    const me = await person(client.id, 'advisor')
    const customer = { category: 'person', lastName: 'Example', mobilePhone: '0171 5550142' }
    const surveyId = surveyIdOf(await putOrder(client, { customer }, 'K/1'), 'VC')
    await inClientOf(client, (scope) =>
      correctContact(scope, surveyId, 'customer', { mobilePhone: '0172 5559999' }),
    )
    for (const text of ['01725559999', '0142']) assert.deepEqual(await find(me, text), ['K/1'], text)
    await putOrder(client, { customer: { category: 'person', lastName: 'Other' } }, 'K/1')
    for (const text of ['01725559999', '0142', 'example']) assert.deepEqual(await find(me, text), [], text)
  })

  test('follows a change of plate and customer', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    await putOrder(client, { vehicle: { numberPlate: 'OLD 1' } })
    await putOrder(client, { vehicle: { numberPlate: 'NEW 2' }, customer: { lastName: 'Later' } })
    assert.deepEqual(await find(me, 'old1'), [])
    assert.deepEqual(await find(me, 'new 2'), ['1'])
    assert.deepEqual(await find(me, 'later'), ['1'])
    const { database } = await testApp()
    const stored = await database.rows<{ term: string }>(sql`
      select term from search_terms where system_client_id = ${client.id} and id = '1' order by term`)
    assert.deepEqual(
      stored.map(({ term }) => term),
      ['1', '2', 'LATER', 'NEW2'],
    )
  })

  test('gives a hundred at most, the newest', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    await putOrder(client, {}, 'model')
    const { database } = await testApp()
    await database.run(sql`
      with made as (
        insert into service_orders (system_client_id, id, branch_id, closed, rejected, document, survey_header, search_text,
          surveys, created_at, changed_at)
        select ${client.id}, 'many-' || n, branch_id, true, false, document, survey_header,
          case when n % 1000 = 7 then '|MANY|SOME' else '|MANY' end, '[]', now() + n * interval '1 second', now()
        from service_orders, generate_series(1, 5100) n where system_client_id = ${client.id} and id = 'model'
        returning system_client_id, id, created_at, branch_id, search_text
      )
      insert into search_terms (system_client_id, term, kind, id, created_at, branch_id)
      select m.system_client_id, t.term, 'order', m.id, m.created_at, m.branch_id
      from made m cross join unnest(string_to_array(substr(m.search_text, 2), '|')) as t(term)`)
    const newest = Array.from({ length: 100 }, (_, index) => `many-${5100 - index}`)
    assert.deepEqual((await find(me, 'many')).sort(), newest.sort(), 'more than all terms that are read')
    const some = ['many-7', 'many-1007', 'many-2007', 'many-3007', 'many-4007', 'many-5007']
    assert.deepEqual((await find(me, 'so')).sort(), some.toSorted())
    assert.deepEqual((await find(me, 'ma some m')).sort(), some.toSorted(), 'the rarest word leads')
    await database.run(sql`
      delete from search_terms where system_client_id = ${client.id} and id > 'many-1200' and term = 'MANY'`)
    const few = await find(me, 'many')
    assert.equal(few.length, 100)
    assert.ok(few.every((id) => id <= 'many-1200'))
  })

  test('a text that is too long is refused', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'technician')
    refusal(await me.get(`/board?search=${'x'.repeat(101)}`), 'tooLong')
  })
})
