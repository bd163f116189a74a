// Addresses are built from the paths of operations; identifiers may contain anything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fillPath } from './paths.ts'

test('variables are filled and percent-encoded', () => {
  assert.equal(fillPath('/a/{x}/b/{y_z}', { x: '1/2', y_z: 'ü !' }), '/a/1%2F2/b/%C3%BC%20!')
})

test('whatever an identifier holds, it stays one segment and can be read back', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (a, b) => {
        const [, , one, , other, ...rest] = fillPath('/a/{x}/b/{y}', { x: a, y: b }).split('/')
        assert.deepEqual(rest, [])
        assert.deepEqual(
          [one, other].map((part) => decodeURIComponent(part ?? '')),
          [a, b],
        )
      },
    ),
  )
})

test('braces, dollars and slashes in a value are not filled again', () => {
  assert.equal(fillPath('/{x}/{y}', { x: '{y}', y: '$1$&' }), '/%7By%7D/%241%24%26')
})

test('a variable without a value is a mistake of ours', () => {
  assert.throws(() => fillPath('/a/{x}', {}), /needs x/)
  assert.throws(() => fillPath('/a/{x}', { y: '1' }), /needs x/)
})
