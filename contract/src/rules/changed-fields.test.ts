// Names of changed fields, beside a comparison of texts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson } from './canonical-json.ts'
import { changedFields } from './changed-fields.ts'

describe('changedFields', () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const name = fc.constantFrom('a', 'b', 'constructor', '__proto__', 'length')
  const document = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value), fc.array(value)))

  test('names what has another text, and nothing else', () => {
    const textOf = (one: object, at: string) => {
      const own = Object.getOwnPropertyDescriptor(one, at)
      return own ? canonicalJson(own.value) : undefined
    }
    fc.assert(
      fc.property(document, document, (before, after) => {
        const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
        const expected = names.filter((at) => textOf(before, at) !== textOf(after, at))
        assert.deepEqual(changedFields(before, after), expected)
      }),
    )
  })

  test('a copy has no changes', () => {
    fc.assert(fc.property(document, (one) => assert.deepEqual(changedFields(one, structuredClone(one)), [])))
  })

  test('a list and an object with the same entries differ, and so do none and an empty one', () => {
    assert.deepEqual(changedFields({ a: ['x'] }, { a: { 0: 'x' } }), ['a'])
    assert.deepEqual(changedFields({}, { a: {}, b: [] }), ['a', 'b'])
    assert.deepEqual(changedFields({ a: { b: undefined } }, { a: {} }), [])
  })
})
