import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendarPeriod, freePeriod, lengthOf } from './periods.ts'

describe('periods', () => {
  for (const [period, today, days, before] of [
    ['week', '2026-11-18', '2026-11-16 2026-11-18', '2026-11-09 2026-11-11'],
    ['week', '2026-11-22', '2026-11-16 2026-11-22', '2026-11-09 2026-11-15'],
    ['month', '2026-11-18', '2026-11-01 2026-11-18', '2026-10-01 2026-10-18'],
    ['month', '2026-02-28', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
    ['month', '2026-03-30', '2026-03-01 2026-03-30', '2026-02-01 2026-02-28'],
    ['lastMonth', '2026-11-18', '2026-10-01 2026-10-31', '2026-09-01 2026-09-30'],
    ['lastMonth', '2026-01-31', '2025-12-01 2025-12-31', '2025-11-01 2025-11-30'],
    ['quarter', '2026-01-01', '2026-01-01 2026-01-01', '2025-10-01 2025-10-01'],
    ['quarter', '2026-06-30', '2026-04-01 2026-06-30', '2026-01-01 2026-03-31'],
    ['year', '2024-12-31', '2024-01-01 2024-12-31', '2023-01-01 2023-12-31'],
    ['year', '2024-02-29', '2024-01-01 2024-02-29', '2023-01-01 2023-03-01'],
  ] as const)
    test(`${period} on ${today}`, () => {
      const found = calendarPeriod(period, today)
      assert.equal(Object.values(found.days).join(' '), days)
      assert.equal(Object.values(found.before).join(' '), before)
    })

  test('any days are compared with as many just before', () => {
    assert.deepEqual(freePeriod({ from: '2026-03-01', to: '2026-03-31' }).before, {
      from: '2026-01-29',
      to: '2026-02-28',
    })
  })

  test('both days are counted, also when the clocks change', () => {
    assert.equal(lengthOf({ from: '2026-03-28', to: '2026-03-30' }), 3)
  })
})
