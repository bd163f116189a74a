// Dates and date-times through the interface (A8): what is taken, that it comes back as it was sent, and which instant
// it means where the service compares instants.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changeClient } from '../../src/features/administration/change-client.ts'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { fullDeal } from '../support/bodies.ts'
import { inClientOf, putOrder, refusal } from '../support/scenes.ts'

const good = [
  '2026-11-15',
  '2024-02-29',
  '0001-01-01',
  '9999-12-31',
  '2026-11-15T08:30',
  '2026-11-15T08:30Z',
  '2026-11-15T08:30:15',
  '2026-11-15T08:30:15.1',
  '2026-11-15T08:30:15.1234567',
  '2026-11-15T08:30:15.123456789+05:45',
  '2026-11-15T08:30:15-11:00',
  '2026-11-15T08:30:00+0100',
  '0001-01-01T00:00:00',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.9999999-12:00',
]
const impossible = [
  '',
  '2026-02-30',
  '2026-02-29',
  '2026-13-01',
  '2026-11-31',
  '0000-00-00',
  '0000-01-01',
  '2026-11-15T24:00:00',
  '2026-11-15T08:60',
  '2026-11-15T08:30:61Z',
  '2026-11-15T08:30:00+99:00',
  '2026-11-15 08:30',
  '15.11.2026',
  '20261115',
  '2026-11-15T08:30:00.000Z ',
  '1763195400',
]

/** Where the interface takes a date: the operation's path, the body with the date, and its name in messages. */
const places: [string, (value: unknown) => Record<string, unknown>, string][] = [
  ['/service-orders/1', (plannedStartTimestamp) => order({ plannedStartTimestamp }), 'plannedStartTimestamp'],
  ...[
    'recordedMileageDate',
    'warrantyStartDate',
    'warrantyEndDate',
    'serviceContractStartDate',
    'serviceContractEndDate',
  ].map((name): (typeof places)[number] => [
    '/service-orders/1',
    (value) => order({ vehicle: { [name]: value } }),
    `vehicle.${name}`,
  ]),
  [
    '/service-orders/1',
    (deferralDateTime) => order({ contents: [{ itemCategory: 'labour', deferralDateTime }] }),
    'contents[0].deferralDateTime',
  ],
  ['/leads/1', (plannedStartTimestamp) => order({ plannedStartTimestamp }), 'plannedStartTimestamp'],
  ...['orderTimestamp', 'invoiceTimestamp', 'deliveryTimestamp'].map((name): (typeof places)[number] => [
    '/leads/1',
    (value) => order({ deals: [{ id: '1', [name]: value }] }),
    `deals[0].${name}`,
  ]),
]

const valueAt = (body: unknown, name: string): unknown =>
  name
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .reduce((value, key) => (value as Record<string, unknown>)[key], body)

for (const [path, bodyWith, name] of places) {
  describe(`${name} of ${path.split('/')[1]}`, () => {
    test('A8: comes back as it was sent', async () => {
      const client = await makeClient({ timeZone: 'Asia/Kolkata' })
      for (const text of good) {
        const response = await client.put(path, bodyWith(text))
        assert.ok(response.statusCode < 300, `${text} ${response.body}`)
        assert.equal(valueAt((await client.get(path)).json(), name), text)
      }
    })

    test('A8: a date that does not exist or is none is refused with field and value', async () => {
      const client = await makeClient()
      for (const text of impossible) {
        const info = refusal(await client.put(path, bodyWith(text)), 'invalidDate')
        assert.ok(info.startsWith(`${name}: ${JSON.stringify(text)} is not`), info)
      }
      refusal(await client.put(path, bodyWith(`2026-11-15T08:30:15.${'1'.repeat(60)}Z`)), 'tooLong')
      refusal(await client.get(path), 'noSuchResource')
    })
  })
}

describe('dates of a deal set by itself', () => {
  test('A8: follow the same rules', async () => {
    const client = await makeClient()
    await client.put('/leads/1', order())
    assert.equal((await client.put('/leads/1/deals/D-1', fullDeal)).statusCode, 204)
    const response = await client.put('/leads/1/deals/D-1', { ...fullDeal, invoiceTimestamp: '2026-02-30' })
    refusal(response, 'invalidDate', /^invoiceTimestamp: "2026-02-30"/)
  })
})

/** The ids a query finds, in the order of the list. */
async function found(client: TestClient, query: Record<string, string>): Promise<string[]> {
  const response = await client.get(`/leads?${new URLSearchParams(query)}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json<{ id: string }[]>().map(({ id }) => id)
}

const plan = async (client: TestClient, starts: Record<string, string>) => {
  for (const [id, plannedStartTimestamp] of Object.entries(starts)) {
    assert.equal((await client.put(`/leads/${id}`, order({ plannedStartTimestamp }))).statusCode, 201)
  }
}

describe('the instant a text means', () => {
  test("A8: without an offset it is read in the client's time zone, UTC by default", async () => {
    const starts = {
      local: '2026-11-15T08:30',
      utc: '2026-11-15T08:15:00Z',
      later: '2026-11-15T08:00:00-01:00',
    }
    const utc = await makeClient()
    await plan(utc, starts)
    assert.deepEqual(await found(utc, {}), ['utc', 'local', 'later'])
    const berlin = await makeClient({ timeZone: 'Europe/Berlin' })
    await plan(berlin, starts)
    assert.deepEqual(await found(berlin, {}), ['local', 'utc', 'later'])
    const newYork = await makeClient({ timeZone: 'America/New_York' })
    await plan(newYork, starts)
    assert.deepEqual(await found(newYork, {}), ['utc', 'later', 'local'])
  })

  test('A8: seconds, fractions and offsets are all read', async () => {
    const client = await makeClient()
    await plan(client, {
      e: '2026-11-15T08:30:00.002Z',
      d: '2026-11-15T09:30:00.001+01:00',
      c: '2026-11-15T08:30',
      b: '2026-11-15T08:29:59.999',
      a: '2026-11-15T14:14:59+05:45',
    })
    assert.deepEqual(await found(client, {}), ['a', 'b', 'c', 'd', 'e'])
  })

  test('A8: in an hour the clock skips it has run on, of an hour that comes twice the first is meant', async () => {
    const berlin = await makeClient({ timeZone: 'Europe/Berlin' })
    await plan(berlin, {
      skipped: '2026-03-29T02:30',
      at3: '2026-03-29T03:15',
      at4: '2026-03-29T03:45',
      twice: '2026-10-25T02:30',
      second: '2026-10-25T02:15:00+01:00',
    })
    assert.deepEqual(await found(berlin, {}), ['at3', 'skipped', 'at4', 'twice', 'second'])
    const newYork = await makeClient({ timeZone: 'America/New_York' })
    await plan(newYork, { skipped: '2026-03-08T02:30', at3: '2026-03-08T03:15', at4: '2026-03-08T03:45' })
    assert.deepEqual(await found(newYork, {}), ['at3', 'skipped', 'at4'])
  })

  test('A8: the first and last days of the calendar are stored, listed and filtered', async () => {
    const client = await makeClient({ timeZone: 'Europe/Berlin' })
    await plan(client, {
      last: '9999-12-31T23:59:59-12:00',
      first: '0001-01-01',
      early: '0001-01-01T00:00:00+14:00',
      roman: '0099-06-01',
      now: '2026-11-15',
    })
    assert.deepEqual(await found(client, {}), ['early', 'first', 'roman', 'now', 'last'])
    assert.deepEqual(await found(client, { dateTo: '0001-01-01' }), ['early', 'first'])
    assert.deepEqual(await found(client, { dateFrom: '9999-12-31' }), ['last'])
    assert.deepEqual(await found(client, { dateFrom: '0099-06-01', dateTo: '0099-06-01' }), ['roman'])
    const first = await client.get('/leads?limit=1')
    const link = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await client.get(`/leads${new URL(link).search}`)
    assert.deepEqual(
      second.json<{ id: string }[]>().map(({ id }) => id),
      ['first'],
    )
  })

  test("A8: it is read again when the client's time zone is changed", async () => {
    const client = await makeClient()
    await plan(client, { local: '2026-11-15T08:30', fixed: '2026-11-15T08:00:00Z' })
    assert.deepEqual(await found(client, {}), ['fixed', 'local'])
    await inClientOf(client, (scope) =>
      changeClient(scope, { clientId: client.id, changes: { timeZone: 'Europe/Berlin' } }),
    )
    assert.deepEqual(await found(client, {}), ['local', 'fixed'])
    assert.equal((await client.get('/leads/local')).json().plannedStartTimestamp, '2026-11-15T08:30')
  })
})

describe('dates in a survey', () => {
  test('A8: are those of the order, as they were sent', async () => {
    const client = await makeClient({ timeZone: 'Europe/Berlin' })
    const { surveys } = await putOrder(client, {
      plannedStartTimestamp: '2026-11-15T08:30',
      vehicle: { warrantyEndDate: '2026-11-15' },
    })
    const survey = (await client.get(`/surveys/${surveys[0]?.id}`)).json()
    assert.equal(survey.plannedStartTimestamp, '2026-11-15T08:30')
    assert.equal(survey.referenceObject.plannedStartTimestamp, '2026-11-15T08:30')
    assert.equal(survey.surveyObject.warrantyEndDate, '2026-11-15')
  })
})
