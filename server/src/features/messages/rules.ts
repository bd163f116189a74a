// Decisions about messages: which type a survey sends, who gets it and where, and what the callback says about it. Pure.

import type { Message } from '@walkaround/contract/app/messages.ts'
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { ChannelName, MessageType, TemplateName, ToldType } from '@walkaround/contract/messages.ts'
import { isEmail, isPhone, phoneDigits } from '@walkaround/contract/rules/contact-address.ts'
import { contactIdOf, nameOf } from '@walkaround/contract/rules/names.ts'
import type { BusinessPartner, Person, Vehicle } from '@walkaround/contract/shared.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { problem } from '../../problems.ts'

export type MessageCategory = WebhookOutputInfo['outputCategory']
export type Destination = WebhookOutputInfo['destinations'][number]
export type PartnerRole = 'customer' | 'driver' | 'owner'

/** Why a message was not sent: a failure of the other side, or a change of its link or recipient meanwhile. */
export type MessageFailure = NonNullable<Message['failureCode']>

export const channelOf = (category: MessageCategory): ChannelName =>
  category === 'delayedEmail' ? 'email' : category

/** Messages in the words of a video check or of a review mention a video. */
export const speaksOfVideo = (type: MessageType, category: MessageCategory): boolean =>
  type === 'vcApproval' || category === 'delayedEmail'

/** Whether the owner's page shows a video; `waiting` is shown as it was recorded. */
type VideoState = 'ready' | 'waiting' | 'missing'

export function videoStateOf(states: readonly Video['state'][]): VideoState {
  if (states.some((state) => state === 'ready' || state === 'original')) return 'ready'
  return states.includes('waiting') ? 'waiting' : 'missing'
}

export function templateOf(
  type: MessageType,
  category: MessageCategory,
  video: VideoState = 'ready',
): TemplateName {
  if (video === 'missing' && speaksOfVideo(type, category)) return 'resultsWithoutVideo'
  return category === 'delayedEmail' ? 'delayedEmail' : type
}

/** Results of a video check ask for approval; those of a quality check stay internal. */
export function resultsTypeOf(surveyType: SurveyType): 'surveyResultsEmail' | 'vcApproval' {
  if (surveyType === 'QC')
    throw problem('resultNotSent', 'survey: results of a quality check are not sent to customers')
  return surveyType === 'VC' ? 'vcApproval' : 'surveyResultsEmail'
}

interface SurveyPeople {
  customer?: BusinessPartner | undefined
  vehicle?: Vehicle | undefined
}

export interface Recipient {
  role: PartnerRole
  /** Whose contact data are used: the partner, or a contact person of a company. */
  person: Person & { category?: string; name?: string }
  /** Id of the contact person, for the callback. */
  contactId?: string
}

/** A contact person is identified by id, or by name if they have none. */
export function getRecipient(
  { customer, vehicle }: SurveyPeople,
  role: PartnerRole,
  contact?: string,
): Recipient {
  const partner = role === 'customer' ? customer : vehicle?.[role]
  if (!partner) throw problem('recipientMissing', `recipient: the survey has no ${role}`)
  if (contact === undefined) return { role, person: partner }
  const people = ('contactPersons' in partner && partner.contactPersons) || []
  const person = people.find((one) => contactIdOf(one) === contact)
  if (!person)
    throw problem(
      'recipientMissing',
      `contactId: the ${role} has no contact person ${JSON.stringify(contact)}`,
    )
  return { role, person, contactId: person.id }
}

/** Which contact person a message went to; one without an id is identified by name. */
export function contactOf(
  { customer, vehicle }: SurveyPeople,
  { sourcePartnerType: role, sourcePartnerId, name }: Destination,
): string | undefined {
  if (sourcePartnerId !== undefined || name === undefined || role === undefined) return sourcePartnerId
  const partner = role === 'customer' ? customer : vehicle?.[role]
  if (!partner || nameOf(partner) === name) return undefined
  const people = ('contactPersons' in partner && partner.contactPersons) || []
  return people.some((one) => one.id === undefined && nameOf(one) === name) ? name : undefined
}

/** The address of the recipient; of two contacts the corrected one. Throws if it is missing, in words. */
export function addressOf({ role, person }: Recipient, channel: ChannelName, chatId?: string): string {
  if (channel === 'telegram') {
    if (chatId !== undefined) return chatId
    throw problem(
      'botNotStarted',
      `channel: the ${role} has not started the bot; show them its link first (G4)`,
    )
  }
  if (channel === 'sms') {
    const phone = (person.modifiedMobilePhone ?? person.mobilePhone ?? '').trim()
    if (isPhone(phone)) return phone
    throw problem('addressMissing', `mobilePhone: the ${role} has no mobile telephone number`)
  }
  const email = (person.modifiedEmail ?? person.email ?? '').trim()
  if (isEmail(email)) return email
  const why =
    email === '' ? `the ${role} has no e-mail address` : `${JSON.stringify(email)} is not an e-mail address`
  throw problem('addressMissing', `email: ${why}`)
}

export function destinationOf(recipient: Recipient, address: string): Destination {
  const name = nameOf(recipient.person)
  return {
    id: '1',
    address,
    name: name || undefined,
    sourcePartnerType: recipient.role,
    sourcePartnerId: recipient.contactId,
  }
}

/** Staff have no sourcePartnerType (G1). Undefined without a usable address. */
export function staffDestination(person: Person | undefined): Destination | undefined {
  const email = person?.email?.trim() ?? ''
  if (!person || !isEmail(email)) return undefined
  const name = nameOf(person)
  return { id: '1', address: email, name: name || undefined }
}

/** The bot's key for a person: by the DMS's id, otherwise by telephone, otherwise only in this survey. */
export function personKeyOf({ role, person }: Recipient, surveyId: string): string {
  if (person.id !== undefined) return `id:${person.id}`
  const phone = (person.modifiedMobilePhone ?? person.mobilePhone ?? '').trim()
  return isPhone(phone) ? `phone:${phoneDigits(phone)}` : `survey:${surveyId}:${role}`
}

interface SentMessage {
  id: string
  surveyId: string
  outputId: number
  category: MessageCategory
  type: ToldType
  destinations: Destination[]
  linkValidUntil: Date | null
}

/** The content of the callback (G1). */
export function toOutputInfo(
  clientId: string,
  message: SentMessage,
  { customer, vehicle, orderId }: SurveyPeople & { orderId: string | null },
  { linkUrl, sentAt }: { linkUrl: string | undefined; sentAt: Date },
): WebhookOutputInfo {
  const { vin, owner, driver } = vehicle ?? {}
  return {
    id: message.id,
    systemClientId: clientId,
    ...(orderId === null
      ? {}
      : { referenceObjectCategory: 'serviceOrder' as const, referenceObjectId: orderId }),
    surveyId: message.surveyId,
    outputId: String(message.outputId),
    outputCategory: message.category,
    outputType: message.type,
    outputTimestamp: sentAt.toISOString(),
    destinations: message.destinations,
    linkUrl,
    linkValidUntil: message.linkValidUntil?.toISOString(),
    vin,
    customer,
    owner,
    driver,
  }
}
