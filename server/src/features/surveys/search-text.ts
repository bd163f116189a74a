// The text that the board's search looks into, and the key to find earlier visits of a vehicle. Pure.
import { foldForSearch } from '@walkaround/contract/rules/folding.ts'
import type { BusinessPartner } from '@walkaround/contract/shared.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import type { SurveyHeader } from './header.ts'

/** In bytes: an index entry has room for about 2,700, and also contains client, order and branch. */
const LONGEST = 1200

/** The first name is on both sides of the last name, so that either order finds them. */
function searchedName(partner: BusinessPartner): string {
  if (partner.category === 'legalEntity') return partner.name ?? ''
  return `${partner.firstName ?? ''}${partner.lastName ?? ''}${partner.firstName ?? ''}`
}

export function searchTextOf(id: string, { externalId, vehicle, customer }: SurveyHeader): string {
  const texts = [
    id,
    externalId,
    vehicle?.numberPlate,
    vehicle?.vin,
    ...(customer ? [searchedName(customer)] : []),
  ]
  const folded = texts.flatMap((text) => (text ? [foldForSearch(text)] : []))
  // A letter that was cut in two is dropped.
  return Buffer.from(folded.join('|'))
    .subarray(0, LONGEST)
    .toString()
    .replace(/\uFFFD+$/, '')
}

/** By VIN, otherwise by plate. */
export const vehicleKeyOf = ({ vehicle }: SurveyHeader): string | null => vehicleKeys(vehicle)[0] ?? null
