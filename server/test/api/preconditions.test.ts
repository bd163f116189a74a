// If-Match and If-None-Match on every write that has a state, and the tag of the new state on its reply (B7).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeClient, order, type TestClient } from '../support/api.ts'
import { person } from '../support/app.ts'
import { customer, makePlace, send, vehicle } from '../support/edits.ts'
import { putPackage, simplePackage } from '../support/packages.ts'
import { putOrder, surveyIdOf } from '../support/scenes.ts'

interface Resource {
  name: string
  path: string
  /** Two states of it. */
  bodies: [unknown, unknown]
  /** Where its tag can be read; if left out, only the reply to a write has it. */
  readPath?: string
  canDelete: boolean
}

async function resourcesOf(client: TestClient): Promise<Resource[]> {
  const made = await putOrder(client)
  const surveyId = surveyIdOf(made, 'health')
  await putPackage(client, 'P', simplePackage())
  await client.put('/leads/L', { externalBranchId: 'B1' })
  const survey = (await client.get(`/surveys/${surveyId}`)).json<{
    contents: { contents: { id: string }[] }[]
  }>()
  const question = survey.contents[0]?.contents[0]?.id ?? ''
  const answers = `/surveys/${surveyId}/questions/${question}/answers`
  const posted = await client.post(answers, { value: 'first' })
  assert.equal(posted.statusCode, 201)
  assert.match(String(posted.headers.etag), /^"/)
  const answerId = String(posted.headers.location).split('/').at(-1) ?? ''
  const standard = await client.get('/survey-templates/open!vc/package-assignment')
  assert.match(String(standard.headers.etag), /^"/)
  const prices = (amount: number) => ({
    currency: 'EUR',
    variants: [{ id: 'v', contents: [{ id: '1', amountExVat: amount, amountIncVat: amount }] }],
  })
  const binding = (packageIds: string[]) => [{ questionId: 'vc.padFL', answerId: 'bad', packageIds }]
  const quote = (amount: number) => ({
    category: 'quote',
    currency: 'EUR',
    questionId: question,
    answerId,
    contents: [{ itemCategory: 'labour', amountExVat: amount }],
  })
  return [
    {
      name: 'order',
      path: '/service-orders/1',
      bodies: [order(), order({ description: 'x' })],
      readPath: '/service-orders/1',
      canDelete: false,
    },
    {
      name: 'lead',
      path: '/leads/L',
      bodies: [{ externalBranchId: 'B1' }, { externalBranchId: 'B1', description: 'x' }],
      readPath: '/leads/L',
      canDelete: false,
    },
    {
      name: 'package',
      path: '/packages/P',
      bodies: [simplePackage(), simplePackage({ description: 'x' })],
      readPath: '/packages/P',
      canDelete: false,
    },
    {
      name: 'prices',
      path: '/packages/P/prices',
      bodies: [prices(7), prices(8)],
      readPath: '/packages/P',
      canDelete: false,
    },
    {
      name: 'assignment',
      path: '/survey-templates/open!vc/package-assignment',
      bodies: [binding(['P']), binding([])],
      readPath: '/survey-templates/open!vc/package-assignment',
      canDelete: false,
    },
    { name: 'deal', path: '/leads/L/deals/D', bodies: [{ orderId: '1' }, { orderId: '2' }], canDelete: true },
    {
      name: 'answer',
      path: `${answers}/${answerId}`,
      bodies: [{ value: 'a' }, { value: 'b' }],
      canDelete: true,
    },
    {
      name: 'quote',
      path: `/surveys/${surveyId}/quotes/Q`,
      bodies: [quote(1), quote(2)],
      readPath: `/surveys/${surveyId}/quotes/Q`,
      canDelete: true,
    },
  ]
}

describe('preconditions', () => {
  test('hold on every write, and each reply has the tag of the new state', async () => {
    const client = await makeClient()
    // The quote belongs to the answer, so it is removed first.
    for (const { name, path, bodies, readPath, canDelete } of (await resourcesOf(client)).reverse()) {
      const [one, other] = bodies
      const put = (body: unknown, headers: Record<string, string> = {}) => client.put(path, body, headers)
      const first = await put(one)
      assert.ok([201, 204].includes(first.statusCode), `${name}: ${first.body}`)
      const tag = String(first.headers.etag)
      assert.match(tag, /^"[\w-]+"$/, name)
      if (readPath !== undefined) assert.equal((await client.get(readPath)).headers.etag, tag, name)

      assert.equal((await put(other, { 'if-none-match': '*' })).statusCode, 412, `${name}: it exists`)
      assert.equal((await put(other, { 'if-match': '"another"' })).statusCode, 412, `${name}: another state`)
      assert.equal((await put(one)).headers.etag, tag, `${name}: nothing was changed`)

      const second = await put(other, { 'if-match': tag })
      assert.equal(second.statusCode, 204, `${name}: ${second.body}`)
      const next = String(second.headers.etag)
      assert.notEqual(next, tag, name)
      if (readPath !== undefined) assert.equal((await client.get(readPath)).headers.etag, next, name)
      const late = await put(one, { 'if-match': tag })
      assert.equal(late.statusCode, 412, name)
      assert.equal(late.json().errorCode, 41200)
      if (!canDelete) continue
      assert.equal((await client.delete(path, { 'if-match': tag })).statusCode, 412, name)
      const gone = await client.delete(path, { 'if-match': next })
      assert.equal(gone.statusCode, 204, `${name}: ${gone.body}`)
      assert.equal(gone.headers.etag, undefined, name)
    }
  })

  test('If-None-Match: * creates, and lets exactly one of many create', async () => {
    const client = await makeClient()
    const codes = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const reply = await client.put('/service-orders/new', order({ description: `${n}` }), {
          'if-none-match': '*',
        })
        return reply.statusCode
      }),
    )
    assert.deepEqual(codes.toSorted(), [201, 412, 412, 412, 412])
    const missing = await client.put('/service-orders/none', order(), { 'if-match': '*' })
    assert.equal(missing.statusCode, 412)
    assert.equal((await client.get('/service-orders/none')).statusCode, 404)
  })

  /** Each PUT after the one before it; the tag of its reply is that of the next GET. Returns all tags. */
  async function tagsOf(client: TestClient, path: string, bodies: Record<string, unknown>[]) {
    const tags: string[] = []
    for (const body of bodies) {
      const put = await client.put(path, body)
      assert.ok([201, 204].includes(put.statusCode), put.body)
      const tag = String(put.headers.etag)
      assert.equal((await client.get(path)).headers.etag, tag, JSON.stringify(body))
      tags.push(tag)
    }
    return tags
  }

  test('the tag of a lead holds its deals, given or left as they are', async () => {
    const client = await makeClient()
    const deals = [
      { id: 'D1', orderId: '1' },
      { id: 'D2', orderId: '2' },
    ]
    const lead = (more: Record<string, unknown>) => ({ externalBranchId: 'B1', ...more })
    const [first, same, kept, ...others] = await tagsOf(client, '/leads/L', [
      lead({ deals }),
      lead({ deals }),
      lead({}),
      lead({ description: 'x' }),
      lead({ deals: deals.toReversed() }),
      lead({ externalBranchId: 'B2', deals: [] }),
      lead({ closed: true }),
    ])
    assert.deepEqual([same, kept], [first, first])
    assert.equal(new Set([first, ...others]).size, 5)
  })

  test('the tag of an order holds its branch, its surveys and corrected contact data', async () => {
    const place = await makePlace()
    await send(place, { kind: 'contact', partner: 'customer', email: 'new@example.org' })
    const known = { customer, vehicle }
    const tags = await tagsOf(place.client, '/service-orders/1', [
      order(known),
      order({ ...known, description: 'x' }),
      order({ ...known, externalBranchId: 'B2' }),
      order({ ...known, technicianSurveyRelease: true, qcSurveyRelease: true }),
      order({ customer: { ...customer, id: 'P-2' }, vehicle, closed: true }),
    ])
    assert.equal(new Set(tags).size, tags.length)
  })

  test('the tag of an order that was joined with one made by hand is right under both names', async () => {
    const client = await makeClient()
    await putOrder(client, { closed: true }, 'first')
    const me = await person(client.id, 'advisor')
    const car = { vin: 'ZZZ1A2B35PX000001' }
    const begun = await me.put('/inspections/m1', { branchId: 'B1', surveyTypes: ['health'], ...car })
    assert.equal(begun.statusCode, 200, begun.body)
    await tagsOf(client, '/service-orders/d1', [order({ vehicle: car }), order({ vehicle: car })])
    const [matched] = (await client.get('/service-orders/d1')).json().surveys
    assert.equal(matched.id, begun.json().surveys[0].id)
    await tagsOf(client, '/service-orders/m1', [
      order({ vehicle: car }),
      order({ vehicle: car, description: 'x' }),
    ])
  })
})
