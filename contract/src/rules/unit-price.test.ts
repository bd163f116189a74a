import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitPriceOf } from './unit-price.ts'

test('the price of one is told where so many of it are the total', () => {
  assert.equal(unitPriceOf(200, 2, 2), 100)
  assert.equal(unitPriceOf(153.4, 1.3, 2), 118)
  assert.equal(unitPriceOf(6.53, 4.5, 2), 1.45)
  assert.equal(unitPriceOf(0.3, 3, 2), 0.1)
  assert.equal(unitPriceOf(3000, 3, 0), 1000)
  assert.equal(unitPriceOf(-20, 2, 2), -10)
})

test('and not where it would be a wrong one, or says nothing', () => {
  assert.equal(unitPriceOf(100, 3, 2), undefined)
  assert.equal(unitPriceOf(100, 1, 2), undefined)
  assert.equal(unitPriceOf(100, undefined, 2), undefined)
  assert.equal(unitPriceOf(undefined, 2, 2), undefined)
  assert.equal(unitPriceOf(0, 2, 2), undefined)
  assert.equal(unitPriceOf(5, 0, 2), undefined)
})
