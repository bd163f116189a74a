// Stores each client's vehicles, by VIN and by plate.

import { findVin } from '@walkaround/contract/rules/vin.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { remembered } from './attributes.ts'
import { vehicleKeys } from './keys.ts'
import { mileageKm } from './mileage.ts'
import * as store from './store.ts'

interface From {
  /** The order or lead it comes from: `order/<id>`, `lead/<id>`. What it no longer says is deleted. */
  source: string
  orderId?: string
  /** The vehicle it had before. */
  before?: Vehicle | undefined
}

/** `vehicle` as the DMS or staff supplied it: what was read from a VIN can be read from it again. */
export function rememberVehicle(scope: Scope, vehicle: Vehicle, { source, orderId, before }: From): void {
  const formerVin = findVin(before?.vin)
  if (formerVin !== undefined && formerVin !== findVin(vehicle.vin)) {
    store.forgetSource(scope, formerVin, source)
  }
  const keys = vehicleKeys(vehicle)
  if (keys.length === 0) return
  // People belong to the order; none are stored with the vehicle.
  const { owner: _, driver: __, vinResolutionStatus: ___, ...document } = vehicle
  const memory: store.Memory = Object.fromEntries(
    remembered.flatMap((name) => {
      const value = vehicle[name]
      return value === undefined ? [] : [[name, { value, from: source }]]
    }),
  )
  store.saveVehicle(scope, keys, { document, memory, source, orderId, mileageKm: mileageKm(vehicle) })
}

/** The vehicle as last supplied, by `vin/…` or `plate/…`. */
export async function findVehicle(scope: Scope, key: string): Promise<Vehicle | undefined> {
  return (await store.findVehicle(scope, key))?.document
}
