// What is known of a vehicle by its VIN (F3): the client's own vehicles, the offline decoder, a configured provider.
import type { VehicleInfo } from '@walkaround/contract/dms/vehicle-information.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type Attributes, attributes } from './attributes.ts'
import { findVin } from './keys.ts'
import { findKnown, type Known } from './known-vehicle.ts'
import { foldMake, spellMake } from './makes.ts'

/** Undefined when the provider knows nothing or does not answer. */
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
  if (attributes.every((name) => values[name] === undefined)) {
    throw problem('noSuchResource', `nothing is known of the VIN "${vin}"`)
  }
  return Object.fromEntries(
    (['vin', ...attributes] as const).flatMap((name) => {
      const value = name === 'vin' ? vin : values[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ) as VehicleInfo
}

/** A provider is asked, and paid, only for vehicles that local sources cannot name. */
const isIdentified = ({ make, model, modelYear }: Attributes): boolean =>
  make !== undefined && model !== undefined && modelYear !== undefined

function withProvider({ values, spellings }: Known, told: VehicleInfo): Attributes {
  // Another make than the one already known: one of the two means another vehicle, and ours comes first.
  if (values.make !== undefined && told.make !== undefined && foldMake(values.make) !== foldMake(told.make)) {
    return values
  }
  const { make } = told
  return { ...told, ...(make === undefined ? {} : { make: spellMake(make, spellings) }), ...values }
}
