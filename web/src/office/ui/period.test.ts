import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Query } from '../places.ts'
import { periodOf, queryOfPeriod } from './period.ts'

describe('the period of an address', () => {
  const today = '2026-11-18'

  test('is a word of the calendar, or two days', () => {
    assert.equal(periodOf({ period: 'quarter' }, today).days.from, '2026-10-01')
    const free = periodOf({ from: '2026-03-01', to: '2026-03-31', period: 'week' }, today)
    assert.deepEqual([free.kind, free.days.from, free.before.to], ['free', '2026-03-01', '2026-02-28'])
  })

  const asked: Query[] = [
    {},
    { period: 'eon' },
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2026-02-30' },
  ]
  for (const query of asked)
    test(`is that which a page begins with for ${JSON.stringify(query)}`, () => {
      assert.equal(periodOf(query, today, 'week').kind, 'week')
      assert.equal(periodOf(query, today).days.from, '2026-11-01')
    })

  test('is the last month while this one has only some days', () => {
    assert.equal(periodOf({}, '2026-11-07').kind, 'lastMonth')
    assert.equal(periodOf({}, '2026-11-08').kind, 'month')
  })

  test('takes the place of the one before', () => {
    assert.deepEqual(queryOfPeriod('year'), { period: 'year', from: undefined, to: undefined })
    const days = { from: '2026-03-01', to: '2026-03-31' }
    assert.deepEqual(queryOfPeriod(days), { period: undefined, ...days })
  })
})
