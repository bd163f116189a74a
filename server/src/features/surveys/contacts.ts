// Contact data as staff corrected them: beside what the DMS sent, never in its place, and dropped with the person they
// were made for (C4). Pure.
import type { BusinessPartner, Person, Vehicle } from '@walkaround/contract/shared.ts'
import type { Violation } from '../../problems.ts'

export type PartnerRole = 'customer' | 'owner' | 'driver'

export interface Correction {
  email?: string
  mobilePhone?: string
}

/** Of a contact person of a company, named by their id, or by their name where they have none. */
interface ContactCorrection extends Correction {
  contact: string
}

interface PartnerCorrection extends Correction {
  contacts?: ContactCorrection[]
}

export type ContactCorrections = Partial<Record<PartnerRole, PartnerCorrection>>

interface WithPartners {
  customer?: BusinessPartner
  vehicle?: Vehicle
}

type Partner = BusinessPartner | Person

export const partnerRoles: readonly PartnerRole[] = ['customer', 'owner', 'driver']

export function findPartner({ customer, vehicle }: WithPartners, role: PartnerRole): Partner | undefined {
  return role === 'customer' ? customer : vehicle?.[role]
}

const contactsOf = (partner: Partner | undefined): readonly Person[] =>
  (partner && 'contactPersons' in partner && partner.contactPersons) || []

/** As messages name a recipient. */
const contactKey = ({ id, firstName, middleName, lastName }: Person): string =>
  id ?? [firstName, middleName, lastName].filter(Boolean).join(' ')

export const hasContact = (partner: Partner, contact: string): boolean =>
  contactsOf(partner).some((person) => contactKey(person) === contact)

const toFields = ({ email, mobilePhone }: Correction) => ({
  ...(email === undefined ? {} : { modifiedEmail: email }),
  ...(mobilePhone === undefined ? {} : { modifiedMobilePhone: mobilePhone }),
})

/** The document as it is shown. */
export function withCorrections<T extends WithPartners>(
  document: T,
  corrections: ContactCorrections | undefined,
): T {
  if (!corrections) return document
  let shown = document
  for (const role of partnerRoles) {
    const correction = corrections[role]
    const partner = correction && findPartner(shown, role)
    if (!partner) continue
    shown = withPartner(
      shown,
      role,
      withContacts({ ...partner, ...toFields(correction) }, correction.contacts),
    )
  }
  return shown
}

function withPartner<T extends WithPartners>(document: T, role: PartnerRole, partner: Partner): T {
  return role === 'customer'
    ? { ...document, customer: partner as BusinessPartner }
    : { ...document, vehicle: { ...document.vehicle, [role]: partner } }
}

function withContacts<P extends Partner>(partner: P, contacts: readonly ContactCorrection[] | undefined): P {
  if (!contacts) return partner
  const contactPersons = contactsOf(partner).map((person) => {
    const correction = contacts.find(({ contact }) => contact === contactKey(person))
    return correction ? { ...person, ...toFields(correction) } : person
  })
  return { ...partner, contactPersons }
}

/** For JSON texts that are shown as they are when nothing was corrected. */
export function withCorrectionsText(document: string, corrections: string | null): string {
  if (corrections === null) return document
  return JSON.stringify(withCorrections(JSON.parse(document), JSON.parse(corrections) as ContactCorrections))
}

/** By id where one of them has one, else by name (C4). */
export function isSamePartner(a: Partner | undefined, b: Partner | undefined): boolean {
  if (!a || !b) return false
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id
  return nameOf(a) === nameOf(b)
}

function nameOf(partner: Partner): string {
  const { name, firstName, middleName, lastName } = partner as Person & { name?: string }
  return JSON.stringify([name, firstName, middleName, lastName].map((part) => part ?? ''))
}

/** Contact persons, as messages name them. */
export const listContacts = (document: WithPartners, role: PartnerRole): string[] =>
  contactsOf(findPartner(document, role)).map(contactKey)

/** Whether somebody whom the header named before, themselves or as a contact person, is named no more. */
export function isPartnerGone(
  before: WithPartners,
  after: WithPartners,
  role: PartnerRole,
  contact?: string,
): boolean {
  const [former, partner] = [findPartner(before, role), findPartner(after, role)]
  if (!former) return false
  if (!partner || !isSamePartner(former, partner)) return true
  return contact !== undefined && hasContact(former, contact) && !hasContact(partner, contact)
}

/** What stays when the header changes: of those who are still there. */
export function keepCorrections(
  corrections: ContactCorrections | undefined,
  before: WithPartners,
  after: WithPartners,
): ContactCorrections | undefined {
  if (!corrections) return undefined
  const kept = partnerRoles.flatMap((role) => {
    const partner = findPartner(after, role)
    const { contacts, ...own } = corrections[role] ?? {}
    if (!partner || !isSamePartner(findPartner(before, role), partner)) return []
    const still = (contacts ?? []).filter(({ contact }) => hasContact(partner, contact))
    const all = { ...own, ...(still.length > 0 ? { contacts: still } : {}) }
    return Object.keys(all).length > 0 ? [[role, all]] : []
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** An empty text takes a correction back; one that is left out stays. */
const merge = (known: Correction | undefined, change: Correction): Correction =>
  Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, value]) => value))

/** Of the partner, or of a contact person of theirs. */
export function correct(
  corrections: ContactCorrections | undefined,
  role: PartnerRole,
  change: Correction,
  contact?: string,
): ContactCorrections | undefined {
  const { [role]: known, ...others } = corrections ?? {}
  const merged: PartnerCorrection =
    contact === undefined
      ? merge(known, change)
      : { ...known, contacts: correctContacts(known?.contacts, contact, change) }
  if (merged.contacts?.length === 0) delete merged.contacts
  const next = Object.keys(merged).length > 0 ? { ...others, [role]: merged } : others
  return Object.keys(next).length > 0 ? next : undefined
}

function correctContacts(
  contacts: readonly ContactCorrection[] = [],
  contact: string,
  change: Correction,
): ContactCorrection[] {
  const { contact: _name, ...known } = contacts.find((one) => one.contact === contact) ?? { contact }
  const merged = merge(known, change)
  const others = contacts.filter((one) => one.contact !== contact)
  return Object.keys(merged).length > 0 ? [...others, { contact, ...merged }] : others
}

/** The same, on a header that belongs to the survey alone. */
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
    contactKey(person) === contact ? correctPerson(person, change) : person,
  )
  return withPartner(header, role, { ...partner, contactPersons } as Partner)
}

function correctPerson<P extends Partner>(person: P, change: Correction): P {
  const { modifiedEmail, modifiedMobilePhone, ...bare } = person
  const known = {
    ...(modifiedEmail === undefined ? {} : { email: modifiedEmail }),
    ...(modifiedMobilePhone === undefined ? {} : { mobilePhone: modifiedMobilePhone }),
  }
  return { ...bare, ...toFields(merge(known, change)) } as P
}

const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u
const PHONE = /^\+?[\d() /.-]*\d[\d() /.-]*$/

export function contactViolations({ email, mobilePhone }: Correction): Violation[] {
  const violations: Violation[] = []
  if (email && !EMAIL.test(email)) {
    violations.push({
      kind: 'invalidText',
      info: `email: ${JSON.stringify(email)} is no address such as name@example.com`,
    })
  }
  if (mobilePhone && !PHONE.test(mobilePhone)) {
    violations.push({
      kind: 'invalidText',
      info: `mobilePhone: ${JSON.stringify(mobilePhone)} may hold digits, spaces, + ( ) - . and /, and needs a digit`,
    })
  }
  return violations
}
