// Which contacts differ between two headers, and how. Pure.
import {
  contactsOf,
  findPartner,
  type Partner,
  type PartnerRole,
  partnerRoles,
  type WithPartners,
} from '@walkaround/contract/rules/contact-corrections.ts'
import { contactIdOf } from '@walkaround/contract/rules/names.ts'
import type { ContactChange } from '../origins/rows.ts'

const names = ['email', 'mobilePhone', 'landline'] as const

type Contact = Partial<Record<(typeof names)[number], string>>

interface Place {
  partner: PartnerRole
  contact?: string | undefined
}

/** A contact that was corrected counts as corrected. */
function contactIn(document: WithPartners, { partner: role, contact }: Place): Contact {
  const partner = findPartner(document, role)
  const person =
    contact === undefined ? partner : contactsOf(partner).find((one) => contactIdOf(one) === contact)
  if (!person) return {}
  const { email, modifiedEmail = email, mobilePhone, modifiedMobilePhone = mobilePhone, landline } = person
  return {
    ...(modifiedEmail ? { email: modifiedEmail } : {}),
    ...(modifiedMobilePhone ? { mobilePhone: modifiedMobilePhone } : {}),
    ...(landline ? { landline } : {}),
  }
}

const orNull = (contact: Contact): Contact | null => (Object.keys(contact).length === 0 ? null : contact)

export function contactChange(
  id: string,
  place: Place,
  before: WithPartners,
  after: WithPartners,
): ContactChange {
  const [was, is] = [contactIn(before, place), contactIn(after, place)]
  const fields = names.filter((name) => was[name] !== is[name])
  return { id, ...place, before: orNull(was), after: orNull(is), fields }
}

const placesOf = (partner: PartnerRole, ...partners: (Partner | undefined)[]): Place[] => {
  const people = partners.flatMap(contactsOf).map(contactIdOf)
  return [{ partner }, ...[...new Set(people)].map((contact) => ({ partner, contact }))]
}

export function listContactChanges(
  before: WithPartners,
  after: WithPartners,
  newId: () => string,
): ContactChange[] {
  return partnerRoles
    .flatMap((role) => placesOf(role, findPartner(before, role), findPartner(after, role)))
    .map((place) => contactChange('', place, before, after))
    .filter(({ fields }) => fields.length > 0)
    .map((change) => ({ ...change, id: newId() }))
}
