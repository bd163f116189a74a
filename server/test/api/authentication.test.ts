// Who may call what: keys (F2), system clients and roles (F1), over every operation there is.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from '../../src/db/sql.ts'
import { blockKey, issueKey } from '../../src/identity/issue-key.ts'
import { disableLogin, enableLogin, grantRole, revokeRole } from '../../src/identity/logins.ts'
import { callerWith, type Method, makeClient, makeKey, order, request, testApp } from '../support/api.ts'
import { addressOf, operations, paths } from '../support/every-operation.ts'
import { inClientOf, putOrder, refusal } from '../support/scenes.ts'

/** All a caller can see of a reply, except what differs from request to request. */
function seen({ statusCode, headers, body }: LightMyRequestResponse) {
  const { 'x-request-id': _, date: __, ...rest } = headers
  return { statusCode, headers: rest, body }
}

const call = (method: Method, url: string, key?: string) =>
  request({
    method,
    url,
    headers: { ...(key === undefined ? {} : { 'x-api-key': key }), 'content-type': 'application/json' },
    ...(['PUT', 'POST'].includes(method) ? { payload: '{}' } : {}),
  })

/** Every way a key can fail to be one. */
async function makeBadKeys(): Promise<Record<string, string | undefined>> {
  const client = await makeClient()
  const [blocked, disabled] = [await makeKey(client.id, 'dms'), await makeKey(client.id, 'dms')]
  await inClientOf(client, (scope) => blockKey(scope, { key: blocked.key }))
  await inClientOf(client, (scope) => disableLogin(scope, { login: disabled.login }))
  const { key: expired } = await inClientOf(client, (scope) => {
    const now = new Date(Date.now() - 60_000)
    return issueKey({ ...scope, now }, { login: client.login, expiresAt: new Date(now.getTime() + 1000) })
  })
  const swapped = [...client.key]
    .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
    .join('')
  const lastOther = client.key.endsWith('a') ? 'b' : 'a'
  return {
    none: undefined,
    empty: '',
    'not a key': 'secret',
    'a key with another case': swapped,
    'a key with its last character changed': client.key.slice(0, -1) + lastOther,
    'a key cut short': client.key.slice(0, -1),
    'a key and more': `${client.key}a`,
    'two keys': `${client.key}, ${client.key}`,
    'blocked key': blocked.key,
    'expired key': expired,
    'key of a disabled login': disabled.key,
    'very long': 'x'.repeat(5000),
  }
}

describe('a request without valid authorization', () => {
  test('B2: is 401 for every operation, and the answer never tells why', async () => {
    const client = await makeClient()
    const bad = await makeBadKeys()
    const expected = seen(await call('GET', `/v1/system-clients/${client.id}/leads`))
    assert.equal(expected.statusCode, 401)
    for (const [what, key] of Object.entries(bad)) {
      for (const operation of operations) {
        const response = await call(operation.method, addressOf(operation, client.id), key)
        assert.deepEqual(seen(response), expected, `${operation.id} with ${what}`)
      }
    }
  })

  test('B2: is 401 for every other method, unknown paths and broken percent-encoding too', async () => {
    const client = await makeClient()
    const own = `/v1/system-clients/${client.id}`
    const urls = [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1//',
      '/v1/system-clients',
      '/v1/system-clients/',
      '/v1/system-clients//leads',
      '/v1/%zz',
      '/v1/system-clients/%zz/leads',
      '/v1/system-clients/%E0%A4%A/leads',
      own,
      `${own}/nothing`,
      `${own}/leads/%`,
      `${own}/leads/a/b/c/d/e`,
      `${own}/service-orders/`,
      `${own}/service-orders/${'x'.repeat(2000)}`,
      `${own}/leads?dateFrom=never&x=%`,
      ...paths.map((operation) => addressOf(operation, client.id)),
    ]
    for (const url of urls) {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
        const { statusCode } = await call(method, url)
        assert.equal(statusCode, 401, `${method} ${url}`)
      }
    }
  })

  test('is 401 whatever the body is', async () => {
    const client = await makeClient()
    const url = `/v1/system-clients/${client.id}/service-orders/1`
    for (const payload of ['{', 'x'.repeat(1_200_000), '']) {
      refusal(
        await request({ method: 'PUT', url, payload, headers: { 'content-type': 'text/plain' } }),
        'notAuthorized',
      )
    }
  })

  test('says how to authorize', async () => {
    const response = await call('GET', '/v1/system-clients/x/leads')
    assert.ok(response.headers['www-authenticate'])
    refusal(response, 'notAuthorized', /X-API-KEY/)
  })

  test('the key is taken from its header alone, whatever the case of the name', async () => {
    const client = await makeClient()
    const url = `/v1/system-clients/${client.id}/leads`
    assert.equal((await request({ url, headers: { 'X-Api-Key': client.key } })).statusCode, 200)
    for (const attempt of [
      { url: `${url}?X-API-KEY=${client.key}`, headers: {} },
      { url, headers: { authorization: `Bearer ${client.key}` } },
      { url, headers: { authorization: client.key } },
      { url, headers: { cookie: `X-API-KEY=${client.key}` } },
      { url, headers: { 'api-key': client.key } },
    ]) {
      refusal(await request(attempt), 'notAuthorized')
    }
  })
})

describe('keys', () => {
  test('F2: have at most 50 characters of the alphabet, and only their SHA-256 is stored', async () => {
    const client = await makeClient()
    assert.ok(client.key.length <= 50, client.key)
    assert.match(client.key, /^[A-Za-z0-9_-]+$/)
    const { database } = await testApp()
    const rows = await database.rows<{ hash: Uint8Array; whole: string }>(sql`
      select k.hash, k::text || l::text as whole from api_keys k join logins l on l.id = k.login_id
      where l.login = ${client.login}`)
    assert.equal(rows.length, 1)
    assert.deepEqual(Buffer.from(rows[0]?.hash ?? []), createHash('sha256').update(client.key).digest())
    const secret = client.key.slice(-30)
    assert.ok(!rows[0]?.whole.includes(secret))
  })

  test('F1: several of one login work side by side; blocking one leaves the others', async () => {
    const client = await makeClient()
    const { key } = await inClientOf(client, (scope) =>
      issueKey(scope, { login: client.login, label: 'second' }),
    )
    const second = callerWith(client.id, key)
    assert.equal((await second.get('/leads')).statusCode, 200)
    await inClientOf(client, (scope) => blockKey(scope, { key: client.key }))
    refusal(await client.get('/leads'), 'notAuthorized')
    assert.equal((await second.get('/leads')).statusCode, 200)
  })

  test('F1: a disabled login loses its keys at once and gets them back when enabled', async () => {
    const client = await makeClient()
    assert.equal((await client.get('/leads')).statusCode, 200)
    await inClientOf(client, (scope) => disableLogin(scope, { login: client.login }))
    refusal(await client.get('/leads'), 'notAuthorized')
    await inClientOf(client, (scope) => enableLogin(scope, { login: client.login }))
    assert.equal((await client.get('/leads')).statusCode, 200)
  })

  test('F1: have the privileges of their login, live', async () => {
    const client = await makeClient({ role: 'technician' })
    refusal(await client.put('/service-orders/1', order()), 'forbidden')
    const as = (role: Role) =>
      inClientOf(client, (scope) => grantRole(scope, { login: client.login, clientId: client.id, role }))
    await as('advisor')
    assert.equal((await client.put('/service-orders/1', order())).statusCode, 201)
    await inClientOf(client, (scope) => revokeRole(scope, { login: client.login, clientId: client.id }))
    refusal(await client.get('/service-orders/1'), 'forbidden')
    await as('technician')
    assert.equal((await client.get('/service-orders/1')).statusCode, 200)
  })

  test('F1: a login may work for several clients, with a role at each', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    const there = callerWith(other.id, one.key)
    refusal(await there.get('/leads'), 'forbidden')
    await inClientOf(other, (scope) =>
      grantRole(scope, { login: one.login, clientId: other.id, role: 'technician' }),
    )
    assert.equal((await there.get('/leads')).statusCode, 200)
    refusal(await there.put('/leads/1', order()), 'forbidden')
    assert.equal((await one.put('/leads/1', order())).statusCode, 201)
  })
})

describe('system clients', () => {
  test('B3: one that does not exist and one out of reach are both 403, byte for byte alike', async () => {
    const [mine, theirs] = [await makeClient(), await makeClient()]
    await putOrder(theirs, {}, 'x')
    await theirs.put('/leads/x', order())
    const strangers = [
      theirs.id,
      'nobody',
      'x'.repeat(64),
      'x'.repeat(2000),
      theirs.id.toUpperCase(),
      ' ',
      'ü',
      '!',
      '%',
    ]
    let expected: ReturnType<typeof seen> | undefined
    for (const operation of operations.filter(({ right }) => right !== 'self')) {
      for (const stranger of strangers) {
        const response = await call(operation.method, addressOf(operation, stranger), mine.key)
        expected ??= seen(response)
        assert.equal(response.statusCode, 403, `${operation.id} of ${stranger}`)
        assert.deepEqual(seen(response), expected, `${operation.id} of ${stranger}`)
      }
    }
  })

  test('B2: unknown paths and methods of a foreign client are 403 as well', async () => {
    const [mine, theirs] = [await makeClient(), await makeClient()]
    for (const clientId of [theirs.id, 'nobody', '%zz', '']) {
      for (const path of ['', '/', '/nothing', '/leads/1/2/3', '/leads/%zz']) {
        for (const method of ['GET', 'PATCH', 'PUT'] as const) {
          const response = await call(method, `/v1/system-clients/${clientId}${path}`, mine.key)
          assert.equal(response.statusCode, 403, `${method} ${clientId} ${path}`)
        }
      }
    }
  })

  test('every reply of a foreign client stays closed to HEAD too', async () => {
    const [mine, theirs] = [await makeClient(), await makeClient()]
    await putOrder(theirs)
    const there = callerWith(theirs.id, mine.key)
    assert.equal((await there.call('HEAD', '/service-orders/1')).statusCode, 403)
    assert.equal((await theirs.call('HEAD', '/service-orders/1')).statusCode, 200)
  })
})

describe('roles', () => {
  type Who = Role | 'support'
  const everyone: Who[] = ['dms', 'manager', 'admin', 'support', 'advisor', 'technician']

  /** F1 in its own words, not by the rights of the contract: the path says what is a package. */
  const may = (who: Who, method: string, path: string): boolean => {
    if (path.endsWith('/events')) return who !== 'technician' && who !== 'advisor'
    if (who === 'technician') return method === 'GET' || path.includes('/answers')
    if (who === 'advisor') return !(method === 'PUT' && /\/packages\/|package-assignment/.test(path))
    return true
  }

  for (const who of everyone) {
    test(`F1: ${who} may call what the role says, and nothing else`, async () => {
      const client = await makeClient()
      const { key } = await makeKey(client.id, who)
      // Those of sandboxes are refused to everybody here: see sandbox.test.ts.
      for (const operation of operations.filter(({ heading }) => heading !== 'Sandbox')) {
        const { method, path, id } = operation
        const { statusCode } = await call(method, addressOf(operation, client.id), key)
        // Anything but 403 means that access was granted: a 404 or 400 comes from the operation itself.
        assert.equal(statusCode !== 403, may(who, method, path), `${who} ${id} answered ${statusCode}`)
        assert.notEqual(statusCode, 401)
      }
    })
  }

  test('a role that is too small reads the same refusal as a stranger', async () => {
    const client = await makeClient()
    const technician = await makeKey(client.id, 'technician')
    const small = await technician.put('/service-orders/1', order())
    const stranger = await callerWith('nobody', technician.key).put('/service-orders/1', order())
    assert.deepEqual(seen(small), seen(stranger))
  })

  test('F1: support reaches every client, and no client that does not exist', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    await putOrder(one)
    const { key } = await makeKey(one.id, 'support')
    assert.equal((await callerWith(one.id, key).get('/service-orders/1')).statusCode, 200)
    refusal(await callerWith(other.id, key).get('/service-orders/1'), 'noSuchResource')
    refusal(await callerWith('nobody', key).get('/service-orders/1'), 'forbidden')
  })
})
