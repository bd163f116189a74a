// Contact data corrected by staff: kept in addition to what the DMS sent, never instead of it, and dropped together with the person
// they belong to (C4). Pure.
import { isEmail, isPhone } from '@walkaround/contract/rules/contact-address.ts'
import {
  type Correction,
  contactsOf,
  findPartner,
  hasContact,
  mergeCorrection,
  type Partner,
  type PartnerRole,
  partnerRoles,
  toFields,
  type WithPartners,
  withPartner,
} from '@walkaround/contract/rules/contact-corrections.ts'
import { contactIdOf } from '@walkaround/contract/rules/names.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import type { Violation } from '../../problems.ts'

/** Of a contact person of a company, identified by id, or by name if they have none. */
interface ContactCorrection extends Correction {
  contact: string
}

interface PartnerCorrection extends Correction {
  contacts?: ContactCorrection[]
}

export type ContactCorrections = Partial<Record<PartnerRole, PartnerCorrection>>

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

function withContacts<P extends Partner>(partner: P, contacts: readonly ContactCorrection[] | undefined): P {
  if (!contacts) return partner
  const contactPersons = contactsOf(partner).map((person) => {
    const correction = contacts.find(({ contact }) => contact === contactIdOf(person))
    return correction ? { ...person, ...toFields(correction) } : person
  })
  return { ...partner, contactPersons }
}

/** For JSON texts, which stay unchanged if nothing was corrected. */
export function withCorrectionsText(document: string, corrections: string | null): string {
  if (corrections === null) return document
  return JSON.stringify(withCorrections(JSON.parse(document), JSON.parse(corrections) as ContactCorrections))
}

/** By id if either has one, otherwise by name (C4). */
export function isSamePartner(a: Partner | undefined, b: Partner | undefined): boolean {
  if (!a || !b) return false
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id
  return nameOf(a) === nameOf(b)
}

function nameOf(partner: Partner): string {
  const { name, firstName, middleName, lastName } = partner as Person & { name?: string }
  return JSON.stringify([name, firstName, middleName, lastName].map((part) => part ?? ''))
}

/** Contact persons, as messages identify them. */
export const listContacts = (document: WithPartners, role: PartnerRole): string[] =>
  contactsOf(findPartner(document, role)).map(contactIdOf)

/** Whether somebody named in the former header, directly or as a contact person, is no longer named. */
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

/** The corrections of people who are still in the new header. */
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

/** Corrects the partner, or one of its contact persons. */
export function correct(
  corrections: ContactCorrections | undefined,
  role: PartnerRole,
  change: Correction,
  contact?: string,
): ContactCorrections | undefined {
  const { [role]: known, ...others } = corrections ?? {}
  const merged: PartnerCorrection =
    contact === undefined
      ? mergeCorrection(known, change)
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
  const merged = mergeCorrection(known, change)
  const others = contacts.filter((one) => one.contact !== contact)
  return Object.keys(merged).length > 0 ? [...others, { contact, ...merged }] : others
}

export function contactViolations({ email, mobilePhone }: Correction): Violation[] {
  const violations: Violation[] = []
  if (email && !isEmail(email)) {
    violations.push({
      kind: 'invalidText',
      info: `email: ${JSON.stringify(email)} is not an e-mail address such as name@example.com`,
    })
  }
  if (mobilePhone && !isPhone(mobilePhone)) {
    violations.push({
      kind: 'invalidText',
      info: `mobilePhone: ${JSON.stringify(mobilePhone)} is not a telephone number with at least five digits`,
    })
  }
  return violations
}
