// The building blocks: what copies share and what they do not.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Check } from 'typebox/schema'
import {
  amount,
  choice,
  described,
  flag,
  identifier,
  limits,
  list,
  moment,
  number,
  owned,
  quantity,
  record,
  text,
  year,
} from './schema.ts'

describe('record', () => {
  const schema = record(
    'Thing',
    'A thing.',
    { id: identifier('Id.') },
    { name: text('Name.'), on: flag('On.') },
  )

  test('required fields are required, the others may be left out', () => {
    assert.deepEqual(schema.required, ['id'])
    assert.equal(Check(schema, { id: 'x' }), true)
    assert.equal(Check(schema, { id: 'x', name: 'n', on: false }), true)
    assert.equal(Check(schema, { name: 'n' }), false)
    assert.equal(Check(schema, { id: 'x', on: 'yes' }), false)
  })

  test('it has a name of its own', () => {
    const { $id, description } = schema as { $id?: string; description?: string }
    assert.deepEqual({ $id, description }, { $id: 'Thing', description: 'A thing.' })
  })
})

describe('owned and described', () => {
  test('leave the original as it was', () => {
    const original = text('One.')
    const copy = owned(described(original, { description: 'Other.' }))
    const wordsOf = (schema: object) => {
      const { description, readOnly } = schema as { description?: string; readOnly?: boolean }
      return [description, readOnly]
    }
    assert.deepEqual(wordsOf(original), ['One.', undefined])
    assert.deepEqual(wordsOf(copy), ['Other.', true])
    assert.equal(Check(copy, 'x'), true)
    assert.equal(Check(copy, 5), false)
  })

  test('an optional field stays optional', () => {
    const schema = record('Thing', '', {}, { name: owned(text('Name.')) })
    assert.equal(Check(schema, {}), true)
  })
})

describe('limits (A9, A10)', () => {
  test('are those of the decisions', () => {
    assert.deepEqual(limits, {
      idLength: 128,
      textLength: 20_000,
      arrayLength: 2_000,
      priceListLength: 20_000,
      nesting: 32,
      number: 1e12,
      amountDecimals: 6,
    })
  })

  test('hold in the schemas', () => {
    assert.equal(Check(text(''), 'x'.repeat(20_000)), true)
    assert.equal(Check(text(''), 'x'.repeat(20_001)), false)
    assert.equal(Check(identifier(''), 'x'.repeat(129)), false)
    assert.equal(Check(list(flag(''), ''), Array(2001).fill(true)), false)
    for (const one of [number(''), amount('')]) {
      assert.equal(Check(one, 999_999_999_999), true)
      assert.equal(Check(one, -999_999_999_999), true)
      assert.equal(Check(one, 1e12), false)
      assert.equal(Check(one, -1e12), false)
      assert.equal(Check(one, -5), true)
    }
    assert.equal(Check(quantity(''), -1), false)
    assert.equal(Check(quantity(''), 0), true)
    assert.equal(Check(year(''), 999), false)
    assert.equal(Check(year(''), 2026), true)
    assert.equal(Check(moment(''), 'x'.repeat(41)), false)
  })
})

describe('choice', () => {
  test('lists its values and where aliases lead', () => {
    const unit = choice('Unit.', ['ea', 'l'], { pc: 'ea' }) as { enum?: string[]; 'x-aliases'?: object }
    assert.deepEqual(unit.enum, ['ea', 'l'])
    assert.deepEqual(unit['x-aliases'], { pc: 'ea' })
    assert.ok(!('x-aliases' in choice('None.', ['a'])))
  })
})
