// What has to be solved today: each list gets a car and loses it when that is solved; who sees what; and bad input.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EditOf } from '@walkaround/contract/app/edits.ts'
import type { Today, TodayCar } from '@walkaround/contract/app/today.ts'
import { dateIn } from '@walkaround/contract/rules/days.ts'
import { type TodayListName, todayLists } from '@walkaround/contract/rules/today.ts'
import { sql } from '../../src/db/sql.ts'
import { readToday } from '../../src/features/today/read-today.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedPerson } from '../support/branches.ts'
import { asSystem } from '../support/clients.ts'
import { answer, type NewEdit, send, states } from '../support/edits.ts'
import { item, putPackage, simplePackage, variant } from '../support/packages.ts'
import {
  complete,
  inClientOf,
  putOrder,
  refusal,
  smallQuestion,
  surveyIdOf,
  useOwnTemplate,
} from '../support/scenes.ts'

interface Scene {
  client: TestClient
  me: AppPerson
}

const customer = { id: 'P-1', firstName: 'Ada', lastName: 'Test', email: 'ada@example.org' }
const serviceAdvisor = { id: 'SA-1', firstName: 'Ann', lastName: 'Advisor' }
/** The car of an order has its own plate: another visit of the same car would be the same finding. */
const header = {
  externalId: 'A-4711',
  currency: 'EUR',
  customer,
  serviceAdvisor,
  vehicle: { numberPlate: 'B-AB 123', make: 'Ford', model: 'Focus' },
}

/** A glass that may be cracked, and a package for it. */
async function makeScene(): Promise<Scene> {
  const client = await makeClient({ releaseTypes: ['health'] })
  await useOwnTemplate(client)
  const priced = { variants: [variant('v', [item('1', 100)]), variant('w', [item('1', 200)])] }
  await putPackage(client, 'screen', simplePackage({ description: 'New windscreen', ...priced }))
  const bound = await client.put('/survey-templates/small/package-assignment', [
    { questionId: 'glass', answerId: 'bad', packageIds: ['screen'] },
  ])
  assert.equal(bound.statusCode, 204, bound.body)
  return { client, me: await person(client.id, 'advisor') }
}

interface Checked extends Scene {
  surveyId: string
}

/** A car whose glass is cracked; the check is completed. */
async function checked(scene: Scene, id = '1', more: object = {}): Promise<Checked> {
  const surveyId = surveyIdOf(
    await putOrder(
      scene.client,
      { ...header, vehicle: { ...header.vehicle, numberPlate: `B-AB ${id}` }, ...more },
      id,
    ),
  )
  assert.deepEqual(states(await send({ ...scene, surveyId }, answer('glass', 'bad'))), ['applied'])
  await complete(scene.client, surveyId)
  return { ...scene, surveyId }
}

const choice: NewEdit = {
  kind: 'variant',
  questionId: 'glass',
  answerId: 'bad',
  packageId: 'screen',
  variantId: 'v',
  selected: true,
}

async function offer(place: Checked): Promise<string> {
  assert.deepEqual(states(await send(place, choice)), ['applied'])
  const quotes = (await place.client.get(`/surveys/${place.surveyId}/quotes`)).json<{ id: string }[]>()
  assert.ok(quotes[0])
  return quotes[0].id
}

async function decide(place: Checked, quoteId: string, approvalStatus: 'approved' | 'rejected') {
  const edit: Omit<EditOf<'decision'>, 'id'> = {
    kind: 'decision',
    quoteId,
    approvalStatus,
    approvalMedium: 'phone',
    ...(approvalStatus === 'rejected' ? { rejectionReasonCode: 'price' } : {}),
  } as Omit<EditOf<'decision'>, 'id'>
  assert.deepEqual(states(await send(place, edit)), ['applied'])
}

const line = (surveyId: string, more: object = {}) => ({
  contents: [
    {
      itemCategory: 'material',
      description: 'Windscreen',
      amountExVat: 100,
      amountIncVat: 119,
      healthSurveyId: surveyId,
      healthPackageId: 'screen',
      healthPackageVariantId: 'v',
      ...more,
    },
  ],
})

async function today(me: AppPerson, query = ''): Promise<Today> {
  const response = await me.get(`/today${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function inLists(me: AppPerson): Promise<TodayListName[]> {
  const lists = await today(me)
  return todayLists.filter((name) => lists[name].count > 0)
}

async function onlyCar(me: AppPerson, name: TodayListName): Promise<TodayCar> {
  const list = (await today(me))[name]
  assert.equal(list.count, 1, name)
  return list.cars[0] as TodayCar
}

describe('today', () => {
  it('says everything in the language that is asked for', async () => {
    const client = await makeClient({ releaseTypes: ['VC'] })
    await useOwnTemplate(client, {
      surveyType: 'VC',
      contents: [smallQuestion],
      texts: { de: { glass: 'Scheibe' } },
    })
    const me = await person(client.id, 'advisor')
    const surveyId = surveyIdOf(await putOrder(client), 'VC')
    await send({ me, surveyId }, answer('glass', 'bad'))
    await complete(client, surveyId)
    const textOf = async (query: string) => (await today(me, query)).notOffered.cars[0]?.items[0]?.text
    assert.equal(await textOf('?language=de'), 'Scheibe')
    assert.equal(await textOf(''), 'Glass')
    refusal(await me.get('/today?language=xx'), 'notInList', /^language: "xx"/)
  })

  it('estimates by the warranty as it is at the site, whatever day the client has', async () => {
    const { client } = await makeScene()
    const admin = await person(client.id, 'admin')
    const discount = { discountAmountExVat: 50, discountAmountIncVat: 60 }
    await putPackage(
      client,
      'screen',
      simplePackage({ variants: [variant('v', [item('1', 100, discount)])] }),
    )
    // Between these zones there is always midnight: the warranty is over in the second one.
    const [before, after] = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']
    for (const [id, timeZone] of [
      ['west', before],
      ['east', after],
    ])
      assert.equal((await admin.put(`/sites/${id}`, { name: id, timeZone })).statusCode, 200)
    for (const [id, siteId] of [
      ['B1', 'west'],
      ['B2', 'east'],
    ])
      assert.equal((await admin.put(`/branches/${id}`, { siteId, name: id, codes: [id] })).statusCode, 200)
    const warrantyEndDate = dateIn(new Date(), before)
    for (const externalBranchId of ['B1', 'B2']) {
      const vehicle = { numberPlate: externalBranchId, warrantyEndDate }
      await checked({ client, me: admin }, externalBranchId, { externalBranchId, vehicle })
    }
    const { cars } = (await today(admin)).notOffered
    assert.deepEqual(cars.map(({ orderId, sums }) => [orderId, sums[0]?.amount]).sort(), [
      ['B1', 120],
      ['B2', 60],
    ])
  })

  it('has what was found and not offered, with what it could bring, until it is offered', async () => {
    const scene = await makeScene()
    const surveyId = surveyIdOf(await putOrder(scene.client, header))
    await send({ ...scene, surveyId }, answer('glass', 'bad'))
    // The check is going on: nobody is late.
    assert.deepEqual(await inLists(scene.me), [])
    await complete(scene.client, surveyId)
    const car = await onlyCar(scene.me, 'notOffered')
    assert.deepEqual(
      { ...car, since: '', minutes: 0 },
      {
        orderId: '1',
        branchId: car.branchId,
        since: '',
        minutes: 0,
        red: 1,
        amber: 0,
        sums: car.sums,
        surveyId,
        screen: 'finding',
        questionId: 'glass',
        externalId: 'A-4711',
        numberPlate: 'B-AB 123',
        vehicle: 'Ford Focus',
        customer: 'Ada Test',
        advisor: 'Ann Advisor',
        items: [
          {
            kind: 'finding',
            text: 'Glass',
            grade: 'red',
            questionId: 'glass',
            ...car.sums[0],
          },
        ],
      },
    )
    assert.equal(car.sums.length, 1)
    assert.deepEqual([car.sums[0]?.currency, car.isIncomplete], ['EUR', undefined])
    await offer({ ...scene, surveyId })
    assert.deepEqual(await inLists(scene.me), ['undecided'])
  })

  it('has what was offered and not decided, warns when red waits, and says whether the owner has it', async () => {
    const scene = await makeScene()
    const place = await checked(scene)
    const quoteId = await offer(place)
    const car = await onlyCar(scene.me, 'undecided')
    assert.deepEqual(
      [car.state, car.screen, car.isLate, car.items[0]?.text, car.items[0]?.grade],
      ['notSent', 'send', undefined, 'New windscreen', 'red'],
    )
    await asSystem((scope) =>
      setClient(scope, { clientId: scene.client.id, changes: { redWarningMinutes: 40 } }),
    )
    const later = (minutes: number) =>
      inClientOf(scene.client, (scope) =>
        readToday({ ...scope, now: new Date(scope.now.getTime() + minutes * 60_000) }, {}),
      )
    assert.equal((await later(39)).undecided.late, 0)
    const late = await later(41)
    assert.deepEqual([late.redMinutes, late.undecided.late, late.undecided.cars[0]?.isLate], [40, 1, true])
    assert.equal(late.undecided.cars[0]?.minutes, 41)

    const sent = await scene.me.put(`/surveys/${place.surveyId}/messages/m1-${place.surveyId}`, {
      recipient: 'customer',
      channel: 'email',
    })
    assert.ok([200, 201, 204].includes(sent.statusCode), sent.body)
    const waiting = await onlyCar(scene.me, 'undecided')
    assert.deepEqual([waiting.state, waiting.screen], ['sent', 'quotes'])
    assert.ok(waiting.sentAt)
    await decide(place, quoteId, 'rejected')
    assert.deepEqual(await inLists(scene.me), [])
  })

  it('has what was approved and is on no order, until a line names it', async () => {
    const scene = await makeScene()
    const place = await checked(scene)
    const quoteId = await offer(place)
    await decide(place, quoteId, 'approved')
    const car = await onlyCar(scene.me, 'notOrdered')
    assert.deepEqual(
      [car.items[0]?.quoteId, car.screen, car.items[0]?.text],
      [quoteId, 'quotes', 'New windscreen'],
    )
    await putOrder(scene.client, { ...header, closed: true })
    assert.equal((await onlyCar(scene.me, 'notOrdered')).isClosed, true)
    await putOrder(scene.client, { ...header, ...line(place.surveyId) })
    assert.deepEqual(await inLists(scene.me), [])
  })

  it('has what was invoiced without an approval, until that is recorded', async () => {
    const scene = await makeScene()
    const place = await checked(scene)
    const quoteId = await offer(place)
    const sold = { soldQuantity: 1, soldAmountExVat: 100, soldAmountIncVat: 119 }
    await putOrder(scene.client, { ...header, ...line(place.surveyId, sold) })
    const car = await onlyCar(scene.me, 'notApproved')
    assert.deepEqual(car.sums, [{ currency: 'EUR', amount: 119 }])
    assert.equal(car.items[0]?.kind, 'offer')
    await decide(place, quoteId, 'approved')
    assert.deepEqual(await inLists(scene.me), [])
  })

  it('has invoiced lines that name our work and match no offer', async () => {
    const scene = await makeScene()
    const place = await checked(scene)
    const sold = { soldQuantity: 1, soldAmountExVat: 10, soldAmountIncVat: 11.9, healthPackageId: 'other' }
    await putOrder(scene.client, { ...header, ...line(place.surveyId, sold) })
    const car = await onlyCar(scene.me, 'notApproved')
    assert.deepEqual(
      [car.items, car.surveyId, car.sums],
      [
        [{ kind: 'line', text: 'Windscreen', currency: 'EUR', amount: 11.9 }],
        place.surveyId,
        [{ currency: 'EUR', amount: 11.9 }],
      ],
    )
    await putOrder(scene.client, { ...header, closed: true, ...line(place.surveyId, sold) })
    assert.equal((await onlyCar(scene.me, 'notApproved')).isClosed, true)
    await putOrder(scene.client, header)
    assert.equal((await today(scene.me)).notApproved.count, 0)
  })

  it('counts rejected orders apart', async () => {
    const scene = await makeScene()
    const place = await checked(scene)
    await offer(place)
    await putOrder(scene.client, { ...header, rejected: true })
    const { apart, ...lists } = await today(scene.me)
    assert.deepEqual([apart.cars, apart.findings, apart.offers], [1, 1, 1])
    assert.deepEqual(
      todayLists.map((name) => lists[name].count),
      [0, 0, 0, 0],
    )
  })

  it('forgets what is older than its list', async () => {
    const scene = await makeScene()
    await checked(scene)
    const after = (days: number) =>
      inClientOf(scene.client, (scope) =>
        readToday({ ...scope, now: new Date(scope.now.getTime() + days * 86_400_000) }, {}),
      )
    assert.equal((await after(13)).notOffered.count, 1)
    assert.equal((await after(15)).notOffered.count, 0)
  })

  it('shows the urgent and the oldest first, an advisor his own before them, and counts all of them', async () => {
    const scene = await makeScene()
    const other = { ...serviceAdvisor, id: 'SA-2', firstName: 'Bob' }
    for (const id of ['1', '2', '3'])
      await checked(scene, id, { serviceAdvisor: id === '2' ? serviceAdvisor : other })
    const ids = async (me: AppPerson) => (await today(me)).notOffered.cars.map(({ orderId }) => orderId)
    assert.deepEqual(await ids(await person(scene.client.id, 'manager', 'Ann Advisor')), ['1', '2', '3'])
    const ann = await person(scene.client.id, 'advisor', 'Ann Advisor')
    assert.deepEqual(await ids(ann), ['2', '1', '3'])
    const { notOffered } = await today(ann)
    assert.deepEqual(
      [notOffered.count, notOffered.items, notOffered.red, notOffered.cars[0]?.isMine],
      [3, 3, 3, true],
    )
    const [one] = notOffered.cars[0]?.sums ?? []
    assert.deepEqual(notOffered.sums, [{ currency: 'EUR', amount: 3 * (one?.amount ?? 0) }])
  })
})

describe('who sees today', () => {
  it('is for people who may advise, each with their branches', async () => {
    const scene = await makeScene()
    await checked(scene, 'own', { externalBranchId: 'B1' })
    await checked(scene, 'foreign', { externalBranchId: 'B2' })
    const ids = async (me: AppPerson, query = '') =>
      (await today(me, query)).notOffered.cars.map(({ orderId }) => orderId).sort()
    for (const role of ['advisor', 'manager', 'admin'] as const) {
      assert.deepEqual(await ids(await person(scene.client.id, role)), ['foreign', 'own'], role)
      if (role !== 'admin')
        assert.deepEqual(await ids(await limitedPerson(scene.client.id, role)), ['own'], role)
    }
    assert.deepEqual(await ids(scene.me, '?branch=B2'), ['foreign'])
    assert.deepEqual(await ids(scene.me, '?branch=B2&branch=B1'), ['foreign', 'own'])
    refusal(await (await person(scene.client.id, 'technician')).get('/today'), 'forbidden')
    const stranger = await person((await makeClient()).id, 'admin')
    const response = await stranger.get(`/app/system-clients/${scene.client.id}/today`)
    refusal(response, 'forbidden')
  })

  it('refuses unknown branches as it does those out of reach, and too many', async () => {
    const scene = await makeScene()
    await checked(scene, 'own', { externalBranchId: 'B1' })
    await checked(scene, 'foreign', { externalBranchId: 'B2' })
    const limited = await limitedPerson(scene.client.id)
    refusal(await limited.get('/today?branch=B9'), 'invalidArgument', /^branch: "B9" is not a branch/)
    refusal(await limited.get('/today?branch=B2'), 'invalidArgument', /^branch: "B2" is not a branch/)
    refusal(await scene.me.get('/today?branch=B9'), 'invalidArgument', /^branch: "B9"/)
    const many = Array.from({ length: 1_000 }, (_, n) => `branch=${n}`).join('&')
    assert.equal((await scene.me.get(`/today?${many}`)).statusCode, 400)
  })

  it('changes nothing', async () => {
    const scene = await makeScene()
    await checked(scene)
    const { database } = await testApp()
    const count = () =>
      database.row(
        sql`select count(*)::int as events from events where system_client_id = ${scene.client.id}`,
      )
    const before = await count()
    await today(scene.me)
    assert.deepEqual(await count(), before)
  })
})
