// Mileages with their unit, and in one unit. Pure.
import { toKm } from '@walkaround/contract/rules/mileage.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'

export interface Mileage {
  readonly value: number
  readonly unit: 'km' | 'mi'
}

/** As recorded by the DMS; without a unit it is in kilometres. */
export function recordedMileage(vehicle: Vehicle | undefined): Mileage | undefined {
  if (vehicle?.recordedMileage === undefined) return undefined
  return { value: vehicle.recordedMileage, unit: vehicle.mileageUnit ?? 'km' }
}

/** The same in kilometres. */
export function mileageKm(vehicle: Vehicle | undefined): number | undefined {
  const mileage = recordedMileage(vehicle)
  return mileage && toKm(mileage)
}
