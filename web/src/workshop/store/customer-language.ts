// In which language a customer is spoken to, by what the page of a survey knows. Pure.
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { PartnerRole, WithPartners } from '@walkaround/contract/rules/contact-corrections.ts'
import {
  customerLanguage,
  type KnownLanguages,
  languageOfRecipient,
  languageOfSigner,
} from '@walkaround/contract/rules/customer-language.ts'
import { findLanguage, type Language } from '@walkaround/contract/rules/texts.ts'

type Client = { readonly language: string } | undefined

/** A page from before an update does not say it. */
const knownIn = ({ basis }: SurveyPage, client: Client): KnownLanguages => ({
  client: client?.language,
  ...basis?.languages,
})

const peopleOf = ({ survey: { customer, surveyObject: vehicle } }: SurveyPage): WithPartners => ({
  ...(customer === undefined ? {} : { customer }),
  ...(vehicle === undefined ? {} : { vehicle }),
})

export const formLanguageOf = (page: SurveyPage, client: Client): Language =>
  customerLanguage(knownIn(page, client), { own: languageOfSigner(peopleOf(page)) })

interface To {
  role: PartnerRole
  contactId?: string | undefined
}

export const messageLanguageOf = (page: SurveyPage, client: Client, { role, contactId }: To): Language =>
  customerLanguage(knownIn(page, client), { own: languageOfRecipient(peopleOf(page), role, contactId) })

/** The language of a recipient, or of whoever signs, that there are no texts in, as the DMS sent it. */
export function untranslatedOf(page: SurveyPage, to?: To): string | undefined {
  const people = peopleOf(page)
  const own = to ? languageOfRecipient(people, to.role, to.contactId) : languageOfSigner(people)
  return own !== undefined && findLanguage(own) === undefined ? own : undefined
}
