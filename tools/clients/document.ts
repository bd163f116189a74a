// Reads the OpenAPI document of the DMS interface for those who write clients: one flat entry for each operation and callback.
// It knows no operation by name, so a new one needs no change here.

export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  /** How fields are read that the service computes otherwise. */
  then?: Schema
  description?: string
  format?: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

interface Media {
  schema?: Schema
  example?: unknown
}

interface Header {
  description?: string
  example?: unknown
}

export interface Reply {
  status: number
  description: string
  headers: Record<string, Header>
  /** Absent if the reply has no body. */
  contentType?: string
  schema?: Schema
  example?: unknown
}

export interface Described {
  id: string
  method: string
  path: string
  heading: string
  summary: string
  description: string
  isOurs: boolean
  parameters: Parameter[]
  body?: { contentType: string; schema: Schema; example?: unknown }
  replies: Reply[]
}

export interface Document {
  title: string
  description: string
  version: string
  /** What stands before each path, such as `/v1`. */
  prefix: string
  headings: { name: string; description: string }[]
  schemas: Record<string, Schema>
  operations: Described[]
  callbacks: { id: string; summary: string; description: string; body: Schema }[]
  /** Code of every problem, by its name. */
  errorCodes: Record<string, number>
}

interface Operation {
  operationId: string
  tags?: string[]
  summary: string
  description: string
  'x-ours'?: boolean
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<
    string,
    { description: string; headers?: Record<string, Header>; content?: Record<string, Media> }
  >
}

interface OpenApi {
  info: { title: string; description: string; version: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; examples: Record<string, { value: unknown }> }
}

export function readDocument(openApi: unknown): Document {
  const { info, servers, tags, paths, webhooks, components } = openApi as OpenApi
  const errors = Object.entries(components.examples).map(([name, { value }]): [string, number] => [
    name,
    (value as { errorCode: number }).errorCode,
  ])
  return {
    ...info,
    prefix: new URL(servers[0]?.url ?? '').pathname.replace(/\/$/, ''),
    headings: tags,
    schemas: components.schemas,
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => describe(method, path, operation)),
    ),
    callbacks: Object.values(webhooks)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId: id, summary, description, requestBody }) => {
        const body = requestBody?.content['application/json']?.schema
        if (!body) throw new Error(`The callback ${id} has no body.`)
        return { id, summary, description, body }
      }),
    errorCodes: Object.fromEntries(errors),
  }
}

function describe(method: string, path: string, operation: Operation): Described {
  const { operationId: id, tags = [], summary, description, parameters = [], requestBody } = operation
  const [body] = Object.entries(requestBody?.content ?? {})
  const replies = Object.entries(operation.responses).map(
    ([status, { content = {}, headers = {}, ...reply }]) => {
      const [media] = Object.entries(content)
      return {
        status: Number(status),
        description: reply.description,
        headers,
        ...(media ? { contentType: media[0], ...media[1] } : {}),
      }
    },
  )
  return {
    id,
    method: method.toUpperCase(),
    path,
    heading: tags[0] ?? '',
    summary,
    description,
    isOurs: operation['x-ours'] ?? false,
    parameters,
    ...(body ? { body: { contentType: body[0], schema: {}, ...body[1] } } : {}),
    replies,
  }
}

export const isSuccess = ({ status }: Reply): boolean => status >= 200 && status < 300

/** The schema a reference stands for. */
export function resolved(schema: Schema, schemas: Document['schemas']): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : resolved(schemas[name] ?? {}, schemas)
}
