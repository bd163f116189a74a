// What the board's search looks into, and under which name an earlier visit of a vehicle is found. Pure.
import type { BusinessPartner, Person } from '@walkaround/contract/shared.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import type { SurveyHeader } from './header.ts'

/** Bytes: an entry of the index has room for some 2,700, and holds client, order and branch besides. */
const LONGEST = 1200

/** As people compare plates and names: capitals, without blanks, hyphens and dots. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/[\s\-–·.|]/g, '')
}

export function nameOfPerson({ firstName, middleName, lastName }: Person): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ')
}

export function nameOfPartner(partner: BusinessPartner): string {
  return partner.category === 'legalEntity' ? (partner.name ?? '') : nameOfPerson(partner)
}

/** The first name stands on both sides of the last, so that either order of the two finds them. */
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
  // A letter that was cut in two is left out.
  return Buffer.from(folded.join('|'))
    .subarray(0, LONGEST)
    .toString()
    .replace(/\uFFFD+$/, '')
}

/** By VIN, else by plate. */
export const vehicleKeyOf = ({ vehicle }: SurveyHeader): string | null => vehicleKeys(vehicle)[0] ?? null
