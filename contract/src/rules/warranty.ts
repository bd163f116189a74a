// Whether a vehicle is out of warranty, which decides between plain and discount prices (E3). Tablet and service ask this. Pure.
import { isIsoDate, toLastInstant } from './iso-dates.ts'

export interface VehicleWarranty {
  readonly warrantyOn?: boolean | undefined
  readonly warrantyEndDate?: string | undefined
}

/** True if the DMS says so, or the term is over. A date includes its whole day at the dealership; a time with an offset is exact. */
export function isOutOfWarranty(vehicle: VehicleWarranty | undefined, now: Date, timeZone: string): boolean {
  const { warrantyOn, warrantyEndDate } = vehicle ?? {}
  if (warrantyOn !== undefined) return !warrantyOn
  return (
    warrantyEndDate !== undefined &&
    isIsoDate(warrantyEndDate) &&
    toLastInstant(warrantyEndDate, timeZone) < now
  )
}
