import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { readDocument } from '../../../tools/clients/document.ts'
import { typescriptFile } from '../../../tools/clients/typescript.ts'
import { createClient } from './client.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const text = { type: 'string' }
const told = { summary: 'Do', description: 'It does.' }

/** What the interface does not have yet, or may have one day. */
const document = {
  info: { title: 'T', description: 'D', version: '1.0.0' },
  servers: [{ url: 'https://a.example/v1' }],
  tags: [{ name: 'H', description: 'h' }],
  paths: {
    '/feed': {
      get: {
        ...told,
        operationId: 'readFeed',
        parameters: [{ name: 'after', in: 'query', required: true, schema: text }],
        responses: { 200: { description: '', headers: { Link: {} }, ...json(ref('Page')) } },
      },
    },
    '/files/{id}': {
      post: {
        ...told,
        operationId: 'sendFile',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        requestBody: { content: { 'application/octet-stream': { schema: text } } },
        responses: { 200: { description: '', ...json(ref('Entry')) }, 202: { description: '' } },
      },
    },
  },
  webhooks: {
    plain: { put: { ...told, operationId: 'told', requestBody: json(ref('Entry')), responses: {} } },
    listed: { put: { ...told, operationId: 'listed', requestBody: json(ref('Listed')), responses: {} } },
    united: {
      put: { ...told, operationId: 'united', requestBody: json({ oneOf: [ref('One')] }), responses: {} },
    },
  },
  components: {
    examples: { notFound: { value: { errorCode: 40401 } } },
    schemas: {
      Entry: { type: 'object', properties: { id: text, 'odd-name': { type: ['integer', 'null'] } } },
      Page: {
        type: 'object',
        required: ['entries'],
        properties: { entries: { type: 'array', items: ref('Entry') } },
      },
      Listed: { type: 'object', properties: { kind: { type: 'string', enum: ['a', 'b.c'] } } },
      One: { type: 'object', properties: { kind: { const: 'd' } } },
    },
  },
}

describe('the generated half', () => {
  test('has a method for each operation of the contract, and no other', () => {
    const client = createClient({ baseUrl: 'https://a.example', key: 'k' })
    assert.deepEqual(Object.keys(client).sort(), operations.map(({ id }) => id).sort())
  })

  test('follows the document where the interface may grow', () => {
    const file = typescriptFile(readDocument(document), 'Made.')
    for (const line of [
      "  'odd-name'?: number | null",
      '  told: Entry',
      "  a: Listed & { kind: 'a' }",
      "  'b.c': Listed & { kind: 'b.c' }",
      "  d: One & { kind: 'd' }",
      "export const unnamedKind = 'told'",
      '  notFound: 40401,',
      "  readFeed: { method: 'GET', path: '/feed', page: { field: 'entries' } },",
      "  sendFile: { method: 'POST', path: '/files/{id}', contentType: 'application/octet-stream' },",
    ]) {
      assert.ok(file.split('\n').includes(line), line)
    }
    assert.match(
      file,
      /each\(params: Record<never, never>, given: CallOptions & \{ query: \{\n.*after: string/,
    )
    assert.match(
      file,
      /\{ body: Uint8Array \| Blob \}\): Promise<Reply<200, Entry> \| Reply<202, undefined>>/,
    )
  })
})
