// The published description: complete, consistent, and nothing in it that is not in the contract.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operations } from './dms/operations.ts'
import { buildOpenApi, type CatalogueEntry, dmsInterface } from './openapi.ts'

/** Stands in for the server's catalogue: an entry for whatever an operation names. */
const catalogue = new Proxy<Record<string, CatalogueEntry>>(
  {},
  {
    get: (_, kind: string) => ({ status: 400, errorCode: 40000 + kind.length, error: kind, when: kind }),
    ownKeys: () => [],
  },
)

const built = buildOpenApi({ ...dmsInterface, version: '1.2.3', baseUrl: 'https://example.org', catalogue })
const text = JSON.stringify(built)

interface Described {
  operationId: string
  parameters: { name: string; in: string; required: boolean; description?: string }[]
  requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> }
  responses: Record<string, unknown>
  description: string
}

const described = Object.entries(built.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Described })),
)

describe('the description', () => {
  test('has every operation once, under its path and method', () => {
    assert.equal(described.length, operations.length)
    assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length, 'operation ids are unique')
    for (const { id, path, method } of operations) {
      const found = described.find(({ operation }) => operation.operationId === id)
      assert.equal(found?.path, path)
      assert.equal(found?.method, method.toLowerCase())
    }
  })

  test('names every variable of a path, and no other', () => {
    for (const { path, operation } of described) {
      const variables = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const named = operation.parameters.filter((parameter) => parameter.in === 'path')
      assert.deepEqual(named.map(({ name }) => name).sort(), variables.sort(), path)
      for (const { required, description } of named) assert.ok(required && description, path)
    }
  })

  test('has words for every operation and parameter', () => {
    for (const { path, operation } of described) {
      assert.ok(operation.description.length > 20, path)
      for (const { name, description } of operation.parameters) assert.ok(description, `${path} ${name}`)
    }
  })

  test('gives every operation with a body its schema, and others none', () => {
    for (const { body, id } of operations) {
      const found = described.find(({ operation }) => operation.operationId === id)
      assert.equal(found?.operation.requestBody !== undefined, body !== undefined, id)
    }
  })

  test('every reference leads to a component, and every component is referred to', () => {
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name)
    const used = new Set(names)
    const known = new Set(Object.keys(built.components.schemas))
    assert.deepEqual(
      [...used].filter((name) => !known.has(name as string)),
      [],
    )
    assert.deepEqual(
      [...known].filter((name) => !used.has(name)),
      [],
    )
  })

  test('two schemas of one name would be one component: none differ', () => {
    const seen = new Map<string, string>()
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const {
        $id,
        description: _,
        readOnly: __,
        ...rest
      } = value as { $id?: string; description?: string; readOnly?: boolean }
      if ($id !== undefined) {
        const shape = JSON.stringify(rest)
        assert.equal(seen.get($id) ?? shape, shape, $id)
        seen.set($id, shape)
      }
      for (const one of Object.values(value)) walk(one)
    }
    for (const { body, query, answers } of operations) {
      for (const schema of [body, query, ...Object.values(answers).map((answer) => answer.body)]) walk(schema)
    }
    assert.ok(seen.size > 10)
  })

  test('says where it is served and with which version', () => {
    assert.deepEqual(built.servers, [{ url: 'https://example.org/v1' }])
    assert.equal(built.info.version, '1.2.3')
  })

  test('holds nothing JSON cannot', () => {
    assert.deepEqual(JSON.parse(text), built)
  })
})

describe('operations', () => {
  test('paths begin with the system client', () => {
    for (const { path } of operations) assert.ok(path.startsWith('/system-clients/{system_client_id}/'), path)
  })

  test('reading needs the right to read, and nothing that changes does with it alone', () => {
    for (const { id, method, right } of operations) assert.equal(right === 'read', method === 'GET', id)
  })

  test('a problem nobody has in the catalogue is found when the description is made', () => {
    assert.throws(
      () => buildOpenApi({ ...dmsInterface, version: '1', baseUrl: '', catalogue: {} }),
      /names a problem/,
    )
  })
})
