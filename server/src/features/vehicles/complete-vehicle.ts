// Completes a vehicle from its VIN while its order or lead is stored (F4): local sources only, and only attributes the DMS left
// out. What was filled in is marked, so that it never counts as sent by the DMS (A1, E1).

import { isDeepStrictEqual } from 'node:util'
import { vinAttributes } from '@walkaround/contract/dms/vehicle-information.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { type Attribute, inOrder } from './attributes.ts'
import { findKnown } from './known-vehicle.ts'

/** What is stored of an order or lead: the vehicle as shown, and which of its attributes the service filled in. */
interface StoredVehicle {
  vehicle?: Vehicle
  filledFromVin?: string[]
}

interface CompletedVehicle {
  vehicle: Vehicle
  /** Names of the attributes that were filled in. */
  filled: string[]
  /** The vehicle as the DMS gave it. */
  supplied: Vehicle
}

/** `before` is the last stored state; `source` names the order or lead, as in rememberVehicle. */
export async function completeVehicle(
  scope: Scope,
  given: Vehicle,
  { before = {}, source }: { before?: StoredVehicle; source?: string } = {},
): Promise<CompletedVehicle> {
  const supplied = suppliedOf(given, before)
  // The same vehicle again: what became known meanwhile does not change this order (A1).
  if (before.vehicle && isDeepStrictEqual(supplied, suppliedOf(before.vehicle, before))) {
    return { vehicle: before.vehicle, filled: before.filledFromVin ?? [], supplied }
  }
  const vin = findVin(supplied.vin)
  if (vin === undefined || vinAttributes.every((name) => supplied[name] !== undefined)) {
    return { vehicle: supplied, filled: [], supplied }
  }
  const { values } = await findKnown(scope, vin, supplied, source)
  const filled = vinAttributes.filter((name) => values[name] !== undefined)
  if (filled.length === 0) return { vehicle: supplied, filled: [], supplied }
  return { vehicle: inOrder({ ...supplied, ...values, vinResolutionStatus: 'OK' }), filled, supplied }
}

/** The DMS says nothing new about the vehicle, and nothing else was filled in. */
export function isSameVehicle(before: StoredVehicle, completed: CompletedVehicle | undefined): boolean {
  if (!completed) return true
  return (
    isDeepStrictEqual(before.vehicle, completed.vehicle) &&
    isDeepStrictEqual(before.filledFromVin ?? [], completed.filled)
  )
}

/** Without attributes that the service filled in before and the DMS sends back unchanged. */
function suppliedOf(given: Vehicle, { vehicle, filledFromVin = [] }: StoredVehicle): Vehicle {
  const { vinResolutionStatus: _, ...supplied } = given
  for (const name of filledFromVin as Attribute[]) {
    if (supplied[name] === vehicle?.[name]) delete supplied[name]
  }
  return supplied
}
