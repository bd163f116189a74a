// Values that are not kept, as they are written and said.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hidden, hiddenInEnglish, sayHidden, writeHidden } from './hidden-values.ts'

const kinds: Hidden['kind'][] = ['letters', 'digits', 'characters', 'number', 'more']

test('each kind is written without a language and said in words', () => {
  const said = kinds.map((kind) => sayHidden(writeHidden({ kind, count: 2 }), hiddenInEnglish))
  assert.deepEqual(said, [
    '(2 letters)',
    '(2 digits)',
    '(2 characters)',
    '(number of 2 characters)',
    '(2 more)',
  ])
  assert.equal(sayHidden('<digits:1> <number:1>', hiddenInEnglish), '(1 digit) (number of 1 character)')
})

test('JSON stays JSON, and what only looks alike stays as it is', () => {
  const body = { a: writeHidden({ kind: 'letters', count: 7 }), b: '<vowels:7>', c: '<letters>' }
  assert.deepEqual(JSON.parse(sayHidden(JSON.stringify(body), hiddenInEnglish)), {
    ...body,
    a: '(7 letters)',
  })
})
