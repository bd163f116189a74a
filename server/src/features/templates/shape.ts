// Checks a value against a schema of the contract and says in words what is wrong, with path, value and rule (B6). It knows no
// templates; what a schema cannot express is checked in check-template.ts.
import { limits } from '@walkaround/contract/schema.ts'
import { isStorable, shownWithParts } from '../../lib/texts.ts'

export interface Fault {
  path: string
  /** Undefined if something is missing. */
  value: unknown
  rule: string
}

/** The part of JSON Schema that our schemas use. */
interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  $ref?: string
  $defs?: Readonly<Record<string, Schema>>
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: unknown
  patternProperties?: Readonly<Record<string, Schema>>
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

type Definitions = ReadonlyMap<string, Schema>
type Fields = Record<string, unknown>

/** For example contents[2].answers.id; a key that is not a plain word is quoted in brackets. */
export function pathOf(parent: string, key: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${parent}[${shownWithParts(key)}]`
  return parent ? `${parent}.${key}` : key
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function isFields(value: unknown): value is Fields {
  return kindOf(value) === 'object'
}

/** Code points, as JSON Schema counts them. */
function lengthOf(text: string): number {
  return [...text].length
}

/** Limits that apply to every value and are in no schema: depth, sizes and characters (A10). */
export function checkLimits(value: unknown, path = '', depth = 1): Fault[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ path, value, rule: 'holds NUL or half a character' }]
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [{ path, value: String(value), rule: 'is not a finite number' }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (depth > limits.nesting)
    return [{ path, value: undefined, rule: `is nested deeper than ${limits.nesting} levels` }]
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => checkLimits(item, `${path}[${index}]`, depth + 1))
  }
  return Object.entries(value).flatMap(([key, item]) => [
    ...(isStorable(key) ? [] : [{ path, value: key, rule: 'is a name that holds NUL or half a character' }]),
    ...checkLimits(item, pathOf(path, key), depth + 1),
  ])
}

export function checkShape(schema: object, value: unknown, path = ''): Fault[] {
  return check(schema as Schema, value, path, new Map())
}

function check(given: Schema, value: unknown, path: string, outer: Definitions): Fault[] {
  const definitions = given.$defs ? new Map([...outer, ...Object.entries(given.$defs)]) : outer
  const schema = given.$ref === undefined ? given : definitions.get(given.$ref)
  if (!schema) throw new Error(`the schema refers to ${given.$ref}, which it does not define`)
  const fault = (rule: string): Fault[] => [{ path, value, rule }]

  if (schema.anyOf) return checkUnion(schema.anyOf, value, path, definitions)
  if (schema.enum) return schema.enum.includes(value) ? [] : fault(`is not one of ${schema.enum.join(', ')}`)
  if ('const' in schema) return value === schema.const ? [] : fault(`must be ${shownWithParts(schema.const)}`)
  return checkType(schema, value, path, definitions)
}

function checkType(schema: Schema, value: unknown, path: string, definitions: Definitions): Fault[] {
  const fault = (rule: string): Fault[] => [{ path, value, rule }]
  switch (schema.type) {
    case 'object':
      return isFields(value) ? checkFields(schema, value, path, definitions) : fault('must be an object')
    case 'array':
      return Array.isArray(value) ? checkItems(schema, value, path, definitions) : fault('must be an array')
    case 'string':
      return typeof value === 'string' ? checkText(schema, value).flatMap(fault) : fault('must be a text')
    case 'integer':
      return Number.isInteger(value)
        ? checkNumber(schema, value as number).flatMap(fault)
        : fault('must be a whole number')
    case 'number':
      return typeof value === 'number' ? checkNumber(schema, value).flatMap(fault) : fault('must be a number')
    case 'boolean':
      return typeof value === 'boolean' ? [] : fault('must be true or false')
    default:
      return []
  }
}

function checkItems(
  { items, minItems = 0, maxItems = limits.arrayLength }: Schema,
  value: readonly unknown[],
  path: string,
  definitions: Definitions,
): Fault[] {
  if (value.length > maxItems) return [{ path, value: undefined, rule: `has more than ${maxItems} entries` }]
  if (value.length < minItems) return [{ path, value, rule: 'must not be empty' }]
  return items ? value.flatMap((item, index) => check(items, item, `${path}[${index}]`, definitions)) : []
}

function checkText(
  { minLength = 0, maxLength = limits.textLength, pattern }: Schema,
  value: string,
): string[] {
  if (value.length < minLength) return ['must not be empty']
  if (value.length > maxLength && lengthOf(value) > maxLength)
    return [`is longer than ${maxLength} characters`]
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return [`must match ${pattern}`]
  return []
}

function checkNumber(schema: Schema, value: number): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (minimum !== undefined && value < minimum) return [`must be at least ${minimum}`]
  if (maximum !== undefined && value > maximum) return [`must be at most ${maximum}`]
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return [`must be above ${exclusiveMinimum}`]
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return [`must be below ${exclusiveMaximum}`]
  return []
}

function checkFields(schema: Schema, value: Fields, path: string, definitions: Definitions): Fault[] {
  const { properties = {}, required = [], patternProperties } = schema
  // Our records have one pattern, which matches every name.
  const [every] = Object.values(patternProperties ?? {})
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ path: pathOf(path, key), value: undefined, rule: 'is missing' }))
  const rest = Object.entries(value).flatMap(([key, item]): Fault[] => {
    const at = pathOf(path, key)
    const property = Object.hasOwn(properties, key) ? properties[key] : every
    if (property) return check(property, item, at, definitions)
    if (schema.additionalProperties !== false) return []
    return [
      {
        path: at,
        value: undefined,
        rule: `is not known here; known are ${Object.keys(properties).join(', ')}`,
      },
    ]
  })
  return [...missing, ...rest]
}

/** Finds the alternative that was meant and reports what is wrong with it, instead of saying that none fits. */
function checkUnion(
  alternatives: readonly Schema[],
  value: unknown,
  path: string,
  definitions: Definitions,
): Fault[] {
  const key = findDiscriminator(alternatives)
  if (key !== undefined && isFields(value)) {
    const meant = alternatives.find(({ properties = {} }) => value[key] === properties[key]?.const)
    if (meant) return check(meant, value, path, definitions)
    const allowed = alternatives.map(({ properties = {} }) => properties[key]?.const).join(', ')
    const rule = value[key] === undefined ? `is missing; it is one of ${allowed}` : `is not one of ${allowed}`
    return [{ path: pathOf(path, key), value: value[key], rule }]
  }
  const meant = alternatives.find(({ type, required = [] }) =>
    isFields(value)
      ? type === 'object' && required.every((name) => Object.hasOwn(value, name))
      : type === kindOf(value),
  )
  if (meant) return check(meant, value, path, definitions)
  return [{ path, value, rule: `must be ${alternatives.map(describe).join(' or ')}` }]
}

/** The property that distinguishes the alternatives, such as `category`. */
function findDiscriminator(alternatives: readonly Schema[]): string | undefined {
  return Object.keys(alternatives[0]?.properties ?? {}).find((key) =>
    alternatives.every(({ properties = {} }) => properties[key] !== undefined && 'const' in properties[key]),
  )
}

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
}

function describe({ type = '', required = [] }: Schema): string {
  return words[type] ?? `an object with ${required.join(' and ')}`
}
