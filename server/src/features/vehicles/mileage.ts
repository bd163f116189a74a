// Mileages in one unit. Pure.
import type { Vehicle } from '@walkaround/contract/shared.ts'

const KM_PER_MILE = 1.609344

/** What the DMS recorded, in kilometres. */
export function mileageKm(vehicle: Vehicle | undefined): number | undefined {
  if (vehicle?.recordedMileage === undefined) return undefined
  return vehicle.mileageUnit === 'mi' ? vehicle.recordedMileage * KM_PER_MILE : vehicle.recordedMileage
}
