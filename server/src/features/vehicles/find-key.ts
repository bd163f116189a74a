// From what somebody has in hand, a VIN or a plate, to the key of a vehicle.
import { foldForSearch } from '@walkaround/contract/rules/folding.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findByPlate } from './store.ts'

export function keyOfVin(name: string, given: string): string {
  const vin = given.trim() === given ? findVin(given) : undefined
  if (vin === undefined) {
    throw problem(
      'invalidVin',
      `${name}: ${JSON.stringify(given)} is not 17 characters of A–Z and 0–9 without I, O and Q`,
    )
  }
  return `vin/${vin}`
}

/**
 * `vin/…` is a key. `plate/…` is that of a car without a VIN; its country may be left out. Otherwise a VIN is a VIN, and a plate leads
 * to the car that carries it now: by its VIN, if that is known. Undefined if no car carried it.
 */
export async function findVehicleKey(scope: Scope, name: string, given: string): Promise<string | undefined> {
  if (given.startsWith('vin/')) return keyOfVin(name, given.slice(4))
  if (findVin(given) !== undefined) return keyOfVin(name, given.trim())
  const isKey = given.startsWith('plate/')
  const words = partsOf(isKey ? given.slice(6) : given)
  const [plate = '', country] = words.toReversed()
  const found = await findByPlate(scope, plate, country)
  const vin = isKey ? undefined : findVin(found?.vin ?? undefined)
  if (vin !== undefined) return `vin/${vin}`
  return found?.key ?? (isKey ? ['plate', ...words].join('/') : undefined)
}

/** Country and plate, or the plate alone. */
function partsOf(given: string): string[] {
  const slash = given.indexOf('/')
  const country = given.slice(0, Math.max(slash, 0)).trim().toUpperCase()
  const plate = foldForSearch(given.slice(slash + 1))
  return country === '' ? [plate] : [country, plate]
}
