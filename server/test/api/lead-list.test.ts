// The lead list (C7): filters, order, and that pages and steps never lose or repeat a lead.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { addBranch } from '../../src/organisation/branches.ts'
import { BASE_URL, order as lead, makeClient, type TestClient, testApp } from '../support/api.ts'
import { fullLead } from '../support/bodies.ts'
import { inClientOf, refusal } from '../support/scenes.ts'

type Query = Record<string, string | string[]>

const search = (query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) parameters.append(name, one)
  }
  return `/leads?${parameters}`
}

const list = (client: TestClient, query: Query = {}) => client.get(search(query))

async function found(client: TestClient, query: Query = {}): Promise<string[]> {
  const response = await list(client, query)
  assert.equal(response.statusCode, 200, response.body)
  return response.json<{ id: string }[]>().map(({ id }) => id)
}

async function plan(client: TestClient, leads: Record<string, Record<string, unknown>>): Promise<void> {
  for (const [id, more] of Object.entries(leads)) {
    const response = await client.put(`/leads/${encodeURIComponent(id)}`, lead(more))
    assert.ok(response.statusCode < 300, response.body)
  }
}

/** Follows the Link headers from the first page to the last. */
async function pages(client: TestClient, query: Query): Promise<string[][]> {
  const all: string[][] = []
  let path: string | undefined = search(query)
  while (path !== undefined) {
    const response = await client.get(path)
    assert.equal(response.statusCode, 200, response.body)
    all.push(response.json<{ id: string }[]>().map(({ id }) => id))
    const link = response.headers.link as string | undefined
    const next = link && /^<(.+)>; rel="next"$/.exec(link)?.[1]
    if (link !== undefined) assert.ok(next, link)
    if (next) assert.ok(next.startsWith(`${BASE_URL}/v1/system-clients/${client.id}/leads?`), next)
    path = next ? `/leads${new URL(next).search}` : undefined
    assert.ok(all.length < 10_000, 'the pages never end')
  }
  return all
}

describe('GET /leads', () => {
  test('a client without leads has an empty list', async () => {
    const client = await makeClient()
    const response = await list(client)
    assert.equal(response.body, '[]')
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(response.headers.link, undefined)
  })

  test('C7: the short form is the lead without deals', async () => {
    const client = await makeClient()
    await plan(client, { a: fullLead, b: {} })
    const whole = []
    for (const id of ['a', 'b']) {
      const { deals: _, ...short } = (await client.get(`/leads/${id}`)).json()
      whole.push(short)
    }
    const byStart = [...whole].sort(
      (x, y) => Date.parse(x.plannedStartTimestamp) - Date.parse(y.plannedStartTimestamp),
    )
    assert.deepEqual((await list(client)).json(), byStart)
    assert.deepEqual((await list(client, { limit: '10' })).json(), byStart)
  })

  test('C7: order is by planned start, then by id, whatever script the ids are in', async () => {
    const client = await makeClient()
    const same = { plannedStartTimestamp: '2026-11-15T10:00:00Z' }
    const ids = ['b', 'a', 'B', 'Ä', 'ä', 'Я', '10', '9', ' ', '~', '𝒜', '！', 'a b', 'a/b']
    await plan(client, {
      late: { plannedStartTimestamp: '2026-11-15T10:00:01Z' },
      ...Object.fromEntries(ids.map((id) => [id, same])),
      z: { plannedStartTimestamp: '2026-11-15T10:59:59+01:00' },
    })
    const sorted = [...ids].sort((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y)))
    assert.deepEqual(await found(client), ['z', ...sorted, 'late'])
    assert.deepEqual((await pages(client, { limit: '3' })).flat(), ['z', ...sorted, 'late'])
  })

  test('C7: outstanding means closed not true, literally: rejected ones are among them', async () => {
    const client = await makeClient()
    await plan(client, {
      open: {},
      saysFalse: { closed: false },
      rejected: { rejected: true },
      closed: { closed: true },
      both: { closed: true, rejected: true },
    })
    assert.deepEqual((await found(client, { list: 'outstanding' })).sort(), ['open', 'rejected', 'saysFalse'])
    assert.equal((await found(client)).length, 5)
    await plan(client, { closed: {} })
    assert.ok((await found(client, { list: 'outstanding' })).includes('closed'), 'a closing taken back')
  })

  test('A4: list is a closed list', async () => {
    const client = await makeClient()
    for (const value of ['all', 'Outstanding', 'closed']) {
      refusal(
        await list(client, { list: value }),
        'notInList',
        new RegExp(`^list: "${value}" is not one of outstanding$`),
      )
    }
    refusal(await list(client, { list: ['outstanding', 'outstanding'] }), 'wrongType', /^list: /)
  })

  test('leads of another client are never among them', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    await plan(one, { mine: {} })
    await plan(other, { theirs: {} })
    assert.deepEqual(await found(one), ['mine'])
    assert.deepEqual(await found(other, { branch: 'B1' }), ['theirs'])
  })

  test('unknown and empty parameters mean nothing', async () => {
    const client = await makeClient()
    await plan(client, { a: {}, b: { closed: true } })
    const query = { dateFrom: '', dateTo: '', branch: '', list: '', limit: '', cursor: '', unknown: 'x' }
    assert.equal((await found(client, query)).length, 2)
  })

  test('B5: HEAD works', async () => {
    const client = await makeClient()
    await plan(client, { a: {} })
    const response = await client.call('HEAD', '/leads')
    assert.equal(response.statusCode, 200)
    assert.equal(response.body, '')
  })
})

describe('GET /leads by date', () => {
  test('dateFrom and dateTo are both inclusive, to the millisecond', async () => {
    const client = await makeClient()
    const at = (text: string) => ({ plannedStartTimestamp: `2026-11-15T10:00:00.${text}Z` })
    await plan(client, { a: at('000'), b: at('001'), c: at('002') })
    const exact = (dateFrom: string, dateTo: string) =>
      found(client, {
        dateFrom: `2026-11-15T10:00:00.${dateFrom}Z`,
        dateTo: `2026-11-15T10:00:00.${dateTo}Z`,
      })
    assert.deepEqual(await exact('000', '002'), ['a', 'b', 'c'])
    assert.deepEqual(await exact('001', '001'), ['b'])
    assert.deepEqual(await exact('002', '000'), [])
    assert.deepEqual(await found(client, { dateFrom: '2026-11-15T10:00:00.001Z' }), ['b', 'c'])
    assert.deepEqual(await found(client, { dateTo: '2026-11-15T10:00:00.001Z' }), ['a', 'b'])
  })

  test("C7: a date alone is the whole day in the client's time zone", async () => {
    const client = await makeClient({ timeZone: 'Europe/Berlin' })
    await plan(client, {
      before: { plannedStartTimestamp: '2026-11-14T23:59:59.999' },
      first: { plannedStartTimestamp: '2026-11-15T00:00' },
      utc: { plannedStartTimestamp: '2026-11-14T23:30:00Z' },
      last: { plannedStartTimestamp: '2026-11-15T23:59:59.9999999' },
      after: { plannedStartTimestamp: '2026-11-15T23:00:00Z' },
    })
    assert.deepEqual(await found(client, { dateFrom: '2026-11-15', dateTo: '2026-11-15' }), [
      'first',
      'utc',
      'last',
    ])
    assert.deepEqual(await found(client, { dateTo: '2026-11-14' }), ['before'])
    assert.deepEqual(await found(client, { dateFrom: '2026-11-16' }), ['after'])
  })

  test('C7: also on a day of 23 hours, and one whose midnight is skipped', async () => {
    const berlin = await makeClient({ timeZone: 'Europe/Berlin' })
    await plan(berlin, {
      in: { plannedStartTimestamp: '2026-03-29T23:59:59' },
      out: { plannedStartTimestamp: '2026-03-30T00:00:00' },
    })
    assert.deepEqual(await found(berlin, { dateTo: '2026-03-29' }), ['in'])
    const havana = await makeClient({ timeZone: 'America/Havana' })
    await plan(havana, {
      in: { plannedStartTimestamp: '2026-03-07T23:30' },
      out: { plannedStartTimestamp: '2026-03-08T01:00' },
    })
    assert.deepEqual(await found(havana, { dateTo: '2026-03-07' }), ['in'])
    assert.deepEqual(await found(havana, { dateFrom: '2026-03-08' }), ['out'])
  })

  test('C7: a date-time in dateTo is that moment, not its day', async () => {
    const client = await makeClient()
    await plan(client, { noon: { plannedStartTimestamp: '2026-11-15T12:00' } })
    assert.deepEqual(await found(client, { dateTo: '2026-11-15T00:00' }), [])
    assert.deepEqual(await found(client, { dateTo: '2026-11-15T12:00' }), ['noon'])
  })

  test('a lead without planned start is found by its creation', async (t) => {
    const client = await makeClient()
    const { setNow } = await testApp()
    t.after(() => setNow(undefined))
    setNow(new Date('2026-11-15T10:00:00Z'))
    await plan(client, { a: {} })
    assert.deepEqual(await found(client, { dateFrom: '2026-11-15', dateTo: '2026-11-15' }), ['a'])
    assert.deepEqual(await found(client, { dateFrom: '2026-11-16' }), [])
  })

  test('a lead moves in the list with its planned start', async () => {
    const client = await makeClient()
    await plan(client, {
      a: { plannedStartTimestamp: '2026-01-01' },
      b: { plannedStartTimestamp: '2026-01-02' },
    })
    await plan(client, { a: { plannedStartTimestamp: '2026-01-03' } })
    assert.deepEqual(await found(client), ['b', 'a'])
  })

  test('A8: impossible dates and repeated ones are refused', async () => {
    const client = await makeClient()
    for (const name of ['dateFrom', 'dateTo']) {
      for (const value of ['2026-02-30', 'yesterday', '2026-11-15 10:00', '15.11.2026']) {
        refusal(
          await list(client, { [name]: value }),
          'invalidDate',
          new RegExp(`^${name}: "${value}" is not`),
        )
      }
      refusal(
        await list(client, { [name]: ['2026-01-01', '2026-01-02'] }),
        'wrongType',
        new RegExp(`^${name}: `),
      )
    }
    const both = await list(client, { dateFrom: 'x', dateTo: 'y', list: 'z' })
    assert.equal(refusal(both, 'severalViolations').split('\n').length, 3)
  })
})

describe('GET /leads by branch', () => {
  let client: TestClient
  before(async () => {
    client = await makeClient()
    await inClientOf(client, (scope) => addBranch(scope, { clientId: client.id, code: 'DE1', id: 'hq' }))
    await plan(client, {
      a: { externalBranchId: 'DE1', plannedStartTimestamp: '2026-01-01' },
      b: { externalBranchId: 'B2', plannedStartTimestamp: '2026-01-02' },
      c: { externalBranchId: 'hq', plannedStartTimestamp: '2026-01-03', closed: true },
      d: { externalBranchId: 'B3', plannedStartTimestamp: '2026-01-04' },
    })
  })

  test('C1: a branch is named by dealer code or by id', async () => {
    assert.deepEqual(await found(client, { branch: 'DE1' }), ['a', 'c'])
    assert.deepEqual(await found(client, { branch: 'hq' }), ['a', 'c'])
  })

  test('it may be repeated; the same one twice changes nothing', async () => {
    assert.deepEqual(await found(client, { branch: ['B2', 'DE1'] }), ['a', 'b', 'c'])
    assert.deepEqual(await found(client, { branch: ['DE1', 'hq', 'DE1'] }), ['a', 'c'])
  })

  test('one nobody knows finds nothing, and does not open the list', async () => {
    assert.deepEqual(await found(client, { branch: 'none' }), [])
    assert.deepEqual(await found(client, { branch: ['none', 'B3'] }), ['d'])
    assert.deepEqual(await found(client, { branch: 'de1' }), [])
  })

  test('all filters hold together', async () => {
    const query = { branch: ['hq', 'B2'], list: 'outstanding', dateFrom: '2026-01-01', dateTo: '2026-01-02' }
    assert.deepEqual(await found(client, query), ['a', 'b'])
    assert.deepEqual(await found(client, { ...query, dateFrom: '2026-01-02' }), ['b'])
    assert.deepEqual(await found(client, { ...query, dateTo: '2026-01-01' }), ['a'])
  })

  test('A10: a code of more than 128 characters is refused', async () => {
    refusal(await list(client, { branch: 'x'.repeat(129) }), 'tooLong', /^branch\[0\]: /)
  })

  test('pages of a filtered list are the filtered list', async () => {
    const query = { branch: ['hq', 'B2', 'B3'] }
    assert.deepEqual((await pages(client, { ...query, limit: '1' })).flat(), await found(client, query))
  })
})

describe('GET /leads in pages', () => {
  const STARTS = [
    '2026-01-01',
    '2026-01-01',
    '2026-01-01',
    '2026-01-02',
    '2026-01-02',
    '2026-01-03',
    '2026-01-04',
  ]
  let client: TestClient
  let all: string[]
  before(async () => {
    client = await makeClient()
    await plan(
      client,
      Object.fromEntries(
        STARTS.map((plannedStartTimestamp, index) => [
          `L${index}`,
          { plannedStartTimestamp, closed: index % 3 === 0, externalBranchId: index % 2 ? 'B1' : 'B2' },
        ]),
      ),
    )
    all = await found(client)
  })

  test('C7: pages of any size, one after the other, are the plain list', async () => {
    assert.equal(all.length, STARTS.length)
    for (let limit = 1; limit <= STARTS.length + 1; limit++) {
      const got = await pages(client, { limit: `${limit}` })
      assert.deepEqual(got.flat(), all, `limit ${limit}`)
      assert.equal(got.length, Math.ceil(STARTS.length / limit), `limit ${limit}`)
      for (const page of got.slice(0, -1)) assert.equal(page.length, limit)
    }
  })

  test('C7: limit is 1 to 1000', async () => {
    for (const limit of ['0', '-1', '1001', '999999999999999']) {
      refusal(await list(client, { limit }), 'outOfRange', new RegExp(`^limit: ${limit} is`))
    }
    for (const limit of ['x', '1.5', '1e2', ' 5', '0x10', '+5']) {
      refusal(await list(client, { limit }), 'wrongType', /^limit: ".*" is not a whole number$/)
    }
    refusal(await list(client, { limit: ['1', '2'] }), 'wrongType', /^limit: /)
    for (const limit of ['1', '1000']) assert.equal((await list(client, { limit })).statusCode, 200)
  })

  test('C7: the Link keeps the filters and the limit', async () => {
    const query = {
      limit: '2',
      list: 'outstanding',
      branch: ['B1', 'B2'],
      dateFrom: '2026-01-01',
      dateTo: '2026-01-03',
    }
    const response = await list(client, query)
    const next = new URL(/<(.+)>/.exec(String(response.headers.link))?.[1] ?? '')
    assert.equal(next.searchParams.get('limit'), '2')
    assert.equal(next.searchParams.get('list'), 'outstanding')
    assert.deepEqual(next.searchParams.getAll('branch'), ['B1', 'B2'])
    assert.equal(next.searchParams.get('dateFrom'), '2026-01-01')
    assert.ok(next.searchParams.get('cursor'))
    assert.deepEqual((await pages(client, query)).flat(), await found(client, { ...query, limit: [] }))
  })

  const cursorOf = async (query: Query): Promise<string> => {
    const { headers } = await list(client, query)
    return new URL(/<(.+)>/.exec(String(headers.link))?.[1] ?? '').searchParams.get('cursor') ?? ''
  }

  test('C7: a cursor may go on with another limit, or none', async () => {
    const cursor = await cursorOf({ limit: '2' })
    assert.deepEqual(await found(client, { cursor, limit: '1' }), all.slice(2, 3))
    assert.deepEqual(await found(client, { cursor }), all.slice(2))
  })

  test('a cursor of another query is refused', async () => {
    const cursor = await cursorOf({ limit: '2' })
    const others: Query[] = [
      { list: 'outstanding' },
      { branch: 'B1' },
      { dateFrom: '2026-01-01' },
      { dateTo: '2027-01-01' },
    ]
    for (const more of others) {
      refusal(await list(client, { limit: '2', cursor, ...more }), 'invalidCursor', /^cursor: /)
    }
  })

  test('a cursor that was made up or changed is refused, never a 500', async () => {
    const cursor = await cursorOf({ limit: '2' })
    const [fingerprint, start, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[]
    const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const bad = [
      'x',
      'null',
      '!!!!',
      made(),
      made(fingerprint),
      made(fingerprint, start),
      made(fingerprint, start, 5),
      made(fingerprint, start, '\0'),
      made(fingerprint, 'never', id),
      made(fingerprint, 5, id),
      made(fingerprint, '+275760-09-13T00:00:00.000Z', id),
      made(fingerprint, '-000001-01-01T00:00:00.000Z', id),
      made(fingerprint, '-271821-04-20T00:00:00.000Z', id),
      made('other', start, id),
      Buffer.from(`["${fingerprint}","${start}","\\ud800"]`).toString('base64url'),
      Buffer.from('{"0":1}').toString('base64url'),
    ]
    for (const cursor of bad) {
      refusal(await list(client, { limit: '2', cursor }), 'invalidCursor', /^cursor: /)
    }
    refusal(await list(client, { cursor: 'x'.repeat(1001) }), 'tooLong', /^cursor: /)
  })

  test('a cursor of another client leads to nothing of that client', async () => {
    const cursor = await cursorOf({ limit: '2' })
    const other = await makeClient()
    await plan(other, { z9: { plannedStartTimestamp: '2030-01-01' } })
    assert.deepEqual(await found(other, { cursor, limit: '5' }), ['z9'])
  })

  test('leads that come and go between pages neither repeat nor hide others', async () => {
    const mine = await makeClient()
    const at = (day: number) => ({ plannedStartTimestamp: `2026-01-${String(day).padStart(2, '0')}` })
    await plan(mine, { d2: at(2), d4: at(4), d6: at(6) })
    const first = await list(mine, { limit: '2' })
    const next = new URL(/<(.+)>/.exec(String(first.headers.link))?.[1] ?? '')
    await plan(mine, { d1: at(1), d5: at(5), d2: at(20) })
    const second = await mine.get(`/leads${next.search}`)
    assert.deepEqual(
      second.json<{ id: string }[]>().map(({ id }) => id),
      ['d5', 'd6'],
    )
  })
})

/** Copies of one lead, most of them planned at one instant: steps and pages must break inside a tie. */
async function makeMany(count: number): Promise<TestClient> {
  const client = await makeClient()
  await plan(client, { seed: { plannedStartTimestamp: '2026-01-01' } })
  const { database } = await testApp()
  await database.run(sql`
    insert into leads (system_client_id, id, branch_id, closed, rejected, planned_start, document, survey_header,
      surveys, created_at, changed_at)
    select l.system_client_id, 'N' || lpad(n::text, 5, '0'), l.branch_id, n % 5 = 0, false,
      l.planned_start + (n / 700) * interval '1 hour',
      (l.document::jsonb || jsonb_build_object('id', 'N' || lpad(n::text, 5, '0')))::json, l.survey_header,
      l.surveys, l.created_at, l.changed_at
    from leads l cross join generate_series(1, ${count - 1}::int) as n
    where l.system_client_id = ${client.id} and l.id = 'seed'`)
  return client
}

describe('GET /leads of many leads', () => {
  const COUNT = 1203
  let client: TestClient
  before(async () => {
    client = await makeMany(COUNT)
  })

  test('C7: the plain array has no limit, and is one JSON array in the right order', async () => {
    const ids = await found(client)
    const expected = Array.from({ length: COUNT - 1 }, (_, index) => `N${String(index + 1).padStart(5, '0')}`)
    // 'seed' is planned with the first 699, and sorts after every capital.
    expected.splice(699, 0, 'seed')
    assert.deepEqual(ids, expected)
  })

  test('C7: filters hold in every step', async () => {
    const open = await found(client, { list: 'outstanding' })
    assert.equal(open.length, COUNT - Math.floor((COUNT - 1) / 5))
    assert.deepEqual(await found(client, { branch: 'B1' }), await found(client))
    assert.equal((await found(client, { dateTo: '2026-01-01T00:30Z' })).length, 700)
  })

  test('C7: pages are the plain list', async () => {
    const all = await found(client)
    for (const limit of ['1000', '499', '700', '601']) {
      assert.deepEqual((await pages(client, { limit })).flat(), all, limit)
    }
    assert.equal((await found(client, { limit: '1000' })).length, 1000)
  })

  test('C7: as many leads as steps hold exactly, one more and one less, are neither repeated nor cut', async () => {
    const mine = await makeMany(1001)
    const { database } = await testApp()
    for (const kept of [1001, 1000, 999, 501, 500, 499]) {
      const last = `N${String(kept - 1).padStart(5, '0')}`
      await database.run(sql`
        delete from leads where system_client_id = ${mine.id} and id > ${last} and id <> 'seed'`)
      const ids = await found(mine)
      assert.equal(ids.length, kept)
      assert.equal(new Set(ids).size, kept)
    }
  })
})
