// Reads input by its schema, in one pass: drops nulls, unknown and service-owned fields (A3, A4), checks types, lists
// and limits, writes aliases as the value they stand for (A6), and tells every broken rule with its JSON path.
// Schemas are turned into closures once; nothing is interpreted per request.
import { currencies } from '@walkaround/contract/currencies.ts'
import { limits } from '@walkaround/contract/schema.ts'
import type { TSchema } from 'typebox'
import { isIsoDate } from '../lib/iso-dates.ts'
import { isStorable, shown } from '../lib/texts.ts'
import type { ProblemKind, Violation } from '../problems.ts'

interface Found {
  kind: ProblemKind
  path: string
  rule: string
}

/** Returns the canonical value; undefined when there is none. Broken rules go into `found`. */
type Read = (value: unknown, found: Found[]) => unknown

export interface Reading {
  value: unknown
  violations: Violation[]
}

/** The JSON-schema keywords our building blocks use. */
interface Keywords {
  type?: string
  const?: unknown
  enum?: string[]
  anyOf?: Keywords[]
  properties?: Record<string, Keywords>
  required?: string[]
  items?: Keywords
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  readOnly?: boolean
  'x-aliases'?: Record<string, string>
  'x-decimals'?: number
  'x-read'?: string
  'x-field-aliases'?: Record<string, string>
  'x-owned-unless'?: { field: string; value: string }
}

export function compileReader(schema: TSchema): (value: unknown) => Reading {
  const read = compile(schema as Keywords)
  return (input) => {
    const found: Found[] = []
    const value = read(input, found)
    return {
      value,
      violations: found.map(({ kind, path, rule }) => ({ kind, info: path ? `${path}: ${rule}` : rule })),
    }
  }
}

function compile(schema: Keywords): Read {
  if (schema['x-read'] === 'businessPartner') return partnerReader(schema)
  if (schema.enum) return enumReader(schema)
  switch (schema.type) {
    case 'object':
      return objectReader(schema)
    case 'array':
      return arrayReader(schema)
    case 'string':
      return stringReader(schema)
    case 'number':
    case 'integer':
      return numberReader(schema)
    case 'boolean':
      return (value, found) => (typeof value === 'boolean' ? value : wrongType(value, 'true or false', found))
    default:
      throw new Error(`no reader for ${JSON.stringify(schema)}`)
  }
}

function objectReader(schema: Keywords): Read {
  const required = new Set(schema.required)
  const aliasOf = new Map(
    Object.entries(schema['x-field-aliases'] ?? {}).map(([alias, name]) => [name, alias]),
  )
  const fields = Object.entries(schema.properties ?? {})
    .filter(([, field]) => !field.readOnly)
    .map(([name, field]) => ({
      name,
      alias: aliasOf.get(name),
      required: required.has(name),
      ownedUnless: field['x-owned-unless'],
      read: compile(field),
    }))
  return (value, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrongType(value, 'an object', found)
    const input = value as Record<string, unknown>
    const output: Record<string, unknown> = {}
    for (const field of fields) {
      if (field.ownedUnless && input[field.ownedUnless.field] !== field.ownedUnless.value) continue
      let given = Object.hasOwn(input, field.name) ? input[field.name] : undefined
      let name = field.name
      if (
        (given === undefined || given === null) &&
        field.alias !== undefined &&
        Object.hasOwn(input, field.alias)
      ) {
        name = field.alias
        given = input[name]
      }
      if (given === undefined || given === null) {
        if (field.required) found.push({ kind: 'missingField', path: name, rule: 'is required' })
        continue
      }
      const before = found.length
      const result = field.read(given, found)
      if (found.length > before) prefix(found, before, name)
      else if (result !== undefined) output[field.name] = result
    }
    return output
  }
}

function arrayReader(schema: Keywords): Read {
  const read = compile(schema.items ?? {})
  const least = schema.minItems ?? 0
  const most = schema.maxItems ?? limits.arrayLength
  return (value, found) => {
    if (!Array.isArray(value)) return wrongType(value, 'an array', found)
    if (value.length > most) {
      found.push({
        kind: 'tooLong',
        path: '',
        rule: `has ${value.length} entries, at most ${most} are allowed`,
      })
      return undefined
    }
    if (value.length < least) {
      const rule = `has ${value.length} entries, at least ${least} ${least === 1 ? 'is' : 'are'} needed`
      found.push({ kind: 'missingField', path: '', rule })
      return undefined
    }
    const output: unknown[] = []
    for (let index = 0; index < value.length; index++) {
      const before = found.length
      const given: unknown = value[index]
      // Null and absent are the same, and an array has no absent entry: an entry that says nothing is a mistake.
      const result = given === null ? wrongType(given, 'a value', found) : read(given, found)
      if (found.length > before) prefix(found, before, `[${index}]`)
      else output.push(result)
    }
    return output
  }
}

function stringReader(schema: Keywords): Read {
  const least = schema.minLength ?? 0
  const most = schema.maxLength ?? limits.textLength
  const { format } = schema
  return (value, found) => {
    if (typeof value !== 'string') return wrongType(value, 'a string', found)
    if (value.length < least) {
      found.push({ kind: 'missingField', path: '', rule: 'is required and must not be empty' })
    } else if (value.length > most && characters(value) > most) {
      found.push({
        kind: 'tooLong',
        path: '',
        rule: `${shown(value)} has ${characters(value)} characters, at most ${most} are allowed`,
      })
    } else if (!isStorable(value)) {
      found.push({ kind: 'invalidText', path: '', rule: `${shown(value)} holds NUL or a lone surrogate` })
    } else if (format === 'iso8601' && !isIsoDate(value)) {
      found.push({
        kind: 'invalidDate',
        path: '',
        rule: `${shown(value)} is not an ISO 8601 date or date-time that exists`,
      })
    } else if (format === 'iso4217' && !currencies.has(value)) {
      found.push({
        kind: 'notInList',
        path: '',
        rule: `${shown(value)} is not an ISO 4217 currency code in upper case`,
      })
    }
    return value
  }
}

function enumReader(schema: Keywords): Read {
  const canonical = new Map<unknown, string>()
  for (const value of schema.enum ?? []) canonical.set(value, value)
  for (const [alias, value] of Object.entries(schema['x-aliases'] ?? {})) canonical.set(alias, value)
  const aliasesOf = (value: string) =>
    Object.entries(schema['x-aliases'] ?? {}).flatMap(([alias, stands]) => (stands === value ? [alias] : []))
  const allowed = (schema.enum ?? []).flatMap((value) => [value, ...aliasesOf(value)]).join(', ')
  return (value, found) => {
    const result = canonical.get(value)
    if (result === undefined) {
      if (typeof value !== 'string') return wrongType(value, 'a string', found)
      found.push({ kind: 'notInList', path: '', rule: `${shown(value)} is not one of ${allowed}` })
    }
    return result
  }
}

function numberReader(schema: Keywords): Read {
  const isWhole = schema.type === 'integer'
  const { minimum, maximum, 'x-decimals': decimals } = schema
  return (value, found) => {
    if (typeof value !== 'number') return wrongType(value, isWhole ? 'a whole number' : 'a number', found)
    // 1e400 parses to Infinity.
    if (!(Math.abs(value) < limits.number)) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is not a finite number below 10^12` })
    } else if (isWhole && !Number.isInteger(value)) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is not a whole number` })
    } else if (minimum !== undefined && value < minimum) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is below ${minimum}` })
    } else if (maximum !== undefined && value > maximum) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is above ${maximum}` })
    }
    if (value === 0) return 0 // also -0
    if (decimals === undefined || Number.isInteger(value)) return value
    return roundHalfUp(value, decimals)
  }
}

/** Rounds what people see: 1.005 to two decimals is 1.01, although the double lies a hair below. */
export function roundHalfUp(value: number, decimals: number): number {
  const text = String(Math.abs(value))
  // Nearly every amount: no more decimals than are kept. A number in the form 1e-7 has no point, or an e behind it.
  const point = text.indexOf('.')
  if (point >= 0 && text.length - point - 1 <= decimals && !text.includes('e')) return value
  const [mantissa = text, exponent = '0'] = text.split('e')
  const rounded = Number(`${Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`))}e${-decimals}`)
  return rounded === 0 ? 0 : Math.sign(value) * rounded
}

/** A partner without a category is a company if it has what only companies have (A6). */
function partnerReader(schema: Keywords): Read {
  const [person, company] = (schema.anyOf ?? []).map((kind) => {
    const { category, ...properties } = kind.properties ?? {}
    const required = kind.required?.filter((name) => name !== 'category')
    return {
      category: category?.const as string,
      read: objectReader({ ...kind, properties, ...(required ? { required } : {}) }),
    }
  })
  if (!person || !company) throw new Error('a partner is a person or a company')
  const category = enumReader({ enum: [person.category, company.category] })
  const has = (value: object, name: string) =>
    Object.hasOwn(value, name) && (value as Record<string, unknown>)[name] != null
  return (value, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrongType(value, 'an object', found)
    let kind = has(value, 'name') || has(value, 'contactPersons') ? company : person
    if (has(value, 'category')) {
      const before = found.length
      const given = category((value as Record<string, unknown>).category, found)
      if (found.length > before) prefix(found, before, 'category')
      else kind = given === company.category ? company : person
    }
    return { category: kind.category, ...(kind.read(value, found) as object) }
  }
}

function prefix(found: Found[], from: number, name: string): void {
  for (let index = from; index < found.length; index++) {
    const entry = found[index]
    if (entry)
      entry.path =
        entry.path === '' || entry.path.startsWith('[') ? `${name}${entry.path}` : `${name}.${entry.path}`
  }
}

function wrongType(value: unknown, wanted: string, found: Found[]): undefined {
  found.push({ kind: 'wrongType', path: '', rule: `${shown(value)} is not ${wanted}` })
  return undefined
}

const characters = (text: string): number => [...text].length
