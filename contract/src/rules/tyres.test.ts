import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTyreFault, lowestReading } from './tyres.ts'

test('of three readings the lowest counts, as it was typed', () => {
  assert.equal(lowestReading({ inner: '10', middle: '9.5', outer: '9.50' }), '9.5')
  assert.equal(lowestReading({ outer: '4.2' }), '4.2')
  assert.equal(lowestReading({ dot: '2319' }), undefined)
})

test('a reading is a depth, and the stamp is a week and a year', () => {
  assert.equal(findTyreFault({ inner: '0', outer: '40', dot: '5399', size: '205/55 R16' }), undefined)
  for (const dot of ['0019', '5419', '219', '23/19', '02319'])
    assert.match(findTyreFault({ dot })?.info ?? '', /^dot: .* week from 01 to 53/)
  for (const middle of ['-1', '41', 'worn', ''])
    assert.match(findTyreFault({ middle })?.info ?? '', /^middle: .* number from 0 to 40/)
})
