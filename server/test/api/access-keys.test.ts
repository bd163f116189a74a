// Keys as the admins of a client issue, limit, replace and block them on a page.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ApiKey, IssuedKey } from '@walkaround/contract/app/keys.ts'
import { callerWith, makeClient, request, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { limit } from '../support/branches.ts'

async function makeOffice(): Promise<{ client: TestClient; admin: AppPerson }> {
  const client = await makeClient()
  return { client, admin: await person(client.id, 'admin') }
}

const list = async (admin: AppPerson): Promise<ApiKey[]> => (await admin.get('/keys')).json()

async function issue(admin: AppPerson, body: object): Promise<IssuedKey> {
  const response = await admin.post('/keys', body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

const statusWith = async (clientId: string, key: string, remoteAddress?: string) =>
  (
    await request({
      method: 'GET',
      url: `/v1/system-clients/${clientId}/service-orders/none`,
      headers: { 'x-api-key': key },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    })
  ).statusCode

describe('addKey', () => {
  test('makes the system if there is none of that name, and shows the key once', async () => {
    const { client, admin } = await makeOffice()
    const issued = await issue(admin, { login: `dms-${client.id}`, name: 'The DMS', label: 'live' })
    assert.match(issued.key, /^wa_/)
    assert.equal(
      (await callerWith(client.id, issued.key).put('/service-orders/1', { externalBranchId: 'B1' }))
        .statusCode,
      201,
    )
    const text = (await admin.get('/keys')).body
    assert.ok(!text.includes(issued.key))
    const shown = (await list(admin)).find(({ id }) => id === issued.id)
    assert.deepEqual(
      [shown?.label, shown?.login, shown?.role, shown?.state],
      ['live', `dms-${client.id}`, 'dms', 'works'],
    )
  })

  test('is refused for a login of somebody else, in the same words as for support', async () => {
    const { admin } = await makeOffice()
    const other = await makeClient()
    const response = await admin.post('/keys', { login: other.login })
    assert.equal(response.json().errorCode, 40303)
  })

  test('names the field that is wrong', async () => {
    const { client, admin } = await makeOffice()
    const infoOf = async (body: object) =>
      (await admin.post('/keys', { login: client.login, ...body })).json().errorInfo
    assert.match(await infoOf({ expiresAt: '2020-01-01' }), /^expires: must be a time in the future/)
    assert.match(await infoOf({ addresses: ['10.0.0.0/33'] }), /^addresses: "10.0.0.0\/33" must be an IPv4/)
    assert.match(await infoOf({ addresses: ['2001:db8::1'] }), /^addresses: /)
    assert.match(await infoOf({ addresses: [] }), /^addresses: /)
    assert.match(await infoOf({ requestsPerMinute: 0 }), /^requestsPerMinute: /)
  })
})

describe('the networks of a key', () => {
  test('let nobody else use it, and whoever has it is told', async () => {
    const { client, admin } = await makeOffice()
    const { key } = await issue(admin, {
      login: client.login,
      addresses: ['203.0.113.0/24', '2001:db8::/32'],
    })
    assert.equal(await statusWith(client.id, key, '203.0.113.9'), 404, 'of an order that does not exist')
    assert.equal(await statusWith(client.id, key, '2001:db8:1:2:3::4'), 404)
    assert.equal(await statusWith(client.id, key, '198.51.100.1'), 403)
    assert.equal(await statusWith(client.id, key, '2001:db9::1'), 403)
    const refused = await request({
      method: 'GET',
      url: `/v1/system-clients/${client.id}/service-orders/none`,
      headers: { 'x-api-key': key },
      remoteAddress: '198.51.100.1',
    })
    assert.equal(refused.json().errorInfo, 'X-API-KEY: this key may not be used from your network')
  })

  test('are changed at once, with label and limit; what is left out is gone', async () => {
    const { client, admin } = await makeOffice()
    const { id, key } = await issue(admin, { login: client.login, label: 'a', addresses: ['203.0.113.0/24'] })
    const changed = await admin.put(`/keys/${id}`, { label: 'b', requestsPerMinute: 600 })
    assert.equal(changed.statusCode, 200, changed.body)
    assert.deepEqual(
      [changed.json().label, changed.json().requestsPerMinute, changed.json().addresses],
      ['b', 600, undefined],
    )
    assert.equal(await statusWith(client.id, key, '198.51.100.1'), 404)
  })
})

describe('rotateKey', () => {
  test('gives a successor with the same limits; both work, then only the new one', async () => {
    const { client, admin } = await makeOffice()
    const { setNow } = await testApp()
    const former = await issue(admin, { login: client.login, label: 'live', requestsPerMinute: 60 })
    const response = await admin.post(`/keys/${former.id}/successors`, { overlapDays: 7 })
    const next = response.json<IssuedKey>()
    for (const { key } of [former, next]) assert.equal(await statusWith(client.id, key), 404)
    const shown = new Map((await list(admin)).map((key) => [key.id, key]))
    assert.equal(shown.get(former.id)?.replacedBy, next.id)
    assert.deepEqual([shown.get(next.id)?.label, shown.get(next.id)?.requestsPerMinute], ['live', 60])
    assert.match(
      (await admin.post(`/keys/${former.id}/successors`, { overlapDays: 1 })).json().errorInfo,
      /was replaced by/,
    )
    try {
      setNow(new Date(Date.now() + 8 * 86_400_000))
      assert.deepEqual(
        [await statusWith(client.id, former.key), await statusWith(client.id, next.key)],
        [401, 404],
      )
    } finally {
      setNow(undefined)
    }
  })
})

describe('blockKey', () => {
  test('stops it for good; again changes nothing', async () => {
    const { client, admin } = await makeOffice()
    const { id, key } = await issue(admin, { login: client.login })
    assert.equal((await admin.delete(`/keys/${id}`)).statusCode, 204)
    assert.equal((await admin.delete(`/keys/${id}`)).statusCode, 204)
    assert.equal(await statusWith(client.id, key), 401)
    assert.equal((await list(admin)).find((one) => one.id === id)?.state, 'blocked')
  })

  test('of a login that also works for another client is refused, and of another client unknown', async () => {
    const { client, admin } = await makeOffice()
    const other = await makeOffice()
    const shared = await issue(admin, { login: client.login })
    await limit(other.client.id, client.login, 'dms', null)
    assert.equal((await admin.delete(`/keys/${shared.id}`)).json().errorCode, 40303)
    assert.equal((await list(admin)).find(({ id }) => id === shared.id)?.isShared, true)
    const stranger = await makeOffice()
    assert.equal((await stranger.admin.delete(`/keys/${shared.id}`)).json().errorCode, 40401)
  })
})

test('keys are for admins: a manager does not even read them', async () => {
  const { client } = await makeOffice()
  const manager = await person(client.id, 'manager')
  assert.equal((await manager.get('/keys')).statusCode, 403)
})
