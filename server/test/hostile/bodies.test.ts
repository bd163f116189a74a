// Bodies as broken, buggy and malicious callers send them, over every way in: always the three-field refusal, nothing
// stored, and never a failure of ours.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { makeClient, order, request, type TestClient } from '../support/api.ts'
import { putOrder, questionsOf, readSurvey, surveyIdOf } from '../support/scenes.ts'
import { fingerprint } from '../support/stored.ts'
import { type Answer, assertRefused, type Sent, send, sendHttp2 } from './wire.ts'

type Way = (sent: Sent) => Promise<Answer>

const inProcess: Way = async ({ method = 'GET', path, headers = {}, body }) => {
  const response = await request({
    method: method as 'GET',
    url: path,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: response.statusCode, headers: response.headers as Answer['headers'], text: response.body }
}
const ways: Record<string, Way> = { 'in process': inProcess, 'HTTP/1.1': send, 'HTTP/2': sendHttp2 }

interface Target {
  what: string
  method: string
  path: string
}

/** A client with one of everything, and every operation that takes a body pointed at it. */
async function scene(): Promise<{ client: TestClient; targets: Target[]; answers: string }> {
  const client = await makeClient()
  const surveyId = surveyIdOf(await putOrder(client))
  await client.put('/leads/1', { externalBranchId: 'B1', deals: [{ id: 'd' }] })
  const [question] = questionsOf(await readSurvey(client, surveyId))
  const answers = `/surveys/${surveyId}/questions/${question?.id}/answers`
  const added = await client.post(answers, { value: 'x' })
  const answerId = String(added.headers.location).split('/').at(-1)
  const base = `/v1/system-clients/${client.id}`
  return {
    client,
    answers,
    targets: [
      { what: 'PUT order', method: 'PUT', path: `${base}/service-orders/1` },
      { what: 'PUT new order', method: 'PUT', path: `${base}/service-orders/2` },
      { what: 'PUT lead', method: 'PUT', path: `${base}/leads/1` },
      { what: 'PUT deal', method: 'PUT', path: `${base}/leads/1/deals/d` },
      { what: 'POST answer', method: 'POST', path: `${base}${answers}` },
      { what: 'PUT answer', method: 'PUT', path: `${base}${answers}/${answerId}` },
    ],
  }
}

const json = (client: TestClient) => ({ 'x-api-key': client.key, 'content-type': 'application/json' })

/** Sends every body to every target by every way; all must be refused with this status, and leave no trace. */
async function refuseAll(bodies: [what: string, body: string | Buffer][]): Promise<void> {
  const { client, targets } = await scene()
  const before = await fingerprint(client.id)
  for (const [name, way] of Object.entries(ways)) {
    for (const { what, method, path } of targets) {
      for (const [form, body] of bodies) {
        const answer = await way({ method, path, headers: json(client), body })
        assertRefused(answer, `${form} to ${what} over ${name}`, 400)
      }
    }
  }
  assert.equal(await fingerprint(client.id), before)
  assert.equal((await client.get('/service-orders/1')).statusCode, 200)
}

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.of(value))))

describe('malformed JSON', () => {
  // biome-ignore format: a table
  const texts = [

    '', ' ', '\n\t', '{', '}', '[', ']', '{]', '{"a"', '{"a":', '{"a":}', '{"a":1', '{"a":1,}', '{,}', '{"a" 1}',
    '{a:1}', "{'a':1}", '{"a":1}{"b":2}', '{"a":1} x', '// c\n{}', '{/**/}', '#\n{}', '{"a":NaN}', '{"a":Infinity}',
    '{"a":-Infinity}', '{"a":undefined}', '{"a":-}', '{"a":01}', '{"a":+1}', '{"a":.5}', '{"a":1.}', '{"a":0x10}',
    '{"a":1e}', '{"a":1_000}', '{"a":1n}', '{"a":True}', '{"a":nul}', '{"a":"\\x41"}', '{"a":"\\u12"}', '{"a":"\\u{41}"}',
    '{"a":"open}', '{"a":"tab\t"}', '{"a":"line\n"}', '{"a":"nul\0"}', '\0{}', '{}\0', '\u00a0{}', '\ufeff\ufeff{}',
    '\ufeff', 'NaN', 'undefined', 'function(){}', '<order/>', 'externalBranchId=B1', '--x\r\nContent-Disposition: form-data\r\n\r\n{}',
    ')]}\',\n{}', '{"externalBranchId":"B1"', '{"externalBranchId":"B1"}]', '{"\\ud800":1}}',
  ]
  const binary: [string, Buffer][] = [
    ['a byte that begins nothing', bytes('{"a":"', 0xff, '"}')],
    ['a continuation byte alone', bytes('{"a":"', 0x80, '"}')],
    ['an overlong NUL', bytes('{"a":"', 0xc0, 0x80, '"}')],
    ['an overlong slash', bytes('{"a":"', 0xe0, 0x80, 0xaf, '"}')],
    ['an encoded surrogate', bytes('{"a":"', 0xed, 0xa0, 0x80, '"}')],
    ['beyond Unicode', bytes('{"a":"', 0xf4, 0x90, 0x80, 0x80, '"}')],
    ['a character cut off', bytes('{"a":"', 0xe2, 0x82, '"}')],
    ['cut off in a character', bytes('{"a":"', 0xf0, 0x9f)],
    ['Latin-1', Buffer.from('{"a":"Müller"}', 'latin1')],
    ['UTF-16 with a mark', Buffer.from('\ufeff{"externalBranchId":"B1"}', 'utf16le')],
    ['UTF-16 without', Buffer.from('{"externalBranchId":"B1"}', 'utf16le')],
    ['gzip', gzipSync('{"externalBranchId":"B1"}')],
    ['zeros', Buffer.alloc(1000)],
  ]

  test('in many forms is refused everywhere', () =>
    refuseAll([...texts.map((text): [string, string] => [JSON.stringify(text), text]), ...binary]))

  test('that is compressed is refused although it says so: no encoding is undone', async () => {
    const { client, targets } = await scene()
    const before = await fingerprint(client.id)
    const bomb = gzipSync(`{"externalBranchId":"B1","description":"${'a'.repeat(5_000_000)}"}`)
    for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'identity, gzip', 'nonsense']) {
      for (const { what, method, path } of targets) {
        const headers = { ...json(client), 'content-encoding': encoding }
        for (const body of [bomb, gzipSync('{"externalBranchId":"B1"}')]) {
          assertRefused(await send({ method, path, headers, body }), `${encoding} to ${what}`)
        }
      }
    }
    assert.equal(await fingerprint(client.id), before)
  })
})

describe('another JSON type', () => {
  test('than the object an operation takes is refused', () =>
    refuseAll(
      ['null', 'true', '0', '-1.5e3', '"{}"', '[]', '[{"externalBranchId":"B1"}]', '[null]'].map((text) => [
        text,
        text,
      ]),
    ))
})

describe('nesting', () => {
  const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels)
  const inOrder = (value: string) => `{"externalBranchId":"B1","value":"x","unheardOf":${value}}`

  test('of more than 32 levels is refused, at 33 as at 100,000, closed or not', () =>
    refuseAll([
      ['33 arrays', inOrder(nested(32))],
      ['33 objects', inOrder(nested(31, '{"a":', '}').replace('{"a":}', '{"a":{}}'))],
      ['100,000 arrays', inOrder(nested(100_000))],
      ['100,000 open arrays', '['.repeat(100_000)],
      ['100,000 open objects', '{"a":'.repeat(100_000)],
      ['1,000,000 open arrays', '['.repeat(1_000_000)],
      ['closing first', `${']'.repeat(50)}${'['.repeat(100_000)}`],
      ['behind a text with quotes', `{"a":"\\"[","b":${'['.repeat(100_000)}`],
      ['behind a backslash', `{"a":"\\\\","b":${'['.repeat(100_000)}`],
    ]))

  test('of 32 levels is fine, and brackets inside a text are no nesting', async () => {
    const { client } = await scene()
    assert.equal((await client.put('/service-orders/1', inOrder(nested(31)))).statusCode, 204)
    const description = '[{"'.repeat(5000)
    assert.equal((await client.put('/service-orders/1', order({ description }))).statusCode, 204)
    assert.equal((await client.get('/service-orders/1')).json().description, description)
  })
})

describe('numbers', () => {
  const withMileage = (literal: string) =>
    `{"externalBranchId":"B1","vehicle":{"recordedMileage":${literal}}}`

  test('that are none, or beyond all bounds, are refused', async () => {
    const { client } = await scene()
    const before = await fingerprint(client.id)
    // biome-ignore format: a table
    const literals = [

      '1e400', '-1e400', '1e999999999999', '1e12', '999999999999.999999', '123456789012345678901234567890', '-1',
      '-1e-7', '"1"', '"NaN"', '"Infinity"', '[1]', '{}', 'true', `1${'0'.repeat(10_000)}`,
    ]
    for (const way of Object.values(ways)) {
      for (const literal of literals) {
        const path = `/v1/system-clients/${client.id}/service-orders/1`
        const answer = await way({ method: 'PUT', path, headers: json(client), body: withMileage(literal) })
        assertRefused(answer, literal.slice(0, 50), 400)
      }
    }
    assert.equal(await fingerprint(client.id), before)
  })

  test('that are odd but real come back as numbers', async () => {
    const { client } = await scene()
    const cases: [string, number][] = [
      ['1e-400', 0],
      ['-0', 0],
      ['0e999999', 0],
      [`0.${'0'.repeat(5000)}1`, 0],
      [`1.${'0'.repeat(5000)}`, 1],
      ['1E+2', 100],
    ]
    for (const [literal, value] of cases) {
      const response = await client.put('/service-orders/1', withMileage(literal))
      assert.equal(response.statusCode, 204, literal.slice(0, 50))
      assert.equal((await client.get('/service-orders/1')).json().vehicle.recordedMileage, value)
    }
  })
})

describe('field names', () => {
  const inherited = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
  ]

  test('of the language are nothing special', async () => {
    const { client, answers } = await scene()
    const path = '/service-orders/p'
    for (const name of inherited) {
      const hidden = `"${name}":{"externalBranchId":"B1","closed":true,"isPolluted":true,"id":"other"}`
      const refused = await client.put(path, `{${hidden}}`)
      assert.equal(refused.json().errorCode, 40010, 'what is inherited was not sent')
      assert.equal((await client.post(answers, `{"${name}":{"value":"x"}}`)).json().errorCode, 40020)
      const body = `{"externalBranchId":"B1",${hidden},"vehicle":{${hidden}},"customer":{${hidden},"name":"N"}}`
      assert.ok([201, 204].includes((await client.put(path, body)).statusCode))
      assert.deepEqual((await client.get(path)).json().customer, { category: 'legalEntity', name: 'N' })
      const shown = (await client.get(path)).json()
      assert.deepEqual([shown.closed, shown.vehicle, shown.id], [undefined, {}, 'p'])
    }
    assert.equal(({} as Record<string, unknown>).isPolluted, undefined)
    assert.equal(([] as unknown as Record<string, unknown>).isPolluted, undefined)
  })

  test('of the language are in no closed list, in bodies and queries', async () => {
    const { client, answers } = await scene()
    const before = await fingerprint(client.id)
    for (const name of inherited) {
      for (const body of [
        order({ customer: { category: name } }),
        order({ customer: { gender: name } }),
        order({ currency: name }),
        order({ vehicle: { fuelType: name } }),
        order({ contents: [{ itemCategory: name }] }),
        order({ contents: [{ itemCategory: 'part', unitOfMeasure: name }] }),
      ]) {
        assert.equal(
          (await client.put('/service-orders/1', body)).json().errorCode,
          40012,
          JSON.stringify(body),
        )
      }
      assert.equal((await client.post(answers, { status: name })).json().errorCode, 40012)
      for (const query of [`/service-orders/1/surveys?survey-type=${name}`, `/leads?list=${name}`]) {
        assert.equal((await client.get(query)).json().errorCode, 40012)
      }
      for (const query of [`${name}=1`, `${name}=1&${name}=2`, `${name}[a]=1`, `branch=${name}`]) {
        assert.deepEqual((await client.get(`/leads?${query}`)).statusCode, 200, query)
      }
    }
    assert.equal(await fingerprint(client.id), before)
  })

  test('given twice: the last one counts, as in every JSON parser', async () => {
    const { client } = await scene()
    const body =
      '{"externalBranchId":"B1","closed":true,"externalId":"one","externalId":"two","closed":false}'
    assert.equal((await client.put('/service-orders/1', body)).statusCode, 204)
    const { externalId, closed } = (await client.get('/service-orders/1')).json()
    assert.deepEqual([externalId, closed], ['two', false])
  })

  test('by the ten thousand are ignored', async () => {
    const { client } = await scene()
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`f${n}`, n]))
    assert.equal((await client.put('/service-orders/1', order(many))).statusCode, 204)
    assert.equal(Object.keys((await client.get('/service-orders/1')).json()).length, 6)
  })

  test('that break rules by the thousand are refused in a few lines', async () => {
    const { client } = await scene()
    const contents = Array.from({ length: 2000 }, () => ({
      itemCategory: 'x',
      quantity: -1,
      unitOfMeasure: 'y',
    }))
    const response = await client.put('/service-orders/1', order({ contents }))
    assert.equal(response.json().errorCode, 40000)
    assert.ok(response.body.length < 20_000, `${response.body.length}`)
  })
})

describe('texts that cannot be stored', () => {
  test('NUL and halves of characters are refused wherever a text stands', async () => {
    const { client, answers } = await scene()
    const before = await fingerprint(client.id)
    for (const text of [
      '\\u0000',
      'a\\u0000b',
      '\\ud800',
      '\\udc00',
      '\\ud83d!',
      '\\udca5\\ud83d',
      '\\uDBFF',
    ]) {
      const value = `"${text}"`
      for (const body of [
        `{"externalBranchId":${value}}`,
        `{"externalBranchId":"B1","externalId":${value}}`,
        `{"externalBranchId":"B1","description":${value}}`,
        `{"externalBranchId":"B1","orderText":${value}}`,
        `{"externalBranchId":"B1","customer":{"name":${value}}}`,
        `{"externalBranchId":"B1","vehicle":{"driver":{"address":${value}}}}`,
        `{"externalBranchId":"B1","contents":[{"itemCategory":"part","itemCode":${value}}]}`,
      ]) {
        assertRefused(toAnswer(await client.put('/service-orders/1', body)), body, 400)
      }
      assertRefused(toAnswer(await client.put('/leads/1/deals/d', `{"orderId":${value}}`)), value, 400)
      for (const field of ['value', 'comment', 'status']) {
        assertRefused(toAnswer(await client.post(answers, `{"${field}":${value}}`)), value, 400)
      }
    }
    assert.equal(await fingerprint(client.id), before)
  })

  test('in fields nobody reads, and in field names, they do no harm', async () => {
    const { client } = await scene()
    for (const body of [
      '{"externalBranchId":"B1","unheardOf":"\\u0000\\ud800"}',
      '{"externalBranchId":"B1","\\u0000":1,"\\ud800":{"\\u0000":[]}}',
      '{"externalBranchId":"B1","siteName":"\\u0000","surveys":"\\ud800"}',
    ]) {
      assert.equal((await client.put('/service-orders/1', body)).statusCode, 204)
    }
  })
})

const toAnswer = (response: { statusCode: number; body: string }) => ({
  status: response.statusCode,
  text: response.body,
})
