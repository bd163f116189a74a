import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Package } from '@walkaround/contract/dms/packages.ts'
import { readDefaultPackages } from '@walkaround/server/features/assignment/default-packages.ts'
import { pricePackage } from '@walkaround/server/features/packages/prices.ts'
import { type Catalogue, central, makeCatalogue } from './catalogue.ts'
import { amountsOf, withVat } from './lines.ts'
import { ownPackages } from './own-packages.ts'
import { findAmounts } from './prices.ts'
import { models } from './vehicles.ts'

let defaults: (Package & { id: string })[]
let catalogue: Catalogue

before(async () => {
  defaults = (await readDefaultPackages()).packages
  catalogue = makeCatalogue(defaults)
})

describe('Prices of the demo', () => {
  test('reach every item of every package that comes with the service', () => {
    const unpriced = defaults.flatMap(({ id, variants = [] }) =>
      variants.flatMap(({ contents = [] }) =>
        contents.filter((item) => !findAmounts(item)).map((item) => `${id}: ${item.description}`),
      ),
    )
    assert.deepEqual(unpriced, [])
    assert.equal(catalogue.priceLists.length, defaults.length)
  })

  test('are exact: halves of a cent go up, and no quantity leaves dust', () => {
    assert.deepEqual(withVat(50), { exVat: 0.5, incVat: 0.6 })
    assert.deepEqual(withVat(18_50), { exVat: 18.5, incVat: 22.02 })
    assert.deepEqual(amountsOf(4.5, 16_90), { amountExVat: 76.05, amountIncVat: 90.5 })
    assert.deepEqual(amountsOf(0.1, 118_00), { amountExVat: 11.8, amountIncVat: 14.04 })
  })
})

describe('Own packages of the demo', () => {
  test('are six, by fuel, engine, model and make, one at a fixed price and one with discounts', () => {
    assert.equal(new Set(ownPackages.map(({ id }) => id)).size, 6)
    const variants = ownPackages.flatMap(({ variants = [] }) => variants)
    for (const list of [
      'fuelTypeApplicabilityList',
      'engineCapacityApplicabilityList',
      'modelCodeApplicabilityList',
      'makeApplicabilityList',
      'derivativeCodeApplicabilityList',
    ] as const) {
      assert.ok(
        variants.some((variant) => variant[list]?.length),
        list,
      )
    }
    assert.equal(variants.filter((one) => one.variantPricingCategory === 'fixedVariantPrice').length, 1)
    assert.equal(ownPackages.filter(({ oemPricing }) => oemPricing).length, 1)
    const brakes = pricePackage(ownPackages.find(({ id }) => id === 'front-brakes') as Package)
    for (const { priceExVat = 0, discountPriceExVat = 0, labourPriceExVat, ...variant } of brakes.variants ??
      []) {
      assert.ok(discountPriceExVat > 0 && discountPriceExVat < priceExVat, variant.id)
      assert.equal(variant.discountLabourPriceExVat, labourPriceExVat, 'labour costs the same')
    }
  })

  test('every model of the demo has its own brakes; a car gets the first variant that fits', () => {
    const chosen = Object.values(models).map(
      (vehicle) => catalogue.variantFor('front-brakes', vehicle).variantId,
    )
    assert.deepEqual(new Set(chosen), new Set(['fjell', 'compact', 'tamber', 'cargo']))
    assert.equal(catalogue.variantFor(central('svc-major'), models.lyn).variantId, 'electric')
    assert.throws(() => catalogue.variantFor('exhaust-fluid', models.lyn), /no variant of exhaust-fluid fits/)
  })

  test('lines of an order name the package and variant they come from', () => {
    const lines = catalogue.linesOf(central('svc-oil'), models.cargo)
    assert.deepEqual(
      lines.map(({ quantity, amountExVat }) => [quantity, amountExVat]),
      [
        [0.7, 82.6],
        [6.5, 109.85],
        [1, 14.6],
        [1, 1.15],
      ],
    )
    for (const line of lines) {
      assert.equal(line.healthPackageId, 'open!svc-oil')
      assert.equal(line.healthPackageVariantId, 'large')
      assert.equal(line.healthSurveyId, undefined)
    }
  })
})
