// The few building blocks of all schemas. The type, the reading of input, the OpenAPI file and the reference all come from one
// schema; so what a field allows is defined only here.
import { type TArray, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import { amountDecimals } from './rules/money.ts'

/** Limits of every body (A10). */
export const limits = {
  idLength: 128,
  textLength: 20_000,
  arrayLength: 2_000,
  priceListLength: 20_000,
  nesting: 32,
  /** Exclusive limit of a number's magnitude (A9). */
  number: 1e12,
  amountDecimals,
} as const

type Described = { description?: string; [keyword: string]: unknown }

type Optionals<P extends TProperties> = { [K in keyof P]: TOptional<P[K]> }

/** An object with its own name in the OpenAPI file. Required fields come first, the others are optional. */
export const record = <R extends TProperties, O extends TProperties>(
  $id: string,
  description: string,
  required: R,
  optional: O,
  extra: Described = {},
) => fields(required, optional, { $id, description, ...extra })

/** The same without a name: for what is not part of an OpenAPI file. */
export function fields<R extends TProperties, O extends TProperties>(
  required: R,
  optional: O,
  extra: Described = {},
) {
  const optionals = Object.fromEntries(
    Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as Optionals<O>
  return Type.Object({ ...required, ...optionals } as R & Optionals<O>, extra)
}

/** Free text may name a person, so it is personal unless `plain` says otherwise. */
export const text = (description: string, extra: Described = {}) =>
  Type.String({ description, maxLength: limits.textLength, 'x-personal': true, ...extra })

/** A password, key, token, PIN or code that opens something: a refusal names the field and the rule, never the value. */
export const secret = (description: string, extra: Described = {}) =>
  text(description, { 'x-secret': true, ...extra })

/** An identifier in any script, also with slashes, spaces and dots. */
export const identifier = (description: string, extra: Described = {}) =>
  Type.String({ description, maxLength: limits.idLength, ...extra })

export const requiredIdentifier = (description: string) => identifier(description, { minLength: 1 })

/** ISO 8601 date or date-time; returned as it was sent (A8). */
export const moment = (description: string, extra: Described = {}) =>
  Type.String({ description, format: 'iso8601', maxLength: 40, ...extra })

export const flag = (description: string, extra: Described = {}) => Type.Boolean({ description, ...extra })

/** A field's own limit replaces the general one. */
export const number = (description: string, extra: Described = {}) =>
  Type.Number({
    description,
    ...('minimum' in extra ? {} : { exclusiveMinimum: -limits.number }),
    ...('maximum' in extra ? {} : { exclusiveMaximum: limits.number }),
    ...extra,
  })

/** Money: at most six decimals are stored, negative amounts are credits (A9). */
export const amount = (description: string, extra: Described = {}) =>
  number(description, { 'x-decimals': limits.amountDecimals, ...extra })

export const quantity = (description: string) => number(description, { minimum: 0, 'x-decimals': 6 })

export const year = (description: string) => Type.Integer({ description, minimum: 1000, maximum: 9999 })

/** A closed list (A4). Aliases are accepted on input and returned as their value (A6). */
export const choice = <const V extends string[]>(
  description: string,
  values: [...V],
  aliases: Record<string, V[number]> = {},
) =>
  Type.Enum(values, {
    type: 'string',
    description,
    ...(Object.keys(aliases).length > 0 ? { 'x-aliases': aliases } : {}),
  })

export const list = <S extends TSchema>(items: S, description: string, extra: Described = {}) =>
  Type.Array(items, { description, maxItems: limits.arrayLength, ...extra })

/** The same schema with another description. TypeBox keeps data about a schema in hidden properties. */
export function described<S extends TSchema>(schema: S, extra: Described): S {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as S
  return Object.assign(copy, extra)
}

/** Set by the service: ignored on input, never an error (A3). */
export const owned = <S extends TSchema>(schema: S): S => described(schema, { readOnly: true })
/** The same, unless another field has this value. */
export const ownedUnless = <S extends TSchema>(schema: S, field: string, value: string): S =>
  described(schema, { 'x-owned-unless': { field, value } })
/** About a person: what was sent is never kept in the log of requests, only its kind and length. */
export const personal = <S extends TSchema>(schema: S): S => described(schema, { 'x-personal': true })
/** A text that names a thing and never a person, such as a part number or a model. */
export const plain = <S extends TSchema>(schema: S): S => described(schema, { 'x-personal': false })
/** Always in a reply, although a request may leave it out. */
export const sent = <S extends TSchema>(schema: S): S => described(schema, { 'x-sent': true })

/** For a list whose entries have an id and are read one by one: an invalid entry is refused alone. */
export interface EachAlone {
  'x-each-alone': true
}
export const eachAlone = <S extends TArray>(schema: S): S & EachAlone =>
  described(schema, { 'x-each-alone': true }) as S & EachAlone
