import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOutOfWarranty } from './warranty.ts'

const isOut = (warrantyEndDate: string, now: string, timeZone = 'Europe/Berlin') =>
  isOutOfWarranty({ warrantyEndDate }, new Date(now), timeZone)

test('the last day of a warranty counts, as the dealership counts days', () => {
  assert.equal(isOut('2026-01-01', '2026-01-01T22:59:59Z'), false)
  assert.equal(isOut('2026-01-01', '2026-01-01T23:00:00Z'), true)
  assert.equal(isOut('2026-01-01', '2026-01-02T04:59:59Z', 'America/New_York'), false)
  assert.equal(isOut('2026-01-01', '2026-01-01T15:00:00Z', 'Asia/Tokyo'), true)
})

test('a moment is over when it is, whatever the day it is written with', () => {
  // 1 January in New York, and the 2nd where the car stands.
  assert.equal(isOut('2026-01-01T20:00:00-05:00', '2026-01-02T00:30:00Z'), false)
  assert.equal(isOut('2026-01-01T20:00:00-05:00', '2026-01-02T01:00:01Z'), true)
  assert.equal(isOut('2026-01-01T10:00:00+01:00', '2026-01-01T12:00:00Z'), true)
  assert.equal(isOut('2026-01-01T10:00:00', '2026-01-01T08:59:00Z'), false)
  assert.equal(isOut('2026-01-01T10:00:00', '2026-01-01T09:01:00Z'), true)
})

test('what the DMS says outranks the date, and nothing said is no end', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  assert.equal(isOutOfWarranty({ warrantyOn: true, warrantyEndDate: '2000-01-01' }, now, 'UTC'), false)
  assert.equal(isOutOfWarranty({ warrantyOn: false, warrantyEndDate: '2100-01-01' }, now, 'UTC'), true)
  assert.equal(isOutOfWarranty({}, now, 'UTC'), false)
  assert.equal(isOutOfWarranty(undefined, now, 'UTC'), false)
})
