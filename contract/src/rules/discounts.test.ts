// What a discount leaves of each line, and what it was before.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { discountOn, listWrongDiscounts, spreadDiscount, totalBeforeDiscount } from './discounts.ts'
import { sum } from './money.ts'

const line = (exVat: number, incVat: number) => ({ exVat, incVat })

describe('a discount on a whole quote', () => {
  test('each line bears its share, and the lines add up to the reduced sum', () => {
    const lines = [line(100, 119), line(50, 59.5), line(0, 0)]
    const cases = [
      [{ value: 10, kind: 'percent' }, [line(90, 107.1), line(45, 53.55), line(0, 0)]],
      [{ value: 17.85, kind: 'amount' }, [line(90, 107.1), line(45, 53.55), line(0, 0)]],
      [{ value: 0.01, kind: 'amount' }, [line(99.99, 118.99), line(50, 59.5), line(0, 0)]],
      [{ value: 100, kind: 'percent' }, [line(0, 0), line(0, 0), line(0, 0)]],
      [{ value: 0, kind: 'percent' }, lines],
      [{ value: 101, kind: 'percent' }, undefined],
      [{ value: 178.51, kind: 'amount' }, undefined],
      [{ value: -1, kind: 'amount' }, undefined],
    ] as const
    for (const [discount, expected] of cases)
      assert.deepEqual(spreadDiscount(lines, discount, 2), expected, JSON.stringify(discount))
  })

  test('a currency without decimals is never asked for a fraction', () => {
    assert.deepEqual(spreadDiscount([line(1000, 1100), line(333, 366)], { value: 5, kind: 'percent' }, 0), [
      line(950, 1045),
      line(317, 348),
    ])
  })

  test('whatever the lines and the discount: nothing is lost, no line grows or becomes a credit', () => {
    const cents = fc.integer({ min: 0, max: 500_000 })
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 100 }),
        (all, value) => {
          const lines = all.map((one) => line(one / 100, Math.round(one * 1.19) / 100))
          const total = sum(lines.map(({ incVat }) => incVat))
          const off = discountOn(total, { value, kind: 'percent' }, 2) ?? Number.NaN
          const after = spreadDiscount(lines, { value, kind: 'percent' }, 2) ?? []
          assert.equal(sum([...after.map(({ incVat }) => incVat), off]), total)
          for (const [index, { exVat, incVat }] of after.entries()) {
            assert.ok(incVat >= 0 && exVat >= 0)
            assert.ok(incVat <= lines[index]!.incVat && exVat <= lines[index]!.exVat)
          }
        },
      ),
    )
  })
})

describe('the price before', () => {
  test('is told only if a line costs less than it did', () => {
    const plain = { amountExVat: 50, amountIncVat: 59.5 }
    const reduced = { amountExVat: 90, amountIncVat: 107.1, fullAmountExVat: 100, fullAmountIncVat: 119 }
    assert.deepEqual(totalBeforeDiscount([plain, reduced]), { exVat: 150, incVat: 178.5 })
    assert.equal(totalBeforeDiscount([plain]), undefined)
    assert.equal(totalBeforeDiscount([{ ...plain, fullAmountExVat: 50, fullAmountIncVat: 59.5 }]), undefined)
    assert.equal(totalBeforeDiscount([]), undefined)
  })

  test('is never lower than the price, and never alone', () => {
    assert.deepEqual(listWrongDiscounts({ amountExVat: 90, fullAmountExVat: 80 }), [
      { field: 'fullAmountExVat', info: '80 must be at least amountExVat, which is 90' },
    ])
    assert.deepEqual(listWrongDiscounts({ amountExVat: 90, fullAmountExVat: 90, fullAmountIncVat: 119 }), [
      { field: 'fullAmountIncVat', info: '119 needs amountIncVat, the price after the discount' },
    ])
    assert.deepEqual(listWrongDiscounts({ amountExVat: 90 }), [])
  })
})
