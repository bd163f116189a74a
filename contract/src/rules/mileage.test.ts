// A mileage beside what is known: lower, much higher, in another unit, and when nothing is asked.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findMileageDoubt, inUnit } from './mileage.ts'

const warn = { lowerThanRecorded: true, aboveRecordedBy: 60_000 }
const km = (value: number) => ({ value, unit: 'km' })

describe('a mileage that is read at the car', () => {
  test('is asked back if it is lower or much higher than the highest that is known', () => {
    const known = { dms: km(48_000), visit: km(50_000) }
    assert.deepEqual(findMileageDoubt(km(49_000), known, warn), {
      kind: 'lower',
      source: 'visit',
      known: km(50_000),
    })
    assert.deepEqual(findMileageDoubt(km(47_000), { dms: km(48_000) }, warn), {
      kind: 'lower',
      source: 'dms',
      known: km(48_000),
    })
    assert.equal(findMileageDoubt(km(510_000), known, warn)?.kind, 'above')
    assert.equal(findMileageDoubt(km(50_000), known, warn), undefined, 'the same value is right')
    assert.equal(findMileageDoubt(km(110_000), known, warn), undefined, 'exactly the limit is right')
    assert.equal(findMileageDoubt(km(110_001), known, warn)?.source, 'visit')
    assert.equal(findMileageDoubt(km(51_000), { dms: km(52_000), visit: km(50_000) }, warn)?.source, 'dms')
  })

  test('is compared in its own unit', () => {
    const miles = { value: 31_000, unit: 'mi' }
    assert.equal(findMileageDoubt(miles, { dms: km(49_000) }, warn), undefined)
    assert.equal(findMileageDoubt(miles, { dms: km(50_000) }, warn)?.kind, 'lower')
    assert.equal(inUnit(km(50_000), 'mi'), 31_069)
    assert.equal(inUnit({ value: 31_069, unit: 'mi' }, undefined), 50_001)
    assert.equal(inUnit({ value: 7 }, 'km'), 7)
  })

  test('is not asked back where the template says nothing, or nothing is known', () => {
    assert.equal(findMileageDoubt(km(1), { dms: km(50_000) }, undefined), undefined)
    assert.equal(findMileageDoubt(km(1), { dms: km(50_000) }, {}), undefined)
    assert.equal(findMileageDoubt(km(1), {}, warn), undefined)
  })
})
