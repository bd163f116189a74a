// The reader of bodies: its messages, and properties over generated bodies checked against TypeBox's own opinion.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { Answer } from '@walkaround/contract/dms/surveys.ts'
import { flag, list, number, record, text } from '@walkaround/contract/schema.ts'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { hasNull, violationsOf } from '../../test/support/contract-check.ts'
import { isStorable } from '../lib/texts.ts'
import { catalogue } from '../problems.ts'
import { compileReader, roundHalfUp } from './reader.ts'

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
  minimum?: number
  maximum?: number
  readOnly?: boolean
  'x-aliases'?: Record<string, string>
  'x-decimals'?: number
  'x-read'?: string
  'x-field-aliases'?: Record<string, string>
}

const bodies: Record<string, TSchema & Keywords> = {
  ServiceOrder,
  CustomerReviewRequest,
  DealItem,
  Answer,
} as never
const readers = Object.fromEntries(
  Object.entries(bodies).map(([name, schema]) => [name, compileReader(schema)]),
)

/** Anything JSON can hold, with the names a careless object would trip over. */
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

/** With own properties only, also `__proto__`, as JSON.parse makes them. */
function objectOf(entries: [string, unknown][]): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

interface Freedom {
  /** Null, aliases, service-owned and unknown fields: taken, but not in the output. */
  isLoose: boolean
  /** Wrong values here and there. */
  isWrong: boolean
}

const dates = [
  '2026-11-15',
  '2026-11-15T08:30',
  '2024-02-29T23:59:59.123+05:45',
  '0001-01-01',
  '9999-12-31T00:00Z',
]

/** Bodies as the schema wants them, as far as the freedom goes. */
function valuesOf(schema: Keywords, freedom: Freedom): fc.Arbitrary<unknown> {
  const good = goodValuesOf(schema, freedom)
  return freedom.isWrong ? fc.oneof({ weight: 30, arbitrary: good }, { weight: 1, arbitrary: junk }) : good
}

function goodValuesOf(schema: Keywords, freedom: Freedom): fc.Arbitrary<unknown> {
  if (schema['x-read'] === 'businessPartner') return partnersOf(schema, freedom)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) {
    const aliases = freedom.isLoose ? Object.keys(schema['x-aliases'] ?? {}) : []
    return fc.constantFrom(...schema.enum, ...aliases)
  }
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, freedom)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, freedom), { maxLength: 3 })
    case 'string':
      if (schema.format === 'iso8601') return fc.constantFrom(...dates)
      if (schema.format === 'iso4217') return fc.constantFrom('EUR', 'JPY', 'KWD')
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
  // Without a category the other kind is inferred only by what companies alone have, so a person stays a person.
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
          // Dropping is judged elsewhere: here every field must be known and nothing null.
          fc.pre(!hasNull(body) && !hasUnknown(schema, body))
          const { violations } = read(body)
          const opinion = violationsOf(schema, body)
          // The checker knows neither which texts can be stored nor which dates and currencies exist.
          const own = violations.filter(
            ({ kind, info }) => kind !== 'invalidText' && !info.includes('ISO 4217 currency'),
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
            assert.equal(catalogue[kind].status, 400)
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
  const category = (value as { category?: unknown }).category
  const kind = schema.anyOf
    ? schema.anyOf.find(({ properties }) => properties?.category?.const === category)
    : schema
  if (!kind) return true
  return Object.entries(value).some(([name, one]) => {
    const field = Object.hasOwn(kind.properties ?? {}, name) ? kind.properties?.[name] : undefined
    // What the service owns is dropped on input, whatever it holds (A3).
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

describe('roundHalfUp', () => {
  test('rounds what people see, away from zero at the half', () => {
    const table: [number, number, number][] = [
      [1.005, 2, 1.01],
      [1.25, 1, 1.3],
      [1.35, 1, 1.4],
      [1.45, 1, 1.5],
      [2.675, 2, 2.68],
      [-1.005, 2, -1.01],
      [0.5, 0, 1],
      [-0.04, 1, 0],
      [1e-10, 6, 0],
      [5e-7, 6, 0.000001],
      [4.9e-7, 6, 0],
      [123456789012.3456, 6, 123456789012.3456],
      [0.1 + 0.2, 6, 0.3],
    ]
    for (const [value, decimals, rounded] of table) {
      assert.equal(roundHalfUp(value, decimals), rounded, `${value} to ${decimals}`)
      assert.ok(!Object.is(roundHalfUp(value, decimals), -0))
    }
  })

  test('is never more than half a step away, and final', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const rounded = roundHalfUp(value, decimals)
          const step = 10 ** -decimals
          assert.ok(
            Math.abs(rounded - value) <= step * 0.5000001 + Math.abs(value) * 1e-15,
            `${value} ${rounded}`,
          )
          assert.equal(roundHalfUp(rounded, decimals), rounded)
          const shownDecimals = String(rounded).split('e')[0]?.split('.')[1]?.length ?? 0
          assert.ok(rounded.toString().includes('e') || shownDecimals <= decimals, `${rounded}`)
        },
      ),
    )
  })

  test('agrees with decimal arithmetic on whole cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (thousandths) => {
        const value = Number(`${thousandths}e-3`)
        const cents = Math.floor(thousandths / 10) + (thousandths % 10 >= 5 ? 1 : 0)
        assert.equal(roundHalfUp(value, 2), Number(`${cents}e-2`))
        if (thousandths > 0 && cents > 0) assert.equal(roundHalfUp(-value, 2), -Number(`${cents}e-2`))
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
