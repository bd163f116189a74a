// Checks every request and reply of the tests against the published documents: a reply against the schema of its status, a request
// that the service accepted against the schemas of its body and parameters. The validator is Ajv, which knows nothing of our code.
import assert from 'node:assert/strict'
import { type EditResult, postEdits } from '@walkaround/contract/app/edits.ts'
import { appInterface, buildOpenApi, dmsInterface } from '@walkaround/contract/openapi.ts'
import type { Operation } from '@walkaround/contract/operation.ts'
import { problems } from '@walkaround/contract/problems.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { Compile } from 'typebox/schema'

const about = { version: 'test', baseUrl: 'https://walkaround.test' }
const interfaces = [dmsInterface, appInterface].map((one) => ({
  ...one,
  description: buildOpenApi({ ...one, ...about }),
}))
type Description = ReturnType<typeof buildOpenApi>

type Json = Record<string, unknown>

// Formats of the document are checked by pattern here; validators know none of ours.
const patterns: Record<string, string> = {
  iso8601: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}([.,]\\d+)?)?(Z|[+-]\\d{2}(:?\\d{2})?)?)?$',
  iso4217: '^[A-Z]{3}$',
  bcp47: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
}

/** No field beyond the described ones; JSON Schema alone would let any pass. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const { format, ...rest } = schema as { format?: string } & Json
  const copy: Json = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value)]))
  if (format !== undefined && patterns[format] !== undefined) copy.pattern = patterns[format]
  if (rest.type === 'object' && rest.properties !== undefined && rest.patternProperties === undefined) {
    copy.additionalProperties ??= false
  }
  return copy
}

const ajv = new Ajv2020({ strict: false })
for (const [name, pattern] of Object.entries({ ...patterns, binary: '' }))
  ajv.addFormat(name, new RegExp(pattern))
for (const { prefix, description } of interfaces) {
  ajv.addSchema({ ...description, $id: `taken:${prefix}` } as object)
  ajv.addSchema({
    ...description,
    components: closed(description.components),
    $id: `sent:${prefix}`,
  } as object)
}

const pointer = (parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const compiled = new Map<string, ValidateFunction>()

/** What Ajv has against a value, by the schema at this place of a document; nothing when it is valid. */
function objections(document: string, place: readonly string[], value: unknown): string | undefined {
  const $ref = `${document}#${pointer(place)}`
  let validate = compiled.get($ref)
  if (!validate) {
    validate = ajv.compile({ $ref })
    compiled.set($ref, validate)
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors?.slice(0, 10), { separator: '\n' })
}

const compiledFields = new Map<object, ReturnType<typeof Compile>>()

/** TypeBox's opinion about a canonical value, by a schema of the contract. */
export function violationsOf(schema: object, value: unknown): string[] {
  let validator = compiledFields.get(schema)
  if (!validator) {
    validator = Compile(closed(schema) as never)
    compiledFields.set(schema, validator)
  }
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

function interfaceOf(operation: Operation) {
  const found = interfaces.find(({ operations }) => operations.includes(operation))
  assert.ok(found, `${operation.id} belongs to no interface`)
  return found
}

interface DescribedOperation {
  responses: Record<string, { content?: Record<string, { schema: unknown }>; headers?: Json }>
  parameters: { name: string; in: string; schema: { type?: string } }[]
  'x-errors': { errorCode: number }[]
}

const describedOf = ({ path, method }: Operation, description: Description) =>
  description.paths[path]?.[method.toLowerCase()] as DescribedOperation

export function hasNull(value: unknown): boolean {
  if (value === null) return true
  return typeof value === 'object' && Object.values(value as object).some(hasNull)
}

const byCode = new Map(Object.values(problems).map((entry) => [entry.errorCode, entry]))

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

/** Headers that tell of something that may not be there: a next page, a limit, a request before. */
const sometimes = new Set(['link', 'ratelimit', 'ratelimit-policy', 'idempotency-replayed'])

/** Fails unless the reply is one the description promises for this operation. */
export function assertDescribed(
  method: string,
  operation: Operation,
  response: LightMyRequestResponse,
): void {
  const status = String(response.statusCode)
  const where = `${operation.id} answered ${status} ${response.body.slice(0, 2000)}`
  const answers = describedOf(operation, interfaceOf(operation).description)
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
    if (!sometimes.has(name.toLowerCase()))
      assert.ok(response.headers[name.toLowerCase()], `${where} without the header ${name}`)
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
  const wrong = objectionsToReply(operation, status, body)
  assert.equal(wrong, undefined, `${where}\n${wrong}`)
  assert.ok(!hasNull(body), `${where} holds null`)
}

const placeOf = ({ path, method }: Operation) => ['paths', path, method.toLowerCase()]

/** What is wrong with the body of a request by the document; nothing when it is valid. */
export function objectionsToBody(operation: Operation, body: unknown): string | undefined {
  const place = [...placeOf(operation), 'requestBody', 'content', 'application/json', 'schema']
  return objections(`taken:${interfaceOf(operation).prefix}`, place, body)
}

/** What the service took of a body: edits that were refused each by itself are left out. Undefined when nothing is left. */
function takenOf({ id }: Operation, body: unknown, response: LightMyRequestResponse): unknown {
  if (id !== postEdits.id) return body
  const { edits, ...rest } = body as { edits: unknown[] }
  const { results } = response.json<{ results: EditResult[] }>()
  const taken = edits.filter((_, index) => results[index]?.state !== 'refused')
  return taken.length === 0 ? undefined : { ...rest, edits: taken }
}

/** What is wrong with a reply by the document, closed to unknown fields; nothing when it is valid. */
export function objectionsToReply(operation: Operation, status: string, body: unknown): string | undefined {
  const place = [...placeOf(operation), 'responses', status, 'content', 'application/json', 'schema']
  return objections(`sent:${interfaceOf(operation).prefix}`, place, body)
}

/** The same of a parameter, by its place among those of the operation. */
export function objectionsToParameter(
  operation: Operation,
  index: number,
  value: unknown,
): string | undefined {
  const place = [...placeOf(operation), 'parameters', String(index), 'schema']
  return objections(`taken:${interfaceOf(operation).prefix}`, place, value)
}

/** A parameter as its type says it is written. */
function typedParameter(text: string, type: unknown): unknown {
  if (type === 'integer') return Number(text)
  return type === 'boolean' && /^(true|false)$/.test(text) ? text === 'true' : text
}

/** Fails when the service accepted what the document calls wrong. */
function assertTaken(operation: Operation, options: InjectOptions, response: LightMyRequestResponse): void {
  const { prefix, description } = interfaceOf(operation)
  const where = `${operation.id} took ${String(options.url)} ${String(options.payload).slice(0, 2000)}`
  if (operation.body && (typeof options.payload === 'string' || Buffer.isBuffer(options.payload))) {
    const text = options.payload.toString().replace(/^\uFEFF/, '')
    const taken = takenOf(operation, JSON.parse(text), response)
    const wrong = taken === undefined ? undefined : objectionsToBody(operation, taken)
    assert.equal(wrong, undefined, `${where}\n${wrong}`)
  }
  const url = new URL(String(options.url), 'https://walkaround.test')
  const values = url.pathname.slice(prefix.length).split('/')
  for (const [index, parameter] of describedOf(operation, description).parameters.entries()) {
    const given =
      parameter.in === 'path'
        ? [values[operation.path.split('/').indexOf(`{${parameter.name}}`)] ?? ''].map(decodeURIComponent)
        : url.searchParams.getAll(parameter.name)
    if (parameter.in === 'header' || given.length === 0 || given[0] === '') continue
    const { type } = parameter.schema
    const value = type === 'array' ? given : typedParameter(given[0] as string, type)
    const wrong = objectionsToParameter(operation, index, value)
    assert.equal(wrong, undefined, `${where}\n${parameter.name}: ${wrong}`)
  }
}

export function assertExchange(options: InjectOptions, response: LightMyRequestResponse): void {
  const url = String(options.url)
  const method = options.method ?? 'GET'
  if (!/^\/(v1|app)(?![^/?])/.test(url)) return
  if (response.statusCode >= 400 && method !== 'HEAD') assertErrorBody(response)
  const operation = findOperation(method, url)
  if (!operation) return
  assertDescribed(method, operation, response)
  if (response.statusCode < 400) assertTaken(operation, options, response)
}
