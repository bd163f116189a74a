import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bound } from '../dms/client-settings.ts'
import { addDays } from './days.ts'
import { forecastWear, type WearOutcome, type WearReading } from './wear-forecast.ts'

const pads = [
  { lt: 3, status: 'red', answerId: 'bad' },
  { lte: 5, status: 'amber', answerId: 'adv' },
  { status: 'green', answerId: 'ok' },
] satisfies Bound[]
const water = [
  { lt: 2, status: 'green', answerId: 'ok' },
  { lt: 3, status: 'amber', answerId: 'adv' },
  { status: 'red', answerId: 'bad' },
] satisfies Bound[]

const read = (at: string, value: number, km?: number): WearReading => ({ at, value, km, unit: 'mm' })
/** A millimetre in half a year and 8,000 km. */
const steady = [
  read('2025-07-01', 6.4, 20_000),
  read('2026-01-01', 5.4, 28_000),
  read('2026-07-01', 4.4, 36_000),
]
const today = '2026-07-01'
const forecast = (readings: readonly WearReading[], more: { bounds?: Bound[]; today?: string } = {}) =>
  forecastWear({ bounds: pads, today, readings, ...more })
const whyNot = (readings: readonly WearReading[], more: { bounds?: Bound[]; today?: string } = {}) => {
  const { red } = forecast(readings, more)
  return red.kind === 'refused' ? red.why : red.kind
}
function ahead(outcome: WearOutcome) {
  assert.equal(outcome.kind, 'ahead')
  return outcome as Extract<WearOutcome, { kind: 'ahead' }>
}

describe('a forecast of wear', () => {
  test('goes on as it was, with a band around it', () => {
    const { amber, red } = forecast(steady)
    assert.deepEqual(amber, { kind: 'reached' })
    const { date, from, to, km, kmFrom, kmTo } = ahead(red)
    assert.equal(date, '2027-03-14', '1.4 mm at 1 mm in 182.5 days')
    assert.equal(km, 47_200)
    assert.deepEqual([from, to], ['2026-12-09', '2027-07-21'])
    assert.deepEqual([kmFrom, kmTo], [44_068, 51_625])
  })

  test('says when amber and red are reached by a part that is fine', () => {
    const { amber, red } = forecast([read('2025-01-01', 9, 10_000), read('2026-07-01', 6, 34_000)])
    assert.equal(ahead(amber).km, 42_000)
    assert.equal(ahead(red).km, 58_000)
    assert.ok(ahead(amber).date < ahead(red).date)
  })

  test('of a value that rises is the same, turned round', () => {
    const rising = [
      { at: '2024-01-01', value: 0.5, km: 10_000, unit: '%' },
      { at: '2026-01-01', value: 2.5, km: 50_000, unit: '%' },
    ]
    const { amber, red } = forecast(rising, { bounds: water, today: '2026-01-01' })
    assert.deepEqual(amber, { kind: 'reached' })
    assert.equal(ahead(red).km, 60_000)
  })

  test('a limit that belongs to the better band is not reached by its value', () => {
    const at = (value: number) => forecast([read('2025-07-01', 8, 20_000), read(today, value, 36_000)])
    assert.equal(at(5).amber.kind, 'reached', 'up to 5 is amber')
    assert.equal(at(3).red.kind, 'ahead', 'below 3 is red')
  })

  test('only readings since a new part count', () => {
    const renewed = [read('2024-01-01', 9.5, 5000), read('2025-01-01', 3.1, 15_000), ...steady]
    const old = ahead(forecast(steady).red)
    const { date, km } = ahead(forecast(renewed).red)
    assert.equal(km, old.km)
    assert.notEqual(date, old.date, 'but how far the car drives was known before')
    assert.equal(
      whyNot([...steady, read('2026-08-01', 11, 38_000)], { today: '2026-08-01' }),
      'tooFewReadings',
    )
  })

  test('a little better than before was misread, and not a new part', () => {
    const readings = [steady[0], steady[1], read('2026-03-01', 5.7, 31_000), steady[2]] as WearReading[]
    assert.equal(forecast(readings).red.kind, 'ahead')
  })

  test('is refused, with the reason, where the readings say too little', () => {
    assert.equal(whyNot([]), 'tooFewReadings')
    assert.equal(whyNot([read(today, 4, 36_000)]), 'tooFewReadings')
    assert.equal(whyNot([read('2026-01-01', 6), read(today, 4, 36_000)]), 'noMileage')
    assert.equal(whyNot([...steady.slice(0, 2), read(today, 4.4)]), 'noMileage')
    assert.equal(whyNot([read('2026-01-01', 6, 33_001), read(today, 4, 36_000)]), 'tooClose')
    assert.equal(whyNot([read('2026-01-01', 6, 33_000), read(today, 4, 36_000)]), 'ahead')
    assert.equal(whyNot([read('2026-01-01', 4, 28_000), read(today, 4, 36_000)]), 'noWear')
    assert.equal(whyNot([read('2026-01-01', 4.1, 28_000), read(today, 3.9, 36_000)]), 'noWear')
    assert.equal(whyNot([read('2026-01-01', 4.4, 28_000), read(today, 4, 36_000)]), 'tooVague')
    assert.equal(whyNot([read('2025-01-01', 12, 28_000), read(today, 11, 36_000)]), 'tooFar')
    assert.equal(whyNot(steady, { bounds: [] }), 'noLimits')
    const bars = steady.map((one) => ({ ...one, unit: 'bar' }))
    assert.equal(
      whyNot(bars, { bounds: [{ lt: 3, status: 'red' }, { status: 'green' }] as Bound[] }),
      'unknownUnit',
    )
  })

  test('a template without amber has no date for it', () => {
    const bounds = [{ lt: 3, status: 'red' }, { status: 'green' }] as Bound[]
    const { amber, red } = forecast(steady, { bounds })
    assert.deepEqual(amber, { kind: 'refused', why: 'noLimits' })
    assert.equal(red.kind, 'ahead')
  })

  test('what cannot be compared does not count', () => {
    const inches = { ...read('2026-03-01', 0.2, 31_000), unit: 'in' }
    const typo = read('2026-02-01', 5.2, 290_000)
    const same = ahead(forecast(steady).red)
    assert.deepEqual(forecast([...steady, inches]).red, same)
    assert.equal(
      whyNot([...steady.slice(0, 2), typo, steady[2] as WearReading]),
      'tooFewReadings',
      'a car does not run backwards',
    )
    const twice = [...steady.slice(0, 2), read(today, 9.9, 36_000), steady[2] as WearReading]
    assert.deepEqual(forecast(twice).red, same, 'of two readings on a day the later one')
  })

  test('does not lie in the past', () => {
    const late = ahead(forecast(steady, { today: '2027-05-01' }).red)
    assert.deepEqual([late.date, late.from], ['2027-05-01', '2027-05-01'])
    const over = ahead(forecast(steady, { today: '2028-05-01' }).red)
    assert.deepEqual([over.date, over.from, over.to], ['2028-05-01', '2028-05-01', '2028-05-01'])
  })

  test('does not depend on the order of readings, or on when the calendar began', () => {
    assert.deepEqual(forecast(steady.toReversed()), forecast(steady))
    const moved = steady.map((one) => ({ ...one, at: addDays(one.at, 1000) }))
    const { date } = ahead(forecast(moved, { today: addDays(today, 1000) }).red)
    assert.equal(date, addDays(ahead(forecast(steady).red).date, 1000))
  })

  test('whatever was read: worse is never later, and a scale turned round says the same', () => {
    let state = 11
    const next = (most: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % most
    }
    let compared = 0
    for (let round = 0; round < 2000; round++) {
      const readings: WearReading[] = [read('2023-01-01', 6 + next(60) / 10, next(90_000))]
      for (let count = 1 + next(4); count > 0; count--) {
        const before = readings.at(-1) as WearReading
        const days = 20 + next(400)
        const km = (before.km ?? 0) + days * (5 + next(80))
        readings.push(read(addDays(before.at, days), Math.max(0, before.value - next(30) / 10 + 0.4), km))
      }
      const last = readings.at(-1) as WearReading
      const at = { bounds: pads, today: last.at }
      const { red } = forecastWear({ ...at, readings })
      const worse = [...readings.slice(0, -1), { ...last, value: last.value - 0.2 }]
      const sooner = forecastWear({ ...at, readings: worse }).red
      if (red.kind === 'ahead' && sooner.kind === 'ahead') {
        compared++
        assert.ok(sooner.date <= red.date, JSON.stringify(readings))
      }
      const turned = [{ lt: -5, status: 'green' }, { lte: -3, status: 'amber' }, { status: 'red' }] as Bound[]
      const mirrored = readings.map((one) => ({ ...one, value: -one.value }))
      const again = forecastWear({ ...at, bounds: turned, readings: mirrored }).red
      if (last.value !== 3) assert.deepEqual(again, red)
    }
    assert.ok(compared > 300, `${compared}`)
  })
})
