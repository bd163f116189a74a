// The callbacks of a client as its administrators use them over HTTP: receiver, log, replay, test.
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { CallbackDetail, CallbackReceiver } from '@walkaround/contract/app/callbacks.ts'
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { sql } from '../../src/db/sql.ts'
import { startCallbacks } from '../../src/features/callbacks/deliver-loop.ts'
import { addSite } from '../../src/organisation/sites.ts'
import { makeClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { box } from '../support/callback-door.ts'
import { answering, guardOf, startReceiver } from '../support/callbacks.ts'
import { asSystem } from '../support/clients.ts'
import { refusal } from '../support/scenes.ts'

const KEY = 'a-key-of-the-receiver'
const URL_ = 'https://dms.example.com/in'
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function scene(role: Role | 'support' = 'manager'): Promise<{ id: string; manager: AppPerson }> {
  const { id } = await makeClient()
  const { database } = await testApp()
  closing.push(() => database.run(sql`delete from callback_deliveries where system_client_id = ${id}`))
  return { id, manager: await person(id, role) }
}

describe('the receiver', () => {
  test('is unknown until it is set, and never shows its key or secret again', async () => {
    const { manager } = await scene()
    assert.equal((await manager.get('/callback-receiver')).statusCode, 404)
    const set = await manager.put('/callback-receiver', { url: `${URL_}/`, key: KEY, secret: 'new' })
    assert.equal(set.statusCode, 200, set.body)
    assert.match(set.json<CallbackReceiver>().secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
    const read = await manager.get('/callback-receiver')
    const { changedAt, ...shown } = read.json<CallbackReceiver>()
    assert.deepEqual(shown, { url: URL_, keyHint: 'a-ke…', isSigned: true, kinds: [] })
    assert.ok(!read.body.includes(KEY) && !set.body.includes(KEY))
    const { database } = await testApp()
    const rows = await database.rows<{ text: string }>(
      sql`select callback_receivers::text as text from callback_receivers`,
    )
    assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(Buffer.from(KEY).toString('hex'))))
  })

  test('keeps its key while the host stays, and wants it again for another', async () => {
    const { manager } = await scene()
    const put = (body: object) => manager.put('/callback-receiver', body)
    assert.match((await put({ url: URL_ })).body, /key: is required/)
    await put({ url: URL_, key: KEY, secret: 'new' })
    const moved = await put({ url: 'https://dms.example.com/other' })
    assert.equal(moved.json<CallbackReceiver>().isSigned, true)
    assert.equal(moved.json<CallbackReceiver>().keyHint, 'a-ke…')
    const elsewhere = await put({ url: 'https://evil.example.com/in' })
    assert.equal(elsewhere.statusCode, 400)
    assert.match(elsewhere.body, /the host it was given for/)
    assert.equal((await put({ url: URL_, secret: 'none' })).json<CallbackReceiver>().isSigned, false)
  })

  test('has a tag, and is changed only as it was read', async () => {
    const { id, manager } = await scene()
    await asSystem((scope) => addSite(scope, { clientId: id, id: 'north', name: 'North' }))
    for (const path of ['/callback-receiver', '/callback-receivers/north']) {
      const nobody = { 'if-none-match': '*' }
      const first = await manager.call('PUT', path, { url: URL_, key: KEY, secret: 'new' }, nobody)
      assert.equal(first.statusCode, 200, first.body)
      assert.ok(first.json<CallbackReceiver>().secret)
      const read = await manager.get(path)
      assert.equal(read.headers.etag, first.headers.etag, 'the new secret is no part of it')
      refusal(
        await manager.call('PUT', path, { url: URL_, key: KEY }, nobody),
        'preconditionFailed',
        /exists/,
      )
      const tag = { 'if-match': String(read.headers.etag) }
      const moved = await manager.call('PUT', path, { url: `${URL_}/2` }, tag)
      assert.equal(moved.statusCode, 200, moved.body)
      refusal(
        await manager.call('PUT', path, { url: `${URL_}/3` }, tag),
        'preconditionFailed',
        /changed since/,
      )
      const now = await manager.get(path)
      assert.equal(now.json<CallbackReceiver>().url, `${URL_}/2`)
      assert.equal(now.headers.etag, moved.headers.etag)
    }
    const site = '/callback-receivers/north'
    const remove = (headers: Record<string, string>) => manager.call('DELETE', site, undefined, headers)
    refusal(await remove({ 'if-match': '"old"' }), 'preconditionFailed', /changed since/)
    const { etag } = (await manager.get(site)).headers
    assert.equal((await remove({ 'if-match': String(etag) })).statusCode, 204)
    assert.equal((await manager.get(site)).statusCode, 404)
  })

  test('of two changes at once by the same tag, one is refused', async () => {
    const { manager } = await scene()
    const { headers } = await manager.put('/callback-receiver', { url: URL_, key: KEY })
    const tag = { 'if-match': String(headers.etag) }
    const both = await Promise.all(
      ['a', 'b'].map((end) => manager.call('PUT', '/callback-receiver', { url: `${URL_}/${end}` }, tag)),
    )
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 412])
  })

  test('is refused with field and rule', async () => {
    const { manager } = await scene()
    const refused: [object, RegExp][] = [
      [{ key: KEY }, /url/],
      [{ url: 'nonsense', key: KEY }, /url.*not an absolute address/],
      [{ url: 'https://10.0.0.1/in', key: KEY }, /url.*private/],
      [{ url: 'https://[::ffff:127.0.0.1]/in', key: KEY }, /url.*IPv4 in the form of IPv6/],
      [{ url: 'https://me:pw@dms.example.com/', key: KEY }, /url.*user or a password/],
      [{ url: `${URL_}#x`, key: KEY }, /url.*fragment/],
      [{ url: `${URL_}?x=1`, key: KEY }, /url.*query/],
      [{ url: 'ftp://dms.example.com/', key: KEY }, /url.*ftp/],
      [{ url: URL_, key: 'with space' }, /key: must be/],
      [{ url: URL_, key: 'line\nbreak' }, /key: must be/],
      [{ url: URL_, key: KEY, secret: 'short' }, /secret: must be/],
    ]
    for (const [body, words] of refused) {
      const answer = await manager.put('/callback-receiver', body)
      assert.equal(answer.statusCode, 400, JSON.stringify(body))
      assert.match(answer.json<{ errorInfo: string }>().errorInfo, words)
      assert.ok(!answer.body.includes('pw@') || /user/.test(answer.body))
    }
  })

  test('and the log are for managers, administrators and the DMS alone', async () => {
    const { id } = await scene()
    for (const role of ['advisor', 'technician'] as const) {
      const staff = await person(id, role)
      for (const path of ['/callback-receiver', '/callbacks', '/callbacks/x', '/received-callbacks']) {
        assert.equal((await staff.get(path)).statusCode, 403, `${role} ${path}`)
      }
      assert.equal((await staff.post('/callback-tests', undefined)).statusCode, 403)
    }
    for (const role of ['admin', 'dms', 'support'] as const) {
      assert.equal((await (await person(id, role)).get('/callbacks')).statusCode, 200, role)
    }
  })
})

describe('the log', () => {
  test('shows a test from the queue to its answer, and replays it', async () => {
    const { manager } = await scene()
    assert.equal((await manager.post('/callback-tests', undefined)).statusCode, 404)
    const receiver = await startReceiver(answering(204))
    const { database } = await testApp()
    const http = guardOf()
    const loop = startCallbacks({
      database,
      http,
      box,
      clock: () => new Date(),
      retryMs: 600_000,
      version: 'test',
      pollMs: 3_600_000,
      onFailure: () => {},
    })
    closing.push(receiver.close, async () => http.close(), loop.stop)
    await manager.put('/callback-receiver', { url: receiver.url, key: KEY })
    const sent = await manager.post('/callback-tests', undefined)
    assert.equal(sent.statusCode, 200, sent.body)
    const { id } = sent.json<{ id: string }>()
    await loop.drain()
    const detail = (await manager.get(`/callbacks/${id}`)).json<CallbackDetail>()
    assert.deepEqual([detail.state, detail.attempts, detail.isTest], ['delivered', 1, true])
    assert.equal(detail.log[0]?.status, 204)
    assert.equal(detail.body, receiver.arrivals[0]?.body)
    assert.equal((await manager.post(`/callbacks/${id}/replay`, undefined)).statusCode, 204)
    await loop.drain()
    const since = new Date(Date.now() - 60_000).toISOString()
    assert.deepEqual((await manager.post('/callback-replays', { since })).json(), { replayed: 0 }, 'no test')
    await loop.drain()
    assert.equal(receiver.arrivals.length, 2)
    const listed = await manager.get('/callbacks?state=delivered&limit=10')
    assert.deepEqual(
      listed.json<{ deliveries: { id: string }[] }>().deliveries.map((one) => one.id),
      [id],
    )
    assert.equal((await manager.get('/callbacks/none')).statusCode, 404)
    assert.equal((await manager.get('/callbacks?state=lost')).statusCode, 400)
    assert.equal((await manager.get('/callbacks?limit=0')).statusCode, 400)
    assert.equal((await manager.post('/callback-replays', { since: 'x' })).statusCode, 400)
    assert.deepEqual((await manager.get('/received-callbacks')).json(), { received: [] })
  })
})
