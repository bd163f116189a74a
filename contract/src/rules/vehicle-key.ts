// How addresses of pages name a vehicle: by its VIN, else by its plate. The service finds the country of a plate itself. Pure.
import { foldForSearch } from './folding.ts'
import { findVin } from './vin.ts'

/** Undefined for a car without both: it has no page. */
export function vehicleKeyOf({
  vin,
  numberPlate,
}: {
  vin?: string | undefined
  numberPlate?: string | undefined
}): string | undefined {
  const known = findVin(vin)
  if (known) return `vin/${known}`
  const plate = foldForSearch(numberPlate ?? '')
  return plate === '' ? undefined : `plate/${plate}`
}
