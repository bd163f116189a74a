// How much and what a body, a text and an identifier may hold (A10).
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { Answer } from '@walkaround/contract/dms/surveys.ts'
import { BASE_URL, makeClient, order, request, type TestClient } from '../support/api.ts'
import { putOrder, readOrder, refusal, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

const MEBIBYTE = 1024 * 1024

/** An order in exactly so many bytes. */
function bodyOf(bytes: number): string {
  const head = '{"externalBranchId":"B1"'
  return `${head}${' '.repeat(bytes - head.length - 1)}}`
}

describe('the size of a body', () => {
  test('A10: 1 MiB is taken, one byte more is a 400', async () => {
    const client = await makeClient()
    assert.equal((await client.put('/service-orders/1', bodyOf(MEBIBYTE))).statusCode, 201)
    refusal(await client.put('/service-orders/2', bodyOf(MEBIBYTE + 1)), 'bodyTooLarge', /1048576/)
    refusal(await client.get('/service-orders/2'), 'noSuchResource')
  })

  test('A10: bytes count, not characters', async () => {
    const client = await makeClient()
    const body = JSON.stringify(order({ unknown: 'ü'.repeat(MEBIBYTE / 2) }))
    assert.ok(body.length < MEBIBYTE)
    refusal(await client.put('/service-orders/1', body), 'bodyTooLarge')
  })

  test('A10: a body that does not say its length is measured all the same', async () => {
    const client = await makeClient()
    const stream = (text: string) => Readable.from([Buffer.from(text)], { objectMode: false })
    const send = (payload: Readable) =>
      request({
        method: 'PUT',
        url: `/v1/system-clients/${client.id}/service-orders/1`,
        headers: {
          'x-api-key': client.key,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
        payload,
      })
    assert.equal((await send(stream(bodyOf(5000)))).statusCode, 201)
    refusal(await send(stream(bodyOf(MEBIBYTE + 1))), 'bodyTooLarge')
  })
})

describe('nesting', () => {
  /** The body itself is the first level. */
  const nested = (levels: number, open = '[', close = ']') =>
    `{"externalBranchId":"B1","unknown":${open.repeat(levels - 1)}${close.repeat(levels - 1)}}`

  test('A10: 32 levels are taken, 33 are a 400, though nobody reads the field', async () => {
    const client = await makeClient()
    assert.equal((await client.put('/service-orders/1', nested(32))).statusCode, 201)
    refusal(await client.put('/service-orders/1', nested(33)), 'nestedTooDeep')
    refusal(await client.put('/service-orders/1', nested(100_000)), 'nestedTooDeep')
  })

  test('A10: objects count as arrays do', async () => {
    const client = await makeClient()
    const inside = (levels: number) =>
      `{"externalBranchId":"B1","unknown":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`
    assert.equal((await client.put('/service-orders/1', inside(32))).statusCode, 201)
    refusal(await client.put('/service-orders/1', inside(33)), 'nestedTooDeep')
  })

  test('A10: brackets inside of texts do not count, escaped quotes do not end them', async () => {
    const client = await makeClient()
    const description = `${'[{'.repeat(500)}"\\"${'[{'.repeat(500)}\\`
    assert.equal((await putOrder(client, { description })).description, description)
  })

  test('A10: levels side by side do not add up', async () => {
    const client = await makeClient()
    const body = `{"externalBranchId":"B1","unknown":[${Array(500).fill('[[[[]]]]').join(',')}]}`
    assert.equal((await client.put('/service-orders/1', body)).statusCode, 201)
  })
})

describe('identifiers', () => {
  const odd = [
    'plain-1',
    'SO 2026/1042',
    'a/b/c',
    '/',
    '//',
    ' ',
    ' leading and trailing ',
    'dots...',
    '.hidden',
    '100%',
    '%2F',
    '%zz',
    'a?b=c&d#e',
    'a;b=c,d',
    'quote\'"`',
    'back\\slash',
    '<script>',
    '!own',
    'Ёлка № 5',
    '注文-42',
    'טסט',
    'e\u0301',
    '\u00e9',
    '💥',
    '\u00a0',
    '\u200b',
    'tab\tnew\nline',
    '*',
    ':id',
    '{id}',
    '$1',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    "'; drop table leads; --",
    '😀'.repeat(128),
    'ü'.repeat(128),
    'x'.repeat(128),
  ]

  for (const [what, base] of [
    ['order', '/service-orders'],
    ['lead', '/leads'],
  ] as const) {
    test(`A10: an ${what} may have any of ${odd.length} odd identifiers, and Location leads back to it`, async () => {
      const client = await makeClient()
      for (const id of odd) {
        const response = await client.put(`${base}/${encodeURIComponent(id)}`, order({ id, description: id }))
        assert.equal(response.statusCode, 201, JSON.stringify(id))
        const location = String(response.headers.location)
        assert.ok(location.startsWith(`${BASE_URL}/v1/system-clients/${client.id}${base}/`), location)
        const url = location.slice(BASE_URL.length)
        const read = await request({ url, headers: { 'x-api-key': client.key } })
        assert.equal(read.statusCode, 200, `${JSON.stringify(id)} ${url}`)
        assert.equal(read.json().id, id)
        assert.equal(read.json().description, id)
        assert.equal(
          (await request({ url: `${url}/surveys`, headers: { 'x-api-key': client.key } })).statusCode,
          200,
        )
      }
    })
  }

  test('A10: alike is not the same', async () => {
    const client = await makeClient()
    const ids = ['e\u0301', '\u00e9', 'a', 'A', 'a ', 'ａ', '%61']
    for (const id of ids) {
      const response = await client.put(
        `/service-orders/${encodeURIComponent(id)}`,
        order({ description: id }),
      )
      assert.equal(response.statusCode, 201, JSON.stringify(id))
    }
    for (const id of ids) assert.equal((await readOrder(client, id)).description, id)
  })

  test('A10: percent-encoding is undone once, and means the same however it is written', async () => {
    const client = await makeClient()
    await putOrder(client, { description: 'plain' }, 'abc')
    for (const path of ['%61bc', '%61%62%63', 'ab%63']) {
      assert.equal((await client.get(`/service-orders/${path}`)).json().description, 'plain')
    }
    refusal(await client.get('/service-orders/%2561bc'), 'noSuchResource', /"%61bc"/)
  })

  test('A10: 129 characters are too long in a path, counted as people count', async () => {
    const client = await makeClient()
    for (const id of ['x'.repeat(129), '😀'.repeat(129), 'я'.repeat(129), 'x'.repeat(5000)]) {
      const response = await client.put(`/service-orders/${encodeURIComponent(id)}`, order())
      refusal(response, 'invalidPath', /^id: ".*… has more than 128 characters$/)
    }
    const deal = await client.put(`/leads/1/deals/${'x'.repeat(129)}`, {})
    refusal(deal, 'invalidPath', /^id: /)
    const both = await client.get(`/surveys/${'x'.repeat(129)}`)
    refusal(both, 'invalidPath')
  })

  test('A10: NUL in a path is a 400', async () => {
    const client = await makeClient()
    for (const id of ['%00', 'a%00b']) {
      refusal(await client.get(`/service-orders/${id}`), 'invalidPath', /NUL/)
      refusal(await client.put(`/leads/${id}`, order()), 'invalidPath')
    }
  })
})

type Schema = {
  type?: string
  enum?: string[]
  const?: unknown
  format?: string
  readOnly?: boolean
  maxLength?: number
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

/** Every free text a body may hold: its place, and a body with a value there. */
function* texts(
  schema: Schema,
  wrap: (value: unknown) => unknown,
  path = '',
): Generator<[string, (text: string) => unknown]> {
  if (schema.readOnly || schema.enum || schema.const !== undefined) return
  if (schema.type === 'string' && schema.format === undefined) yield [path, wrap]
  for (const kind of schema.anyOf ?? []) yield* texts(kind, wrap, path)
  if (schema.items) yield* texts(schema.items, (value) => wrap([value]), `${path}[0]`)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield* texts(field, (value) => wrap({ [name]: value }), path ? `${path}.${name}` : name)
  }
}

/** What a body needs besides the text under test. */
function completed(value: unknown): unknown {
  const body = value as Record<string, unknown>
  const contents = body.contents as Record<string, unknown>[] | undefined
  const deals = body.deals as Record<string, unknown>[] | undefined
  return {
    externalBranchId: 'B1',
    ...body,
    ...(contents ? { contents: contents.map((item) => ({ itemCategory: 'labour', ...item })) } : {}),
    ...(deals ? { deals: deals.map((deal) => ({ id: 'D', ...deal })) } : {}),
  }
}

/** Texts by which things are looked up have the limits of an identifier; everything else is a text. */
const keys = [
  'serviceOrderType',
  'vin',
  'numberPlate',
  'numberPlateCountry',
  'make',
  'derivativeCode',
  'modelCode',
  'gearboxType',
]
const isIdentifier = (path: string): boolean => {
  const name = path.split('.').at(-1) ?? ''
  return /^id$|Id$/.test(name) || keys.includes(name)
}

const bodies: [string, Schema, (client: TestClient) => Promise<string>][] = [
  ['service order', ServiceOrder as Schema, async () => '/service-orders/1'],
  ['lead', CustomerReviewRequest as Schema, async () => '/leads/1'],
  [
    'deal',
    DealItem as Schema,
    async (client) => {
      await client.put('/leads/1', order())
      return '/leads/1/deals/1'
    },
  ],
]

describe('texts', () => {
  for (const [what, schema, prepare] of bodies) {
    test(`A10: every text of a ${what} takes 20,000 characters, every identifier 128, and not one more`, async () => {
      const client = await makeClient({ releaseTypes: [] })
      const path = await prepare(client)
      let count = 0
      for (const [place, bodyWith] of texts(schema, (value) => value)) {
        // The path has these; another would be a mismatch.
        if (place === 'id') continue
        count++
        const most = isIdentifier(place) ? 128 : 20_000
        const fits = await client.put(path, completed(bodyWith('😀'.repeat(most))))
        assert.ok(fits.statusCode < 300, `${place} takes ${most}: ${fits.body.slice(0, 300)}`)
        const tooLong = await client.put(path, completed(bodyWith('x'.repeat(most + 1))))
        const info = refusal(tooLong, 'tooLong')
        assert.match(info, new RegExp(`has ${most + 1} characters, at most ${most} are allowed$`))
        assert.ok(info.startsWith(`${place}: `), info)
      }
      assert.ok(count >= 5, `${count}`)
    })

    test(`A10: NUL and lone surrogates are a 400 in every text of a ${what}`, async () => {
      const client = await makeClient({ releaseTypes: [] })
      const path = await prepare(client)
      for (const [place, bodyWith] of texts(schema, (value) => value)) {
        if (place === 'id') continue
        for (const text of ['a\0b', '\ud800', '\udc00\ud800', 'a\udfff']) {
          const response = await client.put(path, completed(bodyWith(text)))
          const info = refusal(response, 'invalidText', /holds NUL or a lone surrogate$/)
          assert.ok(info.startsWith(`${place}: `), info)
        }
      }
    })
  }

  test('A10: the same holds for an answer', async () => {
    const client = await makeClient()
    await useOwnTemplate(client)
    const surveyId = surveyIdOf(await putOrder(client))
    const path = `/surveys/${surveyId}/questions/glass/answers`
    const places = [...texts(Answer as Schema, (value) => value)].map(([place]) => place)
    assert.deepEqual(places, ['value', 'comment'])
    for (const place of places) {
      assert.equal((await client.post(path, { [place]: '😀'.repeat(20_000) })).statusCode, 201)
      refusal(await client.post(path, { [place]: 'x'.repeat(20_001) }), 'tooLong')
      refusal(await client.post(path, { [place]: '\0' }), 'invalidText')
    }
  })

  test('every other character is kept as it is', async () => {
    const client = await makeClient()
    const description = '\u0001\u001f\t\r\n"\\/\u007f\u0085\u2028\u2029\ufeff\ufffe\uffff💥e\u0301ﬃ'
    assert.equal((await putOrder(client, { description })).description, description)
    const survey = await client.get(`/surveys/${surveyIdOf(await readOrder(client))}`)
    assert.equal(survey.json().referenceObject.description, description)
  })

  test('A10: a leading UTF-8 BOM is accepted', async () => {
    const client = await makeClient()
    const body = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(JSON.stringify(order({ description: 'x' }))),
    ])
    assert.equal((await client.put('/service-orders/1', body)).statusCode, 201)
    assert.equal((await readOrder(client)).description, 'x')
  })
})

describe('arrays', () => {
  const person = { id: 'P' }
  const table: [string, string, (length: number) => Record<string, unknown>][] = [
    [
      'contents',
      '/service-orders/1',
      (length) => ({ contents: Array(length).fill({ itemCategory: 'labour' }) }),
    ],
    ['technicians', '/service-orders/1', (length) => ({ technicians: Array(length).fill(person) })],
    [
      'customer.contactPersons',
      '/service-orders/1',
      (length) => ({ customer: { contactPersons: Array(length).fill(person) } }),
    ],
    [
      'deals',
      '/leads/1',
      (length) => ({ deals: Array.from({ length }, (_, index) => ({ id: `${index}` })) }),
    ],
  ]
  for (const [name, path, bodyWith] of table) {
    test(`A10: ${name} takes 2,000 entries and not one more`, async () => {
      const client = await makeClient()
      assert.equal((await client.put(path, order(bodyWith(2000)))).statusCode, 201)
      const response = await client.put(path, order(bodyWith(2001)))
      const info = refusal(response, 'tooLong')
      assert.equal(info, `${name}: has 2001 entries, at most 2000 are allowed`)
      const again = await client.put(path, order(bodyWith(2000)))
      assert.equal(again.statusCode, 204)
    })
  }
})
