import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compareInterfaces } from './interface-changes.ts'
import { buildOpenApi, dmsInterface } from './openapi.ts'

type Json = Record<string, unknown>

const field = { type: 'string', maxLength: 10 }
const partner = (kind: string): Json => ({ type: 'object', properties: { kind: { const: kind } } })
const base = () => ({
  paths: {
    '/orders/{id}': {
      put: {
        operationId: 'putOrder',
        'x-stability': 'stable',
        parameters: [{ name: 'dry', in: 'query', schema: { type: 'boolean' } }] as Json[],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderInput' } } },
        },
        responses: {
          '200': {
            headers: { ETag: {} } as Json,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
          '400': {},
        } as Json,
        'x-errors': [{ errorCode: 40000 }],
      } as Json,
    } as Json,
  } as Json,
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { ...field },
          state: { type: 'string', enum: ['open', 'closed'] },
          inner: { $ref: '#/components/schemas/Order' },
        } as Json,
      } as Json,
      OrderInput: {
        type: 'object',
        required: [] as string[],
        properties: {
          id: { ...field },
          state: { type: 'string', enum: ['open', 'closed'] },
          customer: { anyOf: ['person', 'company'].map(partner) },
        } as Json,
      } as Json,
    },
  },
})
type Document = ReturnType<typeof base>
const put = (document: Document) => (document.paths['/orders/{id}'] as Json).put as Json
const reply = (document: Document) => (put(document).responses as Json)['200'] as Json
const of = (document: Document, name: 'Order' | 'OrderInput') => document.components.schemas[name]
const fieldOf = (document: Document, name: 'Order' | 'OrderInput', key: string) =>
  (of(document, name).properties as Json)[key] as Json

function told(change: (document: Document) => void): string[] {
  const after = base()
  change(after)
  return compareInterfaces(base(), after).map(
    ({ what, isBreaking, isStable }) =>
      `${isBreaking ? 'breaking' : 'compatible'}${isStable ? '' : ' preview'}: ${what}`,
  )
}

describe('changes of the interface', () => {
  const cases: readonly (readonly [change: (document: Document) => void, told: string[]])[] = [
    [() => {}, []],
    [(d) => delete d.paths['/orders/{id}'], ['breaking: Operation removed']],
    [
      (d) => (d.paths['/new'] = { get: { summary: 'Read', 'x-stability': 'preview' } }),
      ['compatible preview: Operation added: Read'],
    ],
    [(d) => (put(d)['x-stability'] = 'preview'), ['breaking: No longer stable']],
    [(d) => (put(d).deprecated = true), ['compatible: Deprecated']],
    [(d) => (put(d).parameters = []), ['breaking: Query parameter `dry` removed']],
    [
      (d) => (put(d).parameters as Json[]).push({ name: 'If-Match', in: 'header', schema: {} }),
      ['compatible: Request header `If-Match` added'],
    ],
    [
      (d) => (put(d).parameters as Json[]).push({ name: 'x', in: 'query', required: true, schema: {} }),
      ['breaking: Query parameter `x` added, required'],
    ],
    [(d) => delete (put(d).responses as Json)['200'], ['breaking: Status 200 removed']],
    [(d) => ((put(d).responses as Json)['202'] = {}), ['breaking: Status 202 added']],
    [(d) => ((put(d).responses as Json)['409'] = {}), ['compatible: Status 409 added']],
    [(d) => (reply(d).headers = {}), ['breaking: Header `etag` of the reply 200 removed']],
    [(d) => (reply(d).headers = { etag: {}, Link: {} }), ['compatible: Header `link` of replies added']],
    [
      (d) => (put(d)['x-errors'] = [{ errorCode: 40001 }]),
      ['compatible: Error `40001` may occur', 'compatible: Error `40000` no longer occurs'],
    ],
    [
      (d) => delete (of(d, 'Order').properties as Json).state,
      ['breaking: Field `Order.state` in replies removed'],
    ],
    [
      (d) => ((of(d, 'Order').properties as Json).more = {}),
      ['compatible: Field `Order.more` in replies added'],
    ],
    [(d) => (of(d, 'Order').required = []), ['breaking: Field `Order.id` in replies may be absent']],
    [
      (d) => (of(d, 'OrderInput').required = ['id']),
      ['breaking: Field `OrderInput.id` in requests required'],
    ],
    [
      (d) => (fieldOf(d, 'Order', 'state').enum = ['open', 'closed', 'lost']),
      ['breaking: `Order.state` in replies: values `lost` added'],
    ],
    [
      (d) => (fieldOf(d, 'OrderInput', 'state').enum = ['open', 'closed', 'lost']),
      ['compatible: `OrderInput.state` in requests: values `lost` added'],
    ],
    [
      (d) => (fieldOf(d, 'OrderInput', 'state').enum = ['open']),
      ['breaking: `OrderInput.state` in requests: values `closed` removed'],
    ],
    [
      (d) => (fieldOf(d, 'OrderInput', 'id').maxLength = 5),
      ['breaking: `OrderInput.id` in requests: `maxLength` 10 became 5'],
    ],
    [
      (d) => (fieldOf(d, 'OrderInput', 'id').maxLength = 50),
      ['compatible: `OrderInput.id` in requests: `maxLength` 10 became 50'],
    ],
    [
      (d) => (fieldOf(d, 'Order', 'id').type = 'number'),
      ['breaking: `Order.id` in replies: type string became number'],
    ],
    // Null is the same as absent, however a schema writes it.
    [(d) => (fieldOf(d, 'OrderInput', 'id').type = ['string', 'null']), []],
    [(d) => (fieldOf(d, 'OrderInput', 'customer').anyOf as Json[]).push({ type: 'null' }), []],
    [
      (d) => (fieldOf(d, 'OrderInput', 'customer').anyOf as Json[]).push(partner('fleet')),
      ['compatible: `OrderInput.customer` in requests: alternatives `fleet` added'],
    ],
    [
      (d) => (fieldOf(d, 'OrderInput', 'customer').anyOf = [partner('person'), partner('fleet')]),
      [
        'breaking: `OrderInput.customer` in requests: alternatives `company` removed',
        'compatible: `OrderInput.customer` in requests: alternatives `fleet` added',
      ],
    ],
  ]
  for (const [index, [change, expected]] of cases.entries())
    it(`${index}: ${expected.join('; ') || 'nothing'}`, () => assert.deepEqual(told(change), expected))

  it('of a preview are breaking for a preview alone', () => {
    const before = base()
    put(before)['x-stability'] = 'preview'
    const after = base()
    delete after.paths['/orders/{id}']
    assert.deepEqual(
      compareInterfaces(before, after).map(({ isBreaking, isStable }) => [isBreaking, isStable]),
      [[true, false]],
    )
  })

  it('are none between the interface and itself, and are seen in it', () => {
    const build = () =>
      JSON.parse(JSON.stringify(buildOpenApi({ ...dmsInterface, version: '1', baseUrl: 'https://x' })))
    assert.deepEqual(compareInterfaces(build(), build()), [])
    const after = build()
    delete after.components.schemas.ServiceOrder.properties.externalBranchId
    assert.ok(compareInterfaces(build(), after).some(({ isBreaking, isStable }) => isBreaking && isStable))
  })
})
