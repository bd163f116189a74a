// The examples of the published document: one for every parameter, every reply with a body and every error, each of them valid.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callback } from '@walkaround/contract/dms/events.ts'
import { operations } from '@walkaround/contract/dms/operations.ts'
import { buildOpenApi, dmsInterface } from '@walkaround/contract/openapi.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import {
  hasNull,
  objectionsToBody,
  objectionsToParameter,
  objectionsToReply,
  violationsOf,
} from '../support/contract-check.ts'

interface Media {
  example?: unknown
  examples?: Record<string, { $ref: string }>
}
interface Parameter {
  name: string
  example?: unknown
}
interface Described {
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<
    string,
    { content?: Record<string, Media>; headers?: Record<string, { example?: unknown }> }
  >
}

const built = buildOpenApi({ ...dmsInterface, version: '1', baseUrl: 'https://localhost:8443' })
const examples = built.components.examples as Record<string, { value: { errorCode: number } }>
const described = ({ path, method }: Operation) => built.paths[path]?.[method.toLowerCase()] as Described

const repliesOf = (operation: Operation) =>
  Object.entries(described(operation).responses).flatMap(([status, { content }]) => {
    const media = content?.['application/json']
    return media ? [{ status, media, where: `${operation.id} ${status}` }] : []
  })

describe('every operation of the document', () => {
  test('has a valid example for each parameter', () => {
    const lacking: string[] = []
    for (const operation of operations) {
      for (const [index, { name, example }] of described(operation).parameters.entries()) {
        if (example === undefined) lacking.push(`${operation.id} ${name}`)
        else
          assert.equal(objectionsToParameter(operation, index, example), undefined, `${operation.id} ${name}`)
      }
    }
    assert.deepEqual(lacking, [])
  })

  test('has a valid example of the reply that succeeds, without null', () => {
    const successes = operations.flatMap((operation) =>
      repliesOf(operation)
        .filter(({ status }) => Number(status) < 400)
        .map((reply) => ({ operation, ...reply })),
    )
    assert.ok(successes.length > 15, `only ${successes.length} replies were found`)
    for (const { operation, status, media, where } of successes) {
      assert.ok(media.example !== undefined, `${where} has no example`)
      assert.equal(objectionsToReply(operation, status, media.example), undefined, where)
      assert.ok(!hasNull(media.example), where)
      assert.notDeepEqual(media.example, [], `${where} shows an empty list`)
    }
  })

  test('has an example of each error it lists, valid as one', () => {
    for (const operation of operations) {
      for (const { status, media, where } of repliesOf(operation)) {
        if (Number(status) < 400) continue
        const names = Object.values(media.examples ?? {}).map(({ $ref }) => $ref.split('/').at(-1) as string)
        assert.ok(names.length > 0, `${where} has no example`)
        for (const name of names) {
          const { value } = examples[name] ?? {}
          assert.equal(objectionsToReply(operation, status, value), undefined, `${where} ${name}`)
          assert.equal(Math.trunc((value?.errorCode ?? 0) / 100), Number(status), `${where} ${name}`)
        }
      }
    }
  })

  test('has an example of the headers of its replies', () => {
    // A redirect leads to bytes, at an address that says the rest.
    const lacking = operations.flatMap((operation) =>
      Object.entries(described(operation).responses).flatMap(([status, { headers }]) =>
        Object.entries(headers ?? {})
          .filter(([, header]) => !('$ref' in header) && header.example === undefined)
          .map(([name]) => `${operation.id} ${status} ${name}`),
      ),
    )
    assert.deepEqual(lacking, [])
  })

  test('has an example of the body it takes, which is valid', () => {
    for (const operation of operations) {
      const { requestBody } = described(operation)
      if (!requestBody) continue
      const { example } = requestBody.content['application/json'] as Media
      assert.ok(example !== undefined, operation.id)
      assert.equal(objectionsToBody(operation, example), undefined, operation.id)
    }
  })
})

test('the callback has an example of its body and of each parameter', () => {
  const [webhook] = Object.values(built.webhooks ?? {}) as { put: Described }[]
  const { parameters, requestBody } = webhook?.put ?? { parameters: [] }
  assert.deepEqual(
    parameters.filter(({ example }) => example === undefined).map(({ name }) => name),
    [],
  )
  const body = requestBody?.content['application/json']?.example
  assert.deepEqual(violationsOf(callback.body, body), [])
})
