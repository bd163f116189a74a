import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aheadOf, limitsOf, pointsOf } from './curve.ts'

const bands = [
  { lt: 3, status: 'red' as const },
  { lte: 5, status: 'amber' as const },
  { status: 'green' as const },
]
test('a limit has the worse colour beside it, whichever side that is', () => {
  assert.deepEqual(limitsOf({ bands }), [
    { value: 3, status: 'red' },
    { value: 5, status: 'amber' },
  ])
  const water = [
    { lt: 2, status: 'green' as const },
    { lt: 3, status: 'amber' as const },
    { status: 'red' as const },
  ]
  assert.deepEqual(limitsOf({ bands: water }), [
    { value: 2, status: 'amber' },
    { value: 3, status: 'red' },
  ])
  assert.deepEqual(limitsOf({}), [])
})

const worn = (values: readonly [day: string, value: number, mileage: number][]) => ({
  bands,
  unit: 'mm' as const,
  readings: values.map(([at, value, mileage]) => ({ surveyId: at, at: `${at}T08:00:00Z`, value, mileage })),
})
const wearing = worn([
  ['2025-10-01', 9, 40_000],
  ['2026-03-01', 7.5, 52_000],
  ['2026-09-01', 6, 64_000],
])

const inUtc = () => 'UTC'

test('a value stands on the day it was at its site', () => {
  const readings = ['kamchatka', 'utc'].map((surveyId) => ({
    surveyId,
    at: '2026-03-01T20:00:00Z',
    value: 6,
  }))
  const zoneOf = (surveyId: string) => (surveyId === 'kamchatka' ? 'Asia/Kamchatka' : 'UTC')
  assert.deepEqual(
    pointsOf({ readings }, zoneOf).map(({ at }) => at),
    ['2026-03-02', '2026-03-01'],
  )
})

test('a part that wears is expected to reach the next limit, between its fastest and its slowest wear', () => {
  const found = aheadOf(wearing, '2026-09-02', inUtc)
  assert.ok(found)
  const [now, then] = found.expected
  assert.deepEqual([found.status, now?.middle, then?.middle, then?.at], ['amber', 6, 5, found.due.date])
  assert.ok(then && then.low < 5 && then.high > 5 && then.high < 6, JSON.stringify(then))
  assert.ok(found.due.from > '2026-09-02' && found.due.from < found.due.to)
})

test('nothing is expected of one reading, of parts that are urgent, and where no limit is known', () => {
  assert.equal(aheadOf(worn([['2026-09-01', 6, 64_000]]), '2026-09-02', inUtc), undefined)
  assert.equal(aheadOf({ ...wearing, bands: [] }, '2026-09-02', inUtc), undefined)
  const urgent = worn([
    ['2025-10-01', 9, 40_000],
    ['2026-09-01', 2, 64_000],
  ])
  assert.equal(aheadOf(urgent, '2026-09-02', inUtc), undefined)
})
