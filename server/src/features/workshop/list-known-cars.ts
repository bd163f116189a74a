// Finds a car that was here before by its VIN or plate, with the customer of its last order.
import type { KnownCar } from '@walkaround/contract/app/known-cars.ts'
import { type Named, nameOf } from '@walkaround/contract/rules/names.ts'
import { readScanned } from '@walkaround/contract/rules/scanned.ts'
import type { BusinessPartner, Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import { findKnownCar } from './known-car-store.ts'

export async function listKnownCars(scope: Scope, mark = ''): Promise<{ cars: KnownCar[] }> {
  const { vin, words } = readScanned(mark)
  const keys = vehicleKeys(vin === undefined ? { numberPlate: words } : { vin })
  const row = keys.length === 0 ? undefined : await findKnownCar(scope, keys)
  if (!row) return { cars: [] }
  const { numberPlate, vin: known, make, model } = JSON.parse(row.document) as Vehicle
  const customer = JSON.parse(row.customer ?? 'null') as BusinessPartner | null
  const facts = {
    numberPlate,
    vin: known,
    make,
    model,
    customerName: customer ? nameOf(customer as Named) || undefined : undefined,
    mobilePhone: customer?.mobilePhone,
  }
  return { cars: [{ seenAt: row.seenAt.toISOString(), ...facts }] }
}
