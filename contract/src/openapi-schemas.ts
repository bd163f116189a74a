// The two forms of a contract schema in the OpenAPI document: what a reply contains and what a request may contain. Both are made
// from the same fields by the rules of the service's reader (A3, A4, A6), so neither is written by hand.
import type { TSchema } from 'typebox'

export type Direction = 'input' | 'output'
export type Json = Record<string, unknown>

/** The JSON-schema keywords of our building blocks, and our own that only the forms use. */
interface Keywords {
  $id?: string
  $ref?: string
  $defs?: Record<string, Keywords>
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Keywords[]
  properties?: Record<string, Keywords>
  patternProperties?: Record<string, Keywords>
  additionalProperties?: unknown
  required?: string[]
  items?: Keywords
  description?: string
  readOnly?: boolean
  'x-sent'?: boolean
  'x-read'?: string
  'x-each-alone'?: boolean
  'x-personal'?: boolean
  'x-secret'?: boolean
  'x-aliases'?: Record<string, string>
  'x-field-aliases'?: Record<string, string>
  'x-owned-unless'?: { field: string; value: string }
}

const REFERENCE = '#/components/schemas/'
const nothing = { type: 'null' }

export interface SchemaForms {
  /** The schema as in the document; schemas with their own name become components. */
  of(schema: TSchema, direction: Direction): Json
  components(): Record<string, Json>
}

/** `sent` are all schemas of replies: one of them that requests use too gets a second form, `…Input`. */
export function createSchemaForms(sent: readonly TSchema[]): SchemaForms {
  const inReplies = new Set<string>()
  collectNames(sent, inReplies)
  const components: Record<string, Json> = {}

  const refer = (name: string, schema: Keywords, direction: Direction): Json => {
    const component = direction === 'input' && inReplies.has(name) ? `${name}Input` : name
    if (!Object.hasOwn(components, component)) {
      components[component] = {}
      const twin = component === name ? {} : { 'x-input-of': name }
      components[component] = { ...plain(schema, direction), ...twin }
    }
    const isSaid = schema.description === components[component]?.description
    return { $ref: REFERENCE + component, ...(isSaid ? {} : wordsOf(schema)) }
  }

  const form = (schema: Keywords, direction: Direction): Json => {
    const { $id, $defs, $ref } = schema
    if ($defs && $ref) return { ...refer($ref, defined($defs, $ref), direction), ...wordsOf(schema) }
    if ($ref) return { ...schema }
    return $id === undefined ? plain(schema, direction) : refer($id, schema, direction)
  }

  const plain = (schema: Keywords, direction: Direction): Json => {
    const {
      $id: _id,
      'x-sent': _sent,
      'x-read': _read,
      'x-each-alone': _alone,
      'x-personal': _personal,
      'x-secret': _secret,
      'x-owned-unless': _owned,
      'x-field-aliases': _fieldAliases,
      'x-aliases': aliases,
      readOnly: _readOnly,
      properties,
      required: _required,
      patternProperties,
      additionalProperties: _closed,
      items,
      anyOf,
      ...rest
    } = schema
    const [values] = Object.values(patternProperties ?? {})
    return {
      ...rest,
      ...(aliases && direction === 'input'
        ? { enum: [...(schema.enum ?? []), ...Object.keys(aliases)], 'x-aliases': aliases }
        : {}),
      ...(properties && fieldsOf(schema, direction)),
      ...(values && { additionalProperties: Object.keys(values).length === 0 || form(values, direction) }),
      ...(items && { items: form(items, direction) }),
      ...(anyOf && alternatives(anyOf, direction)),
    }
  }

  /** Replies: fields that are always sent are required. Requests: null means absent, and service-owned fields may be anything. */
  const fieldsOf = (schema: Keywords, direction: Direction): Json => {
    const fields = Object.entries(schema.properties ?? {})
    const isRequired = ([name, field]: [string, Keywords]) =>
      field['x-sent'] ? direction === 'output' : (schema.required?.includes(name) ?? false)
    const required = fields.filter(isRequired).map(([name]) => name)
    const ownedUnless = fields.filter(([, field]) => direction === 'input' && field['x-owned-unless'])
    const shapes = fields.map((entry): [string, Json] => {
      const [name, field] = entry
      if (direction === 'input' && (field.readOnly || field['x-owned-unless'])) return [name, anything(field)]
      const shape = { ...form(field, direction), ...wordsOf(field) }
      return [name, direction === 'output' || isRequired(entry) ? shape : orNull(shape)]
    })
    const aliases = Object.entries(direction === 'input' ? (schema['x-field-aliases'] ?? {}) : {}).map(
      ([alias, name]): [string, Json] => [
        alias,
        {
          ...orNull(form(schema.properties?.[name] ?? {}, direction)),
          description: `Another name of \`${name}\`.`,
        },
      ],
    )
    return {
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries([...shapes, ...aliases]),
      ...condition(ownedUnless),
    }
  }

  /** A field that the service computes is read from a request only if another field has one certain value. */
  const condition = (fields: [string, Keywords][]): Json => {
    const [first] = fields
    const rule = first?.[1]['x-owned-unless']
    if (!rule) return {}
    return {
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
      then: {
        properties: Object.fromEntries(fields.map(([name, field]) => [name, orNull(form(field, 'input'))])),
      },
      if: { properties: { [rule.field]: { const: rule.value } }, required: [rule.field] },
    }
  }

  const alternatives = (kinds: Keywords[], direction: Direction): Json => {
    const shapes = kinds.map((kind) => form(kind, direction))
    const propertyName = tagOf(kinds, direction)
    if (propertyName === undefined) return { anyOf: shapes }
    const mapping = Object.fromEntries(
      kinds.map((kind, index) => [kind.properties?.[propertyName]?.const, shapes[index]?.$ref]),
    )
    return { oneOf: shapes, discriminator: { propertyName, mapping } }
  }

  return {
    of: (schema, direction) => form(schema as Keywords, direction),
    components: () => Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

/** The field that distinguishes the kinds: required in each, with a different value in each. */
function tagOf(kinds: Keywords[], direction: Direction): string | undefined {
  if (kinds.some(({ $id }) => $id === undefined)) return undefined
  const [first] = kinds
  return first?.required?.find((name) => {
    const values = kinds.map(({ properties, required }) => {
      const field = properties?.[name]
      const isRequired = required?.includes(name) && !(direction === 'input' && field?.['x-sent'])
      return isRequired ? field?.const : undefined
    })
    return !values.includes(undefined) && new Set(values).size === kinds.length
  })
}

const wordsOf = ({ description }: { description?: unknown }): Json =>
  description === undefined ? {} : { description }

const anything = (field: Keywords): Json => ({
  ...wordsOf(field),
  ...(field.readOnly ? { readOnly: true } : {}),
})

function orNull(schema: Json): Json {
  const { $ref, description, anyOf, type, const: only, enum: values, ...rest } = schema
  const words = wordsOf(schema)
  if ($ref) return { anyOf: [{ $ref }, nothing], ...words }
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, nothing], ...words }
  if (type === undefined) return schema
  const list = only === undefined ? (values as unknown[] | undefined) : [only]
  return { ...rest, type: [type, 'null'], ...(list ? { enum: [...list, null] } : {}), ...words }
}

/** A schema that refers to itself by a short name, in the form of its component. */
function defined(definitions: Record<string, Keywords>, name: string): Keywords {
  const long = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(long)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) =>
        key === '$ref' && Object.hasOwn(definitions, inner) ? [key, REFERENCE + inner] : [key, long(inner)],
      ),
    )
  }
  return long(definitions[name]) as Keywords
}

function collectNames(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const { $id, $defs } = value as Keywords
  if (typeof $id === 'string') names.add($id)
  for (const name of Object.keys($defs ?? {})) names.add(name)
  for (const inner of Object.values(value)) collectNames(inner, names)
}
