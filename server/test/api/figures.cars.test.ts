// The cars behind figures over HTTP: what a row says, who sees which, how pages follow, and what is refused.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { FigureCars } from '@walkaround/contract/dms/figures.ts'
import { MOST_SORTED_ORDERS } from '@walkaround/contract/figures.ts'
import { sql } from '../../src/db/sql.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { makeClient, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limit, limitedKey, limitedPerson } from '../support/branches.ts'
import { asSystem } from '../support/clients.ts'
import { answer, send } from '../support/edits.ts'
import { settleFigures } from '../support/figures.ts'
import { complete, putOrder, refusal, smallQuestion, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

const YEAR = 'from=2026-01-01&to=2026-12-31'
const [ADA, EVA] = ['ada%20advisor', 'eva%20example']

type Reader = Pick<TestClient, 'get'> | Pick<AppPerson, 'get'>

async function read(reader: Reader, query = YEAR): Promise<FigureCars> {
  const response = await reader.get(`/figures/cars?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}
const idsOf = ({ cars }: FigureCars) => cars.map(({ orderId }) => orderId)

/** Three orders at B1, one of them rejected, and one at B2; one of B1 was checked by Eva. */
async function makeScene() {
  const client = await makeClient({ releaseTypes: ['VC'], timeZone: 'Europe/Berlin' })
  await useOwnTemplate(client, { surveyType: 'VC', contents: [smallQuestion] })
  const put = (id: string, externalBranchId: string, day: string, more = {}) =>
    putOrder(client, { externalBranchId, plannedStartTimestamp: `${day}T09:00:00`, ...more }, id)
  const first = await put('1', 'B1', '2026-03-02', {
    serviceAdvisor: { id: 'SA-1', firstName: 'Ada', lastName: 'Advisor' },
    currency: 'EUR',
    externalId: 'SO-1',
    vehicle: { vin: 'ZZZ1A2B35PX000001', numberPlate: 'WA 100', make: 'Make', model: 'Model' },
  })
  await put('2', 'B1', '2026-03-03')
  await put('3', 'B1', '2026-04-01', { rejected: true })
  await put('4', 'B2', '2026-03-02', { serviceAdvisor: { firstName: 'Ben', lastName: 'Other' } })
  const eva = await person(client.id, 'technician', 'Eva Example')
  const surveyId = surveyIdOf(first, 'VC')
  await send({ me: eva, surveyId }, answer('glass', 'bad'))
  await complete(client, surveyId)
  await settleFigures(client)
  return { client, eva }
}

describe('cars behind figures', () => {
  let scene: Awaited<ReturnType<typeof makeScene>>
  before(async () => {
    scene = await makeScene()
  })
  const allow = (namedFigures: boolean) =>
    asSystem((scope) => setClient(scope, { clientId: scene.client.id, changes: { namedFigures } }))

  test('a row says which car it was, and its figures alone', async () => {
    const { cars, period, next } = await read(scene.client, 'from=2026-03-02&to=2026-03-02&branch=B1')
    assert.deepEqual([period, next, cars.length], [{ from: '2026-03-02', to: '2026-03-02' }, undefined, 1])
    const { figures, ...car } = cars[0]!
    assert.deepEqual(car, {
      orderId: '1',
      day: '2026-03-02',
      branchId: 'B1',
      branch: 'B1',
      externalId: 'SO-1',
      vin: 'ZZZ1A2B35PX000001',
      numberPlate: 'WA 100',
      make: 'Make',
      model: 'Model',
    })
    const value = (id: string) => figures.find((one) => one.id === id)?.value
    assert.deepEqual(['orders', 'found', 'notOffered', 'redPerCar'].map(value), [1, 1, 1, 1])
  })

  test('rejected orders are there and say so', async () => {
    const { cars } = await read(scene.client)
    assert.deepEqual(
      cars.map(({ orderId, isRejected }) => [orderId, isRejected]),
      [
        ['3', true],
        ['2', undefined],
        ['4', undefined],
        ['1', undefined],
      ],
    )
  })

  test('the app reads the same as the interface', async () => {
    const manager = await person(scene.client.id, 'manager')
    assert.deepEqual((await read(manager)).cars, (await read(scene.client)).cars)
  })

  for (const sort of ['day', 'sold&currency=EUR', 'notSold&currency=EUR', 'notOffered'])
    for (const where of ['', '&branch=B1', `&person=${ADA}`])
      test(`pages of one are the whole list by ${sort}${where}`, async () => {
        await allow(true)
        const query = `${YEAR}&sort=${sort}${where}`
        const whole = idsOf(await read(scene.client, query))
        const found: string[] = []
        let page = await read(scene.client, `${query}&limit=1`)
        found.push(...idsOf(page))
        while (page.next !== undefined) {
          page = await read(scene.client, `${query}&limit=1&cursor=${page.next}`)
          found.push(...idsOf(page))
        }
        assert.deepEqual(found, whole)
        assert.equal(whole.length, { '': 4, '&branch=B1': 3, [`&person=${ADA}`]: 1 }[where])
        await allow(false)
      })

  test('a cursor holds for its own query alone', async () => {
    const { next = '' } = await read(scene.client, `${YEAR}&limit=1`)
    const branded = next.slice(0, 40)
    for (const other of [
      'from=2026-01-02&to=2026-12-31',
      `${YEAR}&branch=B1`,
      `${YEAR}&site=main`,
      `${YEAR}&sort=notOffered`,
    ])
      refusal(
        await scene.client.get(`/figures/cars?${other}&limit=1&cursor=${next}`),
        'invalidCursor',
        new RegExp(`^cursor: "${branded}" is not the "next" of a page of the same query`),
      )
    const own = await scene.eva.get(`/figures/cars?${YEAR}&cursor=${next}`)
    refusal(own, 'invalidCursor')
    const broken = ['x', 'bnVsbA', Buffer.from('["a",1,"2026-01-01",{}]').toString('base64url')]
    for (const cursor of broken)
      refusal(await scene.client.get(`/figures/cars?${YEAR}&cursor=${cursor}`), 'invalidCursor', /^cursor/)
    refusal(await scene.client.get(`/figures/cars?${YEAR}&cursor=%00`), 'invalidText', /^cursor/)
  })

  for (const [query, kind, info] of [
    [`${YEAR}&sort=sold`, 'missingField', /^currency: "sort" is "sold"/],
    [`${YEAR}&sort=notSold`, 'missingField', /^currency: "sort" is "notSold"/],
    [`${YEAR}&sort=moon`, 'notInList', /sort/],
    [`${YEAR}&sort=sold&currency=euro`, 'notInList', /currency/],
    [`${YEAR}&limit=0`, 'outOfRange', /limit/],
    [`${YEAR}&limit=201`, 'outOfRange', /limit/],
    [`${YEAR}&limit=many`, 'wrongType', /limit/],
    [`${YEAR}&cursor=${'x'.repeat(1_001)}`, 'tooLong', /cursor/],
  ] as const)
    test(`refuses ?${query.slice(0, 60)}`, async () =>
      void refusal(await scene.client.get(`/figures/cars?${query}`), kind, info))

  test('more orders than can be sorted are refused, and by day they are not', async () => {
    const client = await makeClient()
    await putOrder(client, { plannedStartTimestamp: '2026-03-02' }, '1')
    await settleFigures(client)
    const { database } = await testApp()
    await database.run(sql`
      update figure_days set orders = ${MOST_SORTED_ORDERS + 1} where system_client_id = ${client.id}`)
    refusal(
      await client.get(`/figures/cars?${YEAR}&sort=notOffered`),
      'invalidDate',
      /^to: up to "2026-12-31" the period has 20001 orders, and with "sort" "notOffered" it may have 20000/,
    )
    assert.deepEqual(idsOf(await read(client)), ['1'])
  })

  describe('who is named', () => {
    test('nobody but oneself, unless the client has allowed it', async () => {
      const named = async (reader: Reader) =>
        (await read(reader)).cars.flatMap(({ persons = [] }) =>
          persons.map(({ name, isOwn }) => [name, isOwn]),
        )
      const manager = await person(scene.client.id, 'manager')
      assert.deepEqual(await named(manager), [])
      assert.deepEqual(await named(scene.eva), [['Eva Example', true]])
      refusal(await manager.get(`/figures/cars?${YEAR}&person=${EVA}`), 'forbidden', /^person/)
      await allow(true)
      assert.deepEqual(await named(manager), [
        ['Ben Other', undefined],
        ['Ada Advisor', undefined],
        ['Eva Example', undefined],
      ])
      assert.deepEqual(await named(scene.eva), [
        ['Ada Advisor', undefined],
        ['Eva Example', true],
      ])
      await allow(false)
    })
  })
})

/** Roles × branches × clients, for every way to read figures. */
describe('who reads figures', () => {
  let scene: Awaited<ReturnType<typeof makeScene>>
  let foreign: TestClient
  before(async () => {
    scene = await makeScene()
    foreign = await makeClient()
  })
  const ways = ['/figures', '/figures/questions', '/figures/cars']
  const countOf = (
    path: string,
    body: { cars?: unknown[]; groups?: { figures: { id: string; value?: number }[] }[] },
  ) =>
    path === '/figures/cars'
      ? body.cars?.length
      : (body.groups ?? [])
          .flatMap(({ figures }) => figures)
          .reduce((sum, { id, value = 0 }) => sum + (/^(orders|rejected)$/.test(id) ? value : 0), 0)

  const readers: [name: string, sees: number, sum: number, make: () => Promise<Reader>][] = [
    ['a key of the DMS', 4, 4, async () => scene.client],
    ['an admin', 4, 4, () => person(scene.client.id, 'admin')],
    ['a manager', 4, 4, () => person(scene.client.id, 'manager')],
    ['a manager of B1', 3, 3, () => limitedPerson(scene.client.id)],
    ['a manager of B2', 1, 1, () => limitedPerson(scene.client.id, 'manager', ['B2'])],
    ['a key of B1', 3, 3, () => limitedKey(scene.client.id)],
    ['the technician who checked', 1, 1, async () => scene.eva],
    ['the advisor of the order', 1, 1, () => person(scene.client.id, 'advisor', 'Ada Advisor')],
    ['another advisor', 0, 0, () => person(scene.client.id, 'advisor', 'Nobody Known')],
    ['the advisor, limited to the other branch', 0, 0, () => limitedAdvisor()],
  ]
  const limitedAdvisor = async () => {
    const me = await person(scene.client.id, 'advisor', 'Ada Advisor')
    await limit(scene.client.id, me.login, 'advisor', ['B2'])
    return me
  }
  for (const [name, cars, sum, make] of readers)
    test(`${name}: ${cars} cars, and figures of as many`, async () => {
      const reader = await make()
      const isOwn = /technician|advisor/.test(name)
      for (const path of ways) {
        const response = await reader.get(`${path}?${YEAR}`)
        if (path === '/figures/questions') assert.equal(response.statusCode, isOwn ? 403 : 200, path)
        else assert.equal(countOf(path, response.json()), path === '/figures/cars' ? cars : sum, path)
      }
    })

  for (const path of ways)
    test(`${path} has nothing of another client, in whatever words it is asked for`, async () => {
      const response = await foreign.get(`${path}?${YEAR}`)
      assert.equal(response.statusCode, 200)
      assert.doesNotMatch(response.body, /ada|eva|"SO-1"|WA 100|ZZZ1A2B35PX000001/i)
      refusal(await foreign.get(`${path}?${YEAR}&branch=B1`), 'unknownPlace', /^branch: "B1"/)
      const limited = await limitedPerson(scene.client.id)
      refusal(await limited.get(`${path}?${YEAR}&branch=B2`), 'unknownPlace', /^branch: "B2"/)
      for (const role of ['technician', 'advisor', 'manager', 'admin'] as const) {
        const stranger = await person(foreign.id, role)
        refusal(await stranger.get(`/app/system-clients/${scene.client.id}${path}?${YEAR}`), 'forbidden')
      }
    })
})
