import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PackageVariant } from '@walkaround/contract/dms/packages.ts'
import { applicabilityLists } from '@walkaround/contract/dms/packages.ts'
import { fuelTypes, type Vehicle } from '@walkaround/contract/shared.ts'
import fc from 'fast-check'
import { type ApplicabilityList, type Circumstances, explainVariant } from './applicability.ts'

type Lists = Omit<PackageVariant, 'id'>

const fits = (lists: Lists, vehicle: Vehicle, more?: Circumstances) =>
  explainVariant({ id: 'v', ...lists }, vehicle, more).fits

/** Each list with the attribute it filters, a value in it, and a value not in it. */
const cases: [ApplicabilityList, keyof Vehicle, string | number, string | number][] = [
  ['derivativeCodeApplicabilityList', 'derivativeCode', 'D1', 'D2'],
  ['modelCodeApplicabilityList', 'modelCode', 'NX4', 'NX5'],
  ['makeApplicabilityList', 'make', 'Example', 'Sample'],
  ['fuelTypeApplicabilityList', 'fuelType', 'petrol', 'diesel'],
  ['airIntakeApplicabilityList', 'airIntakeType', 'Turbo SC', 'Naturally aspirated'],
  ['gearboxTypeApplicabilityList', 'gearboxType', 'automatic', 'manual'],
  ['engineCapacityApplicabilityList', 'engineCapacity', 2, 1.6],
  ['modelYearApplicabilityList', 'modelYear', 2020, 2021],
  ['productionYearApplicabilityList', 'productionYear', 2019, 2020],
]

const listOf = (list: ApplicabilityList, ...values: unknown[]): Lists => ({
  [list]: list.startsWith('engine') ? values.map(String) : values,
})

describe('E1: whether a variant fits a vehicle', () => {
  test('every list of the interface is a criterion', () => {
    const known = [...cases.map(([list]) => list), 'bodyPartApplicabilityList']
    assert.deepEqual(known.toSorted(), Object.keys(applicabilityLists).toSorted())
  })

  for (const [list, attribute, inside, outside] of cases) {
    test(`${list} filters by ${attribute}, and only when the vehicle has one`, () => {
      const lists = listOf(list, inside)
      assert.equal(fits(lists, { [attribute]: inside }), true)
      assert.equal(fits(lists, { [attribute]: outside }), false)
      assert.equal(fits(lists, {}), true)
      assert.equal(fits({ [list]: [] }, { [attribute]: outside }), true)
      assert.equal(fits({}, { [attribute]: outside }), true)
      const filledFromVin = new Set([attribute])
      assert.equal(fits(lists, { [attribute]: outside }, { filledFromVin }), true)
      assert.equal(fits(lists, { [attribute]: outside }, { filledFromVin: new Set(['colour']) }), false)
    })
  }

  test('text compares without case', () => {
    assert.ok(fits({ makeApplicabilityList: ['ŠKODA'] }, { make: 'škoda' }))
    assert.ok(fits({ makeApplicabilityList: ['Straße'] }, { make: 'STRASSE' }))
    assert.ok(fits({ gearboxTypeApplicabilityList: ['Automatic'] }, { gearboxType: ' automatic ' }))
    assert.ok(!fits({ makeApplicabilityList: ['BMW'] }, { make: 'BMW M' }))
  })

  test('the engine capacity is a number of one decimal on both sides', () => {
    const capacity = (list: string[], engineCapacity: number) =>
      fits({ engineCapacityApplicabilityList: list }, { engineCapacity })
    assert.ok(capacity(['1.998'], 2))
    assert.ok(capacity(['2.0'], 1.998))
    assert.ok(capacity(['2'], 2.04))
    assert.ok(capacity(['2,0'], 2))
    assert.ok(capacity(['1.95'], 2), 'a half goes up, although the double lies below')
    assert.ok(!capacity(['2.0'], 2.1))
    assert.ok(!capacity(['1998'], 2))
    assert.ok(!capacity(['two litres', ''], 0), 'what is no number equals nothing')
  })

  test('body parts filter damage marks, and nothing else', () => {
    const lists = { bodyPartApplicabilityList: ['doorFrontLeft', 'bonnet'] }
    assert.ok(fits(lists, {}))
    assert.ok(fits(lists, {}, { bodyPart: 'Bonnet' }))
    assert.ok(!fits(lists, {}, { bodyPart: 'roof' }))
  })

  test('an empty text is as good as none', () => {
    assert.ok(fits({ makeApplicabilityList: ['BMW'] }, { make: '' }))
    assert.ok(fits({ makeApplicabilityList: ['BMW'] }, { make: '  ' }))
  })

  test('says for every criterion what was asked, what the vehicle has, and what follows', () => {
    const variant: PackageVariant = {
      id: 'v',
      makeApplicabilityList: ['Example'],
      fuelTypeApplicabilityList: ['petrol'],
      gearboxTypeApplicabilityList: ['automatic'],
      bodyPartApplicabilityList: ['bonnet'],
      engineCapacityApplicabilityList: ['1.6'],
      modelYearApplicabilityList: [],
    }
    const vehicle: Vehicle = { make: 'EXAMPLE', fuelType: 'diesel', engineCapacity: 2 }
    const { fits, criteria } = explainVariant(variant, vehicle, {
      filledFromVin: new Set(['engineCapacity']),
    })
    assert.equal(fits, false)
    assert.deepEqual(
      criteria.map(({ attribute, value, outcome }) => [attribute, value, outcome]),
      [
        ['make', 'EXAMPLE', 'fits'],
        ['fuelType', 'diesel', 'excluded'],
        ['gearboxType', undefined, 'not filtered'],
        ['bodyPart', undefined, 'not filtered'],
        ['engineCapacity', 2, 'not filtered'],
      ],
    )
    assert.deepEqual(criteria[1], {
      list: 'fuelTypeApplicabilityList',
      attribute: 'fuelType',
      value: 'diesel',
      allowed: ['petrol'],
      outcome: 'excluded',
      code: 'notInList',
      why: 'fuelType "diesel" is not in the list',
    })
    assert.match(criteria[4]?.why ?? '', /VIN/)
  })
})

// Small value sets, so that lists and vehicles often match.
const words = fc.constantFrom('a', 'A', 'b', 'ß', 'SS', '')
const litres = fc.constantFrom(1.6, 1.598, 1.55, 2, 2.04)
const years = fc.constantFrom(2019, 2020)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const vehicles: fc.Arbitrary<Vehicle> = fc
  .record({
    derivativeCode: optional(words),
    modelCode: optional(words),
    make: optional(words),
    fuelType: optional(fc.constantFrom(...fuelTypes)),
    airIntakeType: optional(fc.constantFrom('Turbo SC', 'Naturally aspirated')),
    gearboxType: optional(words),
    engineCapacity: optional(litres),
    modelYear: optional(years),
    productionYear: optional(years),
  })
  .map((vehicle) => JSON.parse(JSON.stringify(vehicle)) as Vehicle)
const some = <T>(arbitrary: fc.Arbitrary<T>) => optional(fc.array(arbitrary, { maxLength: 3 }))
const variants: fc.Arbitrary<PackageVariant> = fc
  .record({
    id: fc.constant('v'),
    derivativeCodeApplicabilityList: some(words),
    modelCodeApplicabilityList: some(words),
    makeApplicabilityList: some(words),
    fuelTypeApplicabilityList: some(fc.constantFrom(...fuelTypes)),
    airIntakeApplicabilityList: some(fc.constantFrom('Turbo SC', 'Naturally aspirated')),
    gearboxTypeApplicabilityList: some(words),
    bodyPartApplicabilityList: some(words),
    engineCapacityApplicabilityList: some(litres.map(String)),
    modelYearApplicabilityList: some(years),
    productionYearApplicabilityList: some(years),
  })
  .map((variant) => JSON.parse(JSON.stringify(variant)) as PackageVariant)

describe('E1, whatever lists and vehicle', () => {
  test('a variant fits exactly when no criterion excludes it, and each list judges alone', () => {
    fc.assert(
      fc.property(variants, vehicles, (variant, vehicle) => {
        const { fits: whole, criteria } = explainVariant(variant, vehicle)
        const alone = criteria.map(({ list, allowed }) => fits({ [list]: allowed } as Lists, vehicle))
        return (
          whole === alone.every((one) => one) && whole === criteria.every((one) => one.outcome !== 'excluded')
        )
      }),
    )
  })

  test('there is one criterion for each list that is not empty', () => {
    fc.assert(
      fc.property(variants, vehicles, (variant, vehicle) => {
        const asked = Object.values(variant).filter((value) => Array.isArray(value) && value.length > 0)
        return explainVariant(variant, vehicle).criteria.length === asked.length
      }),
    )
  })

  test('taking an attribute away, or knowing it from the VIN, never excludes', () => {
    fc.assert(
      fc.property(variants, vehicles, fc.constantFrom(...cases), (variant, vehicle, [, attribute]) => {
        const before = fits(variant, vehicle)
        const { [attribute]: _, ...less } = vehicle
        const fromVin = fits(variant, vehicle, { filledFromVin: new Set([attribute]) })
        return (!before || fits(variant, less)) && (!before || fromVin) && fits(variant, less) === fromVin
      }),
    )
  })

  test('adding a value to a list never excludes a vehicle that fitted', () => {
    fc.assert(
      fc.property(variants, vehicles, words, (variant, vehicle, word) => {
        const list = variant.makeApplicabilityList
        if (!list || list.length === 0 || !fits(variant, vehicle)) return true
        return fits({ ...variant, makeApplicabilityList: [...list, word] }, vehicle)
      }),
    )
  })

  test('a vehicle without attributes fits everything', () => {
    fc.assert(fc.property(variants, (variant) => fits(variant, {})))
  })

  test('neither the variant nor the vehicle is changed', () => {
    fc.assert(
      fc.property(variants, vehicles, (variant, vehicle) => {
        const before = JSON.stringify([variant, vehicle])
        explainVariant(variant, vehicle)
        return JSON.stringify([variant, vehicle]) === before
      }),
    )
  })
})
