// Requests that no operation takes in the log of requests: unknown paths and methods, without identifiers, and only with a client that
// the key reaches.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import type { LoggedRequest, RequestDetail } from '@walkaround/contract/app/requests.ts'
import { sql } from '../../src/db/sql.ts'
import { parseKey } from '../../src/identity/keys.ts'
import { grantRole } from '../../src/identity/logins.ts'
import { makeClient, request, type TestClient, testApp } from '../support/api.ts'
import { person } from '../support/app.ts'
import { asSystem } from '../support/clients.ts'
import { openOnWire } from '../support/on-wire.ts'

async function logOf({ id }: Pick<TestClient, 'id'>, query = ''): Promise<LoggedRequest[]> {
  await (await testApp()).requestLog.flush()
  const reply = await (await person(id, 'manager')).get(`/requests${query}`)
  return reply.json<{ requests: LoggedRequest[] }>().requests
}

const shownOf = ({ method, path, operation, status, errorCode, info, objectIds }: LoggedRequest) => ({
  call: `${method} ${path}`,
  operation,
  answer: `${status} ${errorCode}`,
  info,
  objectIds,
})

/** Everything that is stored for any client with this key. */
async function storedOf({ key }: Pick<TestClient, 'key'>): Promise<string> {
  const { database, requestLog } = await testApp()
  await requestLog.flush()
  const rows = await database.rows<{ text: string }>(
    sql`select request_log::text as text from request_log where key_id = ${parseKey(key)?.keyId}`,
  )
  return rows.map(({ text }) => text).join('\n')
}

describe('a request that no operation takes is in the log', () => {
  test('of a path that does not exist: with the words that paths have, and nothing else of it', async () => {
    const dms = await makeClient()
    const path = '/service-orders/Ada%20Sample/invoices/0170-55555/surveys/'
    const reply = await dms.get(`${path}?name=Sample`, { 'x-request-id': 'lost' })
    assert.equal(reply.statusCode, 404)
    const [entry] = await logOf(dms, '?status=4xx')
    assert.deepEqual(entry && shownOf(entry), {
      call: 'GET /system-clients/…/service-orders/…/…/…/surveys/',
      operation: '',
      answer: '404 40400',
      info: 'this interface has no such path',
      objectIds: [],
    })
    const stored = await storedOf(dms)
    assert.match(stored, /system-clients/)
    assert.doesNotMatch(stored, /Ada|Sample|invoices|0170|name=/)
    const manager = await person(dms.id, 'manager')
    const detail = (await manager.get('/requests/lost')).json<RequestDetail>()
    assert.deepEqual(detail.decisions, ['B2'])
    assert.match(detail.when ?? '', /No operation of this interface/)
  })

  test('with a method that the path does not take: what it takes, and the paragraphs of the rule', async () => {
    const dms = await makeClient()
    const reply = await dms.call('PATCH', '/service-orders/Sample', { name: 'Sample' })
    assert.equal(reply.statusCode, 405)
    const [entry] = await logOf(dms, '?code=40500')
    assert.deepEqual(entry && shownOf(entry), {
      call: 'PATCH /system-clients/…/service-orders/…',
      operation: '',
      answer: '405 40500',
      info: `PATCH is not one of ${reply.headers.allow}`,
      objectIds: [],
    })
    assert.doesNotMatch(await storedOf(dms), /Sample/)
    const manager = await person(dms.id, 'manager')
    const detail = (await manager.get(`/requests/${entry?.id}`)).json<RequestDetail>()
    assert.deepEqual(detail.decisions, ['B2', 'B5'])
  })

  test('a very long path is cut', async () => {
    const dms = await makeClient()
    await dms.get('/surveys'.repeat(1_000))
    const [entry] = await logOf(dms)
    assert.equal(entry?.path, `/system-clients/…${'/surveys'.repeat(10)}/…`)
  })

  test('a made-up method, which HTTP/2 lets through, is malformed and kept nowhere', async () => {
    const dms = await makeClient()
    const { requestLog } = await testApp()
    const wire = await openOnWire({ requestLog })
    const { port } = wire.app.server.address() as AddressInfo
    const session = connect(`https://localhost:${port}`, { ca: wire.ca })
    try {
      const path = `/v1/system-clients/${dms.id}/service-orders/1`
      const stream = session.request({ ':method': 'SAMPLE', ':path': path, 'x-api-key': dms.key })
      const [headers] = await once(stream, 'response')
      assert.equal(headers[':status'], 400)
      await once(stream.resume(), 'close')
    } finally {
      session.close()
      await wire.close()
    }
    assert.deepEqual(await logOf(dms), [])
  })
})

describe('a client sees only requests of keys that reach it', () => {
  test('a foreign key is refused with 403, and neither client has it in its log', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['PATCH', '/service-orders/1'],
    ] as const) {
      const url = `/v1/system-clients/${one.id}${path}`
      const reply = await request({ method, url, headers: { 'x-api-key': other.key } })
      assert.equal(reply.statusCode, 403)
    }
    assert.deepEqual(await logOf(one), [])
    assert.deepEqual(await logOf(other), [])
    assert.equal(await storedOf(other), '')
  })

  test('a path that names no client is in the log of the only client of the key', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    const headers = { 'x-api-key': one.key }
    const call = () => request({ method: 'GET', url: `/v1/system-client/${other.id}/surveys`, headers })
    assert.equal((await call()).statusCode, 404)
    assert.deepEqual(
      (await logOf(one)).map(({ path }) => path),
      ['/…/…/surveys'],
    )
    assert.deepEqual(await logOf(other), [])
    await asSystem((scope) => grantRole(scope, { login: one.login, clientId: other.id, role: 'dms' }))
    assert.equal((await call()).statusCode, 404)
    assert.equal((await logOf(one)).length, 1)
    assert.deepEqual(await logOf(other), [])
  })
})
