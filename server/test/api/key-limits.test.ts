// How many requests a minute a key may make, and what the replies tell of it.
import assert from 'node:assert/strict'
import { afterEach, before, describe, test } from 'node:test'
import { limitKey } from '../../src/identity/issue-key.ts'
import { makeClient, makeKey, order, request, type TestClient, testApp } from '../support/api.ts'
import { asSystem } from '../support/clients.ts'
import { refusal } from '../support/scenes.ts'

const limit = ({ key }: Pick<TestClient, 'key'>, requestsPerMinute: number | null) =>
  asSystem((scope) => limitKey(scope, { key, requestsPerMinute }))

describe('the requests of a key', () => {
  let setNow: (now: Date | undefined) => void
  before(async () => {
    ;({ setNow } = await testApp())
  })
  afterEach(() => setNow(undefined))
  const at = (seconds: number) => setNow(new Date(Date.UTC(2026, 4, 4, 12) + seconds * 1000))

  test('beyond the limit the reply is 429, and what was refused has done nothing', async () => {
    const client = await makeClient()
    await limit(client, 2)
    at(0)
    const first = await client.put('/service-orders/1', order())
    assert.equal(first.headers['ratelimit-policy'], '"key";q=2;w=60')
    assert.equal(first.headers.ratelimit, '"key";r=1;t=30')
    assert.equal((await client.get('/service-orders/1')).headers.ratelimit, '"key";r=0;t=60')
    const refused = await client.put('/service-orders/2', order())
    refusal(refused, 'rateExceeded', /^the key wa_\w{10} has used up its 2 requests a minute; .* 30 seconds$/)
    assert.equal(refused.headers['retry-after'], '30')
    assert.equal(refused.headers.ratelimit, '"key";r=0;t=60')
    at(30)
    refusal(await client.get('/service-orders/2'), 'noSuchResource')
  })

  test('requests that are refused for another reason count, and tell what is left', async () => {
    const client = await makeClient()
    await limit(client, 3)
    at(0)
    refusal(await client.get('/no-such-path'), 'noSuchPath')
    const foreign = await request({
      method: 'GET',
      url: '/v1/system-clients/another/service-orders/1',
      headers: { 'x-api-key': client.key },
    })
    refusal(foreign, 'forbidden')
    assert.equal(foreign.headers.ratelimit, '"key";r=1;t=40')
    refusal(await client.put('/service-orders/1', '{'), 'malformedJson')
    refusal(await client.get('/no-such-path'), 'rateExceeded')
  })

  test('of one key are its own: another key of the same client is not held up', async () => {
    const client = await makeClient()
    const other = await makeKey(client.id, 'dms')
    await limit(client, 1)
    at(0)
    for (const status of [404, 429, 429])
      assert.equal((await client.get('/service-orders/1')).statusCode, status)
    assert.equal((await other.get('/service-orders/1')).statusCode, 404)
  })

  test('a wrong key learns nothing and uses nothing', async () => {
    const client = await makeClient()
    await limit(client, 1)
    at(0)
    const wrong = await client.get('/service-orders/1', { 'x-api-key': `${client.key.slice(0, -1)}!` })
    refusal(wrong, 'notAuthorized')
    assert.equal(wrong.headers.ratelimit, undefined)
    assert.equal((await client.get('/service-orders/1')).statusCode, 404)
  })

  test('a limit that is taken back holds no longer, and without one nothing is told', async () => {
    const client = await makeClient()
    await limit(client, 1)
    at(0)
    await client.get('/service-orders/1')
    refusal(await client.get('/service-orders/1'), 'rateExceeded')
    await limit(client, null)
    const free = await client.get('/service-orders/1')
    refusal(free, 'noSuchResource')
    assert.equal(free.headers.ratelimit, undefined)
  })

  test('are told beside the limits of look-ups by VIN', async () => {
    const client = await makeClient()
    await limit(client, 100)
    at(0)
    const { headers } = await client.get('/vehicle-info/1HGCM82633A004352')
    assert.equal(
      headers['ratelimit-policy'],
      '"key";q=100;w=60, "vin-minute";q=60;w=60, "vin-day";q=600;w=86400',
    )
    assert.equal(headers.ratelimit, '"key";r=99;t=1, "vin-minute";r=59;t=60, "vin-day";r=599;t=86400')
  })
})
