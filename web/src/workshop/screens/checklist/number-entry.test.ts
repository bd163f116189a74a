import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Entry,
  emptyEntry,
  erase,
  isComplete,
  isFull,
  isInRange,
  type Limits,
  toggleSign,
  toValue,
  typeDigit,
  typePoint,
  wholeReading,
} from './number-entry.ts'

const tread: Limits = { decimals: 1, min: 0, max: 30 }
const percent: Limits = { decimals: 0, min: 0, max: 200 }
const frost: Limits = { decimals: 0, min: -80, max: 20 }

const typed = (keys: string, limits: Limits): Entry =>
  [...keys].reduce(
    (entry, key) => (key === '.' ? typePoint(entry, limits) : typeDigit(entry, key, limits)),
    emptyEntry(limits),
  )
const valueTyped = (keys: string, limits: Limits) => toValue(typed(keys, limits), limits)

test('the decimal point is implied where numbers are small', () => {
  assert.equal(valueTyped('', tread), undefined)
  assert.equal(valueTyped('6', tread), '6')
  assert.equal(valueTyped('65', tread), '6.5')
  assert.equal(valueTyped('05', tread), '0.5')
  assert.equal(valueTyped('00', tread), '0.0')
})

test('a typed point goes before the implied one', () => {
  assert.equal(valueTyped('6.5', tread), '6.5')
  assert.equal(valueTyped('12.', tread), '12')
  assert.equal(valueTyped('12.5', tread), '12.5')
  assert.equal(valueTyped('.5', tread), '0.5')
  assert.equal(valueTyped('6..5', tread), '6.5')
})

test('a digit more than fits is not swallowed into the number', () => {
  assert.equal(valueTyped('251', tread), '2.5')
  assert.equal(isFull(typed('25', tread), tread), true)
  assert.equal(valueTyped('12.55', tread), '12.5')
})

test('what can only mean one number is complete', () => {
  assert.equal(isComplete(typed('6', tread), tread), false)
  assert.equal(isComplete(typed('65', tread), tread), true)
  assert.equal(isComplete(typed('05', tread), tread), true)
  assert.equal(isComplete(typed('12', tread), tread), false)
  assert.equal(isComplete(typed('12.', tread), tread), false)
  assert.equal(isComplete(typed('12.5', tread), tread), true)
})

test('where it could be 1.2 or 12, both are known', () => {
  assert.equal(wholeReading(typed('12', tread), tread), '12')
  assert.equal(wholeReading(typed('65', tread), tread), undefined)
  assert.equal(wholeReading(typed('1', tread), tread), undefined)
  assert.equal(wholeReading(typed('05', tread), tread), undefined)
  // The point key does nothing if the whole number would be out of range.
  assert.equal(valueTyped('65.', tread), '6.5')
})

test('whole numbers grow until a further digit is out of range', () => {
  assert.equal(valueTyped('95', percent), '95')
  assert.equal(isComplete(typed('9', percent), percent), false)
  assert.equal(isComplete(typed('95', percent), percent), true)
  assert.equal(isComplete(typed('12', percent), percent), false)
  assert.equal(isComplete(typed('120', percent), percent), true)
  assert.equal(valueTyped('007', percent), '7')
  assert.equal(isComplete(typed('0', percent), percent), false)
})

test('frost protection begins below zero and the sign can be turned', () => {
  assert.equal(valueTyped('35', frost), '-35')
  assert.equal(isComplete(typed('35', frost), frost), true)
  assert.equal(toValue(toggleSign(typed('5', frost)), frost), '5')
  assert.equal(valueTyped('0', frost), '0')
})

test('large numbers with decimals need their point', () => {
  const volts: Limits = { decimals: 1, min: 0, max: 800 }
  assert.equal(valueTyped('405', volts), '405')
  assert.equal(valueTyped('405.5', volts), '405.5')
  assert.equal(isComplete(typed('405', volts), volts), false)
  assert.equal(isComplete(typed('405.5', volts), volts), true)
  assert.equal(valueTyped('40', { decimals: 1 }), '40')
})

test('out of range is never complete by itself', () => {
  assert.equal(isInRange('31', tread), false)
  assert.equal(isInRange('-1', tread), false)
  assert.equal(isComplete(typed('900.5', { decimals: 1, max: 800 }), { decimals: 1, max: 800 }), false)
  assert.equal(isComplete(typed('250', percent), percent), false)
})

test('erasing takes back the last key, the point too', () => {
  assert.equal(toValue(erase(typed('65', tread)), tread), '6')
  assert.equal(toValue(erase(typed('12.', tread)), tread), '1.2')
  assert.equal(toValue(erase(typed('6', tread)), tread), undefined)
  assert.equal(toValue(erase(emptyEntry(tread)), tread), undefined)
})
