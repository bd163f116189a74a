// The reader of bodies: its messages, and properties of generated bodies compared with TypeBox's own checker.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Edit } from '@walkaround/contract/app/edits.ts'
import { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { Answer } from '@walkaround/contract/dms/surveys.ts'
import { problems } from '@walkaround/contract/problems.ts'
import {
  eachAlone,
  flag,
  list,
  number,
  record,
  requiredIdentifier,
  text,
} from '@walkaround/contract/schema.ts'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { hasNull, violationsOf } from '../../test/support/contract-check.ts'
import { isStorable } from '../lib/texts.ts'
import type { Entry } from '../scope.ts'
import { compileReader } from './reader.ts'

interface Keywords {
  $id?: string
  type?: string
  const?: string
  enum?: string[]
  anyOf?: Keywords[]
  properties?: Record<string, Keywords>
  required?: string[]
  items?: Keywords
  format?: string
  minLength?: number
  minItems?: number
  minimum?: number
  maximum?: number
  readOnly?: boolean
  'x-aliases'?: Record<string, string>
  'x-decimals'?: number
  'x-read'?: string
  'x-field-aliases'?: Record<string, string>
}

const bodies: Record<string, TSchema & Keywords> = {
  Edit,
  ServiceOrder,
  CustomerReviewRequest,
  DealItem,
  Answer,
} as never
const readers = Object.fromEntries(
  Object.entries(bodies).map(([name, schema]) => [name, compileReader(schema)]),
)

/** Any JSON value, with property names that a careless object would trip over. */
const trouble = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '',
  'id',
  'length',
]
const junk: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      1e12,
      -1e12,
      Number.POSITIVE_INFINITY,
      '',
      'x',
      '\0',
      '\ud800',
    ),
    fc.string(),
    fc.double({ noNaN: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...trouble), tie('value')), { maxLength: 3 }).map(objectOf),
  ),
})).value

/** With own properties only, including `__proto__`, as JSON.parse makes them. */
function objectOf(entries: [string, unknown][]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

interface Freedom {
  /** Null, aliases, service-owned and unknown fields: accepted, but not in the output. */
  isLoose: boolean
  /** Wrong values in some places. */
  isWrong: boolean
}

const dates = [
  '2026-11-15',
  '2026-11-15T08:30',
  '2024-02-29T23:59:59.123+05:45',
  '0001-01-01',
  '9999-12-31T00:00Z',
]

/** Bodies that match the schema, as far as `freedom` allows. */
function valuesOf(schema: Keywords, freedom: Freedom): fc.Arbitrary<unknown> {
  const good = goodValuesOf(schema, freedom)
  return freedom.isWrong ? fc.oneof({ weight: 30, arbitrary: good }, { weight: 1, arbitrary: junk }) : good
}

function goodValuesOf(schema: Keywords, freedom: Freedom): fc.Arbitrary<unknown> {
  if (schema['x-read'] === 'businessPartner') return partnersOf(schema, freedom)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((kind) => objectsOf(kind, freedom)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) {
    const aliases = freedom.isLoose ? Object.keys(schema['x-aliases'] ?? {}) : []
    return fc.constantFrom(...schema.enum, ...aliases)
  }
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, freedom)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, freedom), {
        minLength: schema.minItems ?? 0,
        maxLength: 3,
      })
    case 'string':
      if (schema.format === 'iso8601') return fc.constantFrom(...dates)
      if (schema.format === 'iso4217') return fc.constantFrom('EUR', 'JPY', 'KWD')
      if (schema.format === 'bcp47') return fc.constantFrom('de', 'pt-BR', 'nl')
      return fc
        .string({ unit: 'grapheme', minLength: schema.minLength ?? 0, maxLength: 20 })
        .filter(isStorable)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.oneof(
        fc.double({ min: schema.minimum ?? -999_999_999, max: 999_999_999, noNaN: true }),
        fc.integer({ min: schema.minimum ?? -1000, max: 1000 }).map((whole) => whole / 100),
      )
    case 'boolean':
      return fc.boolean()
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`)
  }
}

function objectsOf(schema: Keywords, freedom: Freedom): fc.Arbitrary<Record<string, unknown>> {
  const required = new Set(schema.required)
  const aliases = Object.entries(schema['x-field-aliases'] ?? {}).map(([alias, name]) => [name, alias])
  const names = new Map(aliases as [string, string][])
  const entries = Object.entries(schema.properties ?? {})
    .filter(([, field]) => freedom.isLoose || !field.readOnly)
    .map(([name, field]) => {
      const value: fc.Arbitrary<unknown> = field.readOnly ? junk : valuesOf(field, freedom)
      const given = value.map((one): [string, unknown][] => [[name, one]])
      const absent = fc.constant<[string, unknown][]>([])
      if (required.has(name)) return given
      const alias = names.get(name)
      return freedom.isLoose
        ? fc.oneof(
            { weight: 4, arbitrary: given },
            { weight: 4, arbitrary: absent },
            { weight: 1, arbitrary: fc.constant<[string, unknown][]>([[name, null]]) },
            ...(alias
              ? [{ weight: 2, arbitrary: value.map((one): [string, unknown][] => [[alias, one]]) }]
              : []),
          )
        : fc.oneof(given, absent)
    })
  const known = fc.tuple(...entries).map((parts) => parts.flat())
  if (!freedom.isLoose) return known.map(objectOf)
  const unknown = fc.array(
    fc.tuple(fc.constantFrom(...trouble.filter((name) => name !== 'id'), 'unheardOf'), junk),
    {
      maxLength: 2,
    },
  )
  return fc.tuple(unknown, known).map(([first, rest]) => objectOf([...first, ...rest]))
}

function partnersOf(schema: Keywords, freedom: Freedom): fc.Arbitrary<Record<string, unknown>> {
  const kinds = (schema.anyOf ?? []).map((kind) => objectsOf(kind, freedom))
  const whole = fc.oneof(...kinds)
  // Without a category, only fields that only companies have make it a company, so a person stays a person.
  return freedom.isLoose
    ? fc.tuple(whole, fc.boolean()).map(([partner, isNamed]) => {
        const { category, ...rest } = partner
        return isNamed ? partner : { ...rest, ...(category === 'legalEntity' ? { name: 'Ltd' } : {}) }
      })
    : whole
}

const RUNS = { numRuns: 150 }

for (const [name, schema] of Object.entries(bodies)) {
  const read = readers[name] as ReturnType<typeof compileReader>
  const again = (value: unknown) => read(JSON.parse(JSON.stringify(value)))

  describe(`reading a ${name}`, () => {
    test('takes every body the schema allows, and the output is valid, without null, and final', () => {
      fc.assert(
        fc.property(valuesOf(schema, { isLoose: true, isWrong: false }), (body) => {
          const { value, violations } = read(body)
          assert.deepEqual(violations, [])
          assert.deepEqual(violationsOf(schema, value), [])
          assert.ok(!hasNull(value))
          assert.deepEqual(again(value), { value, violations: [] })
        }),
        RUNS,
      )
    })

    test('accepts a body if and only if TypeBox does, when nothing is to be dropped or renamed', () => {
      fc.assert(
        fc.property(valuesOf(schema, { isLoose: false, isWrong: true }), (body) => {
          // Dropping is tested elsewhere: here every field must be known and nothing null.
          fc.pre(!hasNull(body) && !hasUnknown(schema, body))
          const { violations } = read(body)
          const opinion = violationsOf(schema, body)
          // The checker does not know which texts can be stored and which dates, currencies and languages exist.
          const own = violations.filter(
            ({ kind, info }) =>
              kind !== 'invalidText' && kind !== 'invalidLanguage' && !info.includes('ISO 4217 currency'),
          )
          if (opinion.length > 0) assert.ok(violations.length > 0, JSON.stringify({ body, opinion }))
          else assert.deepEqual(own, [], JSON.stringify(body))
        }),
        RUNS,
      )
    })

    test('never throws; what passes is valid and final, what does not says where', () => {
      fc.assert(
        fc.property(fc.oneof(valuesOf(schema, { isLoose: true, isWrong: true }), junk), (body) => {
          const { value, violations } = read(body)
          if (violations.length === 0) {
            assert.deepEqual(violationsOf(schema, value), [])
            assert.deepEqual(again(value), { value, violations: [] })
          }
          for (const { kind, info } of violations) {
            assert.equal(problems[kind].status, 400)
            assert.match(info, /^(\S+: .+|.+ is not an object)$/s)
            assert.ok(!info.includes('\n') && info.isWellFormed() && info.length < 500, info)
          }
        }),
        { numRuns: 300 },
      )
    })

    test('touches no prototype, its own output included', () => {
      const before = Object.getOwnPropertyNames(Object.prototype).sort()
      fc.assert(
        fc.property(valuesOf(schema, { isLoose: true, isWrong: true }), (body) => {
          const { value } = read(body)
          assertPlain(value)
          assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before)
          assert.equal(({} as Record<string, unknown>).unheardOf, undefined)
        }),
        RUNS,
      )
    })

    test('leaves the input as it was', () => {
      fc.assert(
        fc.property(valuesOf(schema, { isLoose: true, isWrong: true }), (body) => {
          const copy = structuredClone(body)
          read(body)
          assert.deepEqual(body, copy)
        }),
        { numRuns: 50 },
      )
    })
  })
}

function hasUnknown(schema: Keywords, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((one) => hasUnknown(schema.items ?? {}, one))
  const { category, kind: tag } = value as { category?: unknown; kind?: unknown }
  const kind = schema.anyOf
    ? schema.anyOf.find(
        ({ properties }) => (properties?.category?.const ?? properties?.kind?.const) === (category ?? tag),
      )
    : schema
  if (!kind) return true
  return Object.entries(value).some(([name, one]) => {
    const field = Object.hasOwn(kind.properties ?? {}, name) ? kind.properties?.[name] : undefined
    // Service-owned fields are dropped on input, whatever they contain (A3).
    return field === undefined || field.readOnly || hasUnknown(field, one)
  })
}

function assertPlain(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) {
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.ok(!Object.hasOwn(value, '__proto__'))
  }
  for (const one of Object.values(value)) assertPlain(one)
}

describe('what the reader says', () => {
  const read = (body: unknown) => (readers.ServiceOrder as ReturnType<typeof compileReader>)(body)
  const infoOf = (body: Record<string, unknown>) => read({ externalBranchId: 'B', ...body }).violations

  test('a path names fields by dots and entries by brackets', () => {
    const [violation] = infoOf({ payer: { contactPersons: [{}, { gender: 'x' }] } })
    assert.equal(violation?.info, 'payer.contactPersons[1].gender: "x" is not one of male, female')
  })

  test('every broken rule is told, in the order of the schema', () => {
    const kinds = infoOf({
      vehicle: { modelYear: 1.5, fuelType: 'coal', recordedMileage: -1 },
      closed: 1,
      currency: 'eur',
      plannedStartTimestamp: '2026-02-30',
      externalId: 'x'.repeat(129),
      description: '\0',
    }).map(({ kind }) => kind)
    assert.deepEqual(kinds, [
      'tooLong',
      'invalidDate',
      'wrongType',
      'invalidText',
      'notInList',
      'outOfRange',
      'notInList',
      'outOfRange',
    ])
  })

  test('a body that is no object is told without a path', () => {
    for (const body of [null, 5, 'x', []]) {
      assert.deepEqual(
        read(body).violations.map(({ kind }) => kind),
        ['wrongType'],
      )
    }
  })

  test('fields keep the order of the schema, so that equal values are equal texts', () => {
    const one = read({ externalBranchId: 'B', description: 'd', closed: true }).value
    const other = read({ closed: true, description: 'd', externalBranchId: 'B' }).value
    assert.equal(JSON.stringify(one), JSON.stringify(other))
  })

  test('a schema it cannot read is found when the service starts, not with a request', () => {
    assert.throws(() => compileReader(Type.Object({ odd: Type.Unknown() })), /no reader for/)
  })
})

describe('compileReader', () => {
  const schema = record(
    'Small',
    '',
    { name: text('', { minLength: 1 }) },
    { on: flag(''), list: list(number(''), '') },
  )
  const read = compileReader(schema)

  test('required fields are those of the schema', () => {
    for (const body of [{}, { name: null }, { name: '' }]) {
      assert.deepEqual(
        read(body).violations.map(({ kind }) => kind),
        ['missingField'],
      )
    }
  })

  test('inherited fields are not fields', () => {
    const body = Object.create({ name: 'inherited' }) as object
    assert.equal(read(body).violations[0]?.kind, 'missingField')
  })

  test('numbers without decimals to keep are kept exactly', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e11, max: 1e11, noNaN: true }), (one) => {
        const { value } = read({ name: 'x', list: [one] }) as { value: { list: number[] } }
        assert.equal(value.list[0], one === 0 ? 0 : one)
        assert.ok(!Object.is(value.list[0], -0))
      }),
    )
  })
})

test('an array with fewer or more entries than it needs is refused with both numbers', () => {
  const read = compileReader(
    record(
      'Few',
      'Few.',
      { a: list(Type.Array(Type.Number(), { minItems: 2 }), 'A.', { minItems: 1, maxItems: 2 }) },
      {},
    ),
  )
  const rules = (a: unknown) => read({ a }).violations.map(({ kind, info }) => `${kind} ${info}`)
  assert.deepEqual(rules([[1, 2]]), [])
  assert.deepEqual(rules([]), ['missingField a: has 0 entries, at least 1 is needed'])
  assert.deepEqual(rules([[1]]), ['missingField a[0]: has 1 entries, at least 2 are needed'])
  assert.deepEqual(
    rules([
      [1, 2],
      [1, 2],
      [1, 2],
    ]),
    ['tooLong a: has 3 entries, at most 2 are allowed'],
  )
})

describe('kinds told apart by a tag', () => {
  const shared = { id: requiredIdentifier('Id.') }
  const Cat = record('Cat', 'A cat.', { ...shared, kind: Type.Literal('cat'), lives: number('Lives.') }, {})
  const Dog = record('Dog', 'A dog.', { ...shared, kind: Type.Literal('dog') }, { barks: flag('Barks.') })
  const Pet = Type.Union([Cat, Dog])
  const read = compileReader(Pet)
  const infosOf = (value: unknown) => read(value).violations.map(({ kind, info }) => [kind, info])

  test('the tag picks the kind, and fields of other kinds are dropped', () => {
    const dog = { id: '1', kind: 'dog', lives: 'nine', barks: null }
    assert.deepEqual(read(dog), { value: { kind: 'dog', id: '1' }, violations: [] })
    assert.deepEqual(infosOf({ id: '1', kind: 'cat', barks: 3 }), [['missingField', 'lives: is required']])
  })

  test('a tag that is missing or unknown is told with its field, its value and the known tags', () => {
    for (const none of [{}, { kind: null }]) {
      assert.deepEqual(infosOf({ id: '1', ...none }), [
        ['missingField', 'kind: is required, one of cat, dog'],
      ])
    }
    assert.deepEqual(infosOf({ id: '1', kind: 'cow' }), [['notInList', 'kind: "cow" is not one of cat, dog']])
    assert.deepEqual(infosOf({ id: '1', kind: 7 }), [['wrongType', 'kind: 7 is not a string']])
    assert.deepEqual(infosOf('cat'), [['wrongType', '"cat" is not an object']])
  })

  test('what all kinds hold is looked at even then', () => {
    assert.deepEqual(infosOf({ kind: 'cow', lives: 'many' }), [
      ['notInList', 'kind: "cow" is not one of cat, dog'],
      ['missingField', 'id: is required'],
    ])
  })

  test('an inherited tag is none', () => {
    assert.equal(infosOf(Object.create({ kind: 'dog' })).length, 2)
    assert.equal(infosOf({ id: '1', kind: 'toString' }).length, 1)
  })

  test('a union without a tag is found when the service starts', () => {
    assert.throws(() => compileReader(Type.Union([Cat, Cat])), /no reader for/)
    assert.throws(() => compileReader(Type.Union([text('A.'), flag('B.')])), /no reader for/)
  })

  describe('in a list that is read entry by entry', () => {
    const readAll = compileReader(
      record('Pets', 'Pets.', { pets: eachAlone(list(Pet, 'Pets.', { maxItems: 3 })) }, {}),
    )
    const entriesOf = (pets: unknown[]) => (readAll({ pets }).value as { pets: Entry<unknown>[] }).pets

    test('one that breaks a rule is refused alone, under its id and by its own paths', () => {
      const pets = [{ id: '1', kind: 'dog' }, { id: '2', kind: 'cat', lives: 'x' }, { id: '3' }]
      assert.deepEqual(readAll({ pets }).violations, [])
      const [first, second, third] = entriesOf(pets)
      assert.deepEqual(first?.get(), { kind: 'dog', id: '1' })
      assert.equal(second?.id, '2')
      assert.throws(() => second?.get(), { kind: 'wrongType', errorInfo: 'lives: "x" is not a number' })
      assert.throws(() => third?.get(), { kind: 'missingField', errorInfo: /^kind: is required/ })
    })

    test('one that cannot be named, or too many of them, refuse the whole', () => {
      const broken = (pets: unknown) => readAll({ pets }).violations.map(({ info }) => info)
      assert.deepEqual(broken([{ id: '1', kind: 'dog' }, { kind: 'dog' }]), ['pets[1].id: is required'])
      assert.deepEqual(broken([{ id: '', kind: 'dog' }]), ['pets[0].id: is required and must not be empty'])
      assert.deepEqual(broken([null, 'dog']), [
        'pets[0]: null is not a value',
        'pets[1]: "dog" is not an object',
      ])
      assert.match(broken(Array(4).fill({ id: '1', kind: 'dog' })).join(), /^pets: has 4 entries/)
    })
  })
})
