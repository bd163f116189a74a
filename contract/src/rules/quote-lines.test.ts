// What the lines of a quote cost: item by item, or one price on lines that have none.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { PackageItem, PackageVariant, QuoteItem } from '../dms/packages.ts'
import { fromUnits, toUnits } from './decimal.ts'
import { toQuoteLines } from './quote-lines.ts'

const labour: PackageItem = { itemCategory: 'labour', id: 'l' }
const part: PackageItem = { itemCategory: 'material', id: 'p' }

const fixed = (contents: PackageItem[], more: Partial<PackageVariant> = {}): PackageVariant => ({
  id: 'v',
  variantPricingCategory: 'fixedVariantPrice',
  priceExVat: 100,
  priceIncVat: 119,
  contents,
  ...more,
})
const shares = {
  labourPriceExVat: 70.1,
  labourPriceIncVat: 83.42,
  partsPriceExVat: 29.9,
  partsPriceIncVat: 35.58,
}
const brief = (lines: QuoteItem[]) =>
  lines.map(({ id, itemCategory, amountExVat, amountIncVat }) => [
    id ?? itemCategory,
    amountExVat,
    amountIncVat,
  ])

describe('a variant priced by item', () => {
  test('keeps the amounts of its items, and takes the discount where there is one', () => {
    const item = { ...labour, amountExVat: 10, amountIncVat: 12, discountAmountExVat: 8 }
    assert.deepEqual(toQuoteLines({ id: 'v', contents: [item] }, false), [
      { ...labour, amountExVat: 10, amountIncVat: 12 },
    ])
    assert.deepEqual(toQuoteLines({ id: 'v', contents: [item] }, true), [
      { ...labour, amountExVat: 8, amountIncVat: 12 },
    ])
    assert.deepEqual(toQuoteLines({ id: 'v' }, false), [])
  })
})

describe('a variant with a fixed price', () => {
  test('puts labour and parts on the first line of each, and 0 on the others', () => {
    const lines = toQuoteLines(
      fixed([part, labour, { ...part, id: 'p2' }, { ...labour, id: 'l2' }], shares),
      false,
    )
    assert.deepEqual(brief(lines), [
      ['p', 29.9, 35.58],
      ['l', 70.1, 83.42],
      ['p2', 0, 0],
      ['l2', 0, 0],
    ])
  })

  test('puts all of it on the first line when it does not say the shares', () => {
    assert.deepEqual(brief(toQuoteLines(fixed([part, labour]), false)), [
      ['p', 100, 119],
      ['l', 0, 0],
    ])
  })

  test('takes one share from the other, to the last digit', () => {
    const one = { labourPriceExVat: 99.9, labourPriceIncVat: 118.9 }
    assert.deepEqual(brief(toQuoteLines(fixed([labour, part], one), false)), [
      ['l', 99.9, 118.9],
      ['p', 0.1, 0.1],
    ])
  })

  test('makes the line that a share has none for, under the name of the variant or its package', () => {
    const lines = toQuoteLines(fixed([labour], shares), false, 'Package')
    assert.deepEqual(lines.at(-1), {
      itemCategory: 'material',
      description: 'Package',
      amountExVat: 29.9,
      amountIncVat: 35.58,
    })
    assert.deepEqual(toQuoteLines(fixed([], { description: 'Variant' }), false, 'Package'), [
      { itemCategory: 'labour', description: 'Variant', amountExVat: 100, amountIncVat: 119 },
    ])
  })

  test('needs no line for a share of nothing', () => {
    const all = { labourPriceExVat: 100, labourPriceIncVat: 119, partsPriceExVat: 0, partsPriceIncVat: 0 }
    assert.deepEqual(brief(toQuoteLines(fixed([labour], all), false)), [['l', 100, 119]])
  })

  test('keeps to its price when the shares do not add up, or add up for one kind of price only', () => {
    for (const wrong of [
      { ...shares, partsPriceExVat: 30 },
      { ...shares, partsPriceIncVat: 0 },
      { labourPriceExVat: 101, labourPriceIncVat: 120 },
      { labourPriceExVat: 70 },
    ]) {
      assert.deepEqual(brief(toQuoteLines(fixed([labour, part], wrong), false)), [
        ['l', 100, 119],
        ['p', 0, 0],
      ])
    }
  })

  test('takes the discount price with its own shares, never those of the plain price', () => {
    const discount = { discountPriceExVat: 50, discountPriceIncVat: 59.5 }
    const lines = (more: object, isDiscounted = true) =>
      brief(toQuoteLines(fixed([labour, part], { ...shares, ...discount, ...more }), isDiscounted))
    assert.deepEqual(lines({}), [
      ['l', 50, 59.5],
      ['p', 0, 0],
    ])
    assert.deepEqual(lines({ discountPartsPriceExVat: 20, discountPartsPriceIncVat: 23.8 }), [
      ['l', 30, 35.7],
      ['p', 20, 23.8],
    ])
    assert.deepEqual(lines({}, false), [
      ['l', 70.1, 83.42],
      ['p', 29.9, 35.58],
    ])
  })

  test('has lines that add up to it exactly, whatever it says', () => {
    const amount = fc
      .integer({ min: -10_000_000, max: 10_000_000 })
      .map((units) => fromUnits(BigInt(units), 6))
    const names = ['labourPriceExVat', 'labourPriceIncVat', 'partsPriceExVat', 'partsPriceIncVat'] as const
    const prices = fc.record(
      { priceExVat: amount, priceIncVat: amount, ...Object.fromEntries(names.map((name) => [name, amount])) },
      { requiredKeys: ['priceExVat', 'priceIncVat'] },
    )
    fc.assert(
      fc.property(prices, fc.array(fc.constantFrom(labour, part), { maxLength: 4 }), (given, contents) => {
        const lines = toQuoteLines(fixed(contents, given), false)
        const sum = (name: 'amountExVat' | 'amountIncVat') =>
          lines.reduce((units, line) => units + toUnits(line[name] ?? Number.NaN, 6), 0n)
        assert.equal(sum('amountExVat'), toUnits(given.priceExVat, 6))
        assert.equal(sum('amountIncVat'), toUnits(given.priceIncVat, 6))
        assert.deepEqual(
          lines.slice(0, contents.length).map(({ id }) => id),
          contents.map(({ id }) => id),
        )
      }),
    )
  })
})
