// The language of a message to somebody outside the dealership, and of the page its link opens.
import { customerLanguage, languageOfRecipient } from '@walkaround/contract/rules/customer-language.ts'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Scope } from '../../scope.ts'
import { getCustomerLanguage, toKnownLanguages } from '../surveys/customer-language.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { getSubject, type Subject } from './compose.ts'
import { contactOf, type Destination, type PartnerRole } from './rules.ts'
import { findMessage } from './store.ts'

export const languageFor = (
  scope: Pick<Scope, 'client'>,
  subject: Subject,
  { recipient, contactId }: { recipient: PartnerRole; contactId?: string | undefined },
): Language =>
  customerLanguage(toKnownLanguages(scope, subject), {
    own: languageOfRecipient(subject.header, recipient, contactId),
  })

/** Of whoever a message went to. */
const ownOf = (header: SurveyHeader, destination: Destination): string | undefined =>
  destination.sourcePartnerType === undefined
    ? undefined
    : languageOfRecipient(header, destination.sourcePartnerType, contactOf(header, destination))

/** Of a reply: `last` is that of the message that brought the link. */
export const languageOfReply = (
  scope: Pick<Scope, 'client'>,
  subject: Subject,
  { destination, language }: { destination: Destination; language?: string | undefined },
): Language => {
  const known = toKnownLanguages(scope, subject)
  return customerLanguage(
    { ...known, last: language ?? known.last },
    { own: ownOf(subject.header, destination) },
  )
}

/** Of the page that a link opens: for the recipient of its message. A link without one is for whoever signs. */
export async function languageOfLink(
  scope: Scope,
  { surveyId, messageId }: { surveyId: string; messageId: string | null },
): Promise<Language> {
  const message = messageId === null ? undefined : await findMessage(scope, messageId)
  const destination = message?.destinations[0]
  if (!message || !destination) return getCustomerLanguage(scope, surveyId)
  return languageOfReply(scope, await getSubject(scope, surveyId), {
    destination,
    language: message.language,
  })
}
