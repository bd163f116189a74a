// The lists of orders and surveys by their last change (C9), and what a key is told about itself.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Self } from '@walkaround/contract/dms/self.ts'
import type { ServiceOrderSummary } from '@walkaround/contract/dms/service-orders.ts'
import type { SurveySummary } from '@walkaround/contract/dms/surveys.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { sql } from '../../src/db/sql.ts'
import { mergeBranch } from '../../src/features/administration/merge-branch.ts'
import { issueKey } from '../../src/identity/issue-key.ts'
import { BASE_URL, makeClient, makeKey, order, request, type TestClient, testApp } from '../support/api.ts'
import { FOREIGN, limitedKey, makeBranches, OWN } from '../support/branches.ts'
import { asSystem } from '../support/clients.ts'
import { numberAll } from '../support/numbered.ts'
import { refusal } from '../support/scenes.ts'

type Reader = Pick<TestClient, 'get'>
type Kind = 'service-orders' | 'surveys'

async function list<T = ServiceOrderSummary>(reader: Reader, kind: Kind, query = ''): Promise<T[]> {
  const response = await reader.get(`/${kind}${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json<T[]>()
}

const ids = async (reader: Reader, kind: Kind, query = '') =>
  (await list<{ id: string }>(reader, kind, query)).map(({ id }) => id)

const put = async (client: TestClient, id: string, more = {}) => {
  const response = await client.put(`/service-orders/${encodeURIComponent(id)}`, order(more))
  assert.ok(response.statusCode < 300, response.body)
  await numberAll()
}

describe('the lists', () => {
  test('an order is what names it and what tells whether to read it, without people', async () => {
    const client = await makeClient()
    await put(client, 'a/1', {
      externalId: 'SO-1',
      serviceOrderType: 'W',
      plannedStartTimestamp: '2026-11-16T08:30:00+01:00',
      customer: { lastName: 'Secret' },
    })
    await put(client, 'part', { parentOrderId: 'a/1' })
    const [first, second] = await list(client, 'service-orders')
    const { changedTimestamp, surveys, ...rest } = first as ServiceOrderSummary
    assert.deepEqual(rest, {
      id: 'a/1',
      externalId: 'SO-1',
      externalBranchId: 'B1',
      branchId: 'B1',
      serviceOrderType: 'W',
      plannedStartTimestamp: '2026-11-16T08:30:00+01:00',
      closed: false,
      rejected: false,
    })
    assert.ok(Math.abs(Date.parse(changedTimestamp) - Date.now()) < 600_000)
    const whole = (await client.get('/service-orders/a%2F1')).json()
    assert.deepEqual(surveys, whole.surveys)
    assert.equal(second?.parentOrderId, 'a/1')
    const [survey, ...none] = await list<SurveySummary>(client, 'surveys')
    assert.deepEqual(none, [])
    const { changedTimestamp: at, ...head } = survey as SurveySummary
    assert.ok(at >= changedTimestamp)
    assert.deepEqual(head, {
      ...whole.surveys[0],
      externalBranchId: 'B1',
      branchId: 'B1',
      orderId: 'a/1',
      completed: false,
      closed: false,
    })
  })

  test('what changes moves to the end, and the last time that was read finds everything since', async () => {
    const client = await makeClient()
    for (const id of ['1', '2', '3']) await put(client, id)
    const all = await list(client, 'service-orders')
    assert.deepEqual(
      all.map(({ id }) => id),
      ['1', '2', '3'],
    )
    const last = all.at(-1)?.changedTimestamp ?? ''
    assert.deepEqual(await ids(client, 'service-orders', `?changedSince=${last}`), ['3'])
    await put(client, '1', { description: 'other words' })
    await put(client, '2')
    assert.deepEqual(await ids(client, 'service-orders', `?changedSince=${last}`), ['3', '1'])
    const surveysOf = async (query: string) =>
      (await list<SurveySummary>(client, 'surveys', query)).map(({ orderId }) => orderId)
    assert.deepEqual(await surveysOf(`?changedSince=${last}`), ['3', '1'], 'a survey changes with its order')
    const survey = (await list<SurveySummary>(client, 'surveys'))[0] as SurveySummary
    const { contents } = (await client.get(`/surveys/${survey.id}`)).json()
    const findQuestion = (elements: { category: string; id: string; contents?: never[] }[]): string =>
      elements.flatMap((one) =>
        one.category === 'question' ? [one.id] : findQuestion(one.contents ?? []),
      )[0] ?? ''
    const path = `/surveys/${survey.id}/questions/${findQuestion(contents)}/answers`
    assert.equal((await client.post(path, { value: 'seen' })).statusCode, 201)
    await numberAll()
    assert.equal((await surveysOf('')).at(-1), '2', 'and with an answer')
    refusal(await client.get('/surveys?changedSince=yesterday'), 'invalidDate', /changedSince/)
  })

  test('filters by state, type and branch', async () => {
    const client = await makeClient({ releaseTypes: ['health', 'VC'] })
    await put(client, 'open', { externalBranchId: OWN })
    await put(client, 'closed', { externalBranchId: OWN, closed: true })
    await put(client, 'rejected', { externalBranchId: FOREIGN, rejected: true })
    const orders = (query: string) => ids(client, 'service-orders', query)
    assert.deepEqual(await orders('?closed=false'), ['open'])
    assert.deepEqual(await orders('?closed=true'), ['closed', 'rejected'])
    assert.deepEqual(await orders(`?closed=true&branch=${FOREIGN}`), ['rejected'])
    assert.deepEqual(await orders(`?branch=${FOREIGN}&branch=${OWN}`), ['open', 'closed', 'rejected'])
    assert.deepEqual(await orders('?branch=nobody'), [])
    const types = async (query: string) =>
      (await list<SurveySummary>(client, 'surveys', query)).map(({ surveyType }) => surveyType)
    assert.deepEqual((await types('')).sort(), ['VC', 'health'])
    assert.deepEqual(await types('?survey-type=VC&completed=false'), ['VC'])
    assert.deepEqual(await types('?completed=true'), [])
    const { database } = await testApp()
    const [{ id }] = (await list<SurveySummary>(client, 'surveys', '?survey-type=VC')) as [SurveySummary]
    await database.run(sql`update surveys set completed = true, completed_at = now()
      where system_client_id = ${client.id} and id = ${id}`)
    assert.deepEqual(
      await types('?survey-type=VC&completed=false'),
      [],
      'what the log does not know yet is not shown wrongly',
    )
    await put(client, 'open', { externalBranchId: OWN, description: 'later' })
    const [done] = await list<SurveySummary>(client, 'surveys', '?completed=true')
    assert.equal(done?.surveyType, 'VC')
    assert.ok(done.completedTimestamp)
    for (const query of ['closed=maybe', 'limit=0', 'limit=1001', 'cursor=x'])
      assert.equal((await client.get(`/service-orders?${query}`)).statusCode, 400, query)
  })

  test('an order that moves to another branch moves in the lists, and a merge takes them along', async () => {
    const client = await makeClient()
    await put(client, '1', { externalBranchId: OWN })
    await put(client, '2', { externalBranchId: OWN })
    await put(client, '2', { externalBranchId: FOREIGN })
    for (const kind of ['service-orders', 'surveys'] as const) {
      assert.equal((await ids(client, kind, `?branch=${OWN}`)).length, 1)
      assert.equal((await ids(client, kind, `?branch=${FOREIGN}`)).length, 1)
    }
    await asSystem((scope) => mergeBranch(scope, { clientId: client.id, from: FOREIGN, into: OWN }))
    for (const kind of ['service-orders', 'surveys'] as const)
      assert.equal((await ids(client, kind, `?branch=${OWN}`)).length, 2)
  })

  test('pages follow each other, and a cursor belongs to its query', async () => {
    const client = await makeClient()
    for (const id of ['1', '2', '3', '4', '5']) await put(client, id)
    for (const kind of ['service-orders', 'surveys'] as const) {
      const whole = await ids(client, kind)
      const paged: string[] = []
      let path: string | undefined = `/${kind}?limit=2&branch=B1`
      let cursor = ''
      while (path) {
        const response = await client.get(path)
        paged.push(...response.json<{ id: string }[]>().map(({ id }) => id))
        const next = /^<(.+)>; rel="next"$/.exec((response.headers.link as string | undefined) ?? '')?.[1]
        if (next) assert.ok(next.startsWith(`${BASE_URL}/v1/system-clients/${client.id}/${kind}?`))
        cursor = (next && new URL(next).searchParams.get('cursor')) || cursor
        path = next && `/${kind}${new URL(next).search}`
      }
      assert.deepEqual(paged, whole)
      assert.equal(paged.length, 5)
      refusal(await client.get(`/${kind}?limit=2&cursor=${cursor}`), 'invalidCursor')
    }
  })

  test('a login limited to branches and another client see only theirs', async () => {
    const { client } = await makeBranches()
    await numberAll()
    const other = await makeClient()
    const me = await limitedKey(client.id)
    for (const kind of ['service-orders', 'surveys'] as const) {
      const all = await list<{ id: string; branchId: string }>(client, kind)
      assert.ok(all.some(({ branchId }) => branchId === FOREIGN))
      for (const query of ['', `?branch=${OWN}&branch=${FOREIGN}`, '?limit=100'])
        assert.deepEqual(
          await ids(me, kind, query),
          all.filter(({ branchId }) => branchId === OWN).map(({ id }) => id),
        )
      assert.deepEqual(await ids(me, kind, `?branch=${FOREIGN}`), [])
      assert.deepEqual(await ids(other, kind), [])
    }
  })
})

describe('a thousand of them', () => {
  let client: TestClient
  before(async () => {
    client = await makeClient()
    const { database } = await testApp()
    await put(client, 'model')
    await database.run(sql`
      insert into service_orders (system_client_id, id, branch_id, closed, rejected, document, survey_header, surveys,
        created_at, changed_at)
      select system_client_id, 'o' || i, branch_id, i % 2 = 0, false, document, survey_header, '[]', now(), now()
      from service_orders cross join generate_series(1, 1200) as i
      where system_client_id = ${client.id} and id = 'model'`)
    await database.run(sql`
      insert into event_inbox (system_client_id, kind, subject, actor)
      select ${client.id}, 'inspection.begun', 'order/o' || i, 'system:test' from generate_series(1, 1200) as i`)
    await numberAll()
  })

  test('the plain list has all of them once, in steps; pages too', async () => {
    const whole = await ids(client, 'service-orders')
    assert.equal(whole.length, 1201)
    assert.equal(new Set(whole).size, 1201)
    assert.equal((await ids(client, 'service-orders', '?limit=1000')).length, 1000)
    assert.equal((await ids(client, 'service-orders', '?closed=true')).length, 600)
  })
})

test('the filling of the migration knows what was there before', async () => {
  const client = await makeClient()
  await put(client, '1')
  await put(client, '2', { closed: true })
  const { database } = await testApp()
  const kept = await database.rows(sql`
    select kind, id, branch_id, survey_type, is_done from last_changes where system_client_id = ${client.id} order by 1, 2`)
  await database.run(sql`delete from last_changes where system_client_id = ${client.id}`)
  const { readFile } = await import('node:fs/promises')
  const filling = await readFile(
    new URL('../../migrations/0053_last_changes.fill.sql', import.meta.url),
    'utf8',
  )
  let position: string[] = []
  for (;;) {
    const batch = await database.row<{ position: string[] | null; rows: number }>({
      name: '',
      text: filling,
      values: [position, 3],
    })
    if (Number(batch?.rows) === 0) break
    position = batch?.position ?? []
  }
  const filled = await database.rows(sql`
    select kind, id, branch_id, survey_type, is_done from last_changes where system_client_id = ${client.id} order by 1, 2`)
  assert.deepEqual(filled, kept)
})

describe('GET /v1/self', () => {
  const self = async (key: string): Promise<Self> => {
    const response = await request({ method: 'GET', url: '/v1/self', headers: { 'x-api-key': key } })
    assert.equal(response.statusCode, 200, response.body)
    return response.json<Self>()
  }

  test('tells whose key it is, what it reaches and what the service takes', async () => {
    const client = await makeClient({ timeZone: 'Europe/Vilnius' })
    const { key } = await asSystem((scope) =>
      issueKey(scope, {
        login: client.login,
        label: 'night run',
        expiresAt: new Date('2099-01-01T00:00:00Z'),
      }),
    )
    const told = await self(key)
    assert.equal(told.login.login, client.login)
    assert.equal(told.key.label, 'night run')
    assert.equal(told.key.expiresTimestamp, '2099-01-01T00:00:00.000Z')
    assert.ok(key.startsWith(told.key.prefix) && key.length > told.key.prefix.length + 20)
    assert.ok(!JSON.stringify(told).includes(key.slice(14)))
    assert.equal(told.interfaceVersion, 'v1')
    assert.equal(told.limits.bodyBytes, 1024 * 1024)
    const [reached, ...others] = told.clients
    assert.deepEqual(others, [])
    assert.equal(reached?.id, client.id)
    assert.equal(reached.timeZone, 'Europe/Vilnius')
    assert.equal(reached.kind, 'production')
    assert.equal(reached.role, 'dms')
    assert.ok(reached.rights.includes('events'))
    assert.equal(reached.branches, undefined)
  })

  test('a limited login is told its branches, and roles their rights', async () => {
    const client = await makeClient()
    for (const code of [OWN, FOREIGN]) await put(client, code, { externalBranchId: code })
    const limited = await self((await limitedKey(client.id)).key)
    assert.deepEqual(
      limited.clients[0]?.branches?.map(({ id }) => id),
      [OWN],
    )
    assert.ok(!limited.clients[0]?.rights.includes('admin'))
    const technician = await self((await makeKey(client.id, 'technician' satisfies Role)).key)
    assert.deepEqual(technician.clients[0]?.rights, ['read', 'answers', 'notes', 'photos'])
    const support = await self((await makeKey(client.id, 'support')).key)
    assert.ok(support.clients.some(({ id, role }) => id === client.id && role === 'support'))
  })

  test('needs a key that holds', async () => {
    for (const headers of [{}, { 'x-api-key': 'wa_nobody' }] as Record<string, string>[])
      assert.equal((await request({ method: 'GET', url: '/v1/self', headers })).statusCode, 401)
    const client = await makeClient()
    const { app } = await testApp()
    const response = await app.inject({
      method: 'PUT',
      url: '/v1/self',
      headers: { 'x-api-key': client.key },
    })
    assert.equal(response.statusCode, 405)
  })
})
