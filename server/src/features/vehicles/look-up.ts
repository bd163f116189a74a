// What is known about a vehicle by its VIN (F3): the client's own vehicles, the offline decoder, a configured provider.

import type { VehicleInfo } from '@walkaround/contract/dms/vehicle-information.ts'
import { vinAttributes } from '@walkaround/contract/dms/vehicle-information.ts'
import { findVin } from '@walkaround/contract/rules/vin.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Attributes } from './attributes.ts'
import { findKnown, type Known } from './known-vehicle.ts'
import { canonicalMake, spellMake } from './makes.ts'

/** Undefined if the provider knows nothing or does not reply. */
export type AskProvider = (vin: string) => Promise<VehicleInfo | undefined>

/** Must not run in a transaction: a provider may take seconds. The call is counted before (count-look-up.ts). */
export async function lookUpVehicle(scope: Scope, given: string, ask?: AskProvider): Promise<VehicleInfo> {
  const vin = given.trim() === given ? findVin(given) : undefined
  if (vin === undefined) {
    throw problem(
      'invalidVin',
      `VIN: ${JSON.stringify(given)} is not 17 characters of A–Z and 0–9 without I, O and Q`,
    )
  }
  const known = await findKnown(scope, vin)
  const told = ask && !isIdentified(known.values) ? await ask(vin) : undefined
  const values = told ? withProvider(known, told) : known.values
  if (vinAttributes.every((name) => values[name] === undefined)) {
    throw problem('noSuchResource', `nothing is known of the VIN "${vin}"`)
  }
  return Object.fromEntries(
    (['vin', ...vinAttributes] as const).flatMap((name) => {
      const value = name === 'vin' ? vin : values[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ) as VehicleInfo
}

/** A provider is asked, and paid, only about vehicles that local sources cannot identify. */
const isIdentified = ({ make, model, modelYear }: Attributes): boolean =>
  make !== undefined && model !== undefined && modelYear !== undefined

function withProvider({ values, spellings }: Known, told: VehicleInfo): Attributes {
  // A different make than the known one: one of the two means another vehicle, and ours takes precedence.
  if (
    values.make !== undefined &&
    told.make !== undefined &&
    canonicalMake(values.make) !== canonicalMake(told.make)
  ) {
    return values
  }
  const { make } = told
  return { ...told, ...(make === undefined ? {} : { make: spellMake(make, spellings) }), ...values }
}
