// Leads over HTTP: what is stored, what comes back, and the survey made for them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CustomerReviewRequest } from '@walkaround/contract/dms/leads.ts'
import { BASE_URL, order as lead, makeClient, type TestClient, testApp } from '../support/api.ts'
import { fullCompany, fullDeal, fullLead } from '../support/bodies.ts'
import { eventsDuring, readSurvey, refusal, typesOf } from '../support/scenes.ts'

interface ShownLead {
  id: string
  plannedStartTimestamp: string
  closed?: boolean
  rejected?: boolean
  description?: string
  reviewSurveyRelease?: boolean
  surveys: { id: string; surveyType: 'CVR'; templateId: string }[]
  deals: Record<string, unknown>[]
}

async function read(client: TestClient, id = '1'): Promise<ShownLead> {
  const response = await client.get(`/leads/${encodeURIComponent(id)}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function put(client: TestClient, more: Record<string, unknown> = {}, id = '1'): Promise<ShownLead> {
  const response = await client.put(`/leads/${encodeURIComponent(id)}`, lead(more))
  assert.ok([201, 204].includes(response.statusCode), response.body)
  return read(client, id)
}

const optionalFields = Object.keys(CustomerReviewRequest.properties).filter(
  (name) => name !== 'externalBranchId',
)

describe('PUT /leads/{id}', () => {
  test('B1: that creates gets 201 with an absolute Location, one that changes 204', async () => {
    const client = await makeClient()
    const created = await client.put('/leads/L%2F1', lead(), {
      host: 'evil.example',
      'x-forwarded-host': 'evil',
    })
    assert.equal(created.statusCode, 201)
    assert.equal(created.body, '')
    assert.equal(created.headers.location, `${BASE_URL}/v1/system-clients/${client.id}/leads/L%2F1`)
    const changed = await client.put('/leads/L%2F1', lead({ description: 'x' }))
    assert.equal(changed.statusCode, 204)
    assert.equal(changed.headers.location, undefined)
    assert.equal((await read(client, 'L/1')).description, 'x')
  })

  test('A1: GET gives back every field that was sent, and what the service owns', async () => {
    const client = await makeClient()
    assert.deepEqual(
      optionalFields.filter((name) => !(name in fullLead)).sort(),
      ['branchId', 'id', 'siteId', 'siteName', 'surveys'],
      'the full lead names every field of the contract',
    )
    const { surveys, ...rest } = await put(client, fullLead)
    assert.deepEqual(rest, {
      id: '1',
      ...fullLead,
      branchId: 'B1',
      siteId: 'main',
      siteName: `Test ${client.id}`,
    })
    assert.deepEqual(
      surveys.map(({ id: _, ...survey }) => survey),
      [{ surveyType: 'CVR', templateId: 'open!cvr' }],
    )
  })

  test('A1: a field left out or null is unset', async () => {
    const client = await makeClient()
    for (const more of [{}, Object.fromEntries(optionalFields.map((name) => [name, null]))]) {
      await put(client, fullLead)
      const shown = await put(client, { ...more, externalBranchId: 'B1' })
      assert.deepEqual(Object.keys(shown).sort(), [
        'branchId',
        'deals',
        'externalBranchId',
        'id',
        'plannedStartTimestamp',
        'reviewSurveyRelease',
        'siteId',
        'siteName',
        'surveys',
      ])
    }
  })

  test('A1: the reply of a GET, sent back, is accepted and changes nothing, not even the log of events', async () => {
    const client = await makeClient()
    for (const [id, fields] of Object.entries({
      full: fullLead,
      bare: {},
      rejected: { rejected: true },
      emptied: { deals: [] },
    })) {
      await put(client, fields, id)
      await client.put(`/leads/${id}/deals/by itself`, { orderId: 'O', payedAmount: 1.5 })
      const before = await client.get(`/leads/${id}`)
      const written = await eventsDuring(client, async () => {
        assert.equal((await client.put(`/leads/${id}`, before.body)).statusCode, 204)
      })
      assert.deepEqual(written, [], id)
      const after = await client.get(`/leads/${id}`)
      assert.equal(after.body, before.body)
      assert.equal(after.headers.etag, before.headers.etag)
    }
  })

  test('A1: a repeated PUT writes no event, a change one', async () => {
    const client = await makeClient()
    const send = (more: Record<string, unknown>) => () => client.put('/leads/1', lead(more))
    await send({ deals: [{ id: 'D' }] })()
    assert.deepEqual(await eventsDuring(client, send({ deals: [{ id: 'D' }] })), [])
    assert.deepEqual(await eventsDuring(client, send({})), [])
    assert.deepEqual(await eventsDuring(client, send({ description: 'x' })), ['lead.changed'])
    assert.deepEqual(await eventsDuring(client, send({ description: 'x', deals: [] })), ['lead.changed'])
  })

  test('A2: reviewSurveyRelease keeps its value when left out or null', async () => {
    const client = await makeClient()
    assert.ok(!('reviewSurveyRelease' in (await put(client))))
    await put(client, { reviewSurveyRelease: true })
    assert.equal((await put(client, {})).reviewSurveyRelease, true)
    assert.equal((await put(client, { reviewSurveyRelease: null })).reviewSurveyRelease, true)
    assert.equal((await put(client, { reviewSurveyRelease: false })).reviewSurveyRelease, false)
    assert.equal((await put(client, {})).reviewSurveyRelease, false)
  })

  test('A2: deals left out or null stay, deals present replace them all', async () => {
    const client = await makeClient()
    await put(client, { deals: [{ id: 'A', orderId: '1' }, { id: 'B' }] })
    await client.put('/leads/1/deals/C', { orderId: '3' })
    const ids = async (more: Record<string, unknown>) => (await put(client, more)).deals.map(({ id }) => id)
    assert.deepEqual(await ids({ description: 'left out' }), ['A', 'B', 'C'])
    assert.deepEqual(await ids({ deals: null }), ['A', 'B', 'C'])
    const { deals } = await put(client, { deals: [{ id: 'B', invoiceId: 'new' }, { id: 'D' }] })
    assert.deepEqual(deals, [{ id: 'B', invoiceId: 'new' }, { id: 'D' }])
    assert.deepEqual(await ids({ deals: [] }), [])
  })

  test('deals keep the order in which they were sent; another order is a change', async () => {
    const client = await makeClient()
    await put(client, { deals: [{ id: 'z' }, { id: 'a' }] })
    assert.deepEqual((await read(client)).deals, [{ id: 'z' }, { id: 'a' }])
    assert.deepEqual((await put(client, { deals: [{ id: 'a' }, { id: 'z' }] })).deals, [
      { id: 'a' },
      { id: 'z' },
    ])
  })

  test('deals of a lead need an id each, and none twice', async () => {
    const client = await makeClient()
    const refused = async (deals: unknown) => client.put('/leads/1', lead({ deals }))
    refusal(await refused([{ orderId: '1' }]), 'missingField', /^deals\[0\]\.id: is required/)
    refusal(await refused([{ id: '' }]), 'missingField', /^deals\[0\]\.id: is required/)
    refusal(await refused([{ id: 'A' }, { id: 'B' }, { id: 'A' }]), 'duplicateId', /^deals\[2\]\.id: "A"/)
    refusal(await client.get('/leads/1'), 'noSuchResource')
  })

  test('A9: invoice amounts need invoiceCurrency, payments do not', async () => {
    const client = await makeClient()
    for (const name of ['invoiceAmountExVat', 'invoiceAmountIncVat']) {
      const response = await client.put('/leads/1', lead({ deals: [{ id: 'x' }, { id: 'A', [name]: 0 }] }))
      refusal(response, 'missingCurrency', new RegExp(`^deals\\[1\\]\\.${name}: 0 `))
    }
    await put(client, { deals: [{ id: 'A', payedAmount: -5 }] })
  })

  test('A3, A4: service-owned and unknown fields are ignored', async () => {
    const client = await makeClient()
    const bare = await put(client)
    const written = await eventsDuring(client, () =>
      put(client, {
        surveys: 'x',
        branchId: 1,
        siteId: [],
        siteName: {},
        unknown: 1,
        currency: 'no field here',
      }),
    )
    assert.deepEqual(written, [])
    assert.deepEqual(await read(client), bare)
  })

  test('A5: another id than in the path is refused', async () => {
    const client = await makeClient()
    refusal(await client.put('/leads/1', lead({ id: '2' })), 'idMismatch')
    assert.equal((await put(client, { id: '1' })).id, '1')
  })

  test('orderText is no field of a lead', async () => {
    const client = await makeClient()
    assert.ok(!('description' in (await put(client, { orderText: 'x' }))))
  })

  test('externalBranchId is required', async () => {
    const client = await makeClient()
    refusal(await client.put('/leads/1', {}), 'missingField', /^externalBranchId: /)
  })

  test('C7: plannedStartTimestamp left out is the creation time, fixed once', async (t) => {
    const client = await makeClient()
    const { setNow } = await testApp()
    t.after(() => setNow(undefined))
    setNow(new Date('2026-11-15T10:00:00.123Z'))
    assert.equal((await put(client)).plannedStartTimestamp, '2026-11-15T10:00:00.123Z')
    setNow(new Date('2026-11-16T10:00:00Z'))
    assert.equal(
      (await put(client, { description: 'later' })).plannedStartTimestamp,
      '2026-11-15T10:00:00.123Z',
    )
    assert.equal(
      (await put(client, { plannedStartTimestamp: '2027-01-01' })).plannedStartTimestamp,
      '2027-01-01',
    )
    assert.equal(
      (await put(client, { plannedStartTimestamp: null })).plannedStartTimestamp,
      '2026-11-15T10:00:00.123Z',
    )
  })

  test('B7: If-Match guards against a change in between, deals included', async () => {
    const client = await makeClient()
    await put(client)
    const { etag } = (await client.get('/leads/1')).headers as { etag: string }
    await client.put('/leads/1/deals/D', {})
    refusal(await client.put('/leads/1', lead(), { 'if-match': etag }), 'preconditionFailed')
    const now = (await client.get('/leads/1')).headers.etag as string
    assert.equal(
      (await client.put('/leads/1', lead({ description: 'x' }), { 'if-match': now })).statusCode,
      204,
    )
    refusal(await client.put('/leads/2', lead(), { 'if-match': now }), 'preconditionFailed')
  })
})

describe('PUT /leads/{id} releases a survey', () => {
  test('C2: reviewSurveyRelease true makes one CVR survey, at once or later, and never a second', async () => {
    const client = await makeClient()
    assert.deepEqual((await put(client)).surveys, [])
    assert.deepEqual((await put(client, { reviewSurveyRelease: false })).surveys, [])
    const { surveys } = await put(client, { reviewSurveyRelease: true })
    assert.deepEqual(typesOf({ surveys }), ['CVR'])
    assert.deepEqual((await put(client, { reviewSurveyRelease: true })).surveys, surveys)
    assert.deepEqual((await put(client, { reviewSurveyRelease: false })).surveys, surveys)
    assert.deepEqual((await put(client, { reviewSurveyRelease: true, description: 'x' })).surveys, surveys)
  })

  test('C2: a lead gets no other survey, whatever the client releases by itself', async () => {
    const client = await makeClient({ releaseTypes: ['health', 'VC', 'QC'] })
    assert.deepEqual(typesOf(await put(client, { reviewSurveyRelease: true })), ['CVR'])
  })

  test('C2: the same lead many times at once is created once and gets one survey', async () => {
    const client = await makeClient()
    await put(client, {}, 'warm-up')
    const body = lead({ reviewSurveyRelease: true, deals: [fullDeal] })
    const responses = await Promise.all(Array.from({ length: 12 }, () => client.put('/leads/race', body)))
    assert.deepEqual(responses.map(({ statusCode }) => statusCode).sort(), [
      201,
      ...Array<number>(11).fill(204),
    ])
    const shown = await read(client, 'race')
    assert.equal(shown.surveys.length, 1)
    assert.deepEqual(shown.deals, [fullDeal])
  })

  for (const flag of ['closed', 'rejected']) {
    test(`C2: a lead that arrives ${flag} gets none, and it when reopened`, async () => {
      const client = await makeClient()
      assert.deepEqual((await put(client, { [flag]: true, reviewSurveyRelease: true })).surveys, [])
      assert.deepEqual(typesOf(await put(client)), ['CVR'])
    })

    test(`C3: ${flag} closes the survey; taken back it is stored and the survey stays closed`, async () => {
      const client = await makeClient()
      const { surveys } = await put(client, { reviewSurveyRelease: true })
      const id = surveys[0]?.id as string
      await put(client, { [flag]: true })
      assert.equal((await readSurvey(client, id)).closed, true)
      const reopened = await put(client)
      assert.ok(!(flag in reopened))
      assert.deepEqual(reopened.surveys, surveys)
      assert.equal((await readSurvey(client, id)).closed, true)
    })
  }
})

describe('GET /leads/{id}', () => {
  test('a lead that does not exist is a 404 that names it', async () => {
    const client = await makeClient()
    refusal(await client.get('/leads/none'), 'noSuchResource', /"none"/)
  })

  test('A6: deals of a lead that has none are []', async () => {
    const client = await makeClient()
    assert.deepEqual((await put(client)).deals, [])
  })

  test('B5, B7: HEAD and If-None-Match work', async () => {
    const client = await makeClient()
    await put(client, fullLead)
    const get = await client.get('/leads/1')
    const head = await client.call('HEAD', '/leads/1')
    assert.equal(head.statusCode, 200)
    assert.equal(head.headers.etag, get.headers.etag)
    const etag = String(get.headers.etag)
    assert.equal((await client.get('/leads/1', { 'if-none-match': etag })).statusCode, 304)
    assert.equal(
      (await client.call('HEAD', '/leads/1', undefined, { 'if-none-match': etag })).statusCode,
      304,
    )
  })

  test('leads and orders with one id are two things', async () => {
    const client = await makeClient()
    await put(client)
    refusal(await client.get('/service-orders/1'), 'noSuchResource')
  })
})

describe('GET /leads/{id}/surveys', () => {
  test('a lead that does not exist is a 404, one without surveys an empty list', async () => {
    const client = await makeClient()
    refusal(await client.get('/leads/none/surveys'), 'noSuchResource', /"none"/)
    await put(client)
    assert.deepEqual((await client.get('/leads/1/surveys')).json(), [])
  })

  test('C5: an item has every header field of the survey and no contents', async () => {
    const client = await makeClient()
    const { surveys } = await put(client, fullLead)
    assert.deepEqual((await client.get('/leads/1/surveys')).json(), [
      {
        ...surveys[0],
        text: 'Customer video review',
        branch: 'B1',
        completed: false,
        closed: false,
        plannedSurveyors: [fullLead.responsiblePerson],
        customer: fullCompany,
        requester: fullCompany,
        referenceObject: {
          id: '1',
          externalId: fullLead.externalId,
          externalBranchId: 'B1',
          plannedStartTimestamp: fullLead.plannedStartTimestamp,
          description: fullLead.description,
          closed: false,
          rejected: false,
        },
        plannedStartTimestamp: fullLead.plannedStartTimestamp,
      },
    ])
  })
})
