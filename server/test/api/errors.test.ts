// What is refused, how, and in which order: 404 and 405 of routes, 406, the error body, the order of checks (B2–B6).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dmsInterface } from '@walkaround/contract/openapi.ts'
import { type ProblemKind, problems } from '@walkaround/contract/problems.ts'
import { type AppOptions, buildApp } from '../../src/app.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { createAuthenticator } from '../../src/identity/authenticate.ts'
import {
  BASE_URL,
  type Method,
  makeClient,
  order,
  request,
  type TestClient,
  testApp,
} from '../support/api.ts'
import { assertErrorBody } from '../support/contract-check.ts'
import { addressOf, paths, withBody } from '../support/every-operation.ts'
import { testFormPool, testMedia } from '../support/media.ts'
import { complete, putOrder, refusal, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'] as const

describe('routes', () => {
  for (const { path, params, methods: known } of paths) {
    test(`B5: ${path} replies to every other method with 405 and Allow: ${known.join(', ')}`, async () => {
      const client = await makeClient()
      const url = addressOf({ path, params }, client.id)
      for (const method of methods.filter((one) => !known.includes(one))) {
        const response = await request({ method, url, headers: { 'x-api-key': client.key } })
        assert.equal(response.statusCode, 405, method)
        if (method !== 'HEAD') refusal(response, 'methodNotAllowed', new RegExp(`^${method} `))
        const allowed = String(response.headers.allow).split(', ').sort()
        assert.deepEqual(allowed, known, method)
      }
    })
  }

  test('B5: HEAD has the status of GET and no body, for every operation that reads', async () => {
    const client = await makeClient()
    for (const { path, params } of paths.filter(({ methods: known }) => known.includes('GET'))) {
      const url = addressOf({ path, params }, client.id)
      const headers = { 'x-api-key': client.key }
      const get = await request({ method: 'GET', url, headers })
      const head = await request({ method: 'HEAD', url, headers })
      assert.equal(head.statusCode, get.statusCode, path)
      assert.equal(head.headers['content-type'], get.headers['content-type'], path)
      assert.equal((await request({ method: 'HEAD', url })).statusCode, 401, path)
    }
  })

  test('B5: methods nobody implements are 405 as well', async () => {
    const client = await makeClient()
    for (const method of ['PROPFIND', 'TRACE', 'LOCK', 'QUERY', 'REPORT']) {
      const response = await request({
        method: method as 'GET',
        url: `/v1/system-clients/${client.id}/leads/1`,
        headers: { 'x-api-key': client.key },
      })
      assert.equal(response.statusCode, 405, method)
      assert.deepEqual(String(response.headers.allow).split(', ').sort(), ['GET', 'HEAD', 'PUT'])
    }
  })

  test('B5: a 405 does not depend on identifiers in the path', async () => {
    const client = await makeClient()
    for (const id of ['a%2Fb', '%20', 'x'.repeat(300), '%F0%9F%92%A5']) {
      refusal(await client.call('PATCH', `/leads/${id}`), 'methodNotAllowed')
    }
  })

  test('a path that is none of the interface is 404 of the route, whatever the method and body', async () => {
    const client = await makeClient()
    const unknown = [
      '',
      '/',
      '/nothing',
      '/leads/1/',
      '/leads/1/deals',
      '/leads/1/deals/2/3',
      '/Leads/1',
      '/service-order',
      '/service-orders/1/surveys/2',
      '/survey',
      '/surveys/1/questions',
      '/surveys/1/questions/2/answers/3/4',
    ]
    for (const path of unknown) {
      for (const method of ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] as const) {
        const response = await client.call(method, path, '{', { 'content-type': 'text/plain' })
        refusal(response, 'noSuchPath')
      }
    }
    const outside = await request({ url: '/v1/nothing', headers: { 'x-api-key': client.key } })
    refusal(outside, 'noSuchPath')
  })

  test('an empty identifier is an invalid one', async () => {
    const client = await makeClient()
    for (const path of ['/leads/', '/service-orders/', '/surveys/', '/service-orders//surveys']) {
      refusal(await client.get(path), 'invalidPath', /^id: "" must not be empty$/)
      refusal(await client.call('PATCH', path), 'methodNotAllowed')
    }
    refusal(await client.put('/leads/', order()), 'invalidPath')
    refusal(await client.put('/leads//deals/1', {}), 'invalidPath', /^lead_id: /)
    refusal(await client.delete('/leads/1/deals/'), 'invalidPath', /^id: /)
  })

  test('broken percent-encoding is told as such', async () => {
    const client = await makeClient()
    for (const path of [
      '/leads/%',
      '/leads/%zz',
      '/leads/%E0%A4%A',
      '/leads/%ED%A0%80',
      '/leads/%FF',
      '/leads/a%',
    ]) {
      refusal(await client.get(path), 'invalidPath', /percent-encoding/)
      refusal(await client.put(path, order()), 'invalidPath', /percent-encoding/)
      refusal(await client.call('PATCH', path), 'methodNotAllowed')
    }
    refusal(await client.get('/nothing/%zz'), 'invalidPath')
    assert.equal((await client.call('HEAD', '/leads/%zz')).statusCode, 400)
  })
})

describe('Content-Type', () => {
  const refused = [
    undefined,
    '',
    'text/plain',
    'text/json',
    'text/html; charset=utf-8',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json+xml',
    'application/octet-stream',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/json;charset=windows-1251',
    'application/vnd.example+json; charset=latin1',
    'json',
    'application/',
    '/json',
    'application',
    'application/json, text/plain',
    '*/*',
  ]
  const accepted = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; charset = utf-8',
    'APPLICATION/JSON',
    'application/json; profile="https://example.org/p"',
    'application/vnd.x+json',
    'application/merge-patch+json; charset=utf-8',
    'application/problem+json',
  ]
  for (const operation of withBody) {
    test(`B4: ${operation.id} takes JSON in UTF-8 and refuses anything else with 406`, async () => {
      const client = await makeClient()
      const url = addressOf(operation, client.id)
      const send = (type: string | undefined) =>
        request({
          method: operation.method,
          url,
          headers: { 'x-api-key': client.key, ...(type === undefined ? {} : { 'content-type': type }) },
          payload: Buffer.from('{}'),
        })
      for (const type of refused) {
        const response = await send(type)
        assert.equal(response.statusCode, 406, `${type} ${response.body}`)
        refusal(response, 'notJson', /^Content-Type: /)
      }
      for (const type of accepted) {
        const { statusCode } = await send(type)
        assert.ok(![406, 415, 500].includes(statusCode), `${type} ${statusCode}`)
      }
    })
  }

  test('B4: what is accepted is read as JSON', async () => {
    const client = await makeClient()
    for (const type of accepted) {
      const response = await client.put(`/service-orders/1`, order({ description: type }), {
        'content-type': type,
      })
      assert.ok(response.statusCode < 300, type)
      assert.equal((await client.get('/service-orders/1')).json().description, type)
    }
  })

  test('B4: Accept is ignored', async () => {
    const client = await makeClient()
    for (const accept of ['text/html', 'application/xml', 'application/json;q=0', 'nonsense', '']) {
      const response = await client.put('/service-orders/1', order(), { accept })
      assert.ok(response.statusCode < 300)
      const get = await client.get('/service-orders/1', {
        accept,
        'accept-encoding': 'nothing',
        'accept-charset': 'x',
      })
      assert.equal(get.headers['content-type'], 'application/json; charset=utf-8')
    }
    refusal(await client.get('/service-orders/none', { accept: 'text/html' }), 'noSuchResource')
  })

  test('B4: a Content-Type without a body on GET is fine', async () => {
    const client = await makeClient()
    await putOrder(client)
    for (const type of ['application/json', 'text/plain', 'nonsense', '']) {
      assert.equal((await client.get('/service-orders/1', { 'content-type': type })).statusCode, 200)
    }
  })
})

describe('the form of a body', () => {
  const malformed: [string, string | Buffer, ProblemKind][] = [
    ['nothing at all', '', 'malformedJson'],
    ['white space', '  \n', 'malformedJson'],
    ['half an object', '{"externalBranchId":"B1"', 'malformedJson'],
    ['a trailing comma', '{"externalBranchId":"B1",}', 'malformedJson'],
    ['two values', '{} {}', 'malformedJson'],
    ['single quotes', "{'externalBranchId':'B1'}", 'malformedJson'],
    ['a comment', '{/* no */}', 'malformedJson'],
    ['NaN', '{"vehicle":{"recordedMileage":NaN}}', 'malformedJson'],
    ['a control character in a text', '{"description":"a\nb"}', 'malformedJson'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'malformedJson'],
    ['UTF-16', Buffer.from('\ufeff{"externalBranchId":"B1"}', 'utf16le'), 'malformedJson'],
    ['an encoded surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'malformedJson'],
    ['a text', '"x"', 'wrongJsonType'],
    ['a number', '5', 'wrongJsonType'],
    ['true', 'true', 'wrongJsonType'],
    ['null', 'null', 'wrongJsonType'],
  ]
  for (const operation of withBody) {
    const wanted = (operation.body as { type?: string }).type === 'array' ? 'array' : 'object'
    test(`B4: ${operation.id} refuses what is not a JSON ${wanted}`, async () => {
      const client = await makeClient()
      const other: (typeof malformed)[number] =
        wanted === 'array' ? ['an object', '{}', 'wrongJsonType'] : ['an array', '[]', 'wrongJsonType']
      for (const [what, payload, kind] of [...malformed, other]) {
        const response = await request({
          method: operation.method,
          url: addressOf(operation, client.id),
          headers: { 'x-api-key': client.key, 'content-type': 'application/json' },
          payload,
        })
        assert.equal(response.statusCode, 400, `${what} ${response.body}`)
        refusal(response, kind)
      }
    })
  }

  test('a mistake is told by line and column, never by the text around it', async () => {
    const client = await makeClient()
    const body = '{\n  "description": "private words",\n  oops\n}'
    const info = refusal(await client.put('/service-orders/1', body), 'malformedJson')
    assert.match(info, /line 3, column 3/)
    assert.ok(!info.includes('private') && !info.includes('oops'), info)
  })
})

describe('the error body', () => {
  test('B6: numbers are unique and begin with their status', () => {
    const codes = Object.values(problems).map(({ errorCode }) => errorCode)
    assert.equal(new Set(codes).size, codes.length)
    for (const { errorCode, status, error, when } of Object.values(problems)) {
      assert.equal(Math.floor(errorCode / 100), status)
      assert.ok(error.length > 0 && when.length > 0)
    }
  })

  test('B6: one violation has its own code; several the general one, line by line with path, value and rule', async () => {
    const client = await makeClient()
    const one = await client.put('/service-orders/1', order({ closed: 'no' }))
    assert.equal(refusal(one, 'wrongType'), 'closed: "no" is not true or false')
    const contents = [
      { itemCategory: 'labour' },
      { itemCategory: 'wood', quantity: -1 },
      { itemCategory: 'part', unitOfMeasure: 'pcs' },
    ]
    const response = await client.put('/service-orders/1', { externalBranchId: '', closed: 5, contents })
    assert.deepEqual(refusal(response, 'severalViolations').split('\n'), [
      'externalBranchId: is required and must not be empty',
      'closed: 5 is not true or false',
      'contents[1].itemCategory: "wood" is not one of labour, material, part',
      'contents[1].quantity: -1 is below 0',
      'contents[2].unitOfMeasure: "pcs" is not one of mm, m, km, mi, mile, in, inch, %, hour, hr, ea, pc, pac, l, liter, ml, kg, g, Cel, Fa, K',
    ])
  })

  test('B6: at most 50 are listed, and how many more there are', async () => {
    const client = await makeClient()
    const wrong = (count: number) => order({ contents: Array.from({ length: count }, () => ({})) })
    const fifty = refusal(await client.put('/service-orders/1', wrong(50)), 'severalViolations').split('\n')
    assert.equal(fifty.length, 50)
    const more = refusal(await client.put('/service-orders/1', wrong(1999)), 'severalViolations').split('\n')
    assert.equal(more.length, 51)
    assert.match(more[49] ?? '', /^contents\[49\]/)
    assert.match(more[50] ?? '', /1949/)
  })

  test('B6: a long value is shortened and stays on its line', async () => {
    const client = await makeClient()
    const value = `line one\nline two\u2028${'💥'.repeat(5000)}`
    const info = refusal(await client.put('/service-orders/1', order({ currency: value })), 'notInList')
    assert.ok(info.length < 250, `${info.length}`)
    assert.ok(!info.includes('\n') && info.isWellFormed())
    assert.match(info, /…/)
  })

  test('B3: a broken state rule is a 400 with its own number, never a 403', async () => {
    const kinds = [
      'surveyCompleted',
      'surveyClosed',
      'answerNotCustom',
      'questionReserved',
      'emptyAnswer',
      'missingCurrency',
      'unknownBranch',
      'idempotencyKeyReused',
    ] as const
    for (const kind of kinds) assert.equal(problems[kind].status, 400)
    // Beside "forbidden", which every operation has.
    const named = new Set(dmsInterface.operations.flatMap(({ problems: own }) => own))
    assert.deepEqual(
      [...named].filter((kind) => problems[kind].status === 403),
      ['notSandbox'],
    )
  })
})

describe('X-Request-Id (B7)', () => {
  test('comes back as it was sent when it is harmless, else it is a new one', async () => {
    const client = await makeClient()
    const idFor = async (given: string | undefined) =>
      (await client.get('/leads', given === undefined ? {} : { 'x-request-id': given })).headers[
        'x-request-id'
      ]
    assert.equal(await idFor('dms-42:a.b_c'), 'dms-42:a.b_c')
    const made = new Set<unknown>()
    for (const given of [undefined, '', 'with space', 'x'.repeat(129), '{"a":1}', 'ü']) {
      const id = await idFor(given)
      assert.match(String(id), /^[0-9a-f-]{36}$/)
      made.add(id)
    }
    assert.equal(made.size, 6)
  })

  test('is on refusals too', async () => {
    const response = await request({ url: '/v1/nothing', headers: { 'x-request-id': 'mine' } })
    assert.equal(response.headers['x-request-id'], 'mine')
  })
})

describe('the order of checks (B2)', () => {
  /** In the order of B2; each makes one thing wrong with an otherwise good PUT of a custom answer. */
  const faults: { name: string; kind: ProblemKind; rank: number }[] = [
    { name: 'no key', kind: 'notAuthorized', rank: 1 },
    { name: 'foreign client', kind: 'forbidden', rank: 2 },
    { name: 'unknown path', kind: 'noSuchPath', rank: 3 },
    { name: 'wrong method', kind: 'methodNotAllowed', rank: 3 },
    { name: 'wrong content type', kind: 'notJson', rank: 4 },
    { name: 'malformed body', kind: 'malformedJson', rank: 5 },
    { name: 'array as body', kind: 'wrongJsonType', rank: 5 },
    { name: 'body too large', kind: 'bodyTooLarge', rank: 5 },
    { name: 'nested too deep', kind: 'nestedTooDeep', rank: 5 },
    { name: 'no such answer', kind: 'noSuchResource', rank: 6 },
    { name: 'no such question', kind: 'noSuchResource', rank: 6 },
    { name: 'no such survey', kind: 'noSuchResource', rank: 6 },
    { name: 'wrong field', kind: 'notInList', rank: 7 },
    { name: 'empty answer', kind: 'emptyAnswer', rank: 7 },
    { name: 'survey completed', kind: 'surveyCompleted', rank: 8 },
    { name: 'survey closed', kind: 'surveyClosed', rank: 8 },
  ]

  interface Scene {
    client: TestClient
    surveys: Record<'open' | 'completed' | 'closed', { survey: string; answer: string }>
  }

  async function makeScene(): Promise<Scene> {
    const client = await makeClient()
    await useOwnTemplate(client)
    const make = async (id: string) => {
      const survey = surveyIdOf(await putOrder(client, {}, id))
      const response = await client.post(`/surveys/${survey}/questions/glass/answers`, { value: 'x' })
      return { survey, answer: String(response.headers.location).split('/').at(-1) as string }
    }
    const surveys = { open: await make('1'), completed: await make('2'), closed: await make('3') }
    await complete(client, surveys.completed.survey)
    await putOrder(client, { closed: true }, '3')
    return { client, surveys }
  }

  function send({ client, surveys }: Scene, wrong: ReadonlySet<string>) {
    const { survey, answer } = wrong.has('survey completed')
      ? surveys.completed
      : wrong.has('survey closed')
        ? surveys.closed
        : surveys.open
    const parts = [
      '/v1/system-clients',
      wrong.has('foreign client') ? 'nobody' : client.id,
      'surveys',
      wrong.has('no such survey') ? 'none' : survey,
      'questions',
      wrong.has('no such question') ? 'none' : 'glass',
      'answers',
      wrong.has('no such answer') ? 'none' : answer,
      ...(wrong.has('unknown path') ? ['nothing'] : []),
    ]
    let payload = JSON.stringify(
      wrong.has('empty answer')
        ? { selected: true }
        : { value: 'x', ...(wrong.has('wrong field') ? { status: 'blue' } : {}) },
    )
    if (wrong.has('malformed body')) payload = payload.slice(0, -1)
    if (wrong.has('array as body')) payload = `[${payload}]`
    if (wrong.has('nested too deep'))
      payload = `${payload.slice(0, -1)},"deep":${'['.repeat(40)}${']'.repeat(40)}}`
    if (wrong.has('body too large')) payload += ' '.repeat(1_100_000)
    return request({
      method: wrong.has('wrong method') ? 'PATCH' : 'PUT',
      url: parts.join('/'),
      headers: {
        ...(wrong.has('no key') ? {} : { 'x-api-key': client.key }),
        'content-type': wrong.has('wrong content type') ? 'text/plain' : 'application/json',
      },
      payload,
    })
  }

  test('nothing wrong is a 204, and every fault alone has its own answer', async () => {
    const scene = await makeScene()
    assert.equal((await send(scene, new Set())).statusCode, 204)
    for (const { name, kind } of faults) refusal(await send(scene, new Set([name])), kind)
  })

  test('of two faults the earlier one is reported', async () => {
    const scene = await makeScene()
    for (const [index, earlier] of faults.entries()) {
      for (const later of faults.slice(index + 1).filter(({ rank }) => rank > earlier.rank)) {
        const response = await send(scene, new Set([earlier.name, later.name]))
        const { status, errorCode } = problems[earlier.kind]
        const got = { status: response.statusCode, errorCode: response.json().errorCode }
        assert.deepEqual(got, { status, errorCode }, `${earlier.name} and ${later.name}`)
      }
    }
  })

  test('everything wrong at once is a 401', async () => {
    const scene = await makeScene()
    refusal(await send(scene, new Set(faults.map(({ name }) => name))), 'notAuthorized')
  })

  test('an identifier that can be none is told before anything is looked for', async () => {
    const client = await makeClient()
    refusal(await client.get(`/service-orders/${'x'.repeat(129)}`), 'invalidPath')
    refusal(await client.get('/service-orders/%00'), 'invalidPath')
  })
})

describe('when the service itself fails', () => {
  const appWith = async (more: Partial<AppOptions>) => {
    const { database } = await testApp()
    const app = await buildApp({
      database,
      media: testMedia(database),
      formPool: testFormPool(),
      authenticator: createAuthenticator(database, { freshMs: 0 }),
      baseUrl: () => BASE_URL,
      bodyLimit: 1024 * 1024,
      isPrepared: () => true,
      readiness: async () => [{ name: 'database', isOk: true }],
      pages: {
        isDemo: () => false,
        isPrepared: () => true,
        baseUrl: () => BASE_URL,
        authority: () => undefined,
      },
      ...more,
    })
    await app.ready()
    return app
  }

  test('B6: an unexpected failure is a 500 with the request id and nothing of its message', async () => {
    const client = await makeClient()
    const app = await appWith({
      clock: () => {
        throw new Error('secret words of a customer')
      },
    })
    const response = await app.inject({
      url: `/v1/system-clients/${client.id}/service-orders/1`,
      headers: { 'x-api-key': client.key, 'x-request-id': 'find-me' },
    })
    await app.close()
    assertErrorBody(response)
    refusal(response, 'internal', /find-me/)
    assert.ok(!response.body.includes('secret'))
  })

  test('B5: a database out of reach is a 503 with Retry-After', async () => {
    const client = await makeClient()
    // Nobody listens on port 1.
    const database = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 1 })
    const app = await appWith({ database, authenticator: createAuthenticator(database) })
    for (const method of ['GET', 'PUT'] as Method[]) {
      const response = await app.inject({
        method: method as 'GET',
        url: `/v1/system-clients/${client.id}/service-orders/1`,
        headers: { 'x-api-key': client.key, 'content-type': 'application/json' },
        ...(method === 'PUT' ? { payload: JSON.stringify(order()) } : {}),
      })
      assertErrorBody(response)
      refusal(response, 'unavailable')
      assert.match(String(response.headers['retry-after']), /^\d+$/)
      assert.ok(!response.body.includes('127.0.0.1'))
    }
    await app.close()
    await database.close()
  })

  test('B5: a service that is still starting is a 503 with Retry-After', async () => {
    const app = await appWith({ isPrepared: () => false })
    const response = await app.inject({ url: '/v1/system-clients/x/leads' })
    await app.close()
    assertErrorBody(response)
    refusal(response, 'unavailable')
    assert.match(String(response.headers['retry-after']), /^\d+$/)
  })
})
