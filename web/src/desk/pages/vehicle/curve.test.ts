import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsOf, size, toCurve } from './curve.ts'

const bands = [
  { lt: 3, status: 'red' as const },
  { lte: 5, status: 'amber' as const },
  { status: 'green' as const },
]
const reading = (day: number, value: number) => ({
  surveyId: `s${day}`,
  at: `2026-03-0${day}T00:00:00Z`,
  value,
})

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

test('time runs to the right, larger values are higher, and limits are in sight', () => {
  const { points, limits } = toCurve({ bands, readings: [reading(1, 9), reading(2, 8), reading(5, 6)] })
  assert.deepEqual(
    points.map(({ x }) => x),
    [10, 70, 250],
  )
  assert.deepEqual(
    points.map(({ y }) => y < (limits[1]?.y ?? 0)),
    [true, true, true],
  )
  assert.equal(points[0]?.y, size.edge)
  assert.equal(limits[0]?.y, size.height - size.edge)
})

test('one reading without limits is in the middle', () => {
  assert.deepEqual(toCurve({ readings: [reading(1, 4)] }).points, [
    { x: size.width / 2, y: size.height / 2, index: 0 },
  ])
})
