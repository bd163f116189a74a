// Checks every answer a test receives against the published description of the interface, with TypeBox's own
// checker: an opinion independent of the code that wrote the answer.
import assert from 'node:assert/strict'
import { appInterface, buildOpenApi, dmsInterface } from '@walkaround/contract/openapi.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import type { LightMyRequestResponse } from 'fastify'
import { Compile } from 'typebox/schema'
import { catalogue } from '../../src/problems.ts'

const about = { version: 'test', baseUrl: 'https://walkaround.test', catalogue }
const interfaces = [dmsInterface, appInterface].map((one) => ({
  ...one,
  description: buildOpenApi({ ...one, ...about }),
}))
type Description = ReturnType<typeof buildOpenApi>

type Json = Record<string, unknown>

// What the description says by format is said by pattern here; the checker knows none of our formats.
const patterns: Record<string, string> = {
  iso8601: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}([.,]\\d+)?)?(Z|[+-]\\d{2}(:?\\d{2})?)?)?$',
  iso4217: '^[A-Z]{3}$',
}

/** No field beyond the described ones; JSON Schema alone would let any pass. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const { format, ...rest } = schema as { format?: string } & Json
  const copy: Json = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value)]))
  if (format !== undefined) {
    assert.ok(patterns[format], `no pattern for the format ${format}`)
    copy.pattern = patterns[format]
  }
  if (rest.type === 'object' && rest.properties !== undefined && rest.patternProperties === undefined) {
    copy.additionalProperties ??= false
  }
  return copy
}

const componentsOf = new Map(
  interfaces.map(({ description }) => [
    description,
    closed(description.components) as { schemas: Record<string, Json> },
  ]),
)
const validators = new Map<string, ReturnType<typeof Compile>>()

function validatorFor(key: string, schema: unknown, description: Description): ReturnType<typeof Compile> {
  let validator = validators.get(key)
  if (!validator) {
    const components = componentsOf.get(description)
    validator = Compile({ ...(closed(schema) as Json), components } as never)
    validators.set(key, validator)
  }
  return validator
}

/** The checker's own opinion about a value, by a schema of the contract that refers to no component. */
export function violationsOf(schema: { $id?: string }, value: unknown): string[] {
  const [dms] = interfaces
  assert.ok(dms)
  const validator = validatorFor(`schema ${schema.$id}`, schema, dms.description)
  if (validator.Check(value)) return []
  const [, errors] = validator.Errors(value)
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const shapes = interfaces.flatMap(({ prefix, operations }) =>
  operations.map((operation) => ({
    operation,
    shape: new RegExp(`^${prefix}${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
)

export function findOperation(method: string, url: string): Operation | undefined {
  const path = new URL(url, 'https://walkaround.test').pathname
  const wanted = method === 'HEAD' ? 'GET' : method
  return shapes.find(({ operation, shape }) => operation.method === wanted && shape.test(path))?.operation
}

function descriptionOf(operation: Operation): Description {
  const found = interfaces.find(({ operations }) => operations.includes(operation))
  assert.ok(found, `${operation.id} belongs to no interface`)
  return found.description
}

interface DescribedOperation {
  responses: Record<string, { content?: Record<string, { schema: unknown }>; headers?: Json }>
  'x-errors': { errorCode: number }[]
}

const describedOf = ({ path, method }: Operation, description: Description) =>
  description.paths[path]?.[method.toLowerCase()] as DescribedOperation

export function hasNull(value: unknown): boolean {
  if (value === null) return true
  return typeof value === 'object' && Object.values(value as object).some(hasNull)
}

const byCode = new Map(Object.values(catalogue).map((entry) => [entry.errorCode as number, entry]))

/** Exactly the three fields, a number of the catalogue, and the status that belongs to it (B6). */
export function assertErrorBody(response: LightMyRequestResponse): void {
  const where = `${response.statusCode} ${response.body}`
  assert.match(String(response.headers['content-type']), /^application\/json; charset=utf-8$/, where)
  const body = response.json<{ errorCode: number; error: string; errorInfo: string }>()
  assert.deepEqual(Object.keys(body).sort(), ['error', 'errorCode', 'errorInfo'], where)
  const entry = byCode.get(body.errorCode)
  assert.ok(entry, `${body.errorCode} is not in the catalogue`)
  assert.equal(response.statusCode, entry.status, where)
  assert.equal(body.error, entry.error, where)
  assert.ok(typeof body.errorInfo === 'string' && body.errorInfo.length > 0, where)
  if (response.statusCode === 405) assert.ok(response.headers.allow, 'a 405 carries Allow (B5)')
  if ([429, 503].includes(response.statusCode)) assert.ok(response.headers['retry-after'], where)
}

/** Fails unless the answer is one the description promises for this operation. */
export function assertDescribed(
  method: string,
  operation: Operation,
  response: LightMyRequestResponse,
): void {
  const status = String(response.statusCode)
  const where = `${operation.id} answered ${status} ${response.body.slice(0, 2000)}`
  const description = descriptionOf(operation)
  const answers = describedOf(operation, description)
  const answer = answers.responses[status]
  assert.ok(answer, `${where}, which its description does not have`)
  if (response.statusCode >= 400) {
    if (method === 'HEAD') return
    const { errorCode } = response.json<{ errorCode: number }>()
    const isListed = answers['x-errors'].some((entry) => entry.errorCode === errorCode)
    assert.ok(isListed, `${where}: its description does not list ${errorCode}`)
    return
  }
  for (const name of Object.keys(answer.headers ?? {})) {
    if (name !== 'link') assert.ok(response.headers[name], `${where} without the header ${name}`)
  }
  const [contentType = 'application/json'] = Object.keys(answer.content ?? {})
  if (contentType !== 'application/json') {
    const told = String(response.headers['content-type'])
    assert.ok([contentType, `${contentType}; charset=utf-8`].includes(told), where)
    assert.equal(response.rawPayload.length === 0, method === 'HEAD', where)
    return
  }
  const schema = answer.content?.['application/json']?.schema
  if (method === 'HEAD' || schema === undefined) {
    assert.equal(response.body, '', where)
    return
  }
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8', where)
  const body = response.json<unknown>()
  const validator = validatorFor(`${operation.id} ${status}`, schema, description)
  if (!validator.Check(body)) {
    const [, errors] = validator.Errors(body)
    assert.fail(`${where}\n${JSON.stringify(errors.slice(0, 10), null, 2)}`)
  }
  assert.ok(!hasNull(body), `${where} holds null`)
}

export function assertAnswer(method: string, url: string, response: LightMyRequestResponse): void {
  if (!/^\/(v1|app)(?![^/?])/.test(url)) return
  if (response.statusCode >= 400 && method !== 'HEAD') assertErrorBody(response)
  const operation = findOperation(method, url)
  if (operation) assertDescribed(method, operation, response)
}
