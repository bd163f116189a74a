import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brokenPinRule, type PinRule } from './pins.ts'

describe('brokenPinRule', () => {
  const refused: Record<PinRule, string[]> = {
    digits: ['', '123', '123456789', '12a4', '٣٤٥٦', ' 4711'],
    same: ['0000', '7777777'],
    row: ['1234', '4321', '7890', '0987', '9012', '12345678'],
    repeated: ['1212', '0909', '123123', '47114711', '12121212'],
    year: ['1938', '1984', '2001', '2039'],
    common: ['2580', '147258'],
  }
  for (const [rule, pins] of Object.entries(refused))
    for (const pin of pins)
      test(`${JSON.stringify(pin)} breaks the rule "${rule}"`, () => assert.equal(brokenPinRule(pin), rule))

  for (const pin of ['4711', '2049', '1900', '1235', '19842', '90210', '80418273', '1221'])
    test(`${pin} may be used`, () => assert.equal(brokenPinRule(pin), undefined))
})
