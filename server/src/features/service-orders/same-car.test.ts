// Cars are compared by what they have in common; that finds the same pairs as comparing each with each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Car, likenessOf, listPairs } from './same-car.ts'

const HOUR_MS = 3_600_000
const vins = ['WDB1110001A000001', 'wdb1110001a000001', 'WDB1110001A000002', 'short', undefined]
const plates = ['B WA 1', 'b-wa 1', 'B WA 2', '', undefined]
const countries = ['D', 'PL', undefined]

/** Every combination, in two branches, at times up to eight days apart. */
const cars: Car[] = vins.flatMap((vin, a) =>
  plates.flatMap((numberPlate, b) =>
    countries.map((numberPlateCountry, c) => {
      const n = a * 15 + b * 3 + c
      return {
        id: `car-${n}`,
        branchId: n % 4 === 0 ? 'south' : 'north',
        isManual: n % 3 === 0,
        at: new Date(HOUR_MS * 24 * (n % 9)),
        vehicle: { vin, numberPlate, numberPlateCountry } as Car['vehicle'],
      }
    }),
  ),
)

test('the pairs are those of comparing every manual order with every other', () => {
  const isApart = ({ orderId }: { orderId: string }) => orderId === 'car-1'
  const each = cars
    .filter(({ isManual }) => isManual)
    .flatMap((manual) =>
      cars
        .filter(({ isManual, id }) => !isManual && id !== 'car-1')
        .flatMap((order) => {
          const likeness = likenessOf(manual, order)
          return likeness ? [{ manualId: manual.id, orderId: order.id, likeness }] : []
        }),
    )
  assert.ok(each.length > 50)
  assert.deepEqual(listPairs(cars, { isApart }), each)
})

test('orders of the same VIN elsewhere or at another time are left out if only near ones are wanted', () => {
  const vehicle = { vin: 'WDB1110001A000001' } as Car['vehicle']
  const at = new Date(0)
  const manual = { id: 'm', branchId: 'north', isManual: true, at, vehicle }
  const near = { ...manual, id: 'near', isManual: false }
  const elsewhere = { ...near, id: 'elsewhere', branchId: 'south' }
  const later = { ...near, id: 'later', at: new Date(HOUR_MS * 24 * 4) }
  const listed = (onlyNear: boolean) =>
    listPairs([manual, near, elsewhere, later], { isApart: () => false, onlyNear }).map(
      ({ orderId }) => orderId,
    )
  assert.deepEqual(listed(true), ['near'])
  assert.deepEqual(listed(false), ['near', 'elsewhere', 'later'])
})
