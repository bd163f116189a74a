// What fingers and keys do to shapes on a photo.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import {
  began,
  done,
  drawnShape,
  gripsOf,
  middleShape,
  moved,
  redone,
  resized,
  reworded,
  shapeAt,
  undone,
} from './editing.ts'

const photo = { width: 1200, height: 900 }
const arrow: MarkupShape = { kind: 'arrow', colour: 'red', x: 0.1, y: 0.1, toX: 0.5, toY: 0.5 }
const circle: MarkupShape = { kind: 'circle', colour: 'blue', x: 0.4, y: 0.4, width: 0.2, height: 0.3 }

test('an area may be drawn from any corner, and outside the photo it is cut', () => {
  const area = { x: 0.7, y: 0.8, width: 0.3, height: 0.2 }
  assert.deepEqual(drawnShape('blur', 'red', { x: 1.3, y: 1.1 }, { x: 0.7, y: 0.8 }, ''), {
    kind: 'blur',
    ...area,
  })
  assert.equal(drawnShape('circle', 'red', { x: 0.5, y: 0.5 }, { x: 0.503, y: 0.6 }, ''), undefined, 'a slip')
  assert.equal(drawnShape('text', 'red', { x: 0.5, y: 0.5 }, { x: 0.5, y: 0.5 }, ' '), undefined)
  for (const kind of ['arrow', 'circle', 'text', 'blur'] as const)
    assert.equal(middleShape(kind, 'green', 'words')?.kind, kind)
})

test('a shape that is moved keeps its size and stays inside the photo', () => {
  assert.deepEqual(moved(circle, { x: 2, y: -2 }), { ...circle, x: 0.8, y: 0 })
  assert.deepEqual(moved(arrow, { x: -0.5, y: 0.1 }), { ...arrow, x: 0, y: 0.2, toX: 0.4, toY: 0.6 })
})

test('a grip changes the size and leaves the opposite one where it is', () => {
  assert.deepEqual(resized(circle, 0, { x: 0.3, y: 0.5 }), {
    ...circle,
    x: 0.3,
    y: 0.5,
    width: 0.3,
    height: 0.2,
  })
  assert.deepEqual(resized(circle, 2, { x: 0.2, y: 0.2 }), {
    ...circle,
    x: 0.2,
    y: 0.2,
    width: 0.2,
    height: 0.2,
  })
  assert.deepEqual(resized(arrow, 0, { x: 0.9, y: 0.1 }), { ...arrow, x: 0.9, y: 0.1 })
  assert.deepEqual(resized(arrow, 1, { x: 0.1, y: 0.1 }), arrow, 'never to nothing')
  for (const shape of [arrow, circle])
    for (const [index, at] of gripsOf(shape).entries()) assert.deepEqual(resized(shape, index, at), shape)
})

test('a finger takes the topmost shape near it, an arrow only along its line', () => {
  const reach = { x: 0.03, y: 0.04 }
  assert.equal(shapeAt([circle, arrow], { x: 0.45, y: 0.45 }, photo, reach), 1)
  assert.equal(shapeAt([circle, arrow], { x: 0.59, y: 0.6 }, photo, reach), 0)
  assert.equal(shapeAt([arrow], { x: 0.15, y: 0.45 }, photo, reach), undefined)
})

test('words that are emptied are no words', () => {
  const words: MarkupShape = { kind: 'text', colour: 'red', x: 0.1, y: 0.1, words: 'worn' }
  assert.deepEqual(reworded(words, 'crack '), { ...words, words: 'crack' })
  assert.equal(reworded(words, '  '), undefined)
})

test('what was undone can be done again, until something else is done', () => {
  const two = done(done(began([]), [arrow]), [arrow, circle])
  assert.deepEqual(undone(undone(undone(two))).now, [])
  assert.deepEqual(redone(undone(two)), two)
  assert.deepEqual(redone(done(undone(two), [circle])).now, [circle])
})
