import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSigned, toStrokes } from './strokes.ts'

test('strokes are told in heights of the field', () => {
  const groups = [
    {
      points: [
        { x: 0, y: 50 },
        { x: 200, y: 100 },
      ],
    },
    { points: [] },
  ]
  assert.deepEqual(toStrokes(groups, 100), [[0, 0.5, 2, 1]])
})

test('a touch is no signature', () => {
  assert.equal(isSigned([]), false)
  assert.equal(isSigned([[0.5, 0.5]]), false)
  assert.equal(isSigned([[0.5, 0.5, 0.51, 0.5]]), false)
  assert.equal(isSigned([[0, 0.5, 2, 1]]), true)
})
