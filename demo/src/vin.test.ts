import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkDigit, makeVin } from './vin.ts'

describe('check digits of VINs', () => {
  test('are those of published examples, X for ten', () => {
    assert.equal(checkDigit('1M8GDM9AXKP042788'), 'X')
    assert.equal(checkDigit('11111111111111111'), '1')
  })

  test('do not depend on what stands in their place', () => {
    assert.equal(checkDigit('1M8GDM9A0KP042788'), 'X')
  })

  test('refuse letters no VIN has', () => {
    assert.throws(() => checkDigit('1M8GDM9AXKO042788'), /O is not a character of a VIN/)
  })
})

describe('made VINs', () => {
  test('carry the model year and their own check digit', () => {
    const vin = makeVin({ descriptor: 'FJ20D', modelYear: 2022, serial: 1001 })
    assert.match(vin, /^GWAFJ20D[0-9X]NW001001$/)
    assert.equal(vin[8], checkDigit(vin))
  })

  test('take five characters for the model', () => {
    assert.throws(() => makeVin({ descriptor: 'FJ2', modelYear: 2022, serial: 1 }), /17 characters/)
  })
})
