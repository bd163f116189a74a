// What local sources know about a VIN, attribute by attribute: the client's own vehicles first, then the offline decoder.
import { vinAttributes } from '@walkaround/contract/dms/vehicle-information.ts'
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { type Attribute, type Attributes, yearsNear } from './attributes.ts'
import { type Decoded, decodeVin } from './decode-vin.ts'
import { canonicalMake, spellMake } from './makes.ts'
import * as store from './store.ts'

export type KnownFrom = 'own vehicles' | 'decoder' | 'provider'

export interface Known {
  values: Attributes
  from: Partial<Record<Attribute, KnownFrom>>
  decoded: Decoded
  /** The client's spellings of makes, the latest first. */
  spellings: string[]
}

/**
 * One statement. `supplied` is what is known about the vehicle: its attributes are not looked up, and contradictions to it are
 * ignored. `source` is the order or lead that says so: what is known only from it is not new.
 */
export async function findKnown(
  scope: Scope,
  vin: string,
  supplied: Vehicle = {},
  source?: string,
): Promise<Known> {
  const { memory, makes: spellings } = await store.findMemory(scope, vin, supplied.make === undefined)
  const own = Object.fromEntries(
    Object.entries(memory).flatMap(([name, { value, from }]) => (from === source ? [] : [[name, value]])),
  ) as Vehicle
  const decoded = decodeVin(vin, {
    nextYear: scope.now.getUTCFullYear() + 1,
    near: yearsNear(supplied, own),
  })
  const known: Known = { values: {}, from: {}, decoded, spellings }
  const add = (values: Attributes, from: KnownFrom) => {
    for (const name of vinAttributes) {
      if (supplied[name] !== undefined || values[name] === undefined || name in known.values) continue
      known.values = { ...known.values, [name]: values[name] }
      known.from[name] = from
    }
  }
  add(own, 'own vehicles')
  add(believable(decoded.values, { ...own, ...supplied }, spellings), 'decoder')
  return known
}

/** What the decoder says, unless something else is known. */
function believable(decoded: Attributes, told: Vehicle, spellings: readonly string[]): Attributes {
  const { make, fuelType } = decoded
  if (make !== undefined && told.make !== undefined && canonicalMake(make) !== canonicalMake(told.make))
    return {}
  const values = { ...decoded }
  if (make !== undefined) values.make = spellMake(make, spellings)
  if (fuelType !== undefined && told.fuelType !== undefined && fuelType !== told.fuelType) {
    delete values.engineCapacity
    delete values.airIntakeType
  }
  return values
}
