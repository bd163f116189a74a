import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { currencies } from '@walkaround/contract/currencies.ts'
import type { Package, PackageItem, PackageVariant, PriceName } from '@walkaround/contract/dms/packages.ts'
import fc from 'fast-check'
import {
  type ClientPrices,
  listViolations,
  mergeClientPrices,
  mergePrices,
  pricePackage,
  priceVariant,
  rangeViolations,
  toClientPrices,
  toPricesJson,
  withClientPrices,
} from './prices.ts'

const labour = (id: string, ex?: number, inc?: number, more: Partial<PackageItem> = {}): PackageItem => ({
  itemCategory: 'labour',
  id,
  ...(ex === undefined ? {} : { amountExVat: ex }),
  ...(inc === undefined ? {} : { amountIncVat: inc }),
  ...more,
})
const part = (...args: Parameters<typeof labour>): PackageItem => ({
  ...labour(...args),
  itemCategory: 'material',
})
const variant = (...contents: PackageItem[]): PackageVariant => ({ id: 'v', contents })

const pricesOf = (priced: PackageVariant): Partial<Record<PriceName, number>> =>
  Object.fromEntries(Object.entries(priced).filter(([name]) => /price.*vat$/i.test(name)))

describe('E3: the price of a variant', () => {
  test('is the sum of its items, labour and parts apart', () => {
    const priced = priceVariant(
      variant(labour('1', 90, 107.1), part('2', 60, 71.4), part('3', 1.5, 1.79)),
      'EUR',
    )
    assert.deepEqual(pricesOf(priced), {
      priceExVat: 151.5,
      priceIncVat: 180.29,
      labourPriceExVat: 90,
      labourPriceIncVat: 107.1,
      partsPriceExVat: 61.5,
      partsPriceIncVat: 73.19,
    })
  })

  test('is 0 for the kind there is none of', () => {
    const priced = pricesOf(priceVariant(variant(labour('1', 10, 12)), 'EUR'))
    assert.deepEqual([priced.partsPriceExVat, priced.partsPriceIncVat], [0, 0])
    assert.equal(priced.priceExVat, 10)
  })

  test('has no float dust: 0.1 + 0.2 is 0.3', () => {
    const priced = priceVariant(variant(labour('1', 0.1, 0.1), part('2', 0.2, 0.2)), 'KWD')
    assert.equal(priced.priceExVat, 0.3)
    const many = priceVariant(variant(...Array.from({ length: 10 }, (_, i) => part(`${i}`, 0.1, 0.7))), 'EUR')
    assert.deepEqual([many.priceExVat, many.priceIncVat], [1, 7])
  })

  test('is rounded half up to the minor unit of the currency, on the digits as written', () => {
    const price = (amount: number, currency: string) =>
      priceVariant(variant(part('1', amount, amount)), currency).priceExVat
    assert.equal(price(1.005, 'EUR'), 1.01)
    assert.equal(price(1.0049, 'EUR'), 1)
    assert.equal(price(1234.5, 'JPY'), 1235)
    assert.equal(price(1234.4999, 'JPY'), 1234)
    assert.equal(price(1.0005, 'KWD'), 1.001)
    assert.equal(price(1.00045, 'CLF'), 1.0005)
    assert.equal(price(-1.005, 'EUR'), -1.01)
  })

  test('is rounded once, after adding up', () => {
    const priced = priceVariant(
      variant(labour('1', 0.004, 0), part('2', 0.004, 0), part('3', 0.004, 0)),
      'EUR',
    )
    assert.deepEqual([priced.priceExVat, priced.labourPriceExVat, priced.partsPriceExVat], [0.01, 0, 0.01])
  })

  test('does not exist while any item lacks an amount, or the currency is not known', () => {
    const items = [labour('1', 10, 12), part('2', 5)]
    assert.deepEqual(pricesOf(priceVariant(variant(...items), 'EUR')), {})
    assert.deepEqual(pricesOf(priceVariant(variant(labour('1', 10, 12), part('2')), 'EUR')), {})
    assert.deepEqual(pricesOf(priceVariant(variant(labour('1', 10, 12)), undefined)), {})
  })

  test('computed prices that were kept by mistake do not survive', () => {
    const priced = priceVariant({ ...variant(part('2')), priceExVat: 7, discountPriceExVat: 5 }, 'EUR')
    assert.deepEqual(pricesOf(priced), {})
  })

  test('discount sums take the discount amount where given, else the plain one', () => {
    const priced = priceVariant(
      variant(
        labour('1', 100, 119),
        part('2', 50, 59.5, { discountAmountExVat: 40, discountAmountIncVat: 47.6 }),
      ),
      'EUR',
    )
    assert.deepEqual(pricesOf(priced), {
      priceExVat: 150,
      priceIncVat: 178.5,
      labourPriceExVat: 100,
      labourPriceIncVat: 119,
      partsPriceExVat: 50,
      partsPriceIncVat: 59.5,
      discountPriceExVat: 140,
      discountPriceIncVat: 166.6,
      discountLabourPriceExVat: 100,
      discountLabourPriceIncVat: 119,
      discountPartsPriceExVat: 40,
      discountPartsPriceIncVat: 47.6,
    })
  })

  test('a discount to nothing is a discount', () => {
    const priced = priceVariant(
      variant(part('2', 50, 59.5, { discountAmountExVat: 0, discountAmountIncVat: 0 })),
      'EUR',
    )
    assert.deepEqual([priced.discountPriceExVat, priced.discountPriceIncVat], [0, 0])
  })

  test('a fixed price stays as it is', () => {
    const fixed: PackageVariant = {
      ...variant(part('2', 50, 59.5)),
      variantPricingCategory: 'fixedVariantPrice',
      priceExVat: 99.999,
      priceIncVat: 118.9988,
    }
    assert.deepEqual(priceVariant(fixed, 'EUR'), fixed)
  })

  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 })

  test('amounts in minor units add up to the last one, whatever the currency', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { maxLength: 50 }),
        fc.constantFrom(...currencies),
        (all, [currency, digits]) => {
          const items = all.map((units, index) => part(`${index}`, Number(`${units}e${-digits}`), 0))
          const total = all.reduce((sum, units) => sum + units, 0)
          return priceVariant(variant(...items), currency).priceExVat === Number(`${total}e${-digits}`)
        },
      ),
    )
  })

  test('the order of items does not matter', () => {
    const micros = fc.integer({ min: -10_000_000, max: 10_000_000 })
    fc.assert(
      fc.property(fc.array(micros, { maxLength: 30 }), (all) => {
        const items = all.map((units, index) => part(`${index}`, Number(`${units}e-6`), 0))
        const there = priceVariant(variant(...items), 'EUR')
        const back = priceVariant(variant(...items.toReversed()), 'EUR')
        return there.priceExVat === back.priceExVat
      }),
    )
  })
})

const document: Package = {
  description: 'Pads',
  currency: 'EUR',
  variants: [
    { id: 'a', contents: [labour('1', 10, 12), part('2', 20, 24, { discountAmountExVat: 15 })] },
    {
      id: 'f',
      variantPricingCategory: 'fixedVariantPrice',
      priceExVat: 50,
      priceIncVat: 60,
      contents: [labour('1')],
    },
  ],
}

const bare: Package = { variants: [{ id: 'a', contents: [labour('1'), part('2')] }] }
const item = (id: string, ex: number, inc: number) => ({ id, amountExVat: ex, amountIncVat: inc })
const list = (currency: string, ...contents: ReturnType<typeof item>[]) => ({
  currency,
  variants: [{ id: 'a', contents }],
})
const own = (currency: string, ...contents: ReturnType<typeof item>[]): ClientPrices =>
  mergeClientPrices(document, undefined, list(currency, ...contents))
const itemsOf = (whole: Package, id = 'a') =>
  whole.variants
    ?.find((one) => one.id === id)
    ?.contents?.map(({ amountExVat, amountIncVat, discountAmountExVat }) => [
      amountExVat,
      amountIncVat,
      discountAmountExVat,
    ])

describe('E4: a price list on an own package', () => {
  test('sets what it names and keeps the rest, discounts too', () => {
    const merged = mergePrices(document, list('EUR', item('2', 21, 25)))
    assert.deepEqual(itemsOf(merged), [
      [10, 12, undefined],
      [21, 25, 15],
    ])
  })

  test('another currency drops every price in the old one, also fixed ones and discounts', () => {
    const merged = mergePrices(document, list('CZK', item('2', 500, 600)))
    assert.equal(merged.currency, 'CZK')
    assert.deepEqual(itemsOf(merged), [
      [undefined, undefined, undefined],
      [500, 600, undefined],
    ])
    assert.deepEqual(pricesOf(merged.variants?.[1] as PackageVariant), {})
  })

  test('a first currency drops nothing, and the fields come in the order of the contract', () => {
    const merged = mergePrices({ ...bare, packageType: 'care' }, list('EUR', item('1', 1, 2)))
    assert.deepEqual(Object.keys(merged), ['currency', 'packageType', 'variants'])
    assert.deepEqual(itemsOf(merged), [
      [1, 2, undefined],
      [undefined, undefined, undefined],
    ])
  })

  test('does not keep item prices of a fixed variant', () => {
    const merged = mergePrices(document, {
      currency: 'EUR',
      variants: [{ id: 'f', contents: [item('1', 1, 2)] }],
    })
    assert.deepEqual(merged, document)
  })

  test('names each thing it does not know, and each it names twice', () => {
    const kinds = (whole: Parameters<typeof listViolations>[1]) =>
      listViolations(document, whole).map(({ kind, info }) => `${kind} ${info.split(':')[0]}`)
    assert.deepEqual(
      kinds({ currency: 'EUR', variants: [{ id: 'x' }, { id: 'a', contents: [item('9', 1, 1)] }] }),
      ['unknownItem variants[0].id', 'unknownItem variants[1].contents[0].id'],
    )
    assert.deepEqual(kinds(list('EUR', item('1', 1, 1), item('1', 2, 2))), [
      'duplicateId variants[0].contents[1].id',
    ])
    assert.deepEqual(kinds({ currency: 'EUR', variants: [{ id: 'a' }, { id: 'a' }] }), [
      'duplicateId variants[1].id',
    ])
    assert.deepEqual(kinds({ currency: 'EUR' }), [])
  })
})

describe("E3, E4: a client's prices of a centrally run package", () => {
  test("stand in place of the master's, which hold where the client has none in that currency", () => {
    const seen = withClientPrices(document, own('EUR', item('2', 30, 36)))
    assert.deepEqual(itemsOf(seen), [
      [10, 12, undefined],
      [30, 36, undefined],
    ])
    assert.equal(pricePackage(seen).variants?.[0]?.priceExVat, 40)
    assert.equal(seen.variants?.[1]?.priceExVat, 50)
  })

  test('in another currency stand alone', () => {
    const seen = pricePackage(withClientPrices(document, own('CZK', item('2', 30, 36))))
    assert.equal(seen.currency, 'CZK')
    assert.deepEqual(itemsOf(seen), [
      [undefined, undefined, undefined],
      [30, 36, undefined],
    ])
    assert.deepEqual(pricesOf(seen.variants?.[0] as PackageVariant), {})
    assert.deepEqual(
      pricesOf(seen.variants?.[1] as PackageVariant),
      {},
      'a fixed price is in the other currency',
    )
  })

  test('are not used where the manufacturer sets them', () => {
    const oem = { ...document, oemPricing: true }
    assert.deepEqual(withClientPrices(oem, own('CZK', item('2', 30, 36))), oem)
    const [first, ...others] = document.variants as PackageVariant[]
    const oneVariant = {
      ...document,
      variants: [{ ...(first as PackageVariant), oemPricing: true }, ...others],
    }
    assert.deepEqual(withClientPrices(oneVariant, own('EUR', item('2', 30, 36))), oneVariant)
  })

  test('merge, and begin again in another currency', () => {
    const first = own('EUR', item('1', 1, 2))
    const second = mergeClientPrices(document, first, list('EUR', item('2', 3, 4)))
    assert.equal(toPricesJson(second), '{"a":{"1":[1,2],"2":[3,4]}}')
    const third = mergeClientPrices(document, second, list('USD', item('2', 5, 6)))
    assert.equal(toPricesJson(third), '{"a":{"2":[5,6]}}')
    assert.equal(toPricesJson(first), '{"a":{"1":[1,2]}}', 'what was merged is not touched')
  })

  test('are the same text whatever order they came in, and survive any id', () => {
    const ids = fc.uniqueArray(
      fc.oneof(fc.constantFrom('__proto__', 'constructor', '7', '10'), fc.string()),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(ids, (all) => {
        const items = all.map((id, index) => item(id, index, index))
        const there = mergeClientPrices(document, undefined, list('EUR', ...items))
        const back = mergeClientPrices(document, undefined, list('EUR', ...items.toReversed()))
        const json = toPricesJson(there)
        assert.equal(toPricesJson(back), json)
        assert.deepEqual(
          toClientPrices('EUR', json).prices.get('a'),
          new Map([...(there.prices.get('a') ?? [])]),
        )
      }),
    )
  })
})

describe('A9: sums keep to the limit of amounts', () => {
  test('amounts that add up to 10^12 are refused', () => {
    const whole = (amount: number): Package => ({
      variants: [variant(part('1', amount, 0), part('2', amount, 0))],
    })
    assert.deepEqual(rangeViolations(whole(4e11)), [])
    assert.equal(rangeViolations(whole(6e11))[0]?.kind, 'outOfRange')
  })
})
