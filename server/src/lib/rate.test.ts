// A quota: used at once, coming back evenly, and what is told of it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { leftText, quotaText, Rate } from './rate.ts'

const quota = { name: 'key', most: 3, windowSeconds: 60 }

describe('a quota', () => {
  test('may be used at once, then one comes back after its share of the window', () => {
    const rate = new Rate(10)
    const lefts = [0, 0, 0].map((now) => rate.use('a', quota, now).left)
    assert.deepEqual(lefts, [2, 1, 0])
    const over = rate.use('a', quota, 1_000)
    assert.deepEqual(over, { isWithin: false, left: 0, resetSeconds: 59, waitSeconds: 19 })
    assert.equal(rate.use('a', quota, 19_999).isWithin, false)
    assert.equal(rate.use('a', quota, 20_000).isWithin, true)
  })

  test('is not used by what is refused', () => {
    const rate = new Rate(10)
    for (let use = 0; use < 3; use++) rate.use('a', quota, 0)
    for (let use = 0; use < 100; use++) rate.use('a', quota, 10_000)
    assert.deepEqual(
      [20_000, 20_000].map((now) => rate.use('a', quota, now).isWithin),
      [true, false],
    )
  })

  test('is whole again after the window', () => {
    const rate = new Rate(10)
    for (let use = 0; use < 3; use++) rate.use('a', quota, 0)
    assert.deepEqual(rate.use('a', quota, 60_000), {
      isWithin: true,
      left: 2,
      resetSeconds: 20,
      waitSeconds: 0,
    })
  })

  test('belongs to one name, and a clock that goes back locks nobody out', () => {
    const rate = new Rate(10)
    for (let use = 0; use < 3; use++) rate.use('a', quota, 1_000_000)
    assert.equal(rate.use('b', quota, 1_000_000).left, 2)
    assert.equal(rate.use('a', quota, 0).isWithin, true)
  })

  test('never gives more than a steady rate over a long time, whatever the pauses', () => {
    const rate = new Rate(10)
    let allowed = 0
    for (let now = 0; now < 600_000; now += 37) if (rate.use('a', quota, now).isWithin) allowed++
    assert.ok(allowed >= 31 && allowed <= 33, String(allowed))
  })

  test('a smaller quota counts from the next use on', () => {
    const rate = new Rate(10)
    rate.use('a', { ...quota, most: 100 }, 0)
    assert.equal(rate.use('a', { ...quota, most: 1 }, 0).isWithin, false)
    assert.equal(rate.use('a', { ...quota, most: 1 }, 1_000).isWithin, true)
  })

  test('is told in two header fields', () => {
    const used = new Rate(1).use('a', quota, 0)
    assert.equal(quotaText(quota), '"key";q=3;w=60')
    assert.equal(leftText(quota.name, used), '"key";r=2;t=20')
  })
})
