// In which language a customer is spoken to: messages, the owner's page, forms, the act and the tablet's side for the customer. Used by
// tablet and service. Pure.
import type { BusinessPartner, Person } from '../shared.ts'
import { contactsOf, findPartner, type PartnerRole, type WithPartners } from './contact-corrections.ts'
import { contactIdOf } from './names.ts'
import { proposeSigner } from './signer.ts'
import { findLanguage, type Language } from './texts.ts'

/** What is known about the language, as it was sent or chosen: tags such as de-AT, also of languages without texts. */
export interface KnownLanguages {
  /** For this car, on a tablet. */
  readonly chosen?: string | undefined
  /** Of the last message to the customer about this car. */
  readonly last?: string | undefined
  /** Of an inspection that was completed: what it was completed in. */
  readonly completed?: string | undefined
  readonly site?: string | undefined
  readonly client?: string | undefined
}

/** `own`: of the person who reads it; `signed`: of the act that this person has signed. */
export interface Reader {
  readonly own?: string | undefined
  readonly signed?: string | undefined
}

/** The first that there are texts for; the language of the installation is English. */
export function customerLanguage(
  { chosen, last, completed, site, client }: KnownLanguages,
  { own, signed }: Reader,
): Language {
  for (const tag of [chosen, signed, own, last, completed, site, client]) {
    const language = tag === undefined ? undefined : findLanguage(tag)
    if (language !== undefined) return language
  }
  return 'en'
}

/** Of the person who signs and reads forms: driver, contact person or customer. Without one of their own, that of the customer. */
export const languageOfSigner = ({ customer, vehicle }: WithPartners): string | undefined =>
  proposeSigner<Person, BusinessPartner>({ driver: vehicle?.driver, customer }).person?.language ??
  customer?.language

/** Of the recipient of a message; a contact person without a language of their own speaks that of the company. */
export function languageOfRecipient(
  people: WithPartners,
  role: PartnerRole,
  contact?: string,
): string | undefined {
  const partner = findPartner(people, role)
  const person =
    contact === undefined ? undefined : contactsOf(partner).find((one) => contactIdOf(one) === contact)
  return person?.language ?? partner?.language
}
