import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decimalsOf,
  minus,
  parseAmount,
  rateOf,
  sum,
  sumOfAll,
  sumPrices,
  unitPriceOf,
  withoutVat,
  withVat,
} from './money.ts'

test('sums without the dust of floats', () => {
  assert.equal(sum([0.1, 0.2]), 0.3)
  assert.equal(sum([188.8, 89.17, 201.28]), 479.25)
  assert.equal(minus(570.3, 479.25), 91.05)
  assert.equal(sum([1e-7, 5e20]), 5e20)
  assert.equal(sum([]), 0)
})

test('VAT is added and taken off to the cent, halves up', () => {
  assert.equal(withVat(100, 19, 2), 119)
  assert.equal(withVat(1.05, 10, 2), 1.16)
  assert.equal(withVat(0.5, 1, 2), 0.51)
  assert.equal(withVat(35.4, 19, 2), 42.13)
  assert.equal(withoutVat(119, 19, 2), 100)
  assert.equal(withoutVat(100, 20, 2), 83.33)
  assert.equal(withVat(99.5, 8, 0), 107)
  assert.equal(withVat(80, 7.7, 2), 86.16)
})

test('the rate is found again from rounded amounts', () => {
  assert.equal(rateOf(188.8, 224.67), 19)
  assert.equal(rateOf(11.8, 14.04), 19)
  assert.equal(rateOf(100, 120), 20)
  assert.equal(rateOf(100, 107.7), 7.5)
  assert.equal(rateOf(0, 0), undefined)
})

test('amounts as people type them', () => {
  const typed = { '12': 12, '12,5': 12.5, '12.50': 12.5, '1.234,50': 1234.5, '1,234.50': 1234.5, ',5': 0.5 }
  for (const [text, value] of Object.entries(typed)) assert.equal(parseAmount(text), value, text)
  assert.equal(parseAmount('1 234,5'), 1234.5)
  assert.equal(parseAmount('1.234.567'), 1_234_567)
  for (const text of ['', 'abc', '-5', '1,2.3,4', '12€', '1.1234567'])
    assert.equal(parseAmount(text), undefined, text)
})

test('decimals of currencies', () => {
  assert.deepEqual(['EUR', 'JPY', 'KWD', 'no such'].map(decimalsOf), [2, 0, 3, 2])
})

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

test('a sum that lacks something is none, and one of prices says so', () => {
  assert.equal(sumOfAll([0.1, 0.2]), 0.3)
  assert.equal(sumOfAll([0.1, undefined]), undefined)
  assert.deepEqual(sumPrices([{ exVat: 0.1, incVat: 0.12 }, { exVat: 0.2 }], 'EUR'), {
    exVat: 0.3,
    incVat: 0.12,
    isComplete: false,
  })
  const tenth = { exVat: 0.1, incVat: 0.12 }
  assert.deepEqual(sumPrices(Array(300).fill(tenth), 'EUR'), { exVat: 30, incVat: 36, isComplete: true })
  assert.equal(minus(1.1, 0.9), 0.2)
  assert.deepEqual(sumPrices([{ exVat: 0.4, incVat: 0.6 }], 'JPY'), { exVat: 0, incVat: 1, isComplete: true })
})

test('VAT is rounded once', () => {
  // 0.4545454545… and 0.00499999…: a second rounding would make a cent of either.
  assert.equal(withoutVat(0.0149, 200, 2), 0)
  assert.equal(withVat(0.004545, 10, 2), 0)
})
