// Service orders over HTTP: what is stored, what comes back, and when it counts as changed.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { BASE_URL, makeClient, order } from '../support/api.ts'
import { fullOrder } from '../support/bodies.ts'
import {
  eventsDuring,
  putOrder,
  readOrder,
  readSurvey,
  refusal,
  surveyIdOf,
  typesOf,
} from '../support/scenes.ts'

const optionalFields = Object.keys(ServiceOrder.properties).filter((name) => name !== 'externalBranchId')

describe('PUT /service-orders/{id}', () => {
  test('B1: that creates gets 201 with an absolute Location and no body, one that changes 204', async () => {
    const client = await makeClient()
    const created = await client.put('/service-orders/SO 1', order())
    assert.equal(created.statusCode, 201)
    assert.equal(created.body, '')
    assert.equal(created.headers.location, `${BASE_URL}/v1/system-clients/${client.id}/service-orders/SO%201`)
    const changed = await client.put('/service-orders/SO 1', order({ description: 'new' }))
    assert.equal(changed.statusCode, 204)
    assert.equal(changed.body, '')
    assert.equal(changed.headers.location, undefined)
    assert.equal((await client.put('/service-orders/SO 1', order({ description: 'new' }))).statusCode, 204)
  })

  test('B1: no request header can change the Location', async () => {
    const client = await makeClient()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-prefix': '/evil',
      forwarded: 'host=evil.example;proto=http',
      'x-original-url': 'https://evil.example/',
    }
    const { headers: answer } = await client.put('/service-orders/1', order(), headers)
    assert.equal(answer.location, `${BASE_URL}/v1/system-clients/${client.id}/service-orders/1`)
  })

  test('A1: GET gives back every field that was sent, and what the service owns', async () => {
    const client = await makeClient()
    assert.deepEqual(
      optionalFields.filter((name) => !(name in fullOrder)).sort(),
      ['branchId', 'id', 'siteId', 'siteName', 'surveys'],
      'the full order names every field of the contract',
    )
    const shown = await putOrder(client, fullOrder)
    const { surveys, ...rest } = shown
    assert.deepEqual(rest, {
      id: '1',
      ...fullOrder,
      branchId: 'B1',
      siteId: 'main',
      siteName: `Test ${client.id}`,
    })
    assert.deepEqual(typesOf({ surveys }), ['QC', 'VC', 'health'])
  })

  test('A1: a field left out is unset, and objects are replaced whole, not merged', async () => {
    const client = await makeClient()
    await putOrder(client, fullOrder)
    const shown = await putOrder(client, { vehicle: { vin: 'X' }, customer: { lastName: 'New' } })
    const { surveys, defaultSurveyReleaseDisabled, technicianSurveyRelease, qcSurveyRelease, ...rest } = shown
    assert.deepEqual(rest, {
      id: '1',
      externalBranchId: 'B1',
      vehicle: { vin: 'X' },
      customer: { category: 'person', lastName: 'New' },
      branchId: 'B1',
      siteId: 'main',
      siteName: `Test ${client.id}`,
    })
    assert.deepEqual(
      [defaultSurveyReleaseDisabled, technicianSurveyRelease, qcSurveyRelease],
      [false, true, true],
    )
    assert.equal(surveys.length, 3)
  })

  test('A1: null and absent are the same, for every field and inside of them', async () => {
    const client = await makeClient()
    const nulls = Object.fromEntries(optionalFields.map((name) => [name, null]))
    const { surveys: _, ...shown } = await putOrder(client, nulls, 'nulls')
    const { surveys: __, ...bare } = await putOrder(client, {}, 'bare')
    assert.deepEqual({ ...shown, id: 'bare' }, bare)

    const inside = await putOrder(client, {
      vehicle: { vin: null, make: 'M', owner: { name: null, lastName: 'L', category: null }, driver: null },
      contents: [{ itemCategory: 'labour', quantity: null, unitOfMeasure: null }],
    })
    assert.deepEqual(inside.vehicle, { make: 'M', owner: { category: 'person', lastName: 'L' } })
    assert.deepEqual(inside.contents, [{ itemCategory: 'labour' }])
  })

  test('A1: null unsets as leaving out does', async () => {
    const client = await makeClient()
    await putOrder(client, { description: 'text', vehicle: { vin: 'X', make: 'M' } })
    const shown = await putOrder(client, { description: null, vehicle: { vin: null, make: 'M' } })
    assert.ok(!('description' in shown))
    assert.deepEqual(shown.vehicle, { make: 'M' })
  })

  test('A1: the reply of a GET, sent back, is accepted and changes nothing, not even the log of events', async () => {
    const client = await makeClient()
    for (const [id, fields] of Object.entries({
      full: fullOrder,
      bare: {},
      closed: { closed: true },
      sub: { parentOrderId: 'full' },
    })) {
      await putOrder(client, fields, id)
      const before = await client.get(`/service-orders/${id}`)
      const written = await eventsDuring(client, async () => {
        const response = await client.put(`/service-orders/${id}`, before.body)
        assert.equal(response.statusCode, 204)
      })
      assert.deepEqual(written, [], id)
      const after = await client.get(`/service-orders/${id}`)
      assert.equal(after.body, before.body)
      assert.equal(after.headers.etag, before.headers.etag)
    }
  })

  test('A1: a repeated PUT writes no event, a change one', async () => {
    const client = await makeClient()
    const put = (more: Record<string, unknown>) => () => client.put('/service-orders/1', order(more))
    const kinds = ['branch.registered', 'order.created', 'survey.created']
    assert.deepEqual(await eventsDuring(client, put({ description: 'a' })), kinds)
    assert.deepEqual(await eventsDuring(client, put({ description: 'a' })), [])
    assert.deepEqual(await eventsDuring(client, put({ description: 'b' })), ['order.changed'])
    assert.deepEqual(await eventsDuring(client, put({ description: 'b', closed: true })), [
      'order.changed',
      'survey.closed',
    ])
  })

  test('A1: the order of fields inside objects does not matter', async () => {
    const client = await makeClient()
    await putOrder(client, fullOrder)
    const turned = Object.fromEntries(Object.entries(fullOrder).reverse())
    assert.deepEqual(await eventsDuring(client, () => client.put('/service-orders/1', turned)), [])
  })

  test('A2: release flags keep their value when left out or null; only true and false change them', async () => {
    const client = await makeClient()
    const flags = {
      defaultSurveyReleaseDisabled: true,
      technicianSurveyRelease: true,
      qcSurveyRelease: false,
    }
    await putOrder(client, flags)
    const pick = async (more: Record<string, unknown>) => {
      const { defaultSurveyReleaseDisabled, technicianSurveyRelease, qcSurveyRelease } = await putOrder(
        client,
        more,
      )
      return { defaultSurveyReleaseDisabled, technicianSurveyRelease, qcSurveyRelease }
    }
    assert.deepEqual(await pick({ description: 'left out' }), flags)
    const nulls = Object.fromEntries(Object.keys(flags).map((name) => [name, null]))
    assert.deepEqual(await pick(nulls), flags)
    assert.deepEqual(await pick({ technicianSurveyRelease: false }), {
      ...flags,
      technicianSurveyRelease: false,
    })
  })

  test('A2: a flag never spoken of is not returned', async () => {
    const client = await makeClient()
    const shown = await putOrder(client)
    assert.deepEqual(
      Object.keys(shown).filter((name) => name.includes('SurveyRelease')),
      [],
    )
  })

  test('A3: service-owned fields are ignored on input, whatever they hold', async () => {
    const client = await makeClient()
    const bare = await putOrder(client, { customer: { lastName: 'L' }, vehicle: { vin: 'X' } })
    const junk = {
      surveys: 'nonsense',
      branchId: 17,
      siteId: { a: 1 },
      siteName: ['x'],
      customer: { lastName: 'L', modifiedEmail: 5, modifiedMobilePhone: 'fake' },
      vehicle: { vin: 'X', vinResolutionStatus: 'OK' },
    }
    const written = await eventsDuring(client, () => putOrder(client, junk))
    assert.deepEqual(written, [])
    assert.deepEqual(await readOrder(client), bare)
  })

  test('A4: unknown fields are ignored and not returned, on every level', async () => {
    const client = await makeClient()
    const shown = await putOrder(client, {
      unheardOf: { deep: [1] },
      vehicle: { vin: 'X', wheels: 4 },
      contents: [{ itemCategory: 'labour', shelf: 'A' }],
      customer: { lastName: 'L', shoeSize: 44 },
    })
    assert.ok(!('unheardOf' in shown))
    assert.deepEqual(shown.vehicle, { vin: 'X' })
    assert.deepEqual(shown.contents, [{ itemCategory: 'labour' }])
    assert.deepEqual(shown.customer, { category: 'person', lastName: 'L' })
  })

  test('A4: names of the language are unknown fields like others and change no object', async () => {
    const client = await makeClient()
    const body =
      '{"externalBranchId":"B1","__proto__":{"closed":true},"constructor":{"prototype":{"closed":true}},' +
      '"vehicle":{"__proto__":{"make":"Polluted"},"vin":"X"}}'
    assert.equal((await client.put('/service-orders/1', body)).statusCode, 201)
    const shown = await readOrder(client)
    assert.deepEqual(shown.vehicle, { vin: 'X' })
    assert.ok(!('closed' in shown))
    assert.equal(({} as Record<string, unknown>).closed, undefined)
    assert.equal(({} as Record<string, unknown>).make, undefined)
  })

  test('A5: an id in the body may be left out; another than in the path is refused', async () => {
    const client = await makeClient()
    assert.equal((await client.put('/service-orders/1', order({ id: '1' }))).statusCode, 201)
    assert.equal((await client.put('/service-orders/1', order({ id: null }))).statusCode, 204)
    const other = await client.put('/service-orders/1', order({ id: '01' }))
    refusal(other, 'idMismatch', /^id: "01" differs from "1" in the path$/)
    refusal(await client.put('/service-orders/1', order({ id: 1 })), 'wrongType', /^id: 1 is not a string$/)
    refusal(await client.put('/service-orders/new', order({ id: 'New' })), 'idMismatch')
    refusal(await client.get('/service-orders/new'), 'noSuchResource')
  })

  test('A5: an id with odd characters is compared decoded', async () => {
    const client = await makeClient()
    const id = 'A/1 %2F ü'
    const response = await client.put(`/service-orders/${encodeURIComponent(id)}`, order({ id }))
    assert.equal(response.statusCode, 201)
    assert.equal((await readOrder(client, id)).id, id)
  })

  test('externalBranchId is required: absent, null and empty are refused', async () => {
    const client = await makeClient()
    for (const body of [{}, { externalBranchId: null }, { externalBranchId: '' }]) {
      refusal(await client.put('/service-orders/1', body), 'missingField', /^externalBranchId: is required/)
    }
    refusal(await client.get('/service-orders/1'), 'noSuchResource')
  })

  test('a refused body leaves the order as it was', async () => {
    const client = await makeClient()
    const before = await putOrder(client, fullOrder)
    const written = await eventsDuring(client, async () => {
      const response = await client.put('/service-orders/1', order({ description: 'x', closed: 'yes' }))
      refusal(response, 'wrongType', /^closed: "yes" is not true or false$/)
    })
    assert.deepEqual(written, [])
    assert.deepEqual(await readOrder(client), before)
  })

  test('orders of two clients with one id are two orders', async () => {
    const [one, other] = [await makeClient(), await makeClient()]
    await putOrder(one, { description: 'one' })
    await putOrder(other, { description: 'other' })
    assert.equal((await readOrder(one)).description, 'one')
    refusal(await other.get(`/surveys/${surveyIdOf(await readOrder(one))}`), 'noSuchResource')
  })

  test('B7: If-Match with the current tag changes, with another nothing', async () => {
    const client = await makeClient()
    await putOrder(client, { description: 'first' })
    const { etag } = (await client.get('/service-orders/1')).headers as { etag: string }
    const put = (description: string, tag: string) =>
      client.put('/service-orders/1', order({ description }), { 'if-match': tag })
    assert.equal((await put('second', etag)).statusCode, 204)
    refusal(await put('third', etag), 'preconditionFailed', /^If-Match: /)
    assert.equal((await readOrder(client)).description, 'second')
    assert.equal(
      (await put('fourth', `"other", ${(await client.get('/service-orders/1')).headers.etag}`)).statusCode,
      204,
    )
    assert.equal((await put('fifth', '*')).statusCode, 204)
    assert.equal((await readOrder(client)).description, 'fifth')
  })

  test('B7: If-Match compares strongly, and never makes an order', async () => {
    const client = await makeClient()
    await putOrder(client)
    const { etag } = (await client.get('/service-orders/1')).headers
    const weak = { 'if-match': `W/${etag}` }
    refusal(await client.put('/service-orders/1', order({ description: 'x' }), weak), 'preconditionFailed')
    refusal(await client.put('/service-orders/2', order(), { 'if-match': '*' }), 'preconditionFailed')
    refusal(await client.get('/service-orders/2'), 'noSuchResource')
  })

  test('B7: the tag changes with what the service owns too', async () => {
    const client = await makeClient()
    await putOrder(client)
    const before = (await client.get('/service-orders/1')).headers.etag
    await putOrder(client, { technicianSurveyRelease: true })
    assert.notEqual((await client.get('/service-orders/1')).headers.etag, before)
  })
})

describe('GET /service-orders/{id}', () => {
  test('an order that does not exist is a 404 that names it', async () => {
    const client = await makeClient()
    refusal(await client.get('/service-orders/none'), 'noSuchResource', /"none"/)
  })

  test('ids are case sensitive', async () => {
    const client = await makeClient()
    await putOrder(client, {}, 'so-1')
    refusal(await client.get('/service-orders/SO-1'), 'noSuchResource')
  })

  test('C5: surveys are id, type and template, nothing else', async () => {
    const client = await makeClient()
    const { surveys } = await putOrder(client, { technicianSurveyRelease: true })
    assert.deepEqual(
      surveys.map(({ id: _, ...rest }) => rest),
      [
        { surveyType: 'health', templateId: 'open!health' },
        { surveyType: 'VC', templateId: 'open!vc' },
      ],
    )
    for (const { id, surveyType } of surveys) {
      assert.equal((await readSurvey(client, id)).surveyType, surveyType)
    }
  })

  test('B7: If-None-Match with the current tag gets 304 without a body', async () => {
    const client = await makeClient()
    await putOrder(client)
    const { etag } = (await client.get('/service-orders/1')).headers as { etag: string }
    assert.match(etag, /^"[^"]+"$/)
    for (const tag of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
      const response = await client.get('/service-orders/1', { 'if-none-match': tag })
      assert.equal(response.statusCode, 304, tag)
      assert.equal(response.body, '')
      assert.equal(response.headers.etag, etag)
    }
    assert.equal((await client.get('/service-orders/1', { 'if-none-match': '"other"' })).statusCode, 200)
    await putOrder(client, { description: 'changed' })
    assert.equal((await client.get('/service-orders/1', { 'if-none-match': etag })).statusCode, 200)
  })

  test('B5: HEAD replies as GET does, without the body', async () => {
    const client = await makeClient()
    await putOrder(client, fullOrder)
    const get = await client.get('/service-orders/1')
    const head = await client.call('HEAD', '/service-orders/1')
    assert.equal(head.statusCode, 200)
    assert.equal(head.body, '')
    assert.equal(head.headers.etag, get.headers.etag)
    assert.equal(head.headers['content-type'], get.headers['content-type'])
    assert.equal(Number(head.headers['content-length']), Buffer.byteLength(get.body))
    assert.equal((await client.call('HEAD', '/service-orders/none')).statusCode, 404)
  })

  test('a query means nothing to it', async () => {
    const client = await makeClient()
    await putOrder(client)
    const plain = await client.get('/service-orders/1')
    const asked = await client.get('/service-orders/1?anything=1&anything=2&closed=maybe')
    assert.equal(asked.body, plain.body)
  })
})
