// Makes the OpenAPI 3.1 document from the operations and schemas of the contract. Adds nothing that is not in them.
import type { TSchema } from 'typebox'
import { operations as appOperations } from './app/operations.ts'
import { callback } from './dms/events.ts'
import { operations as dmsOperations } from './dms/operations.ts'
import { SurveyElement } from './dms/surveys.ts'
import type { Answer, Operation } from './operation.ts'
import { ErrorBody } from './shared.ts'

export interface CatalogueEntry {
  status: number
  errorCode: number
  error: string
  when: string
}

interface About {
  version: string
  title: string
  description: string
  operations: readonly Operation[]
  /** Below the base URL. */
  prefix: string
  /** The calls the service makes itself. */
  hasCallback: boolean
  /** Whether a page may call it with the cookie of a session in place of a key. */
  hasSessions: boolean
  baseUrl: string
  /** Everything the service can refuse, by kind. */
  catalogue: Readonly<Record<string, CatalogueEntry>>
}

/** Problems any operation can have; the rest is named by the operation. */
const shared = ['notAuthorized', 'forbidden', 'invalidPath', 'internal', 'unavailable']
const withBody = [
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
  'idMismatch',
]
const withQuery = ['severalViolations', 'wrongType', 'notInList', 'invalidDate', 'outOfRange', 'tooLong']

export function buildOpenApi(about: About) {
  const { version, baseUrl, catalogue, operations } = about
  const schemas: Record<string, unknown> = {}
  /** Schemas with a name of their own become components; others stay in place. */
  const refer = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(refer)
    if (typeof schema !== 'object' || schema === null) return schema
    const { $id, ...rest } = schema as { $id?: string }
    const plain = () => Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, refer(value)]))
    if ($id === undefined) return plain()
    if (!Object.hasOwn(schemas, $id)) {
      schemas[$id] = {}
      schemas[$id] = plain()
    }
    // Words of the place beside the reference, where they differ from those of the schema.
    const own = schemas[$id] as { description?: string }
    const { description, readOnly } = rest as { description?: string; readOnly?: boolean }
    return {
      $ref: `#/components/schemas/${$id}`,
      ...(description === own.description || own.description === undefined ? {} : { description }),
      ...(readOnly ? { readOnly } : {}),
    }
  }

  const problemsOf = (operation: Operation): (CatalogueEntry & { kind: string })[] => {
    const kinds = new Set([
      ...shared,
      ...(operation.body ? withBody : []),
      ...(operation.query ? withQuery : []),
      ...(about.hasSessions ? ['loginDisabled'] : []),
      ...(about.hasSessions && operation.method !== 'GET' ? ['wrongOrigin'] : []),
      ...operation.problems,
    ])
    return [...kinds]
      .map((kind) => {
        const entry = catalogue[kind]
        if (!entry)
          throw new Error(`${operation.id} names a problem ${kind} that the catalogue does not have`)
        return { kind, ...entry }
      })
      .sort((a, b) => a.errorCode - b.errorCode)
  }

  const headers = (texts: Record<string, string> | undefined) =>
    texts &&
    Object.fromEntries(
      Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    )

  const contentOf = ({ body, contentType }: Answer) => {
    if (body) return { content: { 'application/json': { schema: refer(body) } } }
    return contentType ? { content: { [contentType]: {} } } : {}
  }

  const responsesOf = (operation: Operation) => {
    const responses: Record<string, unknown> = {}
    for (const [status, answer] of Object.entries(operation.answers)) {
      responses[status] = {
        description: answer.description,
        ...(answer.headers ? { headers: headers(answer.headers) } : {}),
        ...contentOf(answer),
      }
    }
    if (
      operation.method === 'GET' &&
      operation.requestHeaders &&
      'if-none-match' in operation.requestHeaders
    ) {
      responses[304] = { description: 'Not changed since the `ETag` in `If-None-Match`. Our addition (B7).' }
    }
    const byStatus = Map.groupBy(problemsOf(operation), ({ status }) => status)
    for (const [status, entries] of byStatus) {
      responses[status] = {
        description: entries.map(({ errorCode, error }) => `${errorCode} ${error}`).join('; '),
        content: { 'application/json': { schema: refer(ErrorBody) } },
      }
    }
    return responses
  }

  const parametersOf = (operation: Operation) => [
    ...Object.entries(operation.params).map(([name, description]) => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string', maxLength: 128 },
    })),
    ...Object.entries(
      (operation.query as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {},
    ).map(([name, schema]) => {
      const { description, ...rest } = refer(schema) as { description?: string }
      return { name, in: 'query', required: false, description, schema: rest }
    }),
    ...Object.entries(operation.requestHeaders ?? {}).map(([name, description]) => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    })),
  ]

  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    const path = paths[operation.path] as Record<string, unknown>
    path[operation.method.toLowerCase()] = {
      operationId: operation.id,
      tags: [operation.heading],
      summary: operation.summary,
      description: operation.description,
      'x-decisions': operation.decisions,
      ...(operation.ours ? { 'x-ours': true } : {}),
      parameters: parametersOf(operation),
      ...(operation.body
        ? {
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: refer(operation.body),
                  ...(operation.example === undefined ? {} : { example: operation.example }),
                },
              },
            },
          }
        : {}),
      ...(operation.bytes
        ? {
            requestBody: {
              required: true,
              description: operation.bytes,
              content: { 'application/octet-stream': {} },
            },
          }
        : {}),
      responses: responsesOf(operation),
      'x-errors': problemsOf(operation).map(({ errorCode, status, error, when }) => ({
        errorCode,
        status,
        error,
        when,
      })),
    }
  }
  // Sections hold elements of any kind, themselves included.
  refer(SurveyElement)

  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version,
      description: about.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${baseUrl}${about.prefix}` }],
    tags: [...new Set(operations.map(({ heading }) => heading))].map((name) => ({ name })),
    security: [{ apiKey: [] }, ...(about.hasSessions ? [{ session: [] }] : [])],
    paths,
    ...(about.hasCallback ? { webhooks: webhooks(refer) } : {}),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
        ...(about.hasSessions
          ? { session: { type: 'apiKey', in: 'cookie', name: '__Host-walkaround' } }
          : {}),
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
    'x-error-catalogue': Object.values(catalogue)
      .map(({ errorCode, status, error, when }) => ({ errorCode, status, error, when }))
      .sort((a, b) => a.errorCode - b.errorCode),
  }
}

const webhooks = (refer: (schema: unknown) => unknown) => ({
  [callback.id]: {
    put: {
      operationId: callback.id,
      summary: callback.summary,
      description: callback.description,
      'x-decisions': callback.decisions,
      requestBody: { required: true, content: { 'application/json': { schema: refer(callback.body) } } },
      responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
    },
  },
})

/** The interface of the DMS. */
export const dmsInterface = {
  prefix: '/v1',
  operations: dmsOperations,
  hasCallback: true,
  hasSessions: false,
  title: 'Walkaround: vehicle inspection integration',
  description:
    'A dealer management system sends orders and leads, reads surveys, adds custom answers. Null and absent are the same on ' +
    'input; output never contains null. Where the interface leaves something open, the descriptions name our decision by its ' +
    'letter and number.',
}

/** What the web apps call: same schemas, same errors, but of one release with them and free to change. */
export const appInterface = {
  prefix: '/app',
  operations: appOperations,
  hasCallback: false,
  hasSessions: true,
  title: 'Walkaround: operations of the web apps',
  description:
    'What the workshop app and other pages of the service call. It changes together with them; systems of others use the ' +
    'interface under `/v1`.',
}
