// The text that the board's search looks into, and the key to find earlier visits of a vehicle. Pure.
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { searchTermsOf } from '@walkaround/contract/rules/search-terms.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import type { SurveyHeader } from './header.ts'

/** In bytes: an index entry has room for about 2,700, and also contains client, order and branch. */
const LONGEST = 1200

type Contact = Pick<Person, 'landline' | 'mobilePhone' | 'modifiedMobilePhone' | 'email' | 'modifiedEmail'>

/** As shown, with staff corrections: that is where messages go. */
function searchedOf(id: string, header: SurveyHeader) {
  const { externalId, vehicle, customer } = header
  const contactPersons = customer?.category === 'legalEntity' ? (customer.contactPersons ?? []) : []
  const staff = [
    header.serviceAdvisor,
    header.technician,
    ...(header.technicians ?? []),
    header.responsiblePerson,
  ]
  const reached: Contact[] = [...(customer ? [customer] : []), ...contactPersons]
  return {
    numbers: [id, externalId],
    numberPlate: vehicle?.numberPlate,
    vin: vehicle?.vin,
    names: [customer, ...contactPersons.slice(0, 2), ...staff].map(nameOf),
    telephones: reached.flatMap((one) => [one.modifiedMobilePhone, one.mobilePhone, one.landline]),
    emails: reached.flatMap((one) => [one.modifiedEmail, one.email]),
    vehicle: [vehicle?.make, vehicle?.model].filter(Boolean).join(' '),
    request: header.description,
  }
}

/** Whether both are found by the same. */
export const isSearchedAlike = (one: SurveyHeader, other: SurveyHeader): boolean =>
  JSON.stringify(searchedOf('', one)) === JSON.stringify(searchedOf('', other))

/** Its terms, each after a |, as many as have room. Folding drops that sign, so no term contains it. */
export function searchTextOf(id: string, header: SurveyHeader): string {
  const terms = searchTermsOf(searchedOf(id, header))
  let text = ''
  for (const term of terms) {
    const longer = `${text}|${term}`
    if (Buffer.byteLength(longer) <= LONGEST) text = longer
  }
  return text
}

/** By VIN, otherwise by plate. */
export const vehicleKeyOf = ({ vehicle }: SurveyHeader): string | null => vehicleKeys(vehicle)[0] ?? null
