// The figures over HTTP: who sees what, what is refused, and what moves when an order does.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Figures } from '@walkaround/contract/dms/figures.ts'
import { figures, MOST_GROUPS } from '@walkaround/contract/figures.ts'
import { sql } from '../../src/db/sql.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { rebuildFigures } from '../../src/features/figures/rebuild-figures.ts'
import { setClient } from '../../src/organisation/clients.ts'
import { makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limitedKey, limitedPerson } from '../support/branches.ts'
import { asSystem } from '../support/clients.ts'
import { answer, send } from '../support/edits.ts'
import { settleFigures } from '../support/figures.ts'
import { complete, putOrder, refusal, smallQuestion, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

const YEAR = 'from=2026-01-01&to=2026-12-31'

type Reader = Pick<TestClient, 'get'> | Pick<AppPerson, 'get'>

async function read(reader: Reader, query = YEAR): Promise<Figures> {
  const response = await reader.get(`/figures?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const shownOf = ({ groups }: Figures, id: string, key?: string) =>
  groups.find((group) => key === undefined || group.key === key)?.figures.find((one) => one.id === id)?.value

const advisor = { id: 'SA-1', firstName: 'Ada', lastName: 'Advisor' }

/** Three orders at B1 and one at B2; one of B1 was checked by Eva. */
async function makeScene() {
  const client = await makeClient({ releaseTypes: ['VC'], timeZone: 'Europe/Berlin' })
  await useOwnTemplate(client, { surveyType: 'VC', contents: [smallQuestion] })
  const put = (id: string, externalBranchId: string, day: string, more = {}) =>
    putOrder(client, { externalBranchId, plannedStartTimestamp: `${day}T09:00:00`, ...more }, id)
  const first = await put('1', 'B1', '2026-03-02', { serviceAdvisor: advisor, currency: 'EUR' })
  await put('2', 'B1', '2026-03-03')
  await put('3', 'B1', '2026-04-01', { rejected: true })
  await put('4', 'B2', '2026-03-02', { serviceAdvisor: { firstName: 'Ben', lastName: 'Other' } })
  const eva = await person(client.id, 'technician', 'Eva Example')
  const surveyId = surveyIdOf(first, 'VC')
  await send({ me: eva, surveyId }, answer('glass', 'bad'))
  await complete(client, surveyId)
  await settleFigures(client)
  return { client, eva, put }
}

describe('figures', () => {
  let scene: Awaited<ReturnType<typeof makeScene>>
  before(async () => {
    scene = await makeScene()
  })

  test('every figure comes with its definition, in the language asked for', async () => {
    const { definitions, groups } = await read(scene.client, `${YEAR}&language=de`)
    assert.deepEqual(
      definitions.map(({ id }) => id),
      figures.map(({ id }) => id),
    )
    assert.equal(definitions[0]?.name, 'Eingegangene Aufträge')
    const shown = new Set(groups[0]?.figures.map(({ id }) => id))
    for (const { id, kind } of figures) if (kind !== 'money') assert.ok(shown.has(id), id)
  })

  test('rejected orders are kept apart, and few checks are told as "1 of 3"', async () => {
    const all = await read(scene.client)
    assert.deepEqual([shownOf(all, 'orders'), shownOf(all, 'rejected'), shownOf(all, 'found')], [3, 1, 1])
    const rate = all.groups[0]?.figures.find(({ id }) => id === 'checkRate')
    assert.deepEqual(rate, { id: 'checkRate', count: 1, of: 3, before: { count: 0, of: 0 } })
  })

  test('a day is one of the time zone of the client, with or without a time', async () => {
    const one = await read(scene.client, 'from=2026-03-02&to=2026-03-02')
    assert.equal(shownOf(one, 'orders'), 2)
    // Without an offset it is a time there.
    const there = await read(scene.client, 'from=2026-03-02T00:10:00&to=2026-03-02T23:50:00')
    assert.deepEqual([there.period, there.groups], [one.period, one.groups])
    const same = await read(scene.client, 'from=2026-03-01T23:30:00Z&to=2026-03-02T12:00:00%2B01:00')
    assert.deepEqual(same.period, { from: '2026-03-02', to: '2026-03-02' })
    assert.deepEqual(same.groups, one.groups)
  })

  test('the app reads the same as the interface', async () => {
    const manager = await person(scene.client.id, 'manager')
    assert.deepEqual(
      (await read(manager, `${YEAR}&by=branch`)).groups,
      (await read(scene.client, `${YEAR}&by=branch`)).groups,
    )
  })

  test('only those that are asked for come, with their definitions', async () => {
    const all = await read(scene.client, `${YEAR}&by=branch`)
    const some = await read(scene.client, `${YEAR}&by=branch&figure=checkRate&figure=orders`)
    const isWanted = ({ id }: { id: string }) => ['orders', 'checkRate'].includes(id)
    assert.deepEqual(some.definitions, all.definitions.filter(isWanted))
    assert.deepEqual(
      some.groups,
      all.groups.map((group) => ({ ...group, figures: group.figures.filter(isWanted) })),
    )
  })

  test('of more branches than a reply has, those with the most orders come, and the others are counted', async () => {
    const client = await makeClient()
    const { database } = await testApp()
    const columns = await database.rows<{ name: string }>(sql`
      select attname as name from pg_attribute where attrelid = 'figure_days'::regclass and attnum > 0 and not attisdropped
        and attname not in ('system_client_id', 'grain', 'day', 'branch_id', 'person', 'orders')`)
    await database.script(`
      insert into figure_days (system_client_id, grain, day, branch_id, person, orders, ${columns.map(({ name }) => name)})
      select '${client.id}', 'branch.day', '2026-03-02', 'b' || n, '', n, ${columns.map(() => 0)}
      from generate_series(1, ${MOST_GROUPS + 5}) n`)
    const { groups, more } = await read(client, 'from=2026-03-02&to=2026-03-02&by=branch')
    assert.deepEqual([groups.length, more], [MOST_GROUPS, 5])
    const keys = new Set(groups.map(({ key }) => key))
    assert.deepEqual(
      Array.from({ length: 7 }, (_, n) => keys.has(`b${n + 1}`)),
      [false, false, false, false, false, true, true],
    )
  })

  for (const [query, kind, info] of [
    ['to=2026-01-01', 'missingField', /from/],
    ['from=2026-02-01&to=2026-01-01', 'invalidDate', /^to: "2026-01-01" is before "from"/],
    ['from=2026-02-30&to=2026-03-01', 'invalidDate', /from/],
    ['from=yesterday&to=2026-03-01', 'invalidDate', /from/],
    ['from=0001-01-01&to=0001-01-02', 'invalidDate', /^from: "0001-01-01" .* from 1950 to 2200/],
    ['from=2020-01-01&to=2025-01-01', 'invalidDate', /^to: "2025-01-01" is more than 5 years/],
    ['from=2026-01-01&to=', 'missingField', /^to/],
    ['from=2026-03-01T08:00:00%2B25:00&to=2026-03-02', 'invalidDate', /from/],
    ['from=2025-02-29&to=2025-03-02', 'invalidDate', /from/],
    [`${YEAR}&beforeFrom=2025-01-01`, 'missingField', /^beforeTo/],
    [`${YEAR}&beforeFrom=2025-02-01&beforeTo=2025-01-01`, 'invalidDate', /^beforeTo: .* before "beforeFrom"/],
    [`${YEAR}&by=moon`, 'notInList', /by/],
    [`${YEAR}&figure=moon`, 'notInList', /figure/],
    [`${YEAR}&branch=B1&branch=nowhere`, 'unknownPlace', /^branch: "nowhere"/],
    [`${YEAR}&site=nowhere`, 'unknownPlace', /^site: "nowhere"/],
    [`${YEAR}&${Array.from({ length: 10_000 }, (_, at) => `branch=b${at}`).join('&')}`, 'tooLong', /branch/],
    [`${YEAR}&person=eva%20example`, 'forbidden', /person/],
  ] as const)
    test(`refuses ?${query.slice(0, 60)}`, async () => {
      // Only figures are grouped, cars are not compared, and questions have no persons.
      const lacks = { '/figures/questions': /by=|person=|figure=/, '/figures/cars': /by=|before|figure=/ }
      const others = Object.entries(lacks).flatMap(([path, words]) => (words.test(query) ? [] : [path]))
      for (const path of ['/figures', ...others])
        refusal(await scene.client.get(`${path}?${query}`), kind, info)
    })

  test('the longest period and a leap day are taken', async () => {
    await read(scene.client, 'from=2020-01-01&to=2024-12-31&by=day')
    await read(scene.client, 'from=2024-02-29&to=2029-02-28&by=week')
  })

  describe('who sees what', () => {
    test('a technician and an advisor see their own orders alone', async () => {
      const own = await read(scene.eva)
      assert.deepEqual([shownOf(own, 'orders'), own.isOwnOnly], [1, true])
      const ada = await person(scene.client.id, 'advisor', 'Ada Advisor')
      assert.equal(shownOf(await read(ada), 'orders'), 1)
      const stranger = await person(scene.client.id, 'advisor', 'Nobody Known')
      assert.equal(shownOf(await read(stranger), 'orders'), 0)
      assert.deepEqual(
        (await read(scene.eva, `${YEAR}&by=person`)).groups.map(({ name, isOwn }) => ({ name, isOwn })),
        [{ name: 'Eva Example', isOwn: true }],
      )
      refusal(await scene.eva.get(`/figures?${YEAR}&person=ada%20advisor`), 'forbidden', /person/)
      refusal(await scene.eva.get(`/figures/questions?${YEAR}`), 'forbidden')
    })

    test('everybody else sees the branches they reach, and no others', async () => {
      for (const role of ['manager', 'admin', 'dms'] as const) {
        const all = await read(await person(scene.client.id, role), `${YEAR}&by=branch`)
        assert.deepEqual(
          all.groups.map(({ key }) => key),
          ['B1', 'B2'],
        )
      }
      const limited = await limitedPerson(scene.client.id)
      const own = await read(limited, `${YEAR}&by=branch`)
      assert.deepEqual(
        own.groups.map(({ key }) => key),
        ['B1'],
      )
      for (const by of ['none', 'site', 'day', 'month']) {
        const { groups } = await read(limited, `${YEAR}&by=${by}`)
        const orders = groups.map(({ figures: all }) => all.find(({ id }) => id === 'orders')?.value ?? 0)
        assert.equal(
          orders.reduce((sum, one) => sum + one, 0),
          2,
          by,
        )
      }
      for (const path of ['/figures', '/figures/questions'])
        refusal(await limited.get(`${path}?${YEAR}&branch=B2`), 'unknownPlace', /^branch: "B2"/)
      assert.equal(shownOf(await read(await limitedKey(scene.client.id)), 'orders'), 2)
    })

    test('no other client is seen', async () => {
      const foreign = await makeClient()
      assert.deepEqual(shownOf(await read(foreign), 'orders'), 0)
      refusal(await foreign.get(`/figures?${YEAR}&branch=B1`), 'unknownPlace')
      const path = `/app/system-clients/${scene.client.id}/figures?${YEAR}`
      const stranger = await person(foreign.id, 'admin')
      refusal(await stranger.get(path), 'forbidden')
    })

    test('persons are named only where the client has allowed it', async () => {
      const manager = await person(scene.client.id, 'manager', 'Max Manager')
      assert.deepEqual((await read(manager, `${YEAR}&by=person`)).groups, [])
      const allow = (namedFigures: boolean) =>
        asSystem((scope) => setClient(scope, { clientId: scene.client.id, changes: { namedFigures } }))
      await allow(true)
      const { groups, arePersonsNamed } = await read(manager, `${YEAR}&by=person`)
      assert.deepEqual(
        [arePersonsNamed, groups.map(({ name }) => name)],
        [true, ['Ada Advisor', 'Ben Other', 'Eva Example']],
      )
      assert.equal(shownOf(await read(manager, `${YEAR}&person=eva%20example`), 'orders'), 1)
      const limited = await limitedPerson(scene.client.id)
      assert.deepEqual(
        (await read(limited, `${YEAR}&by=person`)).groups.map(({ name }) => name),
        ['Ada Advisor', 'Eva Example'],
      )
      await allow(false)
    })
  })

  test('the questions of checks have their words, what they find and what they take', async () => {
    const response = await scene.client.get(`/figures/questions?${YEAR}`)
    const { questions } = response.json()
    assert.equal(questions.length, 1)
    assert.deepEqual([questions[0].questionId, questions[0].text], ['glass', 'Glass'])
    assert.deepEqual(
      questions[0].figures.find(({ id }: { id: string }) => id === 'findRate'),
      { id: 'findRate', count: 1, of: 1, before: { count: 0, of: 0 } },
    )
  })
})

describe('an order that moves', () => {
  test('leaves its old day and branch, and a merged branch leaves nothing', async () => {
    const { client, put } = await makeScene()
    await put('2', 'B2', '2026-05-05')
    await settleFigures(client)
    const days = async () => {
      const { groups } = await read(client, `${YEAR}&by=day`)
      return groups.map(({ key, figures: all }) => [key, all.find(({ id }) => id === 'orders')?.value])
    }
    assert.deepEqual(await days(), [
      ['2026-03-02', 2],
      ['2026-04-01', 0],
      ['2026-05-05', 1],
    ])
    await asSystem((scope) => mergeBranch(scope, { clientId: client.id, from: 'B2', into: 'B1' }))
    await settleFigures(client)
    const { database } = await testApp()
    await rebuildFigures(database, client.id, new Date())
    const { groups } = await read(client, `${YEAR}&by=branch`)
    assert.deepEqual(
      groups.map(({ key }) => key),
      ['B1'],
    )
  })

  test('sells on its new day, which the ledger is told of', async () => {
    const client = await makeClient({ releaseTypes: ['VC'], timeZone: 'UTC' })
    await useOwnTemplate(client, { surveyType: 'VC', contents: [smallQuestion] })
    const first = await putOrder(client, {}, '1')
    const surveyId = surveyIdOf(first, 'VC')
    await send({ me: await person(client.id, 'advisor'), surveyId }, answer('glass', 'bad'))
    await complete(client, surveyId)
    const line = {
      id: '1',
      itemCategory: 'labour',
      quantity: 1,
      healthSurveyId: surveyId,
      healthAnswerId: 'bad',
    }
    const sell = (day: string) =>
      putOrder(
        client,
        { plannedStartTimestamp: day, currency: 'EUR', contents: [{ ...line, soldQuantity: 1 }] },
        '2',
      )
    const { database } = await testApp()
    for (const day of ['2026-03-02', '2026-05-05']) {
      await sell(day)
      const closed = await database.row<{ day: string }>(sql`
        select closed_at::date::text as day from findings where system_client_id = ${client.id} and closed_as = 'sold'`)
      assert.equal(closed?.day, day)
    }
  })

  test('an order without a planned start belongs to the day it came', async () => {
    const client = await makeClient()
    await client.put('/service-orders/1', order())
    await settleFigures(client)
    const today = new Date().toISOString().slice(0, 10)
    assert.equal(shownOf(await read(client, `from=${today}&to=${today}`), 'orders'), 1)
  })
})
