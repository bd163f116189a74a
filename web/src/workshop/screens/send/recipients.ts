// Who can get a result, and by which channels: the people around the car and the contact persons of companies. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { NewMessage } from '@walkaround/contract/app/messages.ts'
import { isEmail, isPhone } from '@walkaround/contract/rules/contact-address.ts'
import { contactIdOf, nameOf } from '@walkaround/contract/rules/names.ts'
import { listPartners, type Partner, type Raw, toPartner } from '../handover/partners.ts'

export type Channel = NewMessage['channel']

export interface Recipient {
  key: string
  partner: Partner
  /** Whose address it is, which can be corrected: the partner's, or a contact person's. */
  self: Partner
  name: string
  email?: string
  mobilePhone?: string
  /** Of a contact person, by the service's id. */
  contactId?: string
}

interface Company {
  contactPersons?: (Raw & { id?: string })[]
}

export function listRecipients(page: SurveyPage): Recipient[] {
  const { customer, surveyObject } = page.survey
  const vehicle = surveyObject as Partial<Record<'owner' | 'driver', Company>> | undefined
  const raws = { customer: customer as Company | undefined, owner: vehicle?.owner, driver: vehicle?.driver }
  return listPartners(page).flatMap((partner) => [
    toRecipient(partner),
    ...(raws[partner.role]?.contactPersons ?? []).flatMap((person) => toContact(partner, person)),
  ])
}

function toRecipient(partner: Partner): Recipient {
  const { role, name, email, mobilePhone } = partner
  return { key: role, partner, self: partner, name, ...withAddresses(email, mobilePhone) }
}

function toContact(partner: Partner, person: Raw & { id?: string }): Recipient[] {
  const name = nameOf(person)
  const contactId = contactIdOf(person)
  if (contactId === '') return []
  const self = { ...toPartner(partner.role, person), contactId }
  const addresses = withAddresses(self.email, self.mobilePhone)
  return [{ key: `${partner.role} ${contactId}`, partner, self, name, contactId, ...addresses }]
}

function withAddresses(email: string | undefined, mobilePhone: string | undefined) {
  return {
    ...(email?.trim() ? { email } : {}),
    ...(mobilePhone?.trim() ? { mobilePhone } : {}),
  }
}

/** Telegram is known only to the service: whether the person has started its bot. */
export function hasAddress({ email, mobilePhone }: Recipient, channel: 'email' | 'sms'): boolean {
  return channel === 'email' ? isEmail(email?.trim() ?? '') : isPhone(mobilePhone?.trim() ?? '')
}

export const addressOf = ({ email, mobilePhone }: Recipient): string =>
  [email, mobilePhone].filter(Boolean).join(' · ')

/** A correction made here that has not reached the server yet is sent along, so that it counts at once. */
export function unsentCorrection(shown: Recipient, known: Recipient | undefined): Partial<NewMessage> {
  return {
    ...(shown.email !== undefined && shown.email !== known?.email ? { email: shown.email } : {}),
    ...(shown.mobilePhone !== undefined && shown.mobilePhone !== known?.mobilePhone
      ? { mobilePhone: shown.mobilePhone }
      : {}),
  }
}
