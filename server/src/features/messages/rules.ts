// Decisions about messages: which type a survey sends, who gets it and where, and what the callback tells of it. Pure.
import type { Message } from '@walkaround/contract/app/messages.ts'
import type { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { BusinessPartner, Person, SurveyType, Vehicle } from '@walkaround/contract/shared.ts'
import { problem } from '../../problems.ts'

/** Those the interface knows; a callback tells of each. */
export type ToldType = WebhookOutputInfo['outputType']
/** Ours alone: no receiver knows such a type, so none is called for it. */
const untold = ['linkRequestNotification', 'linkEndedNotification', 'decisionCode'] as const
export type MessageType = ToldType | (typeof untold)[number]
export type MessageCategory = WebhookOutputInfo['outputCategory']
export type Destination = WebhookOutputInfo['destinations'][number]
export type PartnerRole = 'customer' | 'driver' | 'owner'

/** Why a message did not go out: the other side, or what became of its link and recipient meanwhile. */
export type MessageFailure = NonNullable<Message['failureCode']>

export const channelNames = ['email', 'sms', 'telegram'] as const
export type ChannelName = (typeof channelNames)[number]

export const templateNames = [
  'surveyResultsEmail',
  'vcApproval',
  'delayedEmail',
  'resultsWithoutVideo',
  'videoRecordedNotification',
  'customerDecisionNotification',
  'customerFeedbackNotification',
  'linkRequestNotification',
  'linkEndedNotification',
  'decisionCode',
] as const
export type TemplateName = (typeof templateNames)[number]

/** Staff sign in to read more; customers get a link of their own. */
export type StaffType = Exclude<MessageType, 'surveyResultsEmail' | 'vcApproval' | 'decisionCode'>

export const channelOf = (category: MessageCategory): ChannelName =>
  category === 'delayedEmail' ? 'email' : category

/** What goes out in the words of a video check or of a review names a video. */
export const speaksOfVideo = (type: MessageType, category: MessageCategory): boolean =>
  type === 'vcApproval' || category === 'delayedEmail'

/** Whether the owner finds a video, as their page shows it: one that waits as it was recorded. */
export type VideoState = 'ready' | 'waiting' | 'missing'

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

/** Results of a video check ask for approval; those of a quality check stay in the house. */
export function resultsTypeOf(surveyType: SurveyType): 'surveyResultsEmail' | 'vcApproval' {
  if (surveyType === 'QC')
    throw problem('resultNotSent', 'survey: results of a quality check are not sent to customers')
  return surveyType === 'VC' ? 'vcApproval' : 'surveyResultsEmail'
}

export interface SurveyPeople {
  customer?: BusinessPartner | undefined
  vehicle?: Vehicle | undefined
}

export interface Recipient {
  role: PartnerRole
  /** Whose contact data hold: the partner, or a contact person of a company. */
  person: Person & { category?: string; name?: string }
  /** Of the contact person, for the callback. */
  contactId?: string
}

const nameOf = ({ name, firstName, middleName, lastName }: Recipient['person']) =>
  name ?? [firstName, middleName, lastName].filter(Boolean).join(' ')

/** A contact person is named by their id; one without an id by their name. */
export function getRecipient(
  { customer, vehicle }: SurveyPeople,
  role: PartnerRole,
  contact?: string,
): Recipient {
  const partner = role === 'customer' ? customer : vehicle?.[role]
  if (!partner) throw problem('recipientMissing', `recipient: the survey has no ${role}`)
  if (contact === undefined) return { role, person: partner }
  const people = ('contactPersons' in partner && partner.contactPersons) || []
  const person = people.find((one) => (one.id === undefined ? nameOf(one) : one.id) === contact)
  if (!person)
    throw problem(
      'recipientMissing',
      `contactId: the ${role} has no contact person ${JSON.stringify(contact)}`,
    )
  return { role, person, ...(person.id === undefined ? {} : { contactId: person.id }) }
}

/** Which contact person a message went to; those without an id are known by their name. */
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

const EMAIL = /^[^\s@\p{C},;<>"()[\]\\]+@[^\s@\p{C},;<>"()[\]\\]+$/u
const DIGITS_NEEDED = 5

/** Where the recipient is reached; of two contacts the corrected one. Throws in words what is missing. */
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
    if (phone.replaceAll(/\D/g, '').length >= DIGITS_NEEDED) return phone
    throw problem('addressMissing', `mobilePhone: the ${role} has no mobile telephone number`)
  }
  const email = (person.modifiedEmail ?? person.email ?? '').trim()
  if (EMAIL.test(email)) return email
  const why =
    email === '' ? `the ${role} has no e-mail address` : `${JSON.stringify(email)} is no e-mail address`
  throw problem('addressMissing', `email: ${why}`)
}

export function destinationOf(recipient: Recipient, address: string): Destination {
  const name = nameOf(recipient.person)
  return {
    id: '1',
    address,
    ...(name === '' ? {} : { name }),
    sourcePartnerType: recipient.role,
    ...(recipient.contactId === undefined ? {} : { sourcePartnerId: recipient.contactId }),
  }
}

/** Staff carry no sourcePartnerType (G1). Undefined without a usable address. */
export function staffDestination(person: Person | undefined): Destination | undefined {
  const email = person?.email?.trim() ?? ''
  if (!person || !EMAIL.test(email)) return undefined
  const name = nameOf(person)
  return { id: '1', address: email, ...(name === '' ? {} : { name }) }
}

/** Under which a person is known to the bot: by the DMS, else by telephone, else only in this survey. */
export function personKeyOf({ role, person }: Recipient, surveyId: string): string {
  if (person.id !== undefined) return `id:${person.id}`
  const digits = (person.modifiedMobilePhone ?? person.mobilePhone ?? '').replaceAll(/\D/g, '')
  return digits.length >= DIGITS_NEEDED ? `phone:${digits}` : `survey:${surveyId}:${role}`
}

export const isTold = (message: { type: MessageType }): message is { type: ToldType } =>
  !(untold as readonly string[]).includes(message.type)

export interface SentMessage {
  id: string
  surveyId: string
  outputId: number
  category: MessageCategory
  type: ToldType
  destinations: Destination[]
  linkValidUntil: Date | null
}

/** What the callback tells (G1). */
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
    ...(linkUrl === undefined ? {} : { linkUrl }),
    ...(message.linkValidUntil === null ? {} : { linkValidUntil: message.linkValidUntil.toISOString() }),
    ...(vin === undefined ? {} : { vin }),
    ...(customer === undefined ? {} : { customer }),
    ...(owner === undefined ? {} : { owner }),
    ...(driver === undefined ? {} : { driver }),
  }
}
