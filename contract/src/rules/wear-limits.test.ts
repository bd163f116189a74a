import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bound } from '../dms/client-settings.ts'
import { readingErrorOf, wearLimits } from './wear-limits.ts'

const band = (status: Bound['status'], end: object = {}) => ({ status, answerId: status, ...end }) as Bound

const pads = [band('red', { lt: 3 }), band('amber', { lte: 5 }), band('green')]
const water = [band('green', { lt: 2 }), band('amber', { lt: 3 }), band('red')]

describe('limits of wear', () => {
  test('are where amber and red begin, whichever way the value goes', () => {
    assert.deepEqual(wearLimits(pads), { worse: 'lower', amber: 5, red: 3 })
    assert.deepEqual(wearLimits(water), { worse: 'higher', amber: 2, red: 3 })
  })

  test('are absent where the template has no such band', () => {
    assert.deepEqual(wearLimits([band('red', { lt: 3 }), band('green')]), {
      worse: 'lower',
      amber: undefined,
      red: 3,
    })
    assert.deepEqual(wearLimits([band('green', { lte: 3 }), band('red')]), {
      worse: 'higher',
      amber: undefined,
      red: 3,
    })
    assert.deepEqual(wearLimits([band('amber', { lt: 3 }), band('green')]), {
      worse: 'lower',
      amber: 3,
      red: undefined,
    })
  })

  test('several bands of a grade are one', () => {
    const fine = [band('red', { lt: 1 }), band('red', { lt: 2 }), band('green', { lt: 9 }), band('green')]
    assert.deepEqual(wearLimits(fine), { worse: 'lower', amber: undefined, red: 2 })
  })

  test('a value that may be too low and too high has none, and neither has one without different bands', () => {
    const pressure = [band('red', { lt: 1.8 }), band('green', { lt: 2.6 }), band('red')]
    assert.deepEqual(
      [undefined, [], [band('green')], [band('red', { lt: 1 }), band('red')], pressure].map(wearLimits),
      [undefined, undefined, undefined, undefined, undefined],
    )
  })

  test('a reading is as exact as its unit says, and exact enough for the bands', () => {
    const limits = (amber: number, red: number) => ({ worse: 'lower', amber, red }) as const
    assert.equal(readingErrorOf(limits(5, 3), 'mm'), 0.3)
    assert.equal(readingErrorOf(limits(80, 60), '%'), 3)
    assert.ok(Math.abs((readingErrorOf({ worse: 'higher', amber: 2, red: 3 }, '%') ?? 0) - 1 / 3) < 1e-9)
    assert.equal(readingErrorOf(limits(9, 3), 'bar'), 2)
    assert.equal(readingErrorOf({ worse: 'lower', amber: undefined, red: 3 }, 'bar'), undefined)
  })
})
