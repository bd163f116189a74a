// Completes a vehicle from its VIN while its order or lead is stored (F4): local sources only, and only attributes that
// the DMS left out. What was filled in stays known as such, so that it never counts as said by the DMS (A1, E1).
import { isDeepStrictEqual } from 'node:util'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { type Attribute, attributes, inOrder } from './attributes.ts'
import { findVin } from './keys.ts'
import { findKnown } from './known-vehicle.ts'

/** What is stored of an order or lead: the vehicle as it is shown, and what of it the service filled in. */
export interface StoredVehicle {
  vehicle?: Vehicle
  filledFromVin?: string[]
}

export interface CompletedVehicle {
  vehicle: Vehicle
  /** Names of the attributes that were filled in. */
  filled: string[]
  /** The vehicle as the DMS gave it. */
  supplied: Vehicle
}

/** `before` is what was stored last; `source` names the order or lead, as in rememberVehicle. */
export async function completeVehicle(
  scope: Scope,
  given: Vehicle,
  { before = {}, source }: { before?: StoredVehicle; source?: string } = {},
): Promise<CompletedVehicle> {
  const supplied = suppliedOf(given, before)
  // The same vehicle again: what others have learnt of it meanwhile is no change of this order (A1).
  if (before.vehicle && isDeepStrictEqual(supplied, suppliedOf(before.vehicle, before))) {
    return { vehicle: before.vehicle, filled: before.filledFromVin ?? [], supplied }
  }
  const vin = findVin(supplied.vin)
  if (vin === undefined || attributes.every((name) => supplied[name] !== undefined)) {
    return { vehicle: supplied, filled: [], supplied }
  }
  const { values } = await findKnown(scope, vin, supplied, source)
  const filled = attributes.filter((name) => values[name] !== undefined)
  if (filled.length === 0) return { vehicle: supplied, filled: [], supplied }
  return { vehicle: inOrder({ ...supplied, ...values, vinResolutionStatus: 'OK' }), filled, supplied }
}

/** Nothing new is said of the vehicle, and nothing else was filled in. */
export function isSameVehicle(before: StoredVehicle, completed: CompletedVehicle | undefined): boolean {
  if (!completed) return true
  return (
    isDeepStrictEqual(before.vehicle, completed.vehicle) &&
    isDeepStrictEqual(before.filledFromVin ?? [], completed.filled)
  )
}

/** Without what the service filled in before and the DMS sends back as it read it. */
function suppliedOf(given: Vehicle, { vehicle, filledFromVin = [] }: StoredVehicle): Vehicle {
  const { vinResolutionStatus: _, ...supplied } = given
  for (const name of filledFromVin as Attribute[]) {
    if (supplied[name] === vehicle?.[name]) delete supplied[name]
  }
  return supplied
}
