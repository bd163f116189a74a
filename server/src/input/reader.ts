// Reads input by its schema, in one pass: drops nulls, unknown and service-owned fields (A3, A4), checks types, lists and limits,
// replaces aliases by their value (A6), and reports every violation with its JSON path. Schemas are turned into closures once;
// nothing is interpreted per request.
import { currencies } from '@walkaround/contract/currencies.ts'
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import { roundDecimal } from '@walkaround/contract/rules/decimal.ts'
import { isIsoDate } from '@walkaround/contract/rules/iso-dates.ts'
import { isLanguageTag } from '@walkaround/contract/rules/texts.ts'
import { limits } from '@walkaround/contract/schema.ts'
import type { TSchema } from 'typebox'
import { isStorable, shown } from '../lib/texts.ts'
import { problemOf, type Violation } from '../problems.ts'
import type { Entry, Fields } from '../scope.ts'

interface Found {
  kind: ProblemKind
  path: string
  rule: string
}

/** Returns the canonical value; undefined if there is none. Violations are added to `found`. */
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
  'x-each-alone'?: boolean
  'x-field-aliases'?: Record<string, string>
  'x-owned-unless'?: { field: string; value: string }
  'x-secret'?: boolean
}

/** The canonical value, or a throw with everything that is wrong with it: for files that are read like bodies. */
export function readerOf<T>(schema: TSchema): (value: unknown) => T {
  const read = compileReader(schema)
  return (input) => {
    const { value, violations } = read(input)
    if (violations.length > 0) throw problemOf(violations)
    return value as T
  }
}

export function compileReader(schema: TSchema): (value: unknown) => Reading {
  const read = compile(schema as Keywords)
  return (input) => {
    const found: Found[] = []
    return readingOf(read(input, found), found)
  }
}

const readingOf = (value: unknown, found: Found[]): Reading => ({
  value,
  violations: found.map(({ kind, path, rule }) => ({ kind, info: path ? `${path}: ${rule}` : rule })),
})

export function toFields({ value, violations }: Reading): Fields<unknown> {
  return {
    get() {
      if (violations.length > 0) throw problemOf(violations)
      return value
    },
  }
}

/** Whoever leaves out a pair of braces sends a password where its object should be, so objects that hold a secret are not quoted either. */
const holdsSecret = ({ properties = {}, items, anyOf = [], ...schema }: Keywords): boolean =>
  schema['x-secret'] === true ||
  [...Object.values(properties), ...(items ? [items] : []), ...anyOf].some(holdsSecret)

/** How a violation names the value of a field. */
const namingOf = (schema: Keywords): ((value: unknown) => string) =>
  holdsSecret(schema) ? () => 'the value' : shown

function compile(schema: Keywords): Read {
  if (schema.anyOf) return unionReader(schema, schema.anyOf)
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
      return (value, found) =>
        typeof value === 'boolean' ? value : wrongType(shown(value), 'true or false', found)
    default:
      throw new Error(`no reader for ${JSON.stringify(schema)}`)
  }
}

function objectReader(schema: Keywords): Read {
  const named = namingOf(schema)
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
      return wrongType(named(value), 'an object', found)
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
  const isEachAlone = schema['x-each-alone'] ?? false
  const named = namingOf(schema)
  return (value, found) => {
    if (!Array.isArray(value)) return wrongType(named(value), 'an array', found)
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
      // Null means absent, and an array has no absent entries: a null entry is a mistake.
      const result = given === null ? wrongType(shown(given), 'a value', found) : read(given, found)
      const id = isEachAlone ? (result as { id?: string } | undefined)?.id : undefined
      if (id !== undefined) {
        const entry: Entry<unknown> = { id, ...toFields(readingOf(result, found.splice(before))) }
        output.push(entry)
      } else if (found.length > before) prefix(found, before, `[${index}]`)
      else output.push(result)
    }
    return output
  }
}

function stringReader(schema: Keywords): Read {
  const least = schema.minLength ?? 0
  const most = schema.maxLength ?? limits.textLength
  const { format } = schema
  const named = namingOf(schema)
  return (value, found) => {
    if (typeof value !== 'string') return wrongType(named(value), 'a string', found)
    if (value.length < least) {
      found.push({ kind: 'missingField', path: '', rule: 'is required and must not be empty' })
    } else if (value.length > most && characters(value) > most) {
      found.push({
        kind: 'tooLong',
        path: '',
        rule: `${named(value)} has ${characters(value)} characters, at most ${most} are allowed`,
      })
    } else if (!isStorable(value)) {
      found.push({ kind: 'invalidText', path: '', rule: `${named(value)} holds NUL or a lone surrogate` })
    } else if (format === 'iso8601' && !isIsoDate(value)) {
      found.push({
        kind: 'invalidDate',
        path: '',
        rule: `${named(value)} is not an ISO 8601 date or date-time that exists`,
      })
    } else if (format === 'iso4217' && !currencies.has(value)) {
      found.push({
        kind: 'notInList',
        path: '',
        rule: `${named(value)} is not an ISO 4217 currency code in upper case`,
      })
    } else if (format === 'bcp47' && !isLanguageTag(value)) {
      found.push({
        kind: 'invalidLanguage',
        path: '',
        rule: `${named(value)} is not a language tag (BCP 47) such as de or pt-BR`,
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
      if (typeof value !== 'string') return wrongType(shown(value), 'a string', found)
      found.push({ kind: 'notInList', path: '', rule: `${shown(value)} is not one of ${allowed}` })
    }
    return result
  }
}

function numberReader(schema: Keywords): Read {
  const isWhole = schema.type === 'integer'
  const { minimum, maximum, 'x-decimals': decimals } = schema
  // A field's own limits may exceed the general one.
  const bound = minimum === undefined || maximum === undefined ? limits.number : Number.POSITIVE_INFINITY
  return (value, found) => {
    if (typeof value !== 'number')
      return wrongType(shown(value), isWhole ? 'a whole number' : 'a number', found)
    // 1e400 parses to Infinity.
    if (!(Math.abs(value) < bound)) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is not a finite number below 10^12` })
    } else if (isWhole && !Number.isInteger(value)) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is not a whole number` })
    } else if (minimum !== undefined && value < minimum) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is below ${minimum}` })
    } else if (maximum !== undefined && value > maximum) {
      found.push({ kind: 'outOfRange', path: '', rule: `${shown(value)} is above ${maximum}` })
    }
    if (value === 0) return 0 // also -0
    return decimals === undefined || !Number.isFinite(value) ? value : roundDecimal(value, decimals)
  }
}

/**
 * Kinds distinguished by a tag: a required field with a different constant in each. Fields common to all kinds are read even if the
 * tag is unknown.
 */
function unionReader(schema: Keywords, kinds: Keywords[]): Read {
  const tag = tagOf(kinds)
  if (tag === undefined) throw new Error(`no reader for ${JSON.stringify(schema)}`)
  const readers = new Map(kinds.map((kind) => [kind.properties?.[tag]?.const, kindReader(kind, tag)]))
  const tags = [...readers.keys()] as string[]
  const readTag = enumReader({ enum: tags })
  const readShared = objectReader(sharedBy(kinds))
  const named = namingOf(schema)
  const guess = schema['x-read'] === 'businessPartner' ? partnerCategory : undefined
  return (value, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return wrongType(named(value), 'an object', found)
    const before = found.length
    const given = Object.hasOwn(value, tag) ? (value as Record<string, unknown>)[tag] : undefined
    if (given !== undefined && given !== null) readTag(given, found)
    else if (!guess) {
      found.push({ kind: 'missingField', path: '', rule: `is required, one of ${tags.join(', ')}` })
    }
    prefix(found, before, tag)
    const read = readers.get(readers.has(given) ? given : guess?.(value))
    return read ? read(value, found) : readShared(value, found)
  }
}

const tagOf = (kinds: Keywords[]): string | undefined =>
  kinds[0]?.required?.find((name) => {
    const values = kinds.map(({ properties }) => properties?.[name]?.const)
    return !values.includes(undefined) && new Set(values).size === kinds.length
  })

/** The kind is already known: its tag is written, not read. */
function kindReader({ properties = {}, required = [], ...kind }: Keywords, tag: string): Read {
  const { [tag]: constant, ...rest } = properties
  const read = objectReader({ ...kind, properties: rest, required: required.filter((name) => name !== tag) })
  return (value, found) => ({ [tag]: constant?.const, ...(read(value, found) as object) })
}

function sharedBy([first = {}, ...others]: Keywords[]): Keywords {
  const isShared = ([name, field]: [string, Keywords]) =>
    others.every(({ properties }) => JSON.stringify(properties?.[name]) === JSON.stringify(field))
  const properties = Object.fromEntries(Object.entries(first.properties ?? {}).filter(isShared))
  return { properties, required: first.required?.filter((name) => Object.hasOwn(properties, name)) ?? [] }
}

/** A partner without a category is a company if it has what only companies have (A6). */
function partnerCategory(value: object): string {
  const has = (name: string) => Object.hasOwn(value, name) && (value as Record<string, unknown>)[name] != null
  return has('name') || has('contactPersons') ? 'legalEntity' : 'person'
}

function prefix(found: Found[], from: number, name: string): void {
  for (let index = from; index < found.length; index++) {
    const entry = found[index]
    if (entry)
      entry.path =
        entry.path === '' || entry.path.startsWith('[') ? `${name}${entry.path}` : `${name}.${entry.path}`
  }
}

function wrongType(named: string, wanted: string, found: Found[]): undefined {
  found.push({ kind: 'wrongType', path: '', rule: `${named} is not ${wanted}` })
  return undefined
}

const characters = (text: string): number => [...text].length
