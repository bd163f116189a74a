import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FigureDefinition } from '@walkaround/contract/dms/figures.ts'
import { averageOf } from './branch-average.ts'

const figure = (id: string, kind: FigureDefinition['kind']) => ({
  definition: { id, kind, name: id, words: '' },
})
const groups = [
  {
    figures: [
      { id: 'orders', value: 10 },
      { id: 'checkRate', value: 0.9, count: 9, of: 10 },
      { id: 'soldMoney', currency: 'EUR', value: 100 },
      { id: 'soldMoney', currency: 'CHF', value: 50 },
    ],
  },
  {
    figures: [
      { id: 'orders', value: 40 },
      { id: 'checkRate', value: 0.4, count: 16, of: 40 },
      { id: 'soldMoney', currency: 'EUR', value: 300 },
    ],
  },
]

test('counts and money are per branch, shares those of all cars', () => {
  assert.deepEqual(averageOf(groups, figure('orders', 'count')), { value: 25 })
  assert.deepEqual(averageOf(groups, figure('checkRate', 'share')), { value: 0.5, count: 25, of: 50 })
  assert.deepEqual(averageOf(groups, { ...figure('soldMoney', 'money'), currency: 'EUR' }), { value: 200 })
  assert.deepEqual(averageOf(groups, { ...figure('soldMoney', 'money'), currency: 'CHF' }), { value: 25 })
})

test('few are told as few, and one branch has no average', () => {
  const few = groups.map(() => ({ figures: [{ id: 'stars', count: 4, of: 1 }] }))
  assert.deepEqual(averageOf(few, figure('stars', 'share')), { count: 8, of: 2 })
  assert.equal(averageOf(groups.slice(0, 1), figure('orders', 'count')), undefined)
})
