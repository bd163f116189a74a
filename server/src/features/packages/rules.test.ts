import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Package, PackageVariant } from '@walkaround/contract/dms/packages.ts'
import {
  catalogueOwners,
  duplicateViolations,
  findRef,
  isAutomatic,
  isCentralId,
  priceViolations,
  toShownId,
  toStoredPackage,
  withAmounts,
  withCurrency,
} from './rules.ts'

describe('E5: ids of packages', () => {
  test('central ones carry their master for everyone else', () => {
    const ref = { masterClientId: 'open', packageId: 'svc!oil' }
    assert.equal(toShownId('acme', ref), 'open!svc!oil')
    assert.equal(toShownId('open', ref), 'svc!oil')
    assert.deepEqual(findRef('acme', ['group', 'open'], 'open!svc!oil'), ref)
    assert.deepEqual(findRef('acme', ['open'], 'pads'), { masterClientId: 'acme', packageId: 'pads' })
  })

  test('of clients that are no masters, or of the client itself, name nothing', () => {
    assert.equal(findRef('acme', ['open'], 'other!x'), undefined)
    assert.equal(findRef('acme', ['acme'], 'acme!x'), undefined)
    assert.equal(findRef('acme', ['open'], '!x'), undefined)
  })

  test('a client sees its own and its masters', () => {
    const owners = catalogueOwners({ clientId: 'b', client: { masters: ['open', 'a', 'b'] } })
    assert.deepEqual(owners, ['a', 'b', 'open'])
  })

  test('an own id holds no exclamation mark, in whatever dress', () => {
    for (const id of ['open!x', '!', 'open！x', 'open﹗x', 'a‼b', 'open%21x']) assert.ok(isCentralId(id), id)
    for (const id of ['pads', 'pads/front 1', 'Ölwechsel', 'ǃxu', 'i¡']) assert.ok(!isCentralId(id), id)
  })
})

const priced = (more: Partial<PackageVariant> = {}): Package => ({
  currency: 'EUR',
  variants: [
    { id: 'v', contents: [{ itemCategory: 'labour', id: '1', amountExVat: 1, amountIncVat: 2 }], ...more },
  ],
})
const fixed = { variantPricingCategory: 'fixedVariantPrice', priceExVat: 5, priceIncVat: 6 } as const

describe('E3: what is kept', () => {
  test('computed prices are dropped, fixed ones kept without those of the items', () => {
    const stored = toStoredPackage({ id: 'p', ...priced({ priceExVat: 9, discountPartsPriceIncVat: 1 }) })
    assert.deepEqual(stored, priced())
    assert.deepEqual(toStoredPackage(priced(fixed)).variants?.[0], {
      id: 'v',
      ...fixed,
      contents: [{ itemCategory: 'labour', id: '1' }],
    })
  })

  test('what a price list adds stands in the order of the contract', () => {
    const item = { itemCategory: 'labour' as const, id: '1', discountAmountExVat: 1 }
    const priced = withAmounts(item, { amountExVat: 2, amountIncVat: 3 })
    assert.deepEqual(Object.keys(priced), [
      'itemCategory',
      'id',
      'amountExVat',
      'amountIncVat',
      'discountAmountExVat',
    ])
    assert.equal(
      JSON.stringify(withAmounts(priced, { amountExVat: 2, amountIncVat: 3 })),
      JSON.stringify(priced),
    )
    const document = withCurrency({ description: 'd', variants: [] }, 'EUR')
    assert.equal(JSON.stringify(document), '{"description":"d","currency":"EUR","variants":[]}')
  })
})

describe('E8: a package makes automatic quotes', () => {
  test('when customers may select it and it has an interval', () => {
    assert.ok(isAutomatic({ customerSelectionAvailable: true, serviceIntervalMileage: 15_000 }))
    assert.ok(isAutomatic({ customerSelectionAvailable: true, serviceIntervalAge: 12 }))
    assert.ok(!isAutomatic({ customerSelectionAvailable: true, serviceIntervalAge: 0 }))
    assert.ok(!isAutomatic({ serviceIntervalAge: 12 }))
  })
})

describe('E3, E5: prices a package must have', () => {
  const kinds = (document: Package, isMaster = false) =>
    priceViolations(document, isMaster).map(({ kind, info }) => `${kind} ${info.split(':')[0]}`)
  const item = (more: object) => priced({ contents: [{ itemCategory: 'material', id: '1', ...more }] })

  test('both amounts on every item, and a currency', () => {
    assert.deepEqual(kinds(priced()), [])
    assert.deepEqual(kinds(item({ amountExVat: 1 })), ['missingPrice variants[0].contents[0].amountIncVat'])
    assert.deepEqual(kinds({ ...item({}), currency: undefined } as never), [
      'missingField currency',
      'missingPrice variants[0].contents[0].amountExVat',
      'missingPrice variants[0].contents[0].amountIncVat',
    ])
    assert.deepEqual(kinds({}), ['missingField currency'])
  })

  test('a fixed variant its own, and none on items', () => {
    assert.deepEqual(kinds(priced({ ...fixed, contents: [{ itemCategory: 'labour' }] })), [])
    assert.deepEqual(kinds(priced({ variantPricingCategory: 'fixedVariantPrice', priceExVat: 5 })), [
      'missingPrice variants[0].priceIncVat',
    ])
  })

  test('a master may leave items and currency out, but not half of a price', () => {
    const { currency: _, ...bare } = item({})
    assert.deepEqual(kinds(bare, true), [])
    assert.deepEqual(kinds({}, true), [])
    assert.deepEqual(kinds(item({ amountExVat: 1 }), true), [
      'missingPrice variants[0].contents[0].amountIncVat',
    ])
    const { currency: __, ...amounts } = priced()
    assert.deepEqual(kinds(amounts, true), ['missingCurrency currency'])
  })
})

test('ids are unique within a package and within a variant; items may do without', () => {
  const item = (id?: string) => ({ itemCategory: 'labour' as const, ...(id === undefined ? {} : { id }) })
  const found = duplicateViolations([
    { id: 'a', contents: [item('1'), item('1'), item(), item()] },
    { id: 'b', contents: [item('1')] },
    { id: 'a' },
  ]).map(({ info }) => info.split(':')[0])
  assert.deepEqual(found, ['variants[2].id', 'variants[0].contents[1].id'])
})
