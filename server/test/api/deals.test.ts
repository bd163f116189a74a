// Deals of a lead, one by one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DealItem } from '@walkaround/contract/dms/leads.ts'
import { order as lead, makeClient, type TestClient } from '../support/api.ts'
import { fullDeal } from '../support/bodies.ts'
import { eventsDuring, refusal } from '../support/scenes.ts'

async function makeLead(more: Record<string, unknown> = {}): Promise<TestClient> {
  const client = await makeClient()
  assert.equal((await client.put('/leads/1', lead(more))).statusCode, 201)
  return client
}

const dealsOf = async (client: TestClient): Promise<Record<string, unknown>[]> =>
  (await client.get('/leads/1')).json().deals

const { id: _, ...withoutId } = fullDeal

describe('PUT /leads/{lead_id}/deals/{id}', () => {
  test('B1: replies 204 when it adds and when it changes, with no Location', async () => {
    const client = await makeLead()
    for (const body of [withoutId, { orderId: 'changed' }]) {
      const response = await client.put('/leads/1/deals/D-1', body)
      assert.equal(response.statusCode, 204)
      assert.equal(response.body, '')
      assert.equal(response.headers.location, undefined)
    }
  })

  test('A1: every field comes back; the next PUT replaces the deal whole', async () => {
    const client = await makeLead()
    const fields = Object.keys(DealItem.properties).sort()
    assert.deepEqual(Object.keys(fullDeal).sort(), fields, 'the full deal names every field of the contract')
    await client.put('/leads/1/deals/D-1', withoutId)
    assert.deepEqual(await dealsOf(client), [fullDeal])
    await client.put('/leads/1/deals/D-1', { orderId: 'only this', invoiceId: null })
    assert.deepEqual(await dealsOf(client), [{ id: 'D-1', orderId: 'only this' }])
    await client.put('/leads/1/deals/D-1', {})
    assert.deepEqual(await dealsOf(client), [{ id: 'D-1' }])
  })

  test('A1: sent back as it was shown it changes nothing, not even the log of events', async () => {
    const client = await makeLead()
    await client.put('/leads/1/deals/D-1', withoutId)
    const [deal] = await dealsOf(client)
    const written = await eventsDuring(client, async () => {
      assert.equal((await client.put('/leads/1/deals/D-1', deal)).statusCode, 204)
    })
    assert.deepEqual(written, [])
  })

  test('A5: an id in the body may be left out; another than in the path is refused', async () => {
    const client = await makeLead()
    assert.equal((await client.put('/leads/1/deals/D-1', fullDeal)).statusCode, 204)
    assert.equal((await client.put('/leads/1/deals/D-1', { ...fullDeal, id: null })).statusCode, 204)
    refusal(await client.put('/leads/1/deals/D-2', fullDeal), 'idMismatch', /^id: "D-1" differs from "D-2"/)
    assert.equal((await dealsOf(client)).length, 1)
  })

  test('a deal keeps its place when it is changed, a new one comes last', async () => {
    const client = await makeLead({ deals: [{ id: 'z' }, { id: 'y' }] })
    await client.put('/leads/1/deals/a', {})
    await client.put('/leads/1/deals/z', { orderId: 'x' })
    assert.deepEqual(await dealsOf(client), [{ id: 'z', orderId: 'x' }, { id: 'y' }, { id: 'a' }])
  })

  test('ids of deals may hold anything, percent-encoded', async () => {
    const client = await makeLead()
    for (const id of ['a/b', 'ü %', '.', 'x'.repeat(128)]) {
      assert.equal(
        (await client.put(`/leads/1/deals/${encodeURIComponent(id)}x`, {})).statusCode,
        id.length > 127 ? 400 : 204,
      )
    }
    assert.deepEqual(
      (await dealsOf(client)).map(({ id }) => id),
      ['a/bx', 'ü %x', '.x'],
    )
  })

  test('a lead that does not exist is a 404, also before wrong fields (B2)', async () => {
    const client = await makeClient()
    refusal(await client.put('/leads/none/deals/1', {}), 'noSuchResource', /"none"/)
    refusal(await client.put('/leads/none/deals/1', { rejected: 'yes' }), 'noSuchResource')
    refusal(await client.put('/leads/none/deals/1', { id: '2' }), 'noSuchResource')
    refusal(await client.put('/leads/none/deals/1', { invoiceAmountExVat: 1 }), 'noSuchResource')
  })

  test('A9: invoice amounts need invoiceCurrency; several are told line by line', async () => {
    const client = await makeLead()
    const one = await client.put('/leads/1/deals/1', { invoiceAmountExVat: 0 })
    refusal(one, 'missingCurrency', /^invoiceAmountExVat: 0 is given without invoiceCurrency$/)
    const two = await client.put('/leads/1/deals/1', { invoiceAmountExVat: 1, invoiceAmountIncVat: 2 })
    assert.equal(refusal(two, 'severalViolations').split('\n').length, 2)
    assert.deepEqual(await dealsOf(client), [])
    const whole = { invoiceAmountExVat: -1, invoiceAmountIncVat: -1.19, invoiceCurrency: 'EUR' }
    assert.equal((await client.put('/leads/1/deals/1', whole)).statusCode, 204)
  })

  test('A4: invoiceCurrency is a real currency in upper case', async () => {
    const client = await makeLead()
    refusal(
      await client.put('/leads/1/deals/1', { invoiceCurrency: 'eur' }),
      'notInList',
      /^invoiceCurrency: "eur"/,
    )
  })

  test('A10: a lead takes 2,000 deals and no more', async () => {
    const client = await makeLead({ deals: Array.from({ length: 1999 }, (_, index) => ({ id: `${index}` })) })
    assert.equal((await client.put('/leads/1/deals/last', {})).statusCode, 204)
    refusal(await client.put('/leads/1/deals/one too many', {}), 'tooLong', /2000/)
    assert.equal((await client.put('/leads/1/deals/0', { orderId: 'changed' })).statusCode, 204)
    assert.equal((await dealsOf(client)).length, 2000)
  })

  test('a closed lead still takes deals', async () => {
    const client = await makeLead({ closed: true })
    assert.equal((await client.put('/leads/1/deals/1', {})).statusCode, 204)
  })

  test('many at once are all kept', async () => {
    const client = await makeLead()
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => client.put(`/leads/1/deals/${index}`, { orderId: 'x' })),
    )
    assert.equal((await dealsOf(client)).length, 16)
  })

  test("another client's lead is a 404", async () => {
    await makeLead()
    const other = await makeClient()
    refusal(await other.put('/leads/1/deals/1', {}), 'noSuchResource')
  })

  test('writes one event', async () => {
    const client = await makeLead()
    assert.deepEqual(await eventsDuring(client, () => client.put('/leads/1/deals/1', {})), ['deal.saved'])
  })
})

describe('DELETE /leads/{lead_id}/deals/{id}', () => {
  test('removes the deal: 204, then 404', async () => {
    const client = await makeLead({ deals: [{ id: 'A' }, { id: 'B' }] })
    const response = await client.delete('/leads/1/deals/A')
    assert.equal(response.statusCode, 204)
    assert.equal(response.body, '')
    assert.deepEqual(await dealsOf(client), [{ id: 'B' }])
    refusal(await client.delete('/leads/1/deals/A'), 'noSuchResource', /no deal "A"/)
  })

  test('a lead that does not exist is a 404 that names it', async () => {
    const client = await makeClient()
    refusal(await client.delete('/leads/none/deals/1'), 'noSuchResource', /no lead "none"/)
  })

  test('B4: a Content-Type without a body is fine', async () => {
    const client = await makeLead({ deals: [{ id: 'A' }] })
    assert.equal(
      (await client.delete('/leads/1/deals/A', { 'content-type': 'application/json' })).statusCode,
      204,
    )
  })

  test('writes one event, and none when there is nothing to remove', async () => {
    const client = await makeLead({ deals: [{ id: 'A' }] })
    assert.deepEqual(await eventsDuring(client, () => client.delete('/leads/1/deals/A')), ['deal.removed'])
    assert.deepEqual(await eventsDuring(client, () => client.delete('/leads/1/deals/A')), [])
  })

  test('the lead gets another ETag', async () => {
    const client = await makeLead({ deals: [{ id: 'A' }] })
    const before = (await client.get('/leads/1')).headers.etag
    await client.delete('/leads/1/deals/A')
    assert.notEqual((await client.get('/leads/1')).headers.etag, before)
  })
})
