// Identifiers nobody thought of: any script, any sign, any length up to the limit, and those of somebody else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BASE_URL, makeClient, order, request, type TestClient } from '../support/api.ts'
import { putOrder, questionsOf, readSurvey, surveyIdOf } from '../support/scenes.ts'
import { fingerprint } from '../support/stored.ts'
import { assertRefused, parse, send, sendBytes, sendHttp2 } from './wire.ts'

/** Also what encodeURIComponent leaves alone: every character by its bytes. */
const encodeAll = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')

// biome-ignore format: a table
const odd = [

  '0', ' ', '  a  ', '.', '..', '...', '/', '//', '../..', 'a/b', '/etc/passwd', 'a\\b', '%', '%2F', '%252F', '%00', '%zz', '+',
  'a+b', '?', 'a?b=c', '#', 'a#b', '&', ';', 'a;b=c', '!', '！', 'open!x', ':', '@', '$', ',', '=', '*', '(', ')', "'", '"', '`', '<b>',
  '|', '^', '~', '[]', '{}', '{id}', ':id', '-', '--', '_', '\t', '\n', '\r\n', 'a\r\nX-Evil: 1', '\u0001', '\u007f', '\u0085', '\u00a0',
  '\u200b', '\u202e', '\u2028', '\ufeff', '\ufffd', '\uffff', 'é', 'e\u0301', 'ß', 'SS', 'İ', 'ı', 'K', 'K', '中文', 'עברית', 'العربية', '👩‍🔧',
  '🇩🇪', '𝒳', 'null', 'undefined', 'true', 'NaN', '__proto__', 'constructor', 'toString', 'surveys', 'deals', 'CON', 'id', '1e400', "'; drop table service_orders; --",
]

// The in-process way in walks dots by itself, as browsers do; on the wire they arrive as they are.
const oddInProcess = odd.filter((id) => id !== '.' && id !== '..')

describe('odd identifiers', () => {
  test('are taken, told apart, and come back in body and Location', async () => {
    const client = await makeClient()
    const seen = new Set<string>()
    for (const id of oddInProcess) {
      const path = `/service-orders/${encodeURIComponent(id)}`
      const created = await client.put(path, order({ externalId: `x${seen.size}`, id }))
      assert.equal(created.statusCode, seen.has(id) ? 204 : 201, JSON.stringify(id))
      if (seen.has(id)) continue
      seen.add(id)
      assert.equal(created.headers.location, `${BASE_URL}/v1/system-clients/${client.id}${path}`)
      assert.equal((await client.get(path)).json().externalId, `x${seen.size - 1}`, JSON.stringify(id))
    }
    // Every spelling of an identifier means the same one and never another.
    for (const id of seen) {
      const shown = (await client.get(`/service-orders/${encodeAll(id)}`)).json()
      assert.equal(shown.id, id, JSON.stringify(id))
    }
  })

  test('survive the real wire, both protocols', async () => {
    const client = await makeClient()
    const headers = { 'x-api-key': client.key, 'content-type': 'application/json' }
    for (const way of [send, sendHttp2]) {
      for (const id of new Set(odd)) {
        const path = `/v1/system-clients/${client.id}/leads/${encodeURIComponent(id)}`
        const put = await way({ method: 'PUT', path, headers, body: '{"externalBranchId":"B1"}' })
        assert.ok([201, 204].includes(put.status), `${JSON.stringify(id)}: ${put.status} ${put.text}`)
        const got = await way({ path, headers })
        assert.equal(JSON.parse(got.text).id, id)
      }
    }
    const list = await client.get('/leads')
    assert.deepEqual(
      (list.json() as { id: string }[]).map(({ id }) => id).sort(),
      [...new Set(odd)].sort(),
      'the list has each once',
    )
  })

  test('are deals and dealer codes as well', async () => {
    const client = await makeClient()
    const ids = [...new Set(oddInProcess)]
    await client.put('/leads/1', { externalBranchId: 'B1' })
    for (const id of ids) {
      const path = `/leads/1/deals/${encodeURIComponent(id)}`
      assert.equal((await client.put(path, { orderId: id })).statusCode, 204, JSON.stringify(id))
    }
    const { deals } = (await client.get('/leads/1')).json() as { deals: { id: string; orderId: string }[] }
    assert.deepEqual(
      deals.map(({ id }) => id),
      ids,
    )
    assert.ok(deals.every(({ id, orderId }) => id === orderId))
    for (const id of ids) {
      assert.equal((await client.delete(`/leads/1/deals/${encodeURIComponent(id)}`)).statusCode, 204)
    }
    // At most twenty new ones a day (C1).
    for (const code of ids.slice(0, 15)) {
      const response = await client.put('/service-orders/1', { externalBranchId: code })
      assert.ok([201, 204].includes(response.statusCode), JSON.stringify(code))
      const list = await client.get(`/leads?branch=${encodeURIComponent(code)}`)
      assert.equal(list.statusCode, 200)
      assert.equal((await client.get('/service-orders/1')).json().branchId, code)
    }
  })

  test('in other places of a path are simply not there', async () => {
    const client = await makeClient()
    const surveyId = surveyIdOf(await putOrder(client))
    const [question] = questionsOf(await readSurvey(client, surveyId))
    const before = await fingerprint(client.id)
    for (const id of oddInProcess) {
      const at = encodeURIComponent(id)
      for (const [method, path] of [
        ['GET', `/surveys/${at}`],
        ['POST', `/surveys/${at}/questions/${question?.id}/answers`],
        ['POST', `/surveys/${surveyId}/questions/${at}/answers`],
        ['PUT', `/surveys/${surveyId}/questions/${question?.id}/answers/${at}`],
        ['DELETE', `/surveys/${surveyId}/questions/${question?.id}/answers/${at}`],
        ['GET', `/survey-templates/${at}`],
        ['DELETE', `/leads/none/deals/${at}`],
      ] as const) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : { value: 'x' }
        const response = await client.call(method, path, body)
        assertRefused({ status: response.statusCode, text: response.body }, `${method} ${path}`, 404)
      }
      const foreign = await request({
        method: 'GET',
        url: `/v1/system-clients/${at}/leads`,
        headers: { 'x-api-key': client.key },
      })
      assertRefused({ status: foreign.statusCode, text: foreign.body }, `client ${id}`, 403)
    }
    assert.equal(await fingerprint(client.id), before)
  })
})

describe('the length of an identifier', () => {
  const signs = { ASCII: 'x', 'two bytes': 'ж', 'three bytes': '中', 'four bytes': '🚗' }
  for (const [name, sign] of Object.entries(signs)) {
    test(`is counted in characters, at most 128: ${name}`, async () => {
      const client = await makeClient()
      const [longest, longer] = [sign.repeat(128), sign.repeat(129)]
      const headers = { 'x-api-key': client.key, 'content-type': 'application/json' }
      for (const way of [send, sendHttp2]) {
        const base = `/v1/system-clients/${client.id}/service-orders`
        const body = JSON.stringify(order({ externalBranchId: longest, id: longest }))
        const put = await way({
          method: 'PUT',
          path: `${base}/${encodeURIComponent(longest)}`,
          headers,
          body,
        })
        assert.ok([201, 204].includes(put.status), put.text)
        for (const path of [
          `${base}/${encodeURIComponent(longer)}`,
          `${base}/${encodeAll(longer)}/surveys`,
        ]) {
          assertRefused(await way({ path, headers }), path.slice(0, 200), 400)
        }
      }
      assert.equal((await client.get(`/service-orders/${encodeAll(longest)}`)).json().branchId, longest)
      const long = await client.put('/service-orders/1', order({ externalBranchId: longer }))
      assert.equal(long.json().errorCode, 40015)
      await client.put(`/leads/${encodeURIComponent(longest)}`, {
        externalBranchId: longest,
        deals: [{ id: longest }],
      })
      assert.equal((await client.get(`/leads/${encodeURIComponent(longest)}`)).json().deals[0].id, longest)
    })
  }

  test('beyond what a request line may hold is refused as well', async () => {
    const client = await makeClient()
    for (const length of [200, 4_000, 15_000, 17_000, 100_000]) {
      const text = await sendBytes([
        `GET /v1/system-clients/${client.id}/leads/${'x'.repeat(length)} HTTP/1.1\r\nHost: a\r\nX-API-KEY: ${client.key}\r\n\r\n`,
      ])
      assertRefused(parse(text), `${length} characters`, 400)
    }
    assert.equal((await client.get('/leads')).statusCode, 200)
  })
})

describe('broken percent-encoding', () => {
  const broken = [
    '%',
    '%2',
    '%zz',
    '%G0',
    '%FF',
    '%C0%80',
    '%ED%A0%80',
    '%E2%82',
    '%F4%90%80%80',
    '%u0041',
    'a%',
    '%%',
    '%00',
    'a%00b',
  ]
  const spots = [
    '/service-orders/@',
    '/leads/@/deals/1',
    '/leads/1/deals/@',
    '/surveys/@',
    '/surveys/1/questions/@/answers/1',
  ]

  test('is a 400 with a key, and a 401 without', async () => {
    const client = await makeClient()
    for (const way of [send, sendHttp2]) {
      for (const part of broken) {
        for (const spot of spots) {
          const path = `/v1/system-clients/${client.id}${spot.replace('@', part)}`
          const method = spot.includes('deals') ? 'DELETE' : spot.includes('answers') ? 'DELETE' : 'GET'
          const answer = await way({ method, path, headers: { 'x-api-key': client.key } })
          assertRefused(answer, path, 400)
          assertRefused(await way({ method, path }), path, 401)
        }
      }
    }
  })

  test('in the name of the client is an error of the caller', async () => {
    const client = await makeClient()
    for (const part of broken) {
      const answer = await send({
        path: `/v1/system-clients/${part}/leads`,
        headers: { 'x-api-key': client.key },
      })
      assertRefused(answer, part)
    }
  })

  test('in a query never gets further than the caller', async () => {
    const client = await makeClient()
    for (const part of broken) {
      for (const name of ['branch', 'dateFrom', 'list', 'cursor', 'limit', part]) {
        const path = `/v1/system-clients/${client.id}/leads?${name}=${part}`
        const answer = await send({ path, headers: { 'x-api-key': client.key } })
        if (answer.status !== 200) assertRefused(answer, path, 400)
      }
    }
  })
})

describe('queries', () => {
  async function ask(client: TestClient, query: string) {
    return send({
      path: `/v1/system-clients/${client.id}/leads?${query}`,
      headers: { 'x-api-key': client.key },
    })
  }
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  test('of any shape are accepted or refused, never failed', async () => {
    const client = await makeClient()
    await client.put('/leads/1', { externalBranchId: 'B1' })
    await client.put('/leads/2', { externalBranchId: 'B1' })
    const long = 'x'.repeat(2000)
    for (const query of [
      '&',
      '=',
      '==',
      '&&=&',
      '?',
      '#',
      'limit',
      'limit=',
      'limit=0',
      'limit=-1',
      'limit=1001',
      'limit=1e3',
      'limit=1.5',
      'limit=NaN',
      'limit=99999999999999999999',
      'limit=1&limit=2',
      'limit=%D9%A3',
      'limit[]=1',
      'dateFrom=0000-01-01',
      'dateFrom=0001-01-01',
      'dateTo=9999-12-31',
      'dateTo=9999-12-31T23:59:59.999999999%2B15:59',
      'dateFrom=0001-01-01T00:00%2B15:59',
      'dateFrom=-0001-01-01',
      'dateFrom=2026-02-30',
      'dateFrom=infinity',
      'dateFrom=now',
      "dateFrom=2026-01-01'%20or%201=1",
      'dateFrom=2026-01-01&dateFrom=2026-01-02',
      'list=outstanding&list=outstanding',
      'branch=&branch=',
      `branch=${long}`,
      'branch=B1&branch=B1',
      Array.from({ length: 100 }, (_, n) => `branch=b${n}`).join('&'),
      Array.from({ length: 500 }, (_, n) => `branch=b${n}`).join('&'),
      `cursor=${long}`,
      'cursor=AAAA',
      'cursor=e30',
      'cursor=W10',
      'cursor=bnVsbA',
    ]) {
      const answer = await ask(client, query)
      if (answer.status !== 200) assertRefused(answer, query.slice(0, 100), 400)
    }
  })

  test('with a forged cursor are refused or read on from there', async () => {
    const client = await makeClient()
    for (const id of ['1', '2', '3']) await client.put(`/leads/${id}`, { externalBranchId: 'B1' })
    const link = String((await ask(client, 'limit=1')).headers.link)
    const real = new URL(/<([^>]+)>/.exec(link)?.[1] ?? '').searchParams.get('cursor') ?? ''
    const [print, at] = JSON.parse(Buffer.from(real, 'base64url').toString()) as [string, string, string]
    for (const forged of [
      [print, at, ''],
      [print, at, '\u0000'],
      [print, at, '\ud800'],
      [print, at, 'x'.repeat(700)],
      [print, at, 5],
      [print, at, null],
      [print, at],
      [print, '', '1'],
      [print, 'now', '1'],
      [print, 'infinity', '1'],
      [print, 5, '1'],
      [print, '0000-01-01T00:00:00.000Z', '1'],
      [print, '-000001-01-01T00:00:00.000Z', '1'],
      [print, '-271821-04-20T00:00:00.000Z', '1'],
      [print, '+275760-09-13T00:00:00.000Z', '1'],
      [print, '+010000-01-01T00:00:00.000Z', '1'],
      [print, '2026', '1'],
      [print, 'Tue, 01 Jan 2026', '1'],
      ['another', at, '1'],
      { 0: print, 1: at, 2: '1' },
      [[print], [at], ['1']],
    ]) {
      for (const query of [`limit=1&cursor=${cursor(forged)}`, `cursor=${cursor(forged)}`]) {
        const answer = await ask(client, query)
        if (answer.status !== 200) assertRefused(answer, JSON.stringify(forged).slice(0, 100), 400)
      }
    }
  })
})

describe('identifiers of somebody else', () => {
  test('lead nowhere through one’s own client, and are closed through theirs (B3)', async () => {
    const [mine, theirs] = [await makeClient(), await makeClient()]
    const shown = await putOrder(theirs, { technicianSurveyRelease: true })
    await theirs.put('/leads/L', { externalBranchId: 'B1', deals: [{ id: 'd' }], reviewSurveyRelease: true })
    const surveyId = surveyIdOf(shown)
    const [question] = questionsOf(await readSurvey(theirs, surveyId))
    const answers = `/surveys/${surveyId}/questions/${question?.id}/answers`
    const added = await theirs.post(answers, { value: 'theirs' }, { 'idempotency-key': 'k' })
    const answerId = String(added.headers.location).split('/').at(-1)
    const before = [await fingerprint(mine.id), await fingerprint(theirs.id)]
    const calls: [method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown][] = [
      ['GET', '/service-orders/1'],
      ['GET', '/service-orders/1/surveys'],
      ['GET', `/surveys/${surveyId}`],
      ['POST', answers, { value: 'mine' }],
      ['PUT', `${answers}/${answerId}`, { value: 'mine' }],
      ['DELETE', `${answers}/${answerId}`],
      ['GET', '/leads/L'],
      ['GET', '/leads/L/surveys'],
      ['PUT', '/leads/L/deals/d', { orderId: 'mine' }],
      ['DELETE', '/leads/L/deals/d'],
    ]
    for (const [method, path, body] of calls) {
      const own = await mine.call(method, path, body, method === 'POST' ? { 'idempotency-key': 'k' } : {})
      assertRefused({ status: own.statusCode, text: own.body }, `${method} ${path}`, 404)
      const closed = await request({
        method,
        url: `/v1/system-clients/${theirs.id}${path}`,
        headers: { 'x-api-key': mine.key, 'content-type': 'application/json' },
        ...(body ? { payload: JSON.stringify(body) } : {}),
      })
      assertRefused({ status: closed.statusCode, text: closed.body }, `${method} ${path} of theirs`, 403)
      for (const name of [
        'none',
        `${theirs.id}x`,
        theirs.id.toUpperCase(),
        `${theirs.id}%20`,
        `${mine.id}%2F..%2F${theirs.id}`,
      ]) {
        const nobody = await request({
          method,
          url: `/v1/system-clients/${name}${path}`,
          headers: { 'x-api-key': mine.key, 'content-type': 'application/json' },
          ...(body ? { payload: JSON.stringify(body) } : {}),
        })
        assert.equal(nobody.body, closed.body, 'byte for byte alike')
      }
    }
    assert.deepEqual([await fingerprint(mine.id), await fingerprint(theirs.id)], before)
  })

  test('walked to by dots are not reached', async () => {
    const [mine, theirs] = [await makeClient(), await makeClient()]
    await putOrder(theirs)
    for (const path of [
      `/v1/system-clients/${mine.id}/../${theirs.id}/service-orders/1`,
      `/v1/system-clients/${mine.id}/%2e%2e/${theirs.id}/service-orders/1`,
      `/v1/system-clients/${mine.id}/service-orders/../../${theirs.id}/service-orders/1`,
      `/v1/system-clients/${mine.id}%2F..%2F${theirs.id}/service-orders/1`,
      `/v1/./system-clients/${theirs.id}/service-orders/1`,
      `//v1/system-clients/${theirs.id}/service-orders/1`,
      `/v1//system-clients/${theirs.id}/service-orders/1`,
      `/V1/system-clients/${theirs.id}/service-orders/1`,
      `/v1;x/system-clients/${theirs.id}/service-orders/1`,
      `/%76%31/system-clients/${theirs.id}/service-orders/1`,
      `/v1/system-clients/${theirs.id}/service-orders/1#`,
      `https://localhost/v1/system-clients/${theirs.id}/service-orders/1`,
    ]) {
      const text = await sendBytes([
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-API-KEY: ${mine.key}\r\n\r\n`,
      ])
      const { status } = parse(text)
      assert.ok(status >= 400 && status < 500, `${path}: ${status}`)
    }
  })
})
