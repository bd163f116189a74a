// Measures the device's clock against the service's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { betterMeasure, measureClock } from './clock.ts'

const noon = Date.parse('2026-05-04T12:00:00.000Z')

test('the middle of the exchange is compared with the time the service told', () => {
  assert.deepEqual(measureClock('2026-05-04T12:00:00.000Z', noon + 60_000, noon + 60_400), {
    aheadMs: 60_200,
    tookMs: 400,
    at: noon + 60_400,
  })
  assert.equal(measureClock(null, noon, noon), undefined)
  assert.equal(measureClock('soon', noon, noon), undefined)
})

test('a slow exchange does not replace a quick one, unless the clock was set or time has passed', () => {
  const quick = { aheadMs: 100, tookMs: 20, at: noon }
  const slow = { aheadMs: 700, tookMs: 1500, at: noon + 1000 }
  assert.equal(betterMeasure(quick, slow), quick)
  assert.equal(betterMeasure(undefined, slow), slow)
  const set = { aheadMs: 3_600_000, tookMs: 1500, at: noon + 1000 }
  assert.equal(betterMeasure(quick, set), set)
  const later = { ...slow, at: noon + 3_600_000 }
  assert.equal(betterMeasure(quick, later), later)
})
