// Compares two OpenAPI files of the interface: what was added, removed or changed, and whether a caller of the older one notices.
// Pure; `npm run generate` writes docs/interface-changes.md from it, and a check refuses breaking changes of what is stable.

export type Stability = 'stable' | 'preview'

export type InterfaceChange = {
  /** What changed, in words; named schemas and fields as code. */
  readonly what: string
  readonly isBreaking: boolean
  /** Operations that it concerns, by method and path. */
  readonly operations: readonly string[]
  /** Whether one of them is stable. */
  readonly isStable: boolean
}

type Json = Readonly<Record<string, unknown>>
/** What callers send, or what they get. */
type Direction = 'sent' | 'received'
type Told = { what: string; isBreaking: boolean }
type Side = { readonly root: Json; readonly schema: Json }

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const
/** Limits that are stricter when they are lower, and those that are stricter when they are higher. */
const upper = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'] as const
const lower = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'] as const

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toRecord = (value: unknown): Json => (isRecord(value) ? value : {})
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const without = <T>(list: Iterable<T>, others: Iterable<T>): T[] => {
  const known = new Set(others)
  return [...list].filter((one) => !known.has(one))
}
const quoted = (values: Iterable<unknown>): string => [...values].map((value) => `\`${value}\``).join(', ')

export function compareInterfaces(before: unknown, after: unknown): readonly InterfaceChange[] {
  const [old, now] = [toRecord(before), toRecord(after)]
  const [oldOnes, newOnes] = [listOperations(old), listOperations(now)]
  const found = new Map<string, { told: Told; operations: string[]; isStable: boolean }>()
  const tell = (told: Told, operation: string, stability: Stability) => {
    const key = `${told.isBreaking} ${told.what}`
    const known = found.get(key) ?? { told, operations: [], isStable: false }
    if (!known.operations.includes(operation)) known.operations.push(operation)
    known.isStable ||= stability === 'stable'
    found.set(key, known)
  }
  for (const [name, operation] of oldOnes) {
    // What was promised counts, not what is promised now.
    const stability = stabilityOf(operation)
    const successor = newOnes.get(name)
    if (successor === undefined) tell({ what: 'Operation removed', isBreaking: true }, name, stability)
    else for (const told of compareOperation(old, operation, now, successor)) tell(told, name, stability)
  }
  for (const [name, operation] of newOnes)
    if (!oldOnes.has(name)) {
      const what = `Operation added: ${toText(operation.summary)}`
      tell({ what, isBreaking: false }, name, stabilityOf(operation))
    }
  return [...found.values()].map(({ told, operations, isStable }) => ({ ...told, operations, isStable }))
}

/** Files from before the mark have none: then what is ours is a preview. */
function stabilityOf(operation: Json): Stability {
  const marked = operation['x-stability']
  if (marked === 'stable' || marked === 'preview') return marked
  return operation['x-ours'] === true ? 'preview' : 'stable'
}

function listOperations(root: Json): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(toRecord(root.paths)).flatMap(([path, item]) =>
      methods.flatMap((method): [string, Json][] => {
        const operation = toRecord(item)[method]
        return isRecord(operation) ? [[`${method.toUpperCase()} ${path}`, operation]] : []
      }),
    ),
  )
}

function compareOperation(old: Json, before: Json, now: Json, after: Json): readonly Told[] {
  const isTakenBack = stabilityOf(before) === 'stable' && stabilityOf(after) === 'preview'
  const name = toText(after.operationId)
  return [
    ...(isTakenBack ? [{ what: 'No longer stable', isBreaking: true }] : []),
    ...(before.deprecated !== true && after.deprecated === true
      ? [{ what: 'Deprecated', isBreaking: false }]
      : []),
    ...compareParameters(name, old, before, now, after),
    ...compareBodies(name, old, before, now, after),
    ...compareReplies(name, old, before, now, after),
    ...compareErrors(before, after),
  ]
}

function compareParameters(name: string, old: Json, before: Json, now: Json, after: Json): Told[] {
  const listOf = (root: Json, operation: Json) =>
    new Map(
      toList(operation.parameters).map((value) => {
        const parameter = resolve(root, toRecord(value))
        const place = toText(parameter.in)
        const own = toText(parameter.name)
        // Names of headers have no case.
        return [`${place} ${place === 'header' ? own.toLowerCase() : own}`, parameter] as const
      }),
    )
  const [oldOnes, newOnes] = [listOf(old, before), listOf(now, after)]
  const told: Told[] = []
  for (const [key, parameter] of oldOnes) {
    const successor = newOnes.get(key)
    const what = `${toPlace(parameter)} \`${toText(parameter.name)}\``
    if (successor === undefined) told.push({ what: `${what} removed`, isBreaking: true })
    else {
      if (parameter.required !== true && successor.required === true)
        told.push({ what: `${what} required`, isBreaking: true })
      told.push(
        ...compareSchemas(
          { root: old, schema: toRecord(parameter.schema) },
          { root: now, schema: toRecord(successor.schema) },
          'sent',
          `${name} ${toText(parameter.name)}`,
        ),
      )
    }
  }
  for (const [key, parameter] of newOnes)
    if (!oldOnes.has(key)) {
      const isRequired = parameter.required === true
      const what = `${toPlace(parameter)} \`${toText(parameter.name)}\` added`
      told.push({ what: isRequired ? `${what}, required` : what, isBreaking: isRequired })
    }
  return told
}

function toPlace(parameter: Json): string {
  if (parameter.in === 'header') return 'Request header'
  return parameter.in === 'query' ? 'Query parameter' : 'Variable of the path'
}

function contentOf(root: Json, holder: unknown): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(toRecord(resolve(root, toRecord(holder)).content)).map(([type, media]) => [
      type,
      toRecord(toRecord(media).schema),
    ]),
  )
}

function compareContents(
  name: string,
  direction: Direction,
  before: readonly [Json, unknown],
  after: readonly [Json, unknown],
): Told[] {
  const [oldOnes, newOnes] = [contentOf(...before), contentOf(...after)]
  const where = direction === 'sent' ? 'Body' : 'Reply'
  return [
    ...without(oldOnes.keys(), newOnes.keys()).map((type) => ({
      what: `${where} as \`${type}\` removed`,
      isBreaking: true,
    })),
    ...without(newOnes.keys(), oldOnes.keys()).map((type) => ({
      what: `${where} as \`${type}\` added`,
      // Nobody had to send one before.
      isBreaking: direction === 'sent' && oldOnes.size === 0,
    })),
    ...[...oldOnes].flatMap(([type, schema]) => {
      const successor = newOnes.get(type)
      if (successor === undefined) return []
      return compareSchemas(
        { root: before[0], schema },
        { root: after[0], schema: successor },
        direction,
        name,
      )
    }),
  ]
}

const compareBodies = (name: string, old: Json, before: Json, now: Json, after: Json): Told[] =>
  compareContents(name, 'sent', [old, before.requestBody], [now, after.requestBody])

const isError = (status: string): boolean => /^[45]/.test(status)

function compareReplies(name: string, old: Json, before: Json, now: Json, after: Json): Told[] {
  const [oldOnes, newOnes] = [toRecord(before.responses), toRecord(after.responses)]
  const told: Told[] = []
  for (const [status, reply] of Object.entries(oldOnes)) {
    if (!(status in newOnes)) {
      told.push({ what: `Status ${status} removed`, isBreaking: !isError(status) })
      continue
    }
    const [headers, others] = [headersOf(old, reply), headersOf(now, newOnes[status])]
    for (const header of without(headers, others))
      told.push({ what: `Header \`${header}\` of the reply ${status} removed`, isBreaking: true })
    for (const header of without(others, headers))
      told.push({ what: `Header \`${header}\` of replies added`, isBreaking: false })
    told.push(...compareContents(name, 'received', [old, reply], [now, newOnes[status]]))
  }
  // 304 comes only to a caller who asked for it.
  for (const status of without(Object.keys(newOnes), Object.keys(oldOnes)))
    told.push({
      what: `Status ${status} added`,
      isBreaking: !isError(status) && status !== '304',
    })
  return told
}

const headersOf = (root: Json, reply: unknown): string[] =>
  Object.keys(toRecord(resolve(root, toRecord(reply)).headers)).map((header) => header.toLowerCase())

/** The codes of an operation may grow: a caller reads the status first. */
function compareErrors(before: Json, after: Json): Told[] {
  const codesOf = (operation: Json) => toList(operation['x-errors']).map((entry) => toRecord(entry).errorCode)
  const [oldOnes, newOnes] = [codesOf(before), codesOf(after)]
  return [
    ...without(newOnes, oldOnes).map((code) => ({ what: `Error \`${code}\` may occur`, isBreaking: false })),
    ...without(oldOnes, newOnes).map((code) => ({
      what: `Error \`${code}\` no longer occurs`,
      isBreaking: false,
    })),
  ]
}

function pointed(root: Json, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => toRecord(value)[decodeURIComponent(key).replaceAll('~1', '/')], root)
}

/** A chain of references longer than this is a circle. */
const mostHops = 16

function resolve(root: Json, value: Json): Json {
  let current = value
  for (let hop = 0; hop < mostHops && typeof current.$ref === 'string'; hop += 1) {
    const { $ref: reference, ...nearer } = current
    current = { ...toRecord(pointed(root, String(reference))), ...nearer }
  }
  return current
}

const isNull = (schema: unknown): boolean => toRecord(schema).type === 'null'

/** Null is the same as absent (A1), so whether a schema writes it out is no change. */
function withoutNull(root: Json, value: Json): Json {
  const schema = resolve(root, value)
  const alternatives = toList(schema.anyOf).filter((one) => !isNull(one))
  if (alternatives.length === 1)
    return withoutNull(root, { ...schema, anyOf: undefined, ...toRecord(alternatives[0]) })
  const types = Array.isArray(schema.type) ? schema.type.filter((type) => type !== 'null') : schema.type
  return {
    ...schema,
    ...(alternatives.length > 0 ? { anyOf: alternatives } : {}),
    ...(types === undefined ? {} : { type: types }),
    ...(Array.isArray(schema.enum) ? { enum: schema.enum.filter((one) => one !== null) } : {}),
  }
}

/** The name of the schema, also of one that may be null. */
function nameOf(schema: Json): string | undefined {
  const named = /^#\/components\/schemas\/(.+)$/.exec(toText(schema.$ref))?.[1]
  if (named !== undefined) return named
  const alternatives = toList(schema.anyOf).filter((one) => !isNull(one))
  return alternatives.length === 1 ? nameOf(toRecord(alternatives[0])) : undefined
}

function compareSchemas(
  before: Side,
  after: Side,
  direction: Direction,
  where: string,
  seen: readonly string[] = [],
): Told[] {
  const name = nameOf(after.schema)
  // A schema may contain itself.
  if (name !== undefined && seen.includes(name)) return []
  const place = name ?? where
  const trail = name === undefined ? seen : [...seen, name]
  const [old, now] = [withoutNull(before.root, before.schema), withoutNull(after.root, after.schema)]
  const inner = (a: unknown, b: unknown, at: string) =>
    compareSchemas(
      { root: before.root, schema: toRecord(a) },
      { root: after.root, schema: toRecord(b) },
      direction,
      at,
      trail,
    )
  return [
    ...compareTypes(old, now, direction, place),
    ...compareValues(old, now, direction, place),
    ...compareLimits(old, now, direction, place),
    ...compareFields(old, now, direction, place),
    ...commonKeys(old.properties, now.properties).flatMap((field) =>
      inner(toRecord(old.properties)[field], toRecord(now.properties)[field], `${place}.${field}`),
    ),
    ...(isRecord(old.items) && isRecord(now.items) ? inner(old.items, now.items, `${place}[]`) : []),
    ...(isRecord(old.additionalProperties) && isRecord(now.additionalProperties)
      ? inner(old.additionalProperties, now.additionalProperties, `${place}.*`)
      : []),
    ...compareAlternatives(old, now, direction, place, inner),
  ]
}

const commonKeys = (a: unknown, b: unknown): string[] =>
  Object.keys(toRecord(a)).filter((key) => key in toRecord(b))

const inDirection = (direction: Direction): string => (direction === 'sent' ? 'in requests' : 'in replies')

const typesOf = (schema: Json): string[] =>
  (Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]).map(String)

/** A caller may go on sending what it sent, and understands what it understood. */
function compareTypes(old: Json, now: Json, direction: Direction, place: string): Told[] {
  const [before, after] = [typesOf(old), typesOf(now)]
  const [gone, added] = [without(before, after), without(after, before)]
  if (gone.length === 0 && added.length === 0 && old.format === now.format) return []
  // Without a type anything goes.
  const isNarrower = after.length > 0 && (before.length === 0 || gone.length > 0)
  const isWider = before.length > 0 && (after.length === 0 || added.length > 0)
  const isOther = old.format !== now.format && after.length > 0
  const isBreaking = isOther || (direction === 'sent' ? isNarrower : isWider)
  const from = [...before, toText(old.format)].filter(Boolean).join(' ') || 'anything'
  const to = [...after, toText(now.format)].filter(Boolean).join(' ') || 'anything'
  return [{ what: `\`${place}\` ${inDirection(direction)}: type ${from} became ${to}`, isBreaking }]
}

function valuesOf(schema: Json): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum
  return schema.const === undefined ? undefined : [schema.const]
}

function compareValues(old: Json, now: Json, direction: Direction, place: string): Told[] {
  const [before, after] = [valuesOf(old), valuesOf(now)]
  if (before === undefined && after === undefined) return []
  const where = `\`${place}\` ${inDirection(direction)}`
  if (before === undefined)
    return [{ what: `${where}: closed list of values`, isBreaking: direction === 'sent' }]
  if (after === undefined)
    return [{ what: `${where}: no longer a closed list`, isBreaking: direction === 'received' }]
  const [gone, added] = [without(before, after), without(after, before)]
  return [
    ...(gone.length > 0
      ? [{ what: `${where}: values ${quoted(gone)} removed`, isBreaking: direction === 'sent' }]
      : []),
    ...(added.length > 0
      ? [{ what: `${where}: values ${quoted(added)} added`, isBreaking: direction === 'received' }]
      : []),
  ]
}

/** Limits of what is received say nothing to a caller. */
function compareLimits(old: Json, now: Json, direction: Direction, place: string): Told[] {
  if (direction === 'received') return []
  const toNumber = (value: unknown, absent: number) => (typeof value === 'number' ? value : absent)
  const told = (limit: string, isBreaking: boolean): Told => ({
    what: `\`${place}\` in requests: \`${limit}\` ${old[limit] ?? 'none'} became ${now[limit] ?? 'none'}`,
    isBreaking,
  })
  return [
    ...upper.flatMap((limit) => {
      const [a, b] = [toNumber(old[limit], Infinity), toNumber(now[limit], Infinity)]
      return a === b ? [] : [told(limit, b < a)]
    }),
    ...lower.flatMap((limit) => {
      const [a, b] = [toNumber(old[limit], -Infinity), toNumber(now[limit], -Infinity)]
      return a === b ? [] : [told(limit, b > a)]
    }),
    ...(old.pattern === now.pattern ? [] : [told('pattern', now.pattern !== undefined)]),
  ]
}

function compareFields(old: Json, now: Json, direction: Direction, place: string): Told[] {
  const [before, after] = [toRecord(old.properties), toRecord(now.properties)]
  const [needed, needs] = [new Set(toList(old.required)), new Set(toList(now.required))]
  const where = (field: string) => `Field \`${place}.${field}\` ${inDirection(direction)}`
  return [
    ...without(Object.keys(before), Object.keys(after)).map((field) => ({
      what: `${where(field)} removed`,
      isBreaking: true,
    })),
    ...without(Object.keys(after), Object.keys(before)).map((field) => {
      const isRequired = direction === 'sent' && needs.has(field)
      return { what: `${where(field)} added${isRequired ? ', required' : ''}`, isBreaking: isRequired }
    }),
    ...commonKeys(before, after).flatMap((field) => {
      if (needed.has(field) === needs.has(field)) return []
      const words = needs.has(field) ? 'required' : 'may be absent'
      return [
        {
          what: `${where(field)} ${words}`,
          isBreaking: needs.has(field) === (direction === 'sent'),
        },
      ]
    }),
  ]
}

function compareAlternatives(
  old: Json,
  now: Json,
  direction: Direction,
  place: string,
  inner: (a: unknown, b: unknown, at: string) => Told[],
): Told[] {
  return (['anyOf', 'oneOf', 'allOf'] as const).flatMap((kind) => {
    const [before, after] = [keyed(old[kind]), keyed(now[kind])]
    const [gone, added] = [without(before.keys(), after.keys()), without(after.keys(), before.keys())]
    const where = `\`${place}\` ${inDirection(direction)}`
    return [
      ...[...before].flatMap(([key, one]) =>
        after.has(key) ? inner(one, after.get(key), `${place} (${key})`) : [],
      ),
      ...(gone.length > 0
        ? [{ what: `${where}: alternatives ${quoted(gone)} removed`, isBreaking: direction === 'sent' }]
        : []),
      ...(added.length > 0
        ? [
            {
              what: `${where}: alternatives ${quoted(added)} added`,
              // What was one form may not be another.
              isBreaking: direction === 'received' || before.size === 0,
            },
          ]
        : []),
    ]
  })
}

/** By name, or by the fixed values that tell them apart; otherwise by their place. */
function keyed(list: unknown): ReadonlyMap<string, unknown> {
  return new Map(
    toList(list).map((value, index) => {
      const schema = toRecord(value)
      const tags = Object.values(toRecord(schema.properties)).flatMap((field) => toRecord(field).const ?? [])
      return [nameOf(schema) ?? (tags.length > 0 ? tags.join(' ') : String(index + 1)), value]
    }),
  )
}
