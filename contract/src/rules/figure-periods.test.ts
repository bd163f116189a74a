// Periods: the one before, whole months and the days around them, beginnings of weeks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginOf, endOfMonth, periodBefore, piecesOf } from './figure-periods.ts'

const period = (from: string, to: string) => ({ from, to })

test('whole months are compared with as many months, other periods with as many days', () => {
  assert.deepEqual(periodBefore(period('2026-03-01', '2026-03-31')), period('2026-02-01', '2026-02-28'))
  assert.deepEqual(periodBefore(period('2026-01-01', '2026-12-31')), period('2025-01-01', '2025-12-31'))
  assert.deepEqual(periodBefore(period('2026-03-01', '2026-03-30')), period('2026-01-30', '2026-02-28'))
  assert.deepEqual(periodBefore(period('2026-11-18', '2026-11-18')), period('2026-11-17', '2026-11-17'))
})

test('a period is made of whole months and of the days around them, each day once', () => {
  assert.deepEqual(piecesOf(period('2026-01-15', '2026-04-02')), {
    days: [period('2026-01-15', '2026-01-31'), period('2026-04-01', '2026-04-02')],
    months: [period('2026-02-01', '2026-03-31')],
  })
  assert.deepEqual(piecesOf(period('2026-02-01', '2026-02-28')), {
    days: [],
    months: [period('2026-02-01', '2026-02-28')],
  })
  assert.deepEqual(piecesOf(period('2026-02-02', '2026-03-30')), {
    days: [period('2026-02-02', '2026-03-30')],
    months: [],
  })
  assert.deepEqual(piecesOf(period('2026-02-28', '2026-03-01')), {
    days: [period('2026-02-28', '2026-03-01')],
    months: [],
  })
})

test('a week begins on Monday, also over the turn of the year', () => {
  assert.equal(beginOf('week', '2027-01-03'), '2026-12-28')
  assert.equal(beginOf('week', '2026-12-28'), '2026-12-28')
  assert.equal(beginOf('month', '2026-12-28'), '2026-12-01')
  assert.equal(beginOf('day', '2026-12-28'), '2026-12-28')
  assert.equal(endOfMonth('2028-02-11'), '2028-02-29')
})
