import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { beginsOf, daysOfStep, stepOf, stepsFor } from './steps.ts'

const november = { from: '2026-11-01', to: '2026-11-18' }

describe('steps of a line over time', () => {
  test('a week begins on its Monday, also before the period', () =>
    assert.deepEqual(beginsOf('week', november), ['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']))

  test('months follow each other over the end of a year, whatever day the period begins', () =>
    assert.deepEqual(beginsOf('month', { from: '2025-11-30', to: '2026-03-01' }), [
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]))

  for (const [from, to, offered, first] of [
    ['2026-11-18', '2026-11-18', ['day'], 'day'],
    ['2026-11-16', '2026-11-18', ['day'], 'day'],
    ['2026-11-01', '2026-11-30', ['day', 'week'], 'day'],
    ['2026-10-01', '2026-12-31', ['day', 'week', 'month'], 'week'],
    ['2026-01-01', '2026-12-31', ['week', 'month'], 'month'],
    ['2022-01-01', '2026-12-31', ['month'], 'month'],
  ] as const)
    test(`${from} to ${to} is shown by ${first}`, () => {
      assert.deepEqual(stepsFor({ from, to }), offered)
      assert.equal(stepOf({}, { from, to }), first)
    })

  test('an address chooses a step that the period has', () => {
    assert.equal(stepOf({ step: 'week' }, november), 'week')
    assert.equal(stepOf({ step: 'year' }, november), 'day')
    assert.equal(stepOf({ step: 'day' }, { from: '2022-01-01', to: '2026-12-31' }), 'month')
  })

  test('the days of a step end where the period does', () => {
    assert.deepEqual(daysOfStep('week', '2026-10-26', november), { from: '2026-11-01', to: '2026-11-01' })
    assert.deepEqual(daysOfStep('month', '2026-11-01', november), november)
    assert.deepEqual(daysOfStep('day', '2026-11-04', november), { from: '2026-11-04', to: '2026-11-04' })
  })
})
