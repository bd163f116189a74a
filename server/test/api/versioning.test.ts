// The version prefix, the published description, and operations that are not built (B2, Versioning).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BASE_URL, type Method, makeClient, request } from '../support/api.ts'
import { operations } from '../support/every-operation.ts'
import { refusal } from '../support/scenes.ts'

describe('the version', () => {
  test('is the path prefix /v1 of every operation; without it nothing of the interface is there', async () => {
    const client = await makeClient()
    const headers = { 'x-api-key': client.key }
    const path = `/system-clients/${client.id}/leads`
    assert.equal((await request({ url: `/v1${path}`, headers })).statusCode, 200)
    for (const prefix of ['', '/v2', '/V1', '/v1.0', '/v10', '/api/v1']) {
      const response = await request({ url: `${prefix}${path}`, headers })
      assert.equal(response.statusCode, 404, prefix)
    }
  })
})

/** Every operation of the spec, built or not. */
const spec: [Method, string][] = [
  ['PUT', '/service-orders/{id}'],
  ['GET', '/service-orders/{id}'],
  ['GET', '/service-orders/{id}/surveys'],
  ['GET', '/surveys/{id}'],
  ['POST', '/surveys/{survey_id}/questions/{question_id}/answers'],
  ['PUT', '/surveys/{survey_id}/questions/{question_id}/answers/{answer_id}'],
  ['DELETE', '/surveys/{survey_id}/questions/{question_id}/answers/{answer_id}'],
  ['GET', '/surveys/{id}/pdf-forms/{form}'],
  ['GET', '/surveys/{survey_id}/photos/{photo_id}'],
  ['GET', '/surveys/{survey_id}/photos/{photo_id}/{thumbnail_size}'],
  ['GET', '/surveys/{id}/quotes/{quote_id}'],
  ['GET', '/surveys/{id}/quotes'],
  ['PUT', '/surveys/{id}/quotes/{quote_id}'],
  ['GET', '/packages'],
  ['GET', '/packages/{id}'],
  ['GET', '/packages/{id}/master'],
  ['PUT', '/packages/{id}'],
  ['PUT', '/packages/{id}/prices'],
  ['GET', '/survey-templates'],
  ['GET', '/survey-templates/{id}'],
  ['PUT', '/survey-templates/{id}/package-assignment'],
  ['GET', '/survey-templates/{id}/package-assignment'],
  ['GET', '/vehicle-info/{VIN}'],
  ['PUT', '/leads/{id}'],
  ['GET', '/leads/{id}'],
  ['GET', '/leads/{id}/surveys'],
  ['GET', '/leads'],
  ['PUT', '/leads/{lead_id}/deals/{id}'],
  ['DELETE', '/leads/{lead_id}/deals/{id}'],
]

const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const built = new Set(
  operations.map(
    ({ method, path }) => `${method} ${shapeOf(path.slice('/system-clients/{system_client_id}'.length))}`,
  ),
)

describe('operations of the spec', () => {
  const first: [Method, string][] = spec.filter(([, path]) =>
    /^\/(service-orders|leads|survey-templates(?!.*package)|surveys(?!.*(pdf|photos|quotes)))/.test(path),
  )
  test('orders, surveys, answers, templates, leads and deals are all built', () => {
    for (const [method, path] of first)
      assert.ok(built.has(`${method} ${shapeOf(path)}`), `${method} ${path}`)
  })

  test('one that is not built is a 404, never fake bytes', async () => {
    const client = await makeClient()
    for (const [method, path] of spec) {
      if (built.has(`${method} ${shapeOf(path)}`)) continue
      const isPathBuilt = [...built].some((one) => one.endsWith(` ${shapeOf(path)}`))
      const response = await client.call(method, path.replaceAll(/\{\w+\}/g, 'x'))
      refusal(response, isPathBuilt ? 'methodNotAllowed' : 'noSuchPath')
    }
  })

  test('what is ours alone says so', () => {
    const ofSpec = new Set(spec.map(([method, path]) => `${method} ${shapeOf(path)}`))
    for (const { id, method, path, ours } of operations) {
      const shape = `${method} ${shapeOf(path.slice('/system-clients/{system_client_id}'.length))}`
      assert.equal(ours ?? false, !ofSpec.has(shape), id)
    }
  })
})

interface Description {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>
  webhooks: Record<string, unknown>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, { name: string }> }
}

const readDescription = async () => (await request({ url: '/v1/openapi.json' })).json<Description>()

describe('GET /v1/openapi.json', () => {
  test('B2: is public, whatever key is sent', async () => {
    for (const headers of [{}, { 'x-api-key': 'wrong' }]) {
      const response = await request({ url: '/v1/openapi.json', headers })
      assert.equal(response.statusCode, 200)
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
    }
    assert.equal((await request({ method: 'HEAD', url: '/v1/openapi.json' })).statusCode, 200)
  })

  test('B2, B5: with another method it is 401 without a key, and 405 with one', async () => {
    const client = await makeClient()
    for (const method of ['PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      refusal(await request({ method, url: '/v1/openapi.json' }), 'notAuthorized')
      const response = await request({
        method,
        url: '/v1/openapi.json',
        headers: { 'x-api-key': client.key },
      })
      refusal(response, 'methodNotAllowed')
      assert.equal(response.headers.allow, 'GET, HEAD')
    }
  })

  test('describes every operation that is built, and no other', async () => {
    const { openapi, paths } = await readDescription()
    assert.match(openapi, /^3\.1\./)
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    )
    assert.deepEqual(
      described.sort(),
      operations.map(({ method, path, id }) => `${method} ${path} ${id}`).sort(),
    )
  })

  test('names this installation, the key and the callback', async () => {
    const { servers, components, webhooks } = await readDescription()
    assert.deepEqual(servers, [{ url: `${BASE_URL}/v1` }])
    assert.equal(Object.values(components.securitySchemes)[0]?.name, 'X-API-KEY')
    assert.deepEqual(Object.keys(webhooks), ['messageSent/{id}', 'eventHappened/{id}'])
  })

  test('every reference in it leads somewhere', async () => {
    const text = (await request({ url: '/v1/openapi.json' })).body
    const { components } = JSON.parse(text) as Description
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name as string,
    )
    assert.ok(references.length > 20)
    for (const name of new Set(references)) assert.ok(components.schemas[name], name)
  })

  test('B6: every operation names the answers it can give, each refusal with its codes', async () => {
    const { paths } = await readDescription()
    for (const methods of Object.values(paths)) {
      for (const { operationId, responses } of Object.values(methods)) {
        for (const status of ['401', '403', '500', '503'])
          assert.ok(responses[status], `${operationId} ${status}`)
        assert.ok(
          Object.keys(responses).some((status) => status.startsWith('2') || status === '302'),
          operationId,
        )
      }
    }
  })
})
