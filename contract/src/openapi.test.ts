// The published description: complete, consistent, and with nothing that is not in the contract.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operations } from './dms/operations.ts'
import { appInterface, buildOpenApi, dmsInterface } from './openapi.ts'
import type { Operation } from './operation.ts'
import { problems } from './problems.ts'

const built = buildOpenApi({ ...dmsInterface, version: '1.2.3', baseUrl: 'https://example.org' })
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

  for (const one of [dmsInterface, appInterface]) {
    const { paths, components } = buildOpenApi({ ...one, version: '1.2.3', baseUrl: 'https://example.org' })

    test(`has words for every operation and parameter under ${one.prefix}`, () => {
      for (const [path, methods] of Object.entries(paths)) {
        for (const { description: words, parameters } of Object.values(methods) as Described[]) {
          assert.ok(words.length > 20, path)
          for (const { name, description } of parameters) assert.ok(description, `${path} ${name}`)
        }
      }
    })

    test(`has words for every field under ${one.prefix}`, () => {
      const silent = Object.entries(components.schemas).flatMap(([name, schema]) => {
        const fields = Object.entries((schema.properties ?? {}) as Record<string, { description?: string }>)
        const own = schema.description === undefined ? [name] : []
        return [
          ...own,
          ...fields.flatMap(([field, { description }]) => (description ? [] : [`${name}.${field}`])),
        ]
      })
      assert.deepEqual(silent, [])
    })
  }

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
    for (const { body, query, replies } of operations) {
      for (const schema of [body, query, ...Object.values(replies).map((reply) => reply.body)]) walk(schema)
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
    // A key asks about itself outside any of them.
    for (const { path, right } of operations)
      assert.ok(right === 'self' || path.startsWith('/system-clients/{system_client_id}/'), path)
  })

  test('reading needs the right to read, and nothing that changes does with it alone', () => {
    for (const { id, method, right } of operations)
      assert.equal(['read', 'events', 'self'].includes(right), method === 'GET', id)
  })

  test('name no problem that the catalogue does not have', () => {
    for (const { id, problems: kinds } of operations)
      for (const kind of kinds) assert.ok(Object.hasOwn(problems, kind), `${id} ${kind}`)
    // @ts-expect-error: such an operation does not compile
    const unknown: Operation['problems'] = ['tooBeautiful']
    assert.ok(unknown)
  })
})
