import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DamageMark } from '@walkaround/contract/dms/media.ts'
import {
  changeMark,
  deleteMark,
  isRepeated,
  listEarlier,
  listPanels,
  placeOn,
  putMark,
  toMark,
  undoOf,
} from './marks.ts'
import type { Outline } from './outline.ts'

const mark = (fields: Partial<DamageMark> = {}): DamageMark => ({ kind: 'dent', x: 100, y: 50, ...fields })
const outline = {
  panels: [
    { id: 'roof', view: 'top', centre: [1, 1] },
    { id: 'door', view: 'top', centre: [2, 2] },
    { id: 'door', view: 'left', centre: [3, 3] },
  ],
} as unknown as Outline

test('only what the server takes is sent', () => {
  const sent = toMark(
    mark({ id: 'a', number: 3, photos: [], x: 10.04999, comment: '  ', size: 'small', panel: 'roof' }),
  )
  assert.deepEqual(sent, { kind: 'dent', x: 10, y: 50, size: 'small', panel: 'roof' })
})

test('undo of adding is removing, of changing the former, of removing the mark itself', () => {
  const before = [mark({ id: 'a', comment: 'old' })]
  assert.deepEqual(undoOf(putMark('new', mark()), before), deleteMark('new'))
  assert.deepEqual(undoOf(putMark('a', mark({ x: 9 })), before), putMark('a', mark({ comment: 'old' })))
  assert.deepEqual(undoOf(deleteMark('a'), before), putMark('a', mark({ comment: 'old' })))
  assert.equal(undoOf(deleteMark('gone'), before), undefined)
})

test('a change keeps what the mark has got meanwhile, and makes no mark that is gone', () => {
  const present = [mark({ id: 'a', comment: 'hail' })]
  const expected = putMark('a', mark({ comment: 'hail', internalComment: 'insurer' }))
  assert.deepEqual(changeMark(present, 'a', { internalComment: 'insurer' }), expected)
  assert.deepEqual(changeMark(present, 'a', { comment: '' }), putMark('a', mark()))
  assert.equal(changeMark(present, 'gone', { size: 'large' }), undefined)
})

test('a part is offered once, by its name, and marked where it is seen best', () => {
  assert.deepEqual(listPanels(outline, { roof: 'Roof', door: 'Door' }, 'en'), [
    { id: 'door', name: 'Door' },
    { id: 'roof', name: 'Roof' },
  ])
  assert.equal(placeOn(outline, 'door')?.view, 'left')
  assert.equal(placeOn(outline, 'none'), undefined)
})

test('one damage of several visits is shown once, by its last date', () => {
  const earlier = [
    mark({ id: 'a', seenAt: '2025-01-01' }),
    mark({ id: 'b', x: 104, seenAt: '2026-01-01' }),
    mark({ id: 'c', x: 300, seenAt: '2024-01-01' }),
    mark({ id: 'd', kind: 'rust', seenAt: '2024-01-01' }),
  ]
  assert.deepEqual(
    listEarlier(earlier).map(({ id }) => id),
    ['b', 'c', 'd'],
  )
  assert.equal(isRepeated(mark({ x: 102 }), [mark()]), true)
  assert.equal(isRepeated(mark({ kind: 'chip' }), [mark()]), false)
})
