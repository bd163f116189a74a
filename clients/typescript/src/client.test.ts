import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, test } from 'node:test'
import { changeWithTag, createClient, NoReplyError, rememberTag, WalkaroundError } from './client.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
type Step = (response: ServerResponse, seen: Seen) => void

const reply =
  (status: number, body?: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response
      .writeHead(status, {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      })
      .end(body === undefined ? undefined : JSON.stringify(body))
const refuse = (status: number, headers?: Record<string, string>) =>
  reply(status, { errorCode: status * 100, error: 'No', errorInfo: 'because' }, headers)
const breakOff: Step = (response) => response.destroy()

describe('the client', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  /** A service that replies as told, one step for each request, and a client that does not wait. */
  async function scene(...steps: Step[]) {
    const seen: Seen[] = []
    const pauses: number[] = []
    const server = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body: Buffer.concat(parts).toString() })
      const step = steps.shift()
      assert.ok(step, `nobody expected ${method} ${url}`)
      step(response, seen.at(-1) as Seen)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      server.close()
      server.closeAllConnections()
    })
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const options = {
      baseUrl,
      key: 'the-key',
      systemClientId: 'de mo',
      pause: async (ms: number) => void pauses.push(ms),
    }
    return { api: createClient(options), options, seen, pauses, baseUrl }
  }

  test('sends path, query, body and headers of an operation, and reads its reply', async () => {
    const tag = { etag: '"1"', 'x-request-id': 'r-1' }
    const { api, seen } = await scene(
      reply(201, undefined, { location: 'https://a.example/x', ...tag }),
      reply(200, [], {}),
      reply(200, { id: 'A/1' }, tag),
    )
    const put = await api.putServiceOrder(
      { id: 'A/1' },
      { body: { externalBranchId: 'B' }, ifMatch: '*', requestId: 'mine' },
    )
    assert.deepEqual(
      [put.status, put.data, put.etag, put.location, put.requestId],
      [201, undefined, '"1"', 'https://a.example/x', 'r-1'],
    )
    await api.listLeads(
      { system_client_id: 'other' },
      { query: { branch: ['B1', 'B 2'], limit: 5, cursor: '' } },
    )
    const { data } = await api.getServiceOrder({ id: 'A/1' })
    assert.equal(data.id, 'A/1')
    const [first, second, third] = seen
    assert.equal(first?.method, 'PUT')
    assert.equal(first?.url, '/v1/system-clients/de%20mo/service-orders/A%2F1')
    assert.equal(first?.body, '{"externalBranchId":"B"}')
    const {
      'x-api-key': key,
      'content-type': type,
      'if-match': match,
      'x-request-id': id,
    } = first?.headers ?? {}
    assert.deepEqual([key, type, match, id], ['the-key', 'application/json', '*', 'mine'])
    assert.equal(second?.url, '/v1/system-clients/other/leads?branch=B1&branch=B+2&limit=5')
    assert.equal(third?.headers['content-type'], undefined)
  })

  test('a call without what its path needs is refused before anything is sent', async () => {
    const { api, options } = await scene()
    await assert.rejects(api.getServiceOrder({ id: '' }), /getServiceOrder: id is missing/)
    await assert.rejects(api.getServiceOrder({ id: '..' }), /id must not be \.\./)
    const { systemClientId: _, ...without } = options
    await assert.rejects(createClient(without).listPackages(), /system_client_id is missing/)
  })

  test('a refusal is thrown with everything the service says', async () => {
    const { api, seen } = await scene(
      reply(
        400,
        { errorCode: 40012, error: 'A value is not in its list', errorInfo: 'x: "y"' },
        { 'x-request-id': 'r' },
      ),
      (response) => response.writeHead(403).end('<html>a proxy</html>'),
    )
    await assert.rejects(api.listPackages(), (error) => {
      assert.ok(error instanceof WalkaroundError)
      const { operation, status, errorCode, error: words, errorInfo, requestId, message } = error
      assert.deepEqual(
        [operation, status, errorCode, words, errorInfo, requestId],
        ['listPackages', 400, 40012, 'A value is not in its list', 'x: "y"', 'r'],
      )
      assert.equal(message, 'listPackages: 400, 40012 A value is not in its list: x: "y"')
      return true
    })
    await assert.rejects(api.listPackages(), { status: 403, errorCode: 0, errorInfo: '<html>a proxy</html>' })
    assert.equal(seen.length, 2)
  })

  test('sends again by the table of the guide, and no more often than told', async () => {
    const { api, seen, pauses } = await scene(
      refuse(503, { 'retry-after': '7' }),
      refuse(429, { 'retry-after': '2' }),
      refuse(500),
      breakOff,
      reply(200, []),
    )
    await api.listPackages()
    assert.equal(seen.length, 5)
    assert.deepEqual(pauses.slice(0, 2), [7000, 2000])
    assert.ok(pauses.slice(2).every((ms, index) => ms >= 1000 * 2 ** index && ms <= 2000 * 2 ** index))

    for (const status of [400, 401, 403, 404, 405, 406, 412]) {
      const { api, seen } = await scene(refuse(status))
      await assert.rejects(api.putPackagePrices({ id: 'p' }, { body: { currency: 'EUR', variants: [] } }), {
        status,
      })
      assert.equal(seen.length, 1, `${status} is not sent again`)
    }
    const few = await scene(refuse(500), refuse(500))
    await assert.rejects(few.api.listPackages({}, { retries: 1 }), { status: 500 })
    const long = await scene(refuse(503, { 'retry-after': '3600' }))
    await assert.rejects(long.api.listPackages(), { status: 503, retryAfterSeconds: 3600 })
    assert.equal(long.pauses.length, 0)
  })

  test('a POST has one Idempotency-Key for all attempts, or the one it was given', async () => {
    const { api, seen } = await scene(breakOff, refuse(500), reply(201, undefined), reply(201, undefined))
    const place = { survey_id: 's', question_id: 'q' }
    await api.addAnswer(place, { body: { value: 'x' } })
    await api.addAnswer(place, { body: { value: 'x' }, idempotencyKey: 'mine' })
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
    assert.deepEqual(keys, [keys[0], keys[0], keys[0], 'mine'])
  })

  test('an attempt has an end, and a signal ends the call and its waiting', async () => {
    const silent = await scene(() => {})
    await assert.rejects(silent.api.listPackages({}, { timeoutMs: 1, retries: 0 }), (error) => {
      assert.ok(error instanceof NoReplyError && error.isTimeout)
      assert.match(error.message, /^listPackages: no reply, nothing came within 0\.001 seconds$/)
      return true
    })
    const ending = new AbortController()
    const { api } = await scene(() => ending.abort(new Error('enough')))
    await assert.rejects(api.listPackages({}, { signal: ending.signal }), /enough/)
    await assert.rejects(api.listPackages({}, { signal: ending.signal }), /enough/, 'nothing more is sent')
    const { options } = await scene(refuse(503, { 'retry-after': '30' }))
    const { pause: _, ...patient } = options
    const waiting = new AbortController()
    const fetchAndEnd: typeof fetch = async (...args) => {
      const response = await fetch(...args)
      setImmediate(() => waiting.abort(new Error('no longer')))
      return response
    }
    const held = createClient({ ...patient, fetch: fetchAndEnd })
    await assert.rejects(held.listPackages({}, { signal: waiting.signal }), /no longer/)
  })

  test('reads page after page by Link, with the key sent nowhere else', async () => {
    const next = (cursor: string) => ({
      link: `<https://elsewhere.example/v1/leads?limit=2&cursor=${cursor}>; rel="next"`,
    })
    const { api, seen } = await scene(
      reply(200, [{ id: '1' }, { id: '2' }], next('a%26b')),
      reply(200, [{ id: '3' }], { link: '<https://elsewhere.example/first>; rel="first"' }),
      reply(200, [{ id: '1' }], next('x')),
      reply(200, [], next('x')),
    )
    const ids: string[] = []
    for await (const { id } of api.listLeads.each({}, { query: { limit: 2 } })) ids.push(id)
    assert.deepEqual(ids, ['1', '2', '3'])
    assert.equal(seen[1]?.url, '/v1/system-clients/de%20mo/leads?limit=2&cursor=a%26b')
    let pages = 0
    for await (const { data } of api.listLeads.pages()) pages += data.length === 0 ? 100 : 1
    assert.equal(pages, 101, 'a place that stays the same is the end')
  })

  test('a redirect is followed, without the key if it leads to another place', async () => {
    const other = await scene((response, { headers }) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(headers['x-api-key'] ?? 'no key')
    })
    const photo = { survey_id: 's', photo_id: 'p' }
    const away = await scene(reply(302, undefined, { location: `${other.baseUrl}/file` }))
    const { data } = await away.api.getPhoto(photo)
    assert.equal(await data.text(), 'no key')
    assert.equal(data.type, 'image/jpeg')
    const here = await scene(reply(302, undefined, { location: '/file' }), (response, { headers }) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(headers['x-api-key'])
    })
    assert.equal(await (await here.api.getPhoto(photo)).data.text(), 'the-key')
  })

  test('a tag saves what did not change, and guards what did', async () => {
    const { api, seen } = await scene(
      reply(200, { id: 'o' }, { etag: '"1"' }),
      reply(304, undefined, { etag: '"1"' }),
      reply(200, { id: 'o', description: 'old' }, { etag: '"1"' }),
      refuse(412),
      reply(200, { id: 'o', description: 'theirs' }, { etag: '"2"' }),
      reply(204, undefined, { etag: '"3"' }),
    )
    const read = rememberTag((ifNoneMatch) => api.getServiceOrder({ id: 'o' }, { ifNoneMatch }))
    assert.deepEqual(await read(), { data: { id: 'o' }, isChanged: true })
    assert.deepEqual(await read(), { data: { id: 'o' }, isChanged: false })
    assert.equal(seen[1]?.headers['if-none-match'], '"1"')
    const { status } = await changeWithTag(
      () => api.getServiceOrder({ id: 'o' }),
      (order, ifMatch) =>
        api.putServiceOrder(
          { id: 'o' },
          { body: { ...order, description: `${order.description}, mine` }, ifMatch },
        ),
    )
    assert.equal(status, 204)
    assert.equal(seen[5]?.headers['if-match'], '"2"')
    assert.match(seen[5]?.body ?? '', /theirs, mine/)
  })

  test('a certificate that nobody trusts is told in words, and not tried again', async () => {
    const { options, seen } = await scene()
    const untrusted: typeof fetch = async () => {
      seen.push({ method: '', url: '', headers: {}, body: '' })
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('self-signed certificate in certificate chain'), {
          code: 'SELF_SIGNED_CERT_IN_CHAIN',
        }),
      })
    }
    await assert.rejects(createClient({ ...options, fetch: untrusted }).listPackages(), /NODE_EXTRA_CA_CERTS/)
    assert.equal(seen.length, 1)
  })
})
