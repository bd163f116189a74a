// Contact data corrected by staff: kept in addition to what the DMS sent, never replacing it (C4). Used by tablet and service.
// Pure.
import type { BusinessPartner, Person, Vehicle } from '../shared.ts'
import { contactIdOf } from './names.ts'

export type PartnerRole = 'customer' | 'owner' | 'driver'

export interface Correction {
  email?: string
  mobilePhone?: string
}

export interface WithPartners {
  customer?: BusinessPartner
  vehicle?: Vehicle
}

export type Partner = BusinessPartner | Person

export const partnerRoles: readonly PartnerRole[] = ['customer', 'owner', 'driver']

export function findPartner({ customer, vehicle }: WithPartners, role: PartnerRole): Partner | undefined {
  return role === 'customer' ? customer : vehicle?.[role]
}

export const contactsOf = (partner: Partner | undefined): readonly Person[] =>
  (partner && 'contactPersons' in partner && partner.contactPersons) || []

type Phones = Pick<Person, 'modifiedMobilePhone' | 'mobilePhone' | 'landline'>

/** The number to call; a corrected one comes first. */
export const phoneOf = ({ modifiedMobilePhone, mobilePhone, landline }: Phones): string | undefined =>
  modifiedMobilePhone ?? mobilePhone ?? landline

/** `contact` is what contactIdOf gives, as in messages. */
export const hasContact = (partner: Partner, contact: string): boolean =>
  contactsOf(partner).some((person) => contactIdOf(person) === contact)

export const toFields = ({ email, mobilePhone }: Correction) => ({
  ...(email === undefined ? {} : { modifiedEmail: email }),
  ...(mobilePhone === undefined ? {} : { modifiedMobilePhone: mobilePhone }),
})

export function withPartner<T extends WithPartners>(document: T, role: PartnerRole, partner: Partner): T {
  return role === 'customer'
    ? { ...document, customer: partner as BusinessPartner }
    : { ...document, vehicle: { ...document.vehicle, [role]: partner } }
}

/** An empty text removes a correction; a field left out keeps it. */
export const mergeCorrection = (known: Correction | undefined, change: Correction): Correction =>
  Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, value]) => value))

/** Corrects the partner, or one of its contact persons. */
export function correctHeader<T extends WithPartners>(
  header: T,
  role: PartnerRole,
  change: Correction,
  contact?: string,
): T {
  const partner = findPartner(header, role)
  if (!partner) return header
  if (contact === undefined) return withPartner(header, role, correctPerson(partner, change))
  const contactPersons = contactsOf(partner).map((person) =>
    contactIdOf(person) === contact ? correctPerson(person, change) : person,
  )
  return withPartner(header, role, { ...partner, contactPersons } as Partner)
}

function correctPerson<P extends Partner>(person: P, change: Correction): P {
  const { modifiedEmail, modifiedMobilePhone, ...bare } = person
  const known = {
    ...(modifiedEmail === undefined ? {} : { email: modifiedEmail }),
    ...(modifiedMobilePhone === undefined ? {} : { mobilePhone: modifiedMobilePhone }),
  }
  return { ...bare, ...toFields(mergeCorrection(known, change)) } as P
}
