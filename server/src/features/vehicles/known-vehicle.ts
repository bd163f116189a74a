// What local sources know of a VIN, attribute by attribute: the client's own vehicles first, then the offline decoder.
import type { Vehicle } from '@walkaround/contract/shared.ts'
import type { Scope } from '../../scope.ts'
import { type Attribute, type Attributes, attributes, yearsNear } from './attributes.ts'
import { type Decoded, decodeVin } from './decode-vin.ts'
import { foldMake, spellMake } from './makes.ts'
import * as store from './store.ts'

export type KnownFrom = 'own vehicles' | 'decoder' | 'provider'

export interface Known {
  values: Attributes
  from: Partial<Record<Attribute, KnownFrom>>
  decoded: Decoded
  /** How the client spells makes, the latest first. */
  spellings: string[]
}

/**
 * One statement. `supplied` is what somebody said of the vehicle: its attributes are not looked for, and what
 * contradicts it is not believed. `source` is the order or lead that says so: what is known from it alone is no news.
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
    for (const name of attributes) {
      if (supplied[name] !== undefined || values[name] === undefined || name in known.values) continue
      known.values = { ...known.values, [name]: values[name] }
      known.from[name] = from
    }
  }
  add(own, 'own vehicles')
  add(believable(decoded.values, { ...own, ...supplied }, spellings), 'decoder')
  return known
}

/** What the decoder says, as far as nobody says otherwise. */
function believable(decoded: Attributes, told: Vehicle, spellings: readonly string[]): Attributes {
  const { make, fuelType } = decoded
  if (make !== undefined && told.make !== undefined && foldMake(make) !== foldMake(told.make)) return {}
  const values = { ...decoded }
  if (make !== undefined) values.make = spellMake(make, spellings)
  if (fuelType !== undefined && told.fuelType !== undefined && fuelType !== told.fuelType) {
    delete values.engineCapacity
    delete values.airIntakeType
  }
  return values
}
