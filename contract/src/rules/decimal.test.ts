import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fromUnits, roundDecimal, roundUnits, sumUnits, toUnits } from './decimal.ts'

describe('decimal numbers', () => {
  test('are taken as they are written, where floats are off', () => {
    assert.equal(fromUnits(toUnits(0.1, 6) + toUnits(0.2, 6), 6), 0.3)
    assert.equal(toUnits(1.005, 2), 101n)
    assert.equal(toUnits(8.345, 2), 835n)
    assert.equal(toUnits(1.45, 1), 15n)
    assert.equal(toUnits(0.285, 2), 29n)
  })

  test('halves go away from zero on both sides', () => {
    assert.deepEqual([toUnits(2.5, 0), toUnits(-2.5, 0)], [3n, -3n])
    assert.deepEqual([toUnits(1.005, 2), toUnits(-1.005, 2)], [101n, -101n])
    assert.deepEqual([roundUnits(5n, 1, 0), roundUnits(-5n, 1, 0), roundUnits(-4n, 1, 0)], [1n, -1n, 0n])
  })

  test('a number is rounded once: 1.9499999 is not a half', () => {
    assert.equal(roundDecimal(1.9499999, 1), 1.9)
    assert.equal(roundDecimal(1.998, 1), 2)
    assert.equal(roundDecimal(1.95, 1), 2)
  })

  test('exponents are read', () => {
    assert.deepEqual([toUnits(1e-7, 6), toUnits(5e-7, 6), toUnits(-6e-7, 6)], [0n, 1n, -1n])
    assert.equal(toUnits(1.5e21, 2), 150000000000000000000000n)
    assert.equal(toUnits(4e-9, 6), 0n)
    assert.equal(toUnits(-0, 6), 0n)
  })

  test('what is not a number is refused', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => toUnits(value, 2), RangeError)
    }
  })

  test('negative zero never comes out', () => {
    assert.ok(Object.is(roundDecimal(-0.001, 2), 0))
  })

  const micros = fc.bigInt({ min: -999_999_999_999_999n, max: 999_999_999_999_999n })

  test('what has at most six decimals comes back unchanged', () => {
    fc.assert(fc.property(micros, (units) => toUnits(fromUnits(units, 6), 6) === units))
  })

  test('a sum is the sum of the units, also of very many and very large values', () => {
    const values = fc.array(
      fc.oneof(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        micros.map((units) => fromUnits(units, 6)),
      ),
    )
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 6 }), (some, digits) => {
        const sum = some.reduce((total, value) => total + toUnits(value, digits), 0n)
        return sumUnits(some, digits) === sum
      }),
    )
    const largest = (2 ** 40 - 1) / 100
    assert.equal(sumUnits(Array(20_000).fill(largest), 2), 20_000n * (2n ** 40n - 1n))
  })

  test('rounding a number agrees with its decimal text', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e12, max: 1e12, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, digits) =>
          Object.is(roundDecimal(value, digits), fromUnits(toUnits(value, digits), digits) || 0),
      ),
    )
    assert.equal(roundDecimal(0.1 + 0.2, 1), 0.3)
    assert.equal(roundDecimal(0.1 + 0.2, 6), 0.3)
  })

  test('rounding moves a value by half a unit at most, and never past zero', () => {
    fc.assert(
      fc.property(micros, fc.integer({ min: 0, max: 4 }), (units, digits) => {
        const step = 10n ** BigInt(6 - digits)
        const distance = roundUnits(units, 6, digits) * step - units
        return (distance < 0n ? -distance : distance) * 2n <= step
      }),
    )
  })
})

describe('roundDecimal', () => {
  test('rounds what people see, away from zero at the half', () => {
    const table: [number, number, number][] = [
      [1.005, 2, 1.01],
      [1.25, 1, 1.3],
      [1.35, 1, 1.4],
      [1.45, 1, 1.5],
      [2.675, 2, 2.68],
      [-1.005, 2, -1.01],
      [0.5, 0, 1],
      [-0.04, 1, 0],
      [1e-10, 6, 0],
      [5e-7, 6, 0.000001],
      [4.9e-7, 6, 0],
      [123456789012.3456, 6, 123456789012.3456],
      [0.1 + 0.2, 6, 0.3],
    ]
    for (const [value, decimals, rounded] of table) {
      assert.equal(roundDecimal(value, decimals), rounded, `${value} to ${decimals}`)
      assert.ok(!Object.is(roundDecimal(value, decimals), -0))
    }
  })

  test('is never more than half a step away, and final', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals) => {
          const rounded = roundDecimal(value, decimals)
          const step = 10 ** -decimals
          assert.ok(
            Math.abs(rounded - value) <= step * 0.5000001 + Math.abs(value) * 1e-15,
            `${value} ${rounded}`,
          )
          assert.equal(roundDecimal(rounded, decimals), rounded)
          const shownDecimals = String(rounded).split('e')[0]?.split('.')[1]?.length ?? 0
          assert.ok(rounded.toString().includes('e') || shownDecimals <= decimals, `${rounded}`)
        },
      ),
    )
  })

  test('agrees with decimal arithmetic on whole cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (thousandths) => {
        const value = Number(`${thousandths}e-3`)
        const cents = Math.floor(thousandths / 10) + (thousandths % 10 >= 5 ? 1 : 0)
        assert.equal(roundDecimal(value, 2), Number(`${cents}e-2`))
        if (thousandths > 0 && cents > 0) assert.equal(roundDecimal(-value, 2), -Number(`${cents}e-2`))
      }),
    )
  })
})
