// Mileages with their unit, and in one unit. Pure.
import type { Vehicle } from '@walkaround/contract/shared.ts'

const KM_PER_MILE = 1.609344

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
  return mileage?.unit === 'mi' ? mileage.value * KM_PER_MILE : mileage?.value
}
