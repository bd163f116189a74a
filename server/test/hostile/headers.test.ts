// Headers that are wrong, doubled, endless, or want more than they may: the key, Location, method, conditions.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BASE_URL, makeClient, type TestClient } from '../support/api.ts'
import { putOrder, questionsOf, readSurvey, surveyIdOf } from '../support/scenes.ts'
import { fingerprint } from '../support/stored.ts'
import {
  assertRefused,
  BODY,
  isServing,
  parse,
  orderPath as pathOf,
  putBytes as put,
  send,
  sendBytes,
  sendHttp2,
} from './wire.ts'

describe('the key', () => {
  test('counts once, whole, and in its own header only', async () => {
    const client = await makeClient()
    const other = await makeClient()
    const { key } = client
    const cases: [string, string[]][] = [
      ['none', []],
      ['empty', ['X-API-KEY:']],
      ['twice the same', [`X-API-KEY: ${key}`, `X-API-KEY: ${key}`]],
      ['two valid ones', [`X-API-KEY: ${key}`, `X-API-KEY: ${other.key}`]],
      ['a good and a bad one', [`X-API-KEY: ${key}`, 'X-API-KEY: x']],
      ['a bad and a good one', ['X-API-KEY: x', `X-API-KEY: ${key}`]],
      ['in a list', [`X-API-KEY: ${key}, ${key}`]],
      ['in quotes', [`X-API-KEY: "${key}"`]],
      ['in other case', [`X-API-KEY: ${key.toUpperCase()}`]],
      ['cut', [`X-API-KEY: ${key.slice(0, -1)}`]],
      ['with more behind', [`X-API-KEY: ${key}x`]],
      ['with a space inside', [`X-API-KEY: ${key.slice(0, 20)} ${key.slice(20)}`]],
      ['very long', [`X-API-KEY: ${'a'.repeat(8000)}`]],
      ['of other letters', ['X-API-KEY: ключ']],
      ['high bytes', ['X-API-KEY: \xff\xfe']],
      ['SQL', ["X-API-KEY: ' or '1'='1"]],
      ['as a bearer', [`Authorization: Bearer ${key}`]],
      ['as basic', [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`]],
      ['in a cookie', [`Cookie: X-API-KEY=${key}`]],
      ['under another name', [`X-APIKEY: ${key}`]],
      ['with an underscore', [`X_API_KEY: ${key}`]],
      ['in a trailer', ['Trailer: X-API-KEY']],
    ]
    for (const [what, lines] of cases) {
      const head = `GET ${pathOf(client)} HTTP/1.1\r\nHost: a\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
      assertRefused(parse(await sendBytes([Buffer.from(head, 'latin1')])), what, 401)
    }
    for (const path of [
      `${pathOf(client)}?X-API-KEY=${key}`,
      `${pathOf(client)}?key=${key}&api_key=${key}`,
    ]) {
      assertRefused(await send({ path }), path, 401)
      assertRefused(await sendHttp2({ path }), path, 401)
    }
    assertRefused(
      await sendHttp2({ path: pathOf(client), headers: { 'x-api-key': [key, key] } }),
      'HTTP/2 twice',
      401,
    )
    assert.equal((await send({ path: pathOf(client), headers: { 'x-api-key': ` ${key} ` } })).status, 404)
  })
})

describe('headers that want to decide', () => {
  test('no header changes Location (B1)', async () => {
    const client = await makeClient()
    const evil = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-port': '80',
      'x-forwarded-prefix': '/evil',
      'x-forwarded-for': '203.0.113.1',
      forwarded: 'host=evil.example;proto=http',
      'x-original-url': '/evil',
      'x-rewrite-url': '/evil',
      'x-host': 'evil.example',
      'x-http-host-override': 'evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    }
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json' }
    for (const [name, value] of Object.entries(evil)) {
      const path = pathOf(client, name)
      const answer = await send({ method: 'PUT', path, headers: { ...headers, [name]: value }, body: BODY })
      assert.equal(answer.headers.location, BASE_URL + path, name)
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
    }
    const path = pathOf(client, 'h2')
    const answer = await sendHttp2({
      method: 'PUT',
      path,
      headers: { ...headers, ':authority': 'evil.example' },
      body: BODY,
    })
    assert.equal(answer.headers.location, BASE_URL + path)
    const absolute = `PUT https://evil.example${pathOf(client, 'abs')} HTTP/1.1\r\nHost: evil.example\r\nX-API-KEY: ${client.key}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`
    assert.equal(parse(await sendBytes([absolute])).headers.location, BASE_URL + pathOf(client, 'abs'))
    const link = await send({
      path: `/v1/system-clients/${client.id}/leads?limit=1`,
      headers: { ...headers, host: 'evil.example' },
    })
    assert.doesNotMatch(String(link.headers.link), /evil/)
  })

  test('no header changes the method', async () => {
    const client = await makeClient()
    await putOrder(client)
    const before = await fingerprint(client.id)
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const headers = { 'x-api-key': client.key, [name]: method }
        assert.equal((await send({ path: pathOf(client), headers })).status, 200)
        assertRefused(await send({ method: 'POST', path: pathOf(client), headers, body: BODY }), name, 405)
      }
    }
    assert.equal(await fingerprint(client.id), before)
  })

  test('methods nobody has are refused on HTTP/2 too', async () => {
    const client = await makeClient()
    const headers = { 'x-api-key': client.key }
    for (const method of ['BREW', 'get', 'PROPFIND', 'TRACE', 'X'.repeat(500)]) {
      assertRefused(await sendHttp2({ method, path: pathOf(client), headers }), method)
    }
    // Without a valid token it is not even a request.
    for (const method of ['PUT/1', 'A B', '']) {
      await assert.rejects(sendHttp2({ method, path: pathOf(client), headers }), method)
    }
    await isServing(client)
  })

  test('an upgrade is not taken', async () => {
    const client = await makeClient()
    for (const protocol of ['websocket', 'h2c', 'TLS/1.3']) {
      const lines = ['Connection: Upgrade', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABkAAQAAP__']
      const text = await sendBytes([
        `GET ${pathOf(client)} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${client.key}\r\n${lines.join('\r\n')}\r\n\r\n`,
      ])
      assertRefused(parse(text), protocol, 404)
    }
  })

  test('CONNECT opens no tunnel', async () => {
    const client = await makeClient()
    const text = await sendBytes([
      `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\nX-API-KEY: ${client.key}\r\n\r\n`,
    ])
    assert.doesNotMatch(text, /^HTTP\/1\.1 2/)
    await isServing(client)
  })
})

describe('conditions', () => {
  const garbage = [
    '',
    '"',
    '""',
    ',',
    ',,,',
    'x',
    'W/',
    'W/"',
    'w/"x"',
    '*, "x"',
    '"*"',
    '\xff',
    '"a", "b", W/"c"',
    'a'.repeat(8000),
    '"'.repeat(999),
  ]

  test('If-Match that names nothing known is 412, and nothing is changed', async () => {
    const client = await makeClient()
    await putOrder(client)
    const before = await fingerprint(client.id)
    for (const value of garbage) {
      const bytes = Buffer.from(
        put(client, [`If-Match: ${value}`, 'Content-Length: 25'], '{"externalBranchId":"B2"}'),
        'latin1',
      )
      assertRefused(parse(await sendBytes([bytes])), value.slice(0, 50), 412)
    }
    const star = { method: 'PUT', path: pathOf(client, 'none'), body: BODY }
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json', 'if-match': '*' }
    assertRefused(await send({ ...star, headers }), 'nothing there', 412)
    assert.equal(await fingerprint(client.id), before)
  })

  test('If-None-Match that names nothing known is as if it were not there', async () => {
    const client = await makeClient()
    await putOrder(client)
    for (const value of garbage.filter((one) => one !== '*')) {
      const bytes = Buffer.from(
        `GET ${pathOf(client)} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${client.key}\r\nIf-None-Match: ${value}\r\n\r\n`,
        'latin1',
      )
      assert.equal(parse(await sendBytes([bytes])).status, 200, value.slice(0, 50))
    }
  })
})

describe('Idempotency-Key', () => {
  async function answersOf(client: TestClient) {
    const surveyId = surveyIdOf(await putOrder(client))
    const [question] = questionsOf(await readSurvey(client, surveyId))
    return {
      surveyId,
      path: `/v1/system-clients/${client.id}/surveys/${surveyId}/questions/${question?.id}/answers`,
    }
  }
  const post = (client: TestClient, path: string, key: string, body: string) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${client.key}\r\nContent-Type: application/json\r\nIdempotency-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      'latin1',
    )

  test('takes 1 to 255 characters of any kind, and tells them apart', async () => {
    const client = await makeClient()
    const { path } = await answersOf(client)
    const locations = new Set<unknown>()
    const keys = [
      'a',
      'A',
      'x'.repeat(255),
      '\xe9',
      '\xe9'.repeat(255),
      '"quoted"',
      "' or 1=1 --",
      'a, b',
      '../..',
      '%00',
      '{}',
    ]
    for (const key of keys) {
      for (let times = 0; times < 2; times++) {
        const answer = parse(await sendBytes([post(client, path, key, '{"value":"x"}')]))
        assert.equal(answer.status, 201, key)
        locations.add(answer.headers.location)
      }
    }
    assert.equal(locations.size, keys.length)
    for (const key of ['', '   ', 'x'.repeat(256), '\xe9'.repeat(256), 'x'.repeat(8000)]) {
      const answer = parse(await sendBytes([post(client, path, key, '{"value":"x"}')]))
      assert.equal(assertRefused(answer, `${key.length} characters`, 400), 40051)
    }
  })

  test('refused once is not taken: the same key works when the request is right', async () => {
    const client = await makeClient()
    const { path } = await answersOf(client)
    for (const body of ['{}', '{"status":"blue"}', 'nonsense']) {
      assertRefused(parse(await sendBytes([post(client, path, 'k', body)])), body, 400)
    }
    assert.equal(parse(await sendBytes([post(client, path, 'k', '{"value":"x"}')])).status, 201)
  })
})
