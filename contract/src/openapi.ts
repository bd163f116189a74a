// Makes the OpenAPI 3.1 document from the operations and schemas of the contract. Adds nothing that is not in them.
import type { TSchema } from 'typebox'
import { headings as appHeadings, operations as appOperations } from './app/operations.ts'
import { callbackKindNames } from './callback-kinds.ts'
import { eventCallback, sampleEvent } from './dms/event-callbacks.ts'
import { callback } from './dms/events.ts'
import dmsExamples from './dms/examples.generated.json' with { type: 'json' }
import { headings as dmsHeadings, operations as dmsOperations } from './dms/operations.ts'
import { SurveyElement } from './dms/surveys.ts'
import {
  addExamples,
  addToParameters,
  type ExampleExchange,
  errorExamples,
  type Responses,
} from './openapi-examples.ts'
import { createSchemaForms, type SchemaForms } from './openapi-schemas.ts'
import { etagReply, type Operation, type Reply } from './operation.ts'
import { prefixes } from './paths.ts'
import { type ProblemEntry, type ProblemKind, problems } from './problems.ts'
import { identifier } from './schema.ts'
import { ErrorBody } from './shared.ts'

interface About {
  version: string
  title: string
  description: string
  operations: readonly Operation[]
  /** What each heading is about. */
  headings: Readonly<Record<string, string>>
  /** An exchange for each operation, by id. */
  examples?: Readonly<Record<string, ExampleExchange>>
  /** Relative to the base URL. */
  prefix: string
  /** The calls the service makes itself. */
  hasCallback: boolean
  /** Whether a page may call it with a session cookie instead of a key. */
  hasSessions: boolean
  baseUrl: string
}

/** Problems of every operation; each operation names its others. */
const shared: ProblemKind[] = [
  'notAuthorized',
  'forbidden',
  'invalidPath',
  'rateExceeded',
  'internal',
  'unavailable',
]
const withBody: ProblemKind[] = [
  'notJson',
  'malformedJson',
  'wrongJsonType',
  'bodyTooLarge',
  'nestedTooDeep',
  'severalViolations',
  'missingField',
  'wrongType',
  'notInList',
  'invalidDate',
  'outOfRange',
  'tooLong',
  'invalidText',
  'invalidLanguage',
  'idMismatch',
]
/** Our own headers that many replies have: written once, among the components. */
const commonHeaders = {
  'X-Request-Id': 'Names this exchange in the log of the service. Our addition (B7).',
  'Retry-After': 'Seconds to wait before the next attempt (B5).',
  'RateLimit-Policy':
    'The limits that apply: `q` requests in `w` seconds, such as `"key";q=12000;w=60`. Left out if there is none. Our addition (B7).',
  RateLimit:
    'What is left of each: `r` requests now, all of them in `t` seconds, such as `"key";r=11999;t=1`. Our addition (B7).',
}
const common = (...names: (keyof typeof commonHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const limitFields = ['RateLimit-Policy', 'RateLimit'] as const
const tryLater = new Set([429, 503])
const bytes = { type: 'string', format: 'binary' }

/** A body without a schema of the contract. */
const unstructured = (contentType: string) => {
  if (contentType.startsWith('text/')) return { type: 'string' }
  return contentType.startsWith('application/json') ? { type: 'object' } : bytes
}

const withQuery: ProblemKind[] = [
  'severalViolations',
  'wrongType',
  'notInList',
  'invalidDate',
  'outOfRange',
  'tooLong',
  'invalidText',
]

export function buildOpenApi(about: About) {
  const { version, baseUrl, operations } = about
  const forms = createSchemaForms([
    ...operations.flatMap(({ replies }) => Object.values(replies).flatMap(({ body }) => body ?? [])),
    SurveyElement,
    ErrorBody,
    ...(about.hasCallback ? [callback.body, eventCallback.body] : []),
  ])

  const problemsOf = (operation: Operation): ProblemEntry[] => {
    const kinds = new Set<ProblemKind>([
      ...shared,
      ...(operation.body || operation.isJsonFile ? withBody : []),
      ...(operation.query ? withQuery : []),
      ...(about.hasSessions ? (['loginDisabled'] as const) : []),
      ...(about.hasSessions && operation.method !== 'GET' ? (['wrongOrigin'] as const) : []),
      ...operation.problems,
    ])
    return [...kinds].map((kind) => problems[kind]).sort((a, b) => a.errorCode - b.errorCode)
  }

  const responsesOf = (operation: Operation) => {
    const responses: Responses = {}
    for (const [status, reply] of Object.entries(operation.replies)) {
      responses[status] = {
        description: reply.description,
        headers: { ...headers(reply.headers ?? {}), ...common('X-Request-Id', ...limitFields) },
        ...contentOf(reply),
      }
    }
    if (
      operation.method === 'GET' &&
      operation.requestHeaders &&
      'if-none-match' in operation.requestHeaders
    ) {
      responses[304] = {
        description: 'Not changed since the `ETag` in `If-None-Match`. Our addition (B7).',
        headers: { ...headers(etagReply), ...common('X-Request-Id') },
      }
    }
    const byStatus = Map.groupBy(problemsOf(operation), ({ status }) => status)
    for (const [status, entries] of byStatus) {
      responses[status] = {
        description: entries.map(({ errorCode, error }) => `${errorCode} ${error}`).join('; '),
        headers: common(
          ...(tryLater.has(status) ? (['Retry-After'] as const) : []),
          'X-Request-Id',
          ...(status === 429 ? limitFields : []),
        ),
        content: { 'application/json': { schema: forms.of(ErrorBody, 'output') } },
      }
    }
    return responses
  }

  const contentOf = ({ body, contentType }: Reply) => {
    if (body) return { content: { 'application/json': { schema: forms.of(body, 'output') } } }
    return contentType ? { content: { [contentType]: { schema: unstructured(contentType) } } } : {}
  }

  const parametersOf = (operation: Operation) => {
    const query = (operation.query ?? {}) as { properties?: Record<string, TSchema>; required?: string[] }
    const needed = new Set(query.required)
    return [
      ...Object.entries(operation.params).map(([name, param]) => {
        const { description, ...schema } = forms.of(
          typeof param === 'string' ? identifier(param) : param,
          'input',
        )
        return { name, in: 'path', required: true, description, schema }
      }),
      ...Object.entries(query.properties ?? {}).map(([name, field]) => {
        const { description, ...schema } = forms.of(field, 'input')
        return { name, in: 'query', required: needed.has(name), description, schema }
      }),
      ...headerParameters(operation.requestHeaders ?? {}),
    ]
  }

  /** A body that is read differently in some state may have either form. */
  const bodyOf = ({ body, bodyInState, bytes: words, example }: Operation) => {
    if (words) {
      const content = { 'application/octet-stream': { schema: bytes } }
      return { requestBody: { required: true, description: words, content } }
    }
    if (!body) return {}
    const [schema, other] = [body, bodyInState].map((one) => one && forms.of(one, 'input'))
    const content = {
      schema: other ? { anyOf: [schema, other] } : schema,
      ...(example === undefined ? {} : { example }),
    }
    return { requestBody: { required: true, content: { 'application/json': content } } }
  }

  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    const path = paths[operation.path] as Record<string, unknown>
    const described = {
      operationId: operation.id,
      tags: [operation.heading],
      summary: operation.summary,
      description: operation.description,
      'x-decisions': operation.decisions,
      ...(operation.ours ? { 'x-ours': true } : {}),
      // The web apps come with the service: nobody else may rely on their operations.
      ...(about.prefix === prefixes.dms
        ? { 'x-stability': operation.stability ?? (operation.ours ? 'preview' : 'stable') }
        : {}),
      parameters: parametersOf(operation),
      ...bodyOf(operation),
      responses: responsesOf(operation),
      'x-errors': problemsOf(operation),
    }
    const example = about.examples?.[operation.id]
    if (example) addExamples(described, example)
    path[operation.method.toLowerCase()] = described
  }
  // Sections contain elements of any kind, including sections.
  forms.of(SurveyElement, 'output')

  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version,
      description: about.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      contact: { name: 'The operator of this service', url: baseUrl },
    },
    servers: [{ url: `${baseUrl}${about.prefix}` }],
    tags: [...new Set(operations.map(({ heading }) => heading))].map((name) => ({
      name,
      description: about.headings[name],
    })),
    security: [{ apiKey: [] }, ...(about.hasSessions ? [{ session: [] }] : [])],
    paths,
    ...(about.hasCallback ? { webhooks: webhooks(forms, about.examples?.[callback.id]) } : {}),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        ...(about.hasSessions
          ? { session: { type: 'apiKey', in: 'cookie', name: '__Host-walkaround' } }
          : {}),
      },
      headers: headers(commonHeaders),
      ...(about.examples ? { examples: errorExamples(operations.flatMap(problemsOf)) } : {}),
      schemas: forms.components(),
    },
    'x-error-catalogue': Object.values(problems).sort((a, b) => a.errorCode - b.errorCode),
  }
}

/** An outbound call as data. */
interface Webhook {
  id: string
  summary: string
  description: string
  decisions: readonly string[]
  params: Record<string, string>
  headers: Record<string, string>
  body: TSchema
}

function webhooks(forms: SchemaForms, example: ExampleExchange | undefined) {
  const when = { id: 'c-1', systemClientId: 'demo', occurredTimestamp: '2026-03-01T12:00:00.000Z' }
  const examples = Object.fromEntries(
    callbackKindNames.map((kind) => [kind, { value: sampleEvent(kind, when) }]),
  )
  const [kind] = callbackKindNames
  // Headers as those of the other callback; the page that shows them signs its own example.
  const values = example && {
    ...example.params,
    id: when.id,
    'webhook-id': when.id,
    'webhook-kind': kind ?? '',
  }
  return {
    ...webhook(forms, callback, example?.params, { example: example?.body }),
    ...webhook(forms, eventCallback, values, { examples }, { 'x-ours': true }),
  }
}

function webhook(
  forms: SchemaForms,
  { id, summary, description, decisions, params, headers, body }: Webhook,
  values: ExampleExchange['params'] | undefined,
  shown: object,
  more: object = {},
) {
  const inPath = Object.entries(params).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }))
  const parameters = [...inPath, ...headerParameters(headers)]
  addToParameters(parameters, values)
  const content = { schema: forms.of(body, 'output'), ...shown }
  // A webhook has no path; its name contains the variables of the address.
  const name = [id, ...inPath.map((variable) => `{${variable.name}}`)].join('/')
  const put = {
    operationId: id,
    summary,
    description,
    'x-decisions': decisions,
    ...more,
    parameters,
    requestBody: { required: true, content: { 'application/json': content } },
    responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
  }
  return { [name]: { put } }
}

const headers = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, description]) => [
      headerName(name),
      { description, schema: { type: 'string' } },
    ]),
  )

const headerParameters = (texts: Record<string, string>) =>
  Object.entries(texts).map(([name, description]) => ({
    name: headerName(name),
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }))

/** In the usual spelling; Node and the contract write headers in lower case. */
const headerName = (name: string): string =>
  name === 'etag' ? 'ETag' : name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** The interface of the DMS. */
export const dmsInterface = {
  prefix: prefixes.dms,
  operations: dmsOperations,
  headings: dmsHeadings,
  examples: dmsExamples as Record<string, ExampleExchange>,
  hasCallback: true,
  hasSessions: false,
  title: 'Walkaround: vehicle inspection integration',
  description:
    'A dealer management system sends orders and leads, reads surveys, adds custom answers. Null and absent are the same on ' +
    'input; output never contains null. Where the interface leaves something open, the descriptions name our decision by its ' +
    'letter and number.',
}

/** What the web apps call: same schemas, same errors, but released together with them and free to change. */
export const appInterface = {
  prefix: prefixes.app,
  operations: appOperations,
  headings: appHeadings,
  hasCallback: false,
  hasSessions: true,
  title: 'Walkaround: operations of the web apps',
  description:
    'What the workshop app and other pages of the service call. It changes together with them; systems of others use the ' +
    'interface under `/v1`.',
}
