// The OpenAPI document as the reference page needs it: operations in the order of their tags, references resolved. Only reads;
// missing parts are left out and never invented.
import { isRecord, type Json, member, toList, toRecord, toText, toTexts } from './json.ts'

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly ours: boolean
  readonly description: string
  readonly schema: Json
  readonly example: unknown
}
export type Example = {
  readonly name: string
  readonly value: unknown
  /** The name of the component, if many replies share it. */
  readonly shared?: string
}
export type Body = {
  readonly required: boolean
  readonly contentType: string
  readonly schema: Json
  readonly examples: readonly Example[]
}
type ReplyHeader = {
  readonly name: string
  readonly description: string
  readonly ours: boolean
  readonly example: string
}
export type Reply = {
  readonly status: string
  readonly description: string
  readonly schema: Json | undefined
  readonly contentType: string
  readonly headers: readonly ReplyHeader[]
  readonly examples: readonly Example[]
}
export type OperationError = {
  readonly errorCode: string
  readonly status: string
  readonly error: string
  readonly when: string
}
export type Operation = {
  readonly anchor: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly deprecated: boolean
  readonly ours: boolean
  /** `stable` or `preview`; empty if the document does not say. */
  readonly stability: string
  readonly decisions: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body: Body | undefined
  readonly replies: readonly Reply[]
  readonly errors: readonly OperationError[]
}
export type Tag = {
  readonly name: string
  readonly anchor: string
  readonly description: string
  readonly operations: readonly Operation[]
}

/** An error counts as common if at least this share of all operations has it. */
const commonShare = 1 / 3
const methods = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'])
/** A chain of references longer than this is a circle. */
const referenceHops = 16

export class ApiDocument {
  readonly root: Json
  readonly schemaAnchors: ReadonlyMap<string, string>
  readonly tags: readonly Tag[]
  readonly webhooks: readonly Operation[]
  readonly errors: readonly OperationError[]
  /** Numbers of errors that so many operations share that repeating them would hide what is special. */
  readonly commonErrors: ReadonlySet<string>
  readonly #anchors = new Set<string>()

  constructor(openapi: unknown) {
    this.root = toRecord(openapi)
    const names = Object.keys(toRecord(member(this.root.components, 'schemas')))
    this.schemaAnchors = new Map(names.map((name) => [name, this.#anchor('schema', name)]))
    this.tags = this.#readTags()
    // A webhook has a name instead of a path, followed by what is appended to the address of the receiver.
    this.webhooks = this.#readOperations(this.root.webhooks).map((webhook) => ({
      ...webhook,
      path: `{resource_url}${/^[^/]*(\/.*)$/.exec(webhook.path)?.[1] ?? ''}`,
    }))
    this.errors = readErrors(this.root['x-error-catalogue'])
    this.commonErrors = findCommonErrors(this.tags.flatMap((tag) => tag.operations))
  }

  get schemas(): readonly (readonly [string, Json])[] {
    return Object.entries(toRecord(member(this.root.components, 'schemas'))).map(([name, schema]) => [
      name,
      toRecord(schema),
    ])
  }

  /** Follows `$ref` inside this document only; siblings of the reference (a closer description) take precedence. */
  resolve(value: unknown): Json {
    let current = toRecord(value)
    for (let hop = 0; hop < referenceHops && typeof current.$ref === 'string'; hop += 1) {
      const { $ref: reference, ...nearer } = current
      current = { ...toRecord(this.#pointed(String(reference))), ...nearer }
    }
    return current
  }

  /** The name of the schema a value refers to, if that schema has its own place on the page. */
  schemaName(schema: Json): string | undefined {
    const name = /^#\/components\/schemas\/([^/]+)$/.exec(toText(schema.$ref))?.[1]
    const decoded = name === undefined ? undefined : toPointerKey(name)
    return decoded !== undefined && this.schemaAnchors.has(decoded) ? decoded : undefined
  }

  #pointed(reference: string): unknown {
    if (!reference.startsWith('#/')) return undefined
    return reference.slice(2).split('/').map(toPointerKey).reduce<unknown>(member, this.root)
  }

  #anchor(kind: string, name: string): string {
    const slug = name
      .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    let anchor = `${kind}-${slug}`
    for (let twin = 2; this.#anchors.has(anchor); twin += 1) anchor = `${kind}-${slug}-${twin}`
    this.#anchors.add(anchor)
    return anchor
  }

  #readTags(): readonly Tag[] {
    const operations = this.#readOperations(this.root.paths)
    const described = new Map(
      toList(this.root.tags).map((tag) => [toText(member(tag, 'name')), toText(member(tag, 'description'))]),
    )
    const names = new Set([...described.keys(), ...operations.map((operation) => operation.tag)])
    return [...names]
      .map((name) => ({
        name,
        anchor: this.#anchor('tag', name),
        description: described.get(name) ?? '',
        operations: operations.filter((operation) => operation.tag === name),
      }))
      .filter((tag) => tag.operations.length > 0)
  }

  #readOperations(paths: unknown): readonly Operation[] {
    return Object.entries(toRecord(paths)).flatMap(([path, value]) => {
      const item = this.resolve(value)
      return Object.keys(item)
        .filter((method) => methods.has(method) && isRecord(item[method]))
        .map((method) => this.#readOperation(path, method, toRecord(item[method]), toList(item.parameters)))
    })
  }

  #readOperation(path: string, method: string, operation: Json, shared: readonly unknown[]): Operation {
    const replies = Object.entries(toRecord(operation.responses))
    return {
      anchor: this.#anchor('op', toText(operation.operationId) || `${method} ${path}`),
      method: method.toUpperCase(),
      path,
      tag: toTexts(operation.tags)[0] ?? '',
      summary: toText(operation.summary) || `${method.toUpperCase()} ${path}`,
      description: toText(operation.description),
      deprecated: operation.deprecated === true,
      ours: operation['x-ours'] === true,
      stability: toText(operation['x-stability']),
      decisions: toTexts(operation['x-decisions']),
      parameters: [...shared, ...toList(operation.parameters)].map((parameter) =>
        this.#readParameter(parameter),
      ),
      body: this.#readBody(operation.requestBody),
      replies: replies.map(([status, reply]) => this.#readReply(status, reply)),
      errors: readErrors(operation['x-errors']),
    }
  }

  #readParameter(value: unknown): Parameter {
    const parameter = this.resolve(value)
    const schema = toRecord(parameter.schema)
    const resolved = this.resolve(schema)
    return {
      name: toText(parameter.name),
      in: toText(parameter.in),
      required: parameter.required === true,
      ours: parameter['x-ours'] === true || resolved['x-ours'] === true,
      description: toText(parameter.description) || toText(resolved.description),
      schema,
      example: parameter.example ?? this.examplesOf(parameter, schema)[0]?.value,
    }
  }

  #readBody(value: unknown): Body | undefined {
    const body = this.resolve(value)
    const [contentType, media] = Object.entries(toRecord(body.content))[0] ?? []
    if (contentType === undefined) return undefined
    const schema = toRecord(member(media, 'schema'))
    return {
      required: body.required === true,
      contentType,
      schema,
      examples: this.examplesOf(toRecord(media), schema),
    }
  }

  #readReply(status: string, value: unknown): Reply {
    const answer = this.resolve(value)
    const [contentType = '', media] = Object.entries(toRecord(answer.content))[0] ?? []
    const schema = member(media, 'schema')
    return {
      status,
      description: toText(answer.description),
      contentType,
      schema: isRecord(schema) ? schema : undefined,
      // A header among the components comes with many replies: it is not listed each time.
      headers: Object.entries(toRecord(answer.headers))
        .filter(([, header]) => member(header, '$ref') === undefined)
        .map(([name, header]) => ({
          name,
          description: toText(member(header, 'description')),
          ours: member(header, 'x-ours') === true,
          example: toText(member(header, 'example')),
        })),
      examples: isRecord(media) ? this.examplesOf(media, toRecord(schema)) : [],
    }
  }

  /** Examples next to the schema first, then those of the schema itself. */
  examplesOf(holder: Json, schema: Json): readonly Example[] {
    const named = Object.entries(toRecord(holder.examples)).map(([name, example]) => {
      const resolved = this.resolve(example)
      const shared = /^#\/components\/examples\/([^/]+)$/.exec(toText(member(example, '$ref')))?.[1]
      return {
        name: toText(resolved.summary) || name,
        value: resolved.value,
        ...(shared === undefined ? {} : { shared }),
      }
    })
    if (named.length > 0) return named
    if (holder.example !== undefined) return [{ name: '', value: holder.example }]
    const resolved = this.resolve(schema)
    const own = resolved.example === undefined ? toList(resolved.examples) : [resolved.example]
    return own.map((value) => ({ name: '', value }))
  }
}

type PathPart = {
  readonly text: string
  /** Of the variable, if the part is one. */
  readonly name: string | undefined
  /** The part before, which says what an id names. */
  readonly before: string
}

export function pathParts(path: string): readonly PathPart[] {
  return path.split('/').map((text, index, all) => ({
    text,
    name: /^\{([^}]+)\}$/.exec(text)?.[1],
    before: all[index - 1] ?? '',
  }))
}

function toPointerKey(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return part
  }
}

function readErrors(value: unknown): readonly OperationError[] {
  return toList(value).map((entry) => ({
    errorCode: toText(member(entry, 'errorCode')),
    status: toText(member(entry, 'status')),
    error: toText(member(entry, 'error')),
    when: toText(member(entry, 'when')),
  }))
}

function findCommonErrors(operations: readonly Operation[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { errors } of operations)
    for (const { errorCode } of errors) counts.set(errorCode, (counts.get(errorCode) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count > 1 && count >= operations.length * commonShare)
  return new Set(common.map(([errorCode]) => errorCode))
}
