// The log of requests: what of a request is kept, that nothing personal is, who reads it, and what a greedy client loses.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LoggedRequest, RequestDetail } from '@walkaround/contract/app/requests.ts'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { putServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { sql } from '../../src/db/sql.ts'
import { createRequestLog } from '../../src/features/request-log/keep-requests.ts'
import { dayOf, dropOldRequests, makeDay } from '../../src/features/request-log/partitions.ts'
import type { AnsweredRequest } from '../../src/scope.ts'
import { type ClientOptions, makeClient, order, type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { fullCompany, fullPerson, fullVehicle } from '../support/bodies.ts'

interface Scene {
  dms: TestClient
  manager: AppPerson
  list(query?: string): Promise<LoggedRequest[]>
  show(id: string): Promise<RequestDetail>
}

async function scene(options: ClientOptions = {}): Promise<Scene> {
  const dms = await makeClient(options)
  const manager = await person(dms.id, 'manager')
  const written = async () => (await testApp()).requestLog.flush()
  return {
    dms,
    manager,
    async list(query = '') {
      await written()
      const reply = await manager.get(`/requests${query}`)
      assert.equal(reply.statusCode, 200, reply.body)
      return reply.json<{ requests: LoggedRequest[] }>().requests
    },
    async show(id) {
      await written()
      const reply = await manager.get(`/requests/${encodeURIComponent(id)}`)
      assert.equal(reply.statusCode, 200, reply.body)
      return reply.json<RequestDetail>()
    },
  }
}

describe('a request of a key is kept', () => {
  test('with its operation, object, status, time and request id, the newest first', async () => {
    const { dms, list } = await scene()
    await dms.put('/service-orders/4711%2Fa', order(), { 'x-request-id': 'from-the-dms' })
    await dms.get('/service-orders/4711%2Fa')
    await dms.get('/service-orders/none')
    const [none, read, put] = await list()
    assert.equal(none?.status, 404)
    assert.equal(none?.errorCode, 40401)
    assert.equal(none?.info, 'there is no service order "none"')
    assert.equal(read?.operation, 'getServiceOrder')
    const { id, at, ms, made, ...rest } = put as LoggedRequest
    assert.deepEqual(rest, {
      keyId: dms.key.split('_').at(1) ?? rest.keyId,
      operation: 'putServiceOrder',
      method: 'PUT',
      path: `/system-clients/${dms.id}/service-orders/4711%2Fa`,
      objectIds: ['4711/a'],
      status: 201,
      requestId: 'from-the-dms',
    })
    assert.ok(ms >= 0 && Date.now() - Date.parse(at) < 60_000)
  })

  test('with what it changed: surveys by their type', async () => {
    const { dms, show } = await scene({ releaseTypes: ['health', 'VC'] })
    await dms.put('/service-orders/1', order(), {
      'x-request-id': 'made',
    })
    const { made = [], status } = await show('made')
    assert.equal(status, 201)
    assert.deepEqual(made.map(({ kind, what }) => [kind, what].filter(Boolean).join(' ')).toSorted(), [
      'branch.registered',
      'order.created',
      'survey.created VC',
      'survey.created health',
    ])
    await dms.put('/service-orders/1', order(), {
      'x-request-id': 'same',
    })
    assert.equal((await show('same')).made, undefined)
    await dms.put('/service-orders/1', order({ closed: true }), { 'x-request-id': 'closed' })
    assert.deepEqual(
      (await show('closed')).made?.map(({ kind, times }) => [kind, times]),
      [
        ['order.changed', undefined],
        ['survey.closed', 2],
      ],
    )
  })

  test('of one that was rolled back nothing was changed', async () => {
    const { dms, list } = await scene()
    await dms.put('/service-orders/1', order())
    await dms.put('/service-orders/1', order({ description: 'x' }), { 'if-match': '"other"' })
    const [refused] = await list()
    assert.equal(refused?.status, 412)
    assert.equal(refused?.made, undefined)
  })
})

describe('why a write was refused', () => {
  test('is told by rule, body and what differs from the stored order', async () => {
    const { dms, show } = await scene()
    await dms.put(
      '/service-orders/7',
      order({ serviceOrderType: 'service', customer: { lastName: 'Sample' } }),
    )
    const body = order({
      serviceOrderType: 'repair',
      plannedStartTimestamp: 'tomorrow',
      customer: { lastName: 'Example', email: 7 },
    })
    assert.equal((await dms.put('/service-orders/7', body, { 'x-request-id': 'why' })).statusCode, 400)
    const detail = await show('why')
    assert.equal(detail.errorCode, 40000)
    assert.equal(
      detail.info,
      'plannedStartTimestamp: "tomorrow" is not an ISO 8601 date or date-time that exists\n' +
        'customer.email: (number of 1 character) is not a string',
    )
    assert.match(detail.when ?? '', /more than one rule/)
    assert.ok(detail.decisions.includes('C1'))
    assert.deepEqual(JSON.parse(detail.body ?? ''), {
      externalBranchId: 'B1',
      serviceOrderType: 'repair',
      plannedStartTimestamp: 'tomorrow',
      customer: { lastName: '<letters:7>', email: '<number:1>' },
    })
    const differences = new Map(detail.differences?.map(({ path, sent, stored }) => [path, [sent, stored]]))
    assert.deepEqual(differences.get('serviceOrderType'), ['repair', 'service'])
    assert.deepEqual(differences.get('customer.lastName'), ['<letters:7>', '<letters:6>'])
    assert.deepEqual(differences.get('plannedStartTimestamp'), ['tomorrow', undefined])
    assert.ok(!differences.has('externalBranchId') && !differences.has('siteId'))
  })

  test('and is told the same of what an earlier version kept in English', async () => {
    const { dms, show } = await scene()
    await dms.put('/service-orders/8', order({ customer: { lastName: 'Sample' } }))
    await dms.put('/service-orders/8', order({ closed: 'no' }), { 'x-request-id': 'earlier' })
    await show('earlier')
    const earlier = {
      customer: { lastName: '(6 letters)', initial: '(1 letter)', email: '(number of 1 characters)' },
      contents: [{ id: 'a (3 digits)' }, '(7 more)'],
    }
    const { database } = await testApp()
    await database.run(sql`
      update request_log set detail = ${JSON.stringify({ body: JSON.stringify(earlier) })}::json
      where system_client_id = ${dms.id} and request_id = 'earlier'`)
    const { body, differences } = await show('earlier')
    assert.deepEqual(JSON.parse(body ?? ''), {
      customer: { lastName: '<letters:6>', initial: '<letters:1>', email: '<number:1>' },
      contents: [{ id: 'a (3 digits)' }, '<more:7>'],
    })
    assert.ok(!differences?.some(({ path }) => path === 'customer.lastName'), 'kind and length are the same')
  })

  test('and nothing personal is kept, whatever the body is', async () => {
    const { dms } = await scene()
    const { database, requestLog } = await testApp()
    const contents = [{ id: '1', description: 'Call Mr Sample on 0170 55555' }]
    const bodies: unknown[] = [
      order({ customer: fullPerson, payer: fullCompany, vehicle: fullVehicle, contents, closed: 'no' }),
      order({
        customer: { ...fullPerson, mobilePhone: 491_511_234_567 },
        unknown: { name: 'Müller-Übelkeit' },
      }),
      order({ customer: 'Müller-Übelkeit', vehicle: { vin: fullVehicle.vin.repeat(20) } }),
      [order({ customer: fullPerson })],
      `{"customer": {"lastName": "Müller-Übelkeit",`,
    ]
    for (const body of bodies) assert.equal((await dms.put('/service-orders/1', body)).statusCode, 400)
    await dms.put('/leads/1', { externalBranchId: 'B1', customer: fullPerson, closed: 'no' })
    await dms.get(`/vehicle-info/${fullVehicle.vin}`)
    await requestLog.flush()
    const rows = await database.rows<{ text: string }>(
      sql`select request_log::text as text from request_log where system_client_id = ${dms.id}`,
    )
    assert.equal(rows.length, bodies.length + 2)
    const kept = rows.map(({ text }) => text).join('\n')
    const secrets = [
      ...Object.values(fullPerson),
      ...Object.values(fullCompany),
      fullVehicle.vin,
      '0170 55555',
    ]
    for (const secret of [...secrets, '491511234567', '491_511']) {
      if (typeof secret !== 'string' || ['female', 'legalEntity', 'Dr', 'P-7', 'C-9', 'M.'].includes(secret))
        continue
      assert.ok(!kept.includes(secret) && !kept.includes(JSON.stringify(secret).slice(1, -1)), secret)
    }
    assert.match(kept, /closed: [^a-z]+no[^a-z]+is not true or false/)
  })
})

describe('the log is searched', () => {
  test('by key, operation, status, code, object, request id and time, page by page', async () => {
    const { dms, list, manager } = await scene()
    for (const id of ['a', 'b', 'c']) await dms.put(`/service-orders/${id}`, order())
    await dms.put('/service-orders/b', {}, { 'x-request-id': 'refused-b' })
    await dms.get('/surveys/none')
    const count = async (query: string) => (await list(query)).length
    const keyId = (await list())[0]?.keyId ?? ''
    assert.equal(await count(`?key=${keyId}`), 5)
    assert.equal(await count('?key=other'), 0)
    assert.equal(await count('?operation=putServiceOrder'), 4)
    assert.equal(await count('?status=2xx'), 3)
    assert.equal(await count('?status=4xx'), 2)
    assert.equal(await count('?code=40010'), 1)
    assert.equal(await count('?object=b'), 2)
    assert.equal(await count('?object=b&status=4xx'), 1)
    assert.equal(await count('?request=refused-b'), 1)
    assert.equal(await count('?since=2020-01-01&until=2020-02-01'), 0)
    const first = (await manager.get('/requests?limit=2')).json<{ requests: unknown[]; next: string }>()
    const second = (await manager.get(`/requests?limit=5&after=${first.next}`)).json<{
      requests: unknown[]
      next?: string
    }>()
    assert.deepEqual([first.requests.length, second.requests.length, second.next], [2, 3, undefined])
    assert.match((await manager.get('/requests?after=x')).body, /after: give/)
    assert.equal((await manager.get('/requests/none')).statusCode, 404)
  })

  test('a search that finds nothing among thousands says where to go on', async () => {
    const { dms, list, manager } = await scene()
    const { requestLog } = await testApp()
    for (let index = 0; index < 5_200; index++) requestLog.note(answered(dms.id, { requestId: `r${index}` }))
    requestLog.note(answered(dms.id, { at: new Date(Date.now() - 60_000), requestId: 'old', keyId: 'rare' }))
    assert.deepEqual(await list('?key=rare'), [])
    const { next = '' } = (await manager.get('/requests?key=rare')).json<{ next?: string }>()
    const [found] = await list(`?key=rare&after=${next}`)
    assert.equal(found?.requestId, 'old')
  })

  test('nothing of one client is in the log of another, whoever asks', async () => {
    const [one, other] = [await scene(), await scene()]
    await one.dms.put('/service-orders/secret-of-one', {}, { 'x-request-id': 'of-one' })
    await other.dms.get(`/../${one.dms.id}/service-orders/secret-of-one`)
    const [entry] = await one.list()
    assert.deepEqual(await other.list('?request=of-one'), [])
    assert.deepEqual(await other.list('?object=secret-of-one'), [])
    assert.deepEqual(await other.list(), [])
    const paths = ['/request-log', '/requests', `/requests/${entry?.id}`, '/requests/of-one']
    for (const path of paths) {
      const own = await other.manager.get(path)
      assert.ok(!own.body.includes('secret-of-one'), own.body)
      const foreign = await other.manager.get(`/app/system-clients/${one.dms.id}${path}`)
      assert.equal(foreign.statusCode, 403)
      for (const role of ['technician', 'advisor'] as const)
        assert.equal((await (await person(one.dms.id, role)).get(path)).statusCode, 403, `${role} ${path}`)
      for (const role of ['admin', 'support'] as const)
        assert.equal((await (await person(one.dms.id, role)).get(path)).statusCode, 200, `${role} ${path}`)
    }
  })
})

const answered = (clientId: string, more: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  clientId,
  at: new Date(),
  keyId: 'k',
  operation: putServiceOrder,
  params: { system_client_id: clientId, id: '1' },
  status: 204,
  ms: 1,
  requestId: 'r',
  ...more,
})

describe('what is kept is bounded', () => {
  test('a greedy client loses its own requests, which are counted, and not those of others', async () => {
    const { dms, list } = await scene()
    const greedy = await scene()
    const { database } = await testApp()
    const log = createRequestLog(database, { rows: 100, bodyLength: 1_000 })
    for (let index = 0; index < 500; index++) log.note(answered(greedy.dms.id))
    for (let index = 0; index < 50; index++) log.note(answered(dms.id))
    await log.flush()
    assert.equal((await list('?limit=200')).length, 50)
    const kept = await greedy.list('?limit=200')
    assert.equal(kept.length, 101)
    assert.deepEqual(
      kept.filter(({ dropped }) => dropped !== undefined).map(({ dropped }) => dropped),
      [400],
    )
  })

  test('bodies beyond their room are left out, their refusals are not', async () => {
    const { dms, list, show } = await scene()
    const { database } = await testApp()
    const log = createRequestLog(database, { rows: 100, bodyLength: 10 })
    const refusal = {
      kind: 'missingField',
      errorCode: 40010,
      errorInfo: 'externalBranchId: is required',
    } as const
    const body = Buffer.from('{"serviceOrderType":"repair"}')
    for (const requestId of ['first', 'second'])
      log.note(answered(dms.id, { status: 400, refusal, body, requestId }))
    await log.flush()
    assert.equal((await list()).length, 2)
    assert.equal((await show('first')).body, '{"serviceOrderType":"repair"}')
    const { body: second, bodyBytes, info } = await show('second')
    assert.deepEqual([second, bodyBytes, info], [undefined, 29, 'externalBranchId: is required'])
  })

  test('a write that fails is tried again, and without requests nothing is written', async () => {
    const { dms, list } = await scene()
    const { database } = await testApp()
    let statements = 0
    let isDown = true
    const log = createRequestLog({
      ...database,
      run: async (statement) => {
        statements++
        if (isDown) throw new Error('down')
        return database.run(statement)
      },
    })
    await log.flush()
    assert.equal(statements, 0)
    log.note(answered(dms.id))
    await assert.rejects(log.flush(), /down/)
    isDown = false
    await log.flush()
    await log.flush()
    assert.equal(statements, 2)
    assert.equal((await list()).length, 1)
  })

  test('days that are over are dropped whole', async () => {
    const { database } = await testApp()
    for (const day of ['2001-03-01', '2001-03-02', '2001-03-15']) await makeDay(database, new Date(day))
    const dropped = await dropOldRequests(database, new Date('2001-03-16T12:00:00Z'), 14)
    assert.deepEqual(dropped, [dayOf(new Date('2001-03-01'))])
    const rest = await dropOldRequests(database, new Date('2001-03-31T12:00:00Z'), 14)
    assert.deepEqual(rest, [
      'request_log_2001_03_02',
      'request_log_2001_03_03',
      'request_log_2001_03_15',
      'request_log_2001_03_16',
    ])
  })
})

describe('marks of personal fields', () => {
  /** Texts of requests that never name a person, reviewed one by one. Anything new is personal until it is listed here. */
  const plain = [
    'airIntakeType',
    'answerId',
    'bodyPartApplicabilityList',
    'branchId',
    'catalogue',
    'colour',
    'contentType',
    'derivativeCodeApplicabilityList',
    'engineCapacityApplicabilityList',
    'gearboxTypeApplicabilityList',
    'makeApplicabilityList',
    'modelCodeApplicabilityList',
    'templateId',
    'departmentId',
    'derivativeCode',
    'engineType',
    'externalBranchId',
    'externalId',
    'externalMaterialNumber',
    'gearboxType',
    'healthAnswerId',
    'healthPackageId',
    'healthPackageVariantId',
    'healthSurveyId',
    'id',
    'itemCode',
    'labourCode',
    'labourType',
    'make',
    'materialGroup',
    'materialNumber',
    'model',
    'modelCode',
    'numberPlateCountry',
    'orderId',
    'invoiceId',
    'deliveryNoteId',
    'packageId',
    'packageIds',
    'parentOrderId',
    'questionId',
    'quoteId',
    'rejectionReasonCode',
    'seen',
    'serviceContractType',
    'serviceOrderType',
    'siteId',
    'variantId',
  ]

  interface Field {
    type?: string
    enum?: unknown
    const?: unknown
    format?: string
    readOnly?: boolean
    properties?: Record<string, Field>
    items?: Field
    anyOf?: Field[]
    'x-personal'?: boolean
  }

  function* textsOf(schema: Field, name: string): Generator<{ name: string; field: Field }> {
    for (const [inner, field] of Object.entries(schema.properties ?? {})) yield* textsOf(field, inner)
    if (schema.items) yield* textsOf(schema.items, name)
    for (const kind of schema.anyOf ?? []) yield* textsOf(kind, name)
    if (schema.type === 'string' && !schema.readOnly) yield { name, field: schema }
  }

  const texts = operations.flatMap(({ body, bodyInState }) =>
    [body, bodyInState].flatMap((schema) => (schema ? [...textsOf(schema as Field, '')] : [])),
  )

  test('every text of a request is personal, a closed list, a date or code, or listed here', () => {
    const unmarked = texts.filter(
      ({ name, field }) =>
        !field['x-personal'] && !field.enum && !field.const && !field.format && !plain.includes(name),
    )
    assert.deepEqual(
      unmarked.map(({ name }) => name),
      [],
    )
    assert.ok(texts.length > 100)
  })

  test('names, contacts, addresses, plates, VINs and free texts carry the mark', () => {
    const personal =
      /name$|phone|mail|landline|address|gender|title|vin$|numberPlate$|description|comment|longText|^value$/i
    const found = texts.filter(({ name, field }) => personal.test(name) && !field.const)
    for (const { name, field } of found) assert.equal(field['x-personal'], true, name)
    const names = new Set(found.map(({ name }) => name))
    for (const name of [
      'firstName',
      'lastName',
      'email',
      'mobilePhone',
      'landline',
      'address',
      'vin',
      'numberPlate',
      'description',
      'comment',
    ])
      assert.ok(names.has(name), name)
  })
})
