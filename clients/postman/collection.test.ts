import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { headings, operations } from '@walkaround/contract/dms/operations.ts'
import { Ajv } from 'ajv'

const collection = JSON.parse(
  readFileSync(new URL('./walkaround.postman_collection.json', import.meta.url), 'utf8'),
)

const text = { type: 'string', minLength: 1 }
const listOf = (items: object) => ({ type: 'array', items })
const object = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
})
const said = { description: { type: 'string' } }
const pair = object({ key: text, value: { type: 'string' } }, { ...said, disabled: { const: true } })
const request = object(
  {
    method: { enum: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'] },
    header: listOf(pair),
    url: object(
      { raw: text, host: listOf(text), path: listOf(text) },
      { query: listOf(object({ key: text, value: text }, said)) },
    ),
  },
  {
    ...said,
    body: object({
      mode: { const: 'raw' },
      raw: text,
      options: object({ raw: object({ language: { const: 'json' } }) }),
    }),
  },
)
const response = object(
  { name: text, originalRequest: request, status: text, code: { type: 'integer' }, header: listOf(pair) },
  { body: text, _postman_previewlanguage: { const: 'json' } },
)
/** The parts of Postman's format 2.1 that the collection uses, and no others. */
const format = object({
  info: object({
    name: text,
    description: text,
    version: text,
    schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  }),
  auth: object({
    type: { const: 'apikey' },
    apikey: listOf(object({ key: { enum: ['key', 'value', 'in'] }, value: text, type: { const: 'string' } })),
  }),
  variable: listOf(object({ key: text, value: text, type: { const: 'string' } }, said)),
  item: listOf(
    object({
      name: text,
      description: text,
      item: listOf(object({ name: text, request, response: listOf(response) })),
    }),
  ),
})

interface Item {
  name: string
  request: {
    method: string
    url: { raw: string; path: string[] }
    description: string
    body?: { raw: string }
  }
  response: { code: number; body?: string }[]
}
const folders: { name: string; item: Item[] }[] = collection.item
const items = folders.flatMap(({ item }) => item)

describe('the Postman collection', () => {
  test('has the form that Postman reads', () => {
    const check = new Ajv({ allErrors: true }).compile(format)
    assert.ok(check(collection), JSON.stringify(check.errors?.slice(0, 5)))
  })

  test('has every operation in the folder of its heading', () => {
    const shape = (path: string) => path.replaceAll(/\{+[^}]*\}+/g, '{}')
    const found = folders.flatMap(({ name, item }) =>
      item.map(({ request: { method, url } }) => `${name}: ${method} ${shape(`/${url.path.join('/')}`)}`),
    )
    assert.deepEqual(
      found.sort(),
      operations.map(({ heading, method, path }) => `${heading}: ${method} /v1${shape(path)}`).sort(),
    )
    assert.ok(folders.every(({ name }) => name in headings))
  })

  test('uses only variables that it has, and sends the key as a header', () => {
    const known = new Set(collection.variable.map(({ key }: { key: string }) => key))
    const used = new Set([...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
    assert.deepEqual([...used].sort(), [...known].sort())
    const auth = Object.fromEntries(
      collection.auth.apikey.map(({ key, value }: { key: string; value: string }) => [key, value]),
    )
    assert.deepEqual(auth, { key: 'X-API-KEY', value: '{{key}}', in: 'header' })
  })

  test('the address in one piece and in parts is the same; bodies and examples are JSON', () => {
    for (const { name, request, response } of items) {
      assert.equal(request.url.raw.replace(/\?.*/, ''), `{{host}}/${request.url.path.join('/')}`, name)
      if (request.body) JSON.parse(request.body.raw)
      assert.ok(response.length > 0, `${name} has no example`)
      for (const { body } of response) if (body) JSON.parse(body)
    }
    const read = items.filter(({ request }) => request.method === 'GET')
    assert.ok(read.some(({ response }) => response.some(({ code, body }) => code === 200 && body)))
  })
})
