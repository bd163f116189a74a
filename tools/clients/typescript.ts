// Writes the typed half of the TypeScript client: the schemas as types, a method for each operation, the kinds of callbacks, and the
// table by which the client sends requests. What the methods do is written by hand in clients/typescript/src.
import {
  type Described,
  type Document,
  isSuccess,
  type Parameter,
  type Reply,
  resolved,
  type Schema,
} from './document.ts'

const CLIENT = 'system_client_id'

export function typescriptFile(document: Document, made: string): string {
  const { operations, schemas, callbacks, errorCodes, prefix, version } = document
  return [
    `// Types and operations of the interface, from its OpenAPI document. ${made}`,
    "import type { CallOptions, Reply, Route } from './call.ts'",
    '',
    `export const interfaceVersion = ${quoted(version)}`,
    '/** What stands before each path. */',
    `export const prefix = ${quoted(prefix)}`,
    '',
    ...Object.entries(schemas).flatMap(([name, schema]) => declaration(name, schema)),
    '/** A method for each operation. `system_client_id` may be left out if the client was given one. */',
    'export interface Operations {',
    ...operations.flatMap((operation) => methodOf(operation, document)),
    '}',
    '',
    '/** Body of each kind of callback. */',
    'export interface CallbackBodies {',
    ...callbacks.flatMap(({ summary, body }, index) => [
      ...words(summary, '  '),
      ...kindsOf(callbacks[index]?.id ?? '', body, schemas).map((line) => `  ${line}`),
    ]),
    '}',
    '',
    '/** The kind of callbacks whose body names none. */',
    `export const unnamedKind = ${quoted(callbacks.find(({ body }) => kindValues(body, schemas).length === 0)?.id ?? '')}`,
    '',
    '/** Code of every kind of error; new ones may be added, so treat an unknown code by its HTTP status. */',
    'export const errorCodes = {',
    ...Object.entries(errorCodes).map(([name, code]) => `  ${name}: ${code},`),
    '} as const',
    '',
    '/** How each operation is sent. */',
    'export const routes: Readonly<Record<keyof Operations, Route>> = {',
    ...operations.map((operation) => `  ${operation.id}: ${routeOf(operation, document)},`),
    '}',
    '',
  ].join('\n')
}

function declaration(name: string, schema: Schema): string[] {
  const isPlain = schema.properties !== undefined && schema.type === 'object' && !schema.additionalProperties
  return [
    ...words(schema.description, ''),
    isPlain
      ? `export interface ${name} ${typeOf(schema, '')}`
      : `export type ${name} = ${typeOf(schema, '')}`,
    '',
  ]
}

function typeOf(schema: Schema, indent: string): string {
  const { $ref, anyOf, oneOf, allOf, enum: values, type } = schema
  if ($ref) return $ref.split('/').at(-1) ?? 'unknown'
  const alternatives = anyOf ?? oneOf
  if (alternatives) return unite(alternatives.map((one) => typeOf(one, indent)))
  if (allOf) return allOf.map((one) => `(${typeOf(one, indent)})`).join(' & ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return unite(values.map((value) => JSON.stringify(value)))
  if (Array.isArray(type)) return unite(type.map((one) => typeOf({ ...schema, type: one }, indent)))
  if (type === 'array') return listOf(typeOf(schema.items ?? {}, indent))
  if (type === 'object') return objectOf(schema, indent)
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown'
}

const unite = (types: string[]) => [...new Set(types)].join(' | ')
const listOf = (type: string) => (/^\w+$/.test(type) ? `${type}[]` : `(${type})[]`)

function objectOf(schema: Schema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...words(field.description, inner),
    `${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema.then?.properties?.[name] ?? field, inner)}`,
  ])
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties, inner) : 'unknown'
  if (fields.length === 0) return `Record<string, ${others}>`
  const object = ['{', ...fields, `${indent}}`].join('\n')
  return additionalProperties ? `${object} & Record<string, ${others}>` : object
}

/** `If-Match` is given as `ifMatch`. */
const optionOf = (header: string) =>
  header.toLowerCase().replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const ofPlace = ({ parameters }: Described, place: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === place)

function fieldsOf(parameters: Parameter[], isRequired: (parameter: Parameter) => boolean): string {
  if (parameters.length === 0) return 'Record<never, never>'
  const fields = parameters.flatMap((parameter) => [
    ...words(parameter.description, '    '),
    `    ${keyOf(parameter.in === 'header' ? optionOf(parameter.name) : parameter.name)}${isRequired(parameter) ? '' : '?'}: ${typeOf(parameter.schema, '    ')}`,
  ])
  return ['{', ...fields, '  }'].join('\n')
}

const TAG = 'If-None-Match'

function methodOf(operation: Described, document: Document): string[] {
  const { id, replies, body, isOurs } = operation
  const isNeeded = ({ name, required }: Parameter) => required === true && name !== CLIENT
  const inPath = ofPlace(operation, 'path')
  const query = ofPlace(operation, 'query')
  const isConditional = replies.some(({ status }) => status === 304)
  const headers = ofPlace(operation, 'header').filter(({ name }) => !(isConditional && name === TAG))
  const isGiven = body !== undefined || [...query, ...headers].some(isNeeded)
  const given = [
    'CallOptions',
    ...(headers.length > 0 ? [fieldsOf(headers, isNeeded)] : []),
    ...(query.length > 0
      ? [`{ query${query.some(isNeeded) ? '' : '?'}: ${fieldsOf(query, isNeeded)} }`]
      : []),
    ...(body ? [`{ body: ${bodyType(body)} }`] : []),
  ].join(' & ')
  const params = fieldsOf(inPath, isNeeded)
  const isAddressed = inPath.some(isNeeded)
  const reply = replyType(replies.filter(isSuccess))
  const args = `params${isAddressed || isGiven ? '' : '?'}: ${params}, given${isGiven ? '' : '?'}: ${given}`
  const conditional = `params: ${params}${isAddressed ? '' : ' | undefined'}, given: ${given} & { ifNoneMatch: string | undefined }`
  const told = words(`${operation.summary}${isOurs ? ' (our addition)' : ''}. ${operation.description}`, '  ')
  const calls = [
    ...(isConditional ? [`(${conditional}): Promise<${reply} | Reply<304, undefined>>`] : []),
    `(${args}): Promise<${reply}>`,
  ]
  const entry = entryType(operation, document)
  if (entry === undefined) return calls.flatMap((call) => [...told, `  ${id}${call}`])
  return [
    ...told,
    `  ${id}: {`,
    ...calls.map((call) => `    ${call}`),
    '    /** Page after page, by the address in `Link`. */',
    `    pages(${args}): AsyncGenerator<${reply}, void>`,
    '    /** Entry after entry, over all pages. */',
    `    each(${args}): AsyncGenerator<${entry}, void>`,
    '  }',
  ]
}

const bodyType = ({ contentType, schema }: { contentType: string; schema: Schema }) =>
  contentType === 'application/json' ? typeOf(schema, '  ') : 'Uint8Array | Blob'

/** Statuses with the same data share a type. */
function replyType(replies: Reply[]): string {
  const byType = Map.groupBy(replies, ({ contentType, schema }) => {
    if (contentType === undefined) return 'undefined'
    return contentType.startsWith('application/json') ? typeOf(schema ?? {}, '  ') : 'Blob'
  })
  return unite(
    [...byType].map(([type, same]) => `Reply<${same.map(({ status }) => status).join(' | ')}, ${type}>`),
  )
}

/** Pages come as an array, or as an object that has one. */
function pageOf({ replies }: Described, { schemas }: Document): { field?: string; list: Schema } | undefined {
  const paged = replies.find((reply) => isSuccess(reply) && 'Link' in reply.headers)
  if (!paged?.schema) return undefined
  const page = resolved(paged.schema, schemas)
  if (page.type === 'array') return { list: page }
  const lists = Object.entries(page.properties ?? {}).filter(([, { type }]) => type === 'array')
  const [only] = lists
  return only && lists.length === 1 ? { field: only[0], list: only[1] } : undefined
}

function entryType(operation: Described, document: Document): string | undefined {
  const page = pageOf(operation, document)
  return page && typeOf(page.list.items ?? {}, '  ')
}

function routeOf(operation: Described, document: Document): string {
  const { method, path, body, replies } = operation
  const page = pageOf(operation, document)
  const headers = ofPlace(operation, 'header').map(({ name }) => `${optionOf(name)}: ${quoted(name)}`)
  return `{ ${[
    `method: ${quoted(method)}`,
    `path: ${quoted(path)}`,
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body && body.contentType !== 'application/json' ? [`contentType: ${quoted(body.contentType)}`] : []),
    ...(replies.some(
      (one) => isSuccess(one) && one.contentType && !one.contentType.startsWith('application/json'),
    )
      ? ['isBinary: true']
      : []),
    ...(page ? [`page: ${page.field === undefined ? '{}' : `{ field: ${quoted(page.field)} }`}`] : []),
  ].join(', ')} }`
}

/** The kinds that a body names in its field `kind`. */
function kindValues(body: Schema, schemas: Document['schemas']): string[] {
  const { anyOf, oneOf, properties } = resolved(body, schemas)
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.flatMap((one) => kindValues(one, schemas))
  const kind = properties?.kind
  const values = kind && resolved(kind, schemas)
  return (values?.enum ?? (values?.const === undefined ? [] : [values.const])).map(String)
}

function kindsOf(id: string, body: Schema, schemas: Document['schemas']): string[] {
  const shape = resolved(body, schemas)
  const alternatives = shape.anyOf ?? shape.oneOf
  const kinds = kindValues(body, schemas)
  if (kinds.length === 0) return [`${id}: ${typeOf(body, '  ')}`]
  if (alternatives) return alternatives.flatMap((one) => kindsOf(id, one, schemas))
  const type = typeOf(body, '  ')
  return kinds.map((kind) => `${keyOf(kind)}: ${type} & { kind: ${quoted(kind)} }`)
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

function words(text: string | undefined, indent: string): string[] {
  if (text === undefined || text === '') return []
  return [`${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */`]
}
