// An advisor sends the result of an inspection: previews it, sends it, sends it again, withdraws its link.
import type { MessagePreview, NewMessage } from '@walkaround/contract/app/messages.ts'
import { correctHeader } from '@walkaround/contract/rules/contact-corrections.ts'
import type { SecretBox } from '../../outside/secret-box.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { createOwnerLink, defaultLinkEnd, withdrawOwnerLinks } from '../owner-links/owner-links.ts'
import { contactViolations } from '../surveys/contacts.ts'
import { correctContact } from '../surveys/correct-contact.ts'
import { compose, getSubject, hasPlaceForNote, type Letter, type Subject } from './compose.ts'
import { languageFor } from './language.ts'
import { putLink } from './render.ts'
import {
  addressOf,
  contactOf,
  type Destination,
  destinationOf,
  getRecipient,
  type PartnerRole,
  personKeyOf,
  resultsTypeOf,
} from './rules.ts'
import { enqueueSending, linkPurpose, sendMessage } from './send-message.ts'
import { countSegments, LONGEST_SMS_NOTE, linkAsLong } from './sms-length.ts'
import * as store from './store.ts'
import { findChat } from './telegram-store.ts'

/** What a link needs: where it leads, and a box that seals it until it is sent. */
export interface Post {
  baseUrl: string
  box: SecretBox
}

const DAY_MS = 86_400_000
const ID = /^[\w-]{1,64}$/

/** Sending again under the same id does nothing. */
export async function sendResults(
  scope: Scope,
  { surveyId, messageId, wanted }: { surveyId: string; messageId: string; wanted: NewMessage },
  post: Post,
): Promise<void> {
  if (!ID.test(messageId)) {
    throw problem('invalidArgument', 'message_id: must be 1 to 64 letters, digits, - or _')
  }
  const there = await store.findMessage(scope, messageId)
  if (there?.surveyId === surveyId) return
  if (there) throw problem('idTaken', `message_id: "${messageId}" is a message of another survey`)
  const change = correctionOf(wanted)
  if (change) {
    // The recipient is checked first, so that a missing one is reported as such.
    getRecipient((await getOpenSubject(scope, surveyId)).header, wanted.recipient, wanted.contactId)
    await correctContact(scope, surveyId, wanted.recipient, change, wanted.contactId)
  }
  const subject = await getOpenSubject(scope, surveyId)
  const { letter, destination } = await planResults(scope, subject, wanted)
  await sendLetter(scope, subject, { messageId, letter, destination }, post)
}

async function getOpenSubject(scope: Scope, surveyId: string): Promise<Subject> {
  const subject = await getSubject(scope, surveyId)
  if (subject.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  return subject
}

/** With the end of its link. */
export type LinkedLetter = Letter & { validUntil: Date }

async function planResults(
  scope: Scope,
  subject: Subject,
  wanted: NewMessage,
): Promise<{ letter: LinkedLetter; destination: Destination }> {
  const type = resultsTypeOf(subject.surveyType)
  assertNoteFits(wanted)
  const destination = await getDestination(scope, subject, wanted)
  return {
    destination,
    letter: {
      type,
      // A review request is answered by a delayed e-mail, whoever sends it (G1).
      category: subject.surveyType === 'CVR' && wanted.channel === 'email' ? 'delayedEmail' : wanted.channel,
      language: wanted.language ?? languageFor(scope, subject, wanted),
      name: destination.name,
      note: wanted.note,
      validUntil:
        wanted.validDays === undefined
          ? await defaultLinkEnd(scope)
          : new Date(scope.now.getTime() + wanted.validDays * DAY_MS),
    },
  }
}

function assertNoteFits({ channel, note = '' }: NewMessage): void {
  if (channel !== 'sms' || note.length <= LONGEST_SMS_NOTE) return
  throw problem(
    'invalidArgument',
    `note: has ${note.length} characters, at most ${LONGEST_SMS_NOTE} fit in an SMS`,
  )
}

/** The present recipient and address. */
async function getDestination(
  scope: Scope,
  { header, surveyId }: Subject,
  { recipient: role, contactId, channel }: NewMessage,
): Promise<Destination> {
  const recipient = getRecipient(header, role, contactId)
  const chatId = channel === 'telegram' ? await findChat(scope, personKeyOf(recipient, surveyId)) : undefined
  return destinationOf(recipient, addressOf(recipient, channel, chatId))
}

/** Makes the link, the message and its job together. */
export async function sendLetter(
  scope: Scope,
  subject: Subject,
  { messageId, letter, destination }: { messageId: string; letter: LinkedLetter; destination: Destination },
  { baseUrl, box }: Post,
): Promise<void> {
  const content = await compose(scope, subject, letter)
  const { surveyId } = subject
  const { id, url, validUntil } = await createOwnerLink(scope, surveyId, {
    baseUrl,
    box,
    messageId,
    validUntil: letter.validUntil,
  })
  await sendMessage(scope, {
    id: messageId,
    surveyId,
    category: letter.category,
    type: letter.type,
    destinations: [destination],
    language: letter.language,
    ...content,
    linkId: id,
    sealedLink: await box.seal(url, linkPurpose(scope.clientId, messageId)),
    linkValidUntil: validUntil,
  })
}

function correctionOf({
  email,
  mobilePhone,
}: NewMessage): { email?: string; mobilePhone?: string } | undefined {
  const change = {
    ...(email === undefined ? {} : { email: email.trim() }),
    ...(mobilePhone === undefined ? {} : { mobilePhone: mobilePhone.trim() }),
  }
  return Object.keys(change).length === 0 ? undefined : change
}

/** As sendResults would write it; nothing is stored. */
export async function previewMessage(
  scope: Scope,
  surveyId: string,
  wanted: NewMessage,
  baseUrl: string,
): Promise<MessagePreview> {
  const subject = await getOpenSubject(scope, surveyId)
  const change = correctionOf(wanted)
  const violations = change ? contactViolations(change) : []
  if (violations.length > 0) throw problemOf(violations)
  const header = change
    ? correctHeader(subject.header, wanted.recipient, change, wanted.contactId)
    : subject.header
  const shown = { ...subject, header }
  const { letter, destination } = await planResults(scope, shown, wanted)
  const content = await compose(scope, shown, letter)
  const { text, subject: title, html } = putLink(content, `${baseUrl}/o/…`)
  const isNoteLeftOut = wanted.note !== undefined && !(await hasPlaceForNote(scope, shown, letter))
  return {
    type: letter.type,
    destination,
    linkValidUntil: letter.validUntil.toISOString(),
    text,
    subject: title,
    html,
    segments:
      wanted.channel === 'sms'
        ? countSegments(putLink(content, linkAsLong(baseUrl, scope.clientId)).text)
        : undefined,
    noteLeftOut: isNoteLeftOut || undefined,
  }
}

async function getMessage(scope: Scope, surveyId: string, messageId: string): Promise<store.MessageRow> {
  const message = await store.findMessage(scope, messageId)
  if (message?.surveyId !== surveyId) {
    throw problem('noSuchResource', `survey "${surveyId}" has no message "${messageId}"`)
  }
  return message
}

/** Returns the id of the message that waits now: the same, or a new one with a new link or to a corrected address. */
export async function resendMessage(
  scope: Scope,
  { surveyId, messageId, newId }: { surveyId: string; messageId: string; newId: string },
  post: Post,
): Promise<string> {
  const message = await getMessage(scope, surveyId, messageId)
  if (message.state === 'waiting') return messageId
  const subject = await getSubject(scope, surveyId)
  const wanted = repeatOf(message, subject)
  const isLinkOver = message.linkId !== null && (message.sealedLink === null || isOver(message, scope.now))
  if (message.state === 'failed' && !isLinkOver) {
    const address = wanted && (await getDestination(scope, subject, wanted)).address
    const isFixed = address === undefined || isWrittenOnce(message)
    if (isFixed || address === message.destinations[0]?.address) {
      if (await store.setWaiting(scope, messageId)) await enqueueSending(scope, message)
      return messageId
    }
  }
  if (isWrittenOnce(message)) {
    throw problem('messageNotRepeatable', `message_id: ${whyNotAgain[message.type]}`)
  }
  if (message.type === 'decisionCode') {
    throw problem(
      'messageNotRepeatable',
      "message_id: a code cannot be resent; the owner's page sends a new one",
    )
  }
  if (!wanted) {
    throw problem('messageNotRepeatable', 'message_id: a message to staff that was sent cannot be resent')
  }
  await sendResults(scope, { surveyId, messageId: newId, wanted }, post)
  return newId
}

const whyNotAgain = {
  questionAnswer: 'an answer cannot be resent; answer the question once more',
  workReminder: 'a reminder cannot be resent; send another one from the list of put-off work',
} as const

const isWrittenOnce = (
  message: Pick<store.MessageRow, 'type'>,
): message is { type: keyof typeof whyNotAgain } => message.type in whyNotAgain

/** Undefined for a message to staff. */
function repeatOf(message: store.MessageRow, { header, chosenLanguage }: Subject): NewMessage | undefined {
  const [destination] = message.destinations
  if (!destination?.sourcePartnerType) return undefined
  const contactId = contactOf(header, destination)
  return {
    recipient: destination.sourcePartnerType as PartnerRole,
    channel: message.category === 'delayedEmail' ? 'email' : message.category,
    language: (chosenLanguage ?? message.language) as Exclude<NewMessage['language'], undefined>,
    contactId,
  }
}

const isOver = ({ linkValidUntil }: store.MessageRow, now: Date) =>
  linkValidUntil !== null && linkValidUntil <= now

const WITHDRAWN = { code: 'linkWithdrawn', message: 'its link was withdrawn before it was sent' } as const

export async function withdrawMessageLink(scope: Scope, surveyId: string, messageId: string): Promise<void> {
  const { linkId } = await getMessage(scope, surveyId, messageId)
  if (linkId === null)
    throw problem('messageWithoutLink', "message_id: the message has no link to the owner's page")
  await store.setFailed(scope, messageId, WITHDRAWN)
  await withdrawOwnerLinks(scope, surveyId, linkId)
  await store.forgetLink(scope, messageId)
}
