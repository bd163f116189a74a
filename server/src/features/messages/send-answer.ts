// Sends the answer to an owner's question, with a new link to the page: by the way the link went by which the owner asked.
import type { MessagePreview } from '@walkaround/contract/app/messages.ts'
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import { newId } from '../../lib/ids.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { defaultLinkEnd, listLinksOfSurveys } from '../owner-links/owner-links.ts'
import { compose, getSubject, hasPlaceForNote, type Subject } from './compose.ts'
import { languageOfReply } from './language.ts'
import { wayOf } from './mask-address.ts'
import { putLink } from './render.ts'
import { findReplyPlace, findStoredPlace, type ReplyPlace } from './reply-place.ts'
import type { Destination } from './rules.ts'
import { type LinkedLetter, type Post, sendLetter } from './send-results.ts'
import { countSegments, LONGEST_SMS_NOTE, linkAsLong } from './sms-length.ts'
import { listSent, type SentRow } from './store.ts'

/** A message and where it went. */
export type SentTo = SentRow

export const listSentTo = (scope: Scope, surveyId: string): Promise<SentTo[]> => listSent(scope, surveyId)

/** Undefined if it went nowhere that is known. */
export function findReplyWay(message: SentTo | undefined): OwnerWay | undefined {
  const destination: Destination | undefined = message?.destinations[0]
  return message && destination && wayOf(message.category, destination.address)
}

/** Where a reply goes if no message brought the link: to the customer's stored address. */
export async function findStoredWay(scope: Scope, surveyId: string): Promise<OwnerWay | undefined> {
  const place = findStoredPlace(await getSubject(scope, surveyId))
  return place && wayOf(place.channel, place.destination.address)
}

interface Answer {
  surveyId: string
  /** By which the owner asked. */
  linkId: string
  words: string
}

/** The id of the message; undefined if no address is known, so that the answer stands on the page alone. */
export async function sendAnswer(scope: Scope, answer: Answer, post: Post): Promise<string | undefined> {
  const subject = await getSubject(scope, answer.surveyId)
  const place = await findPlace(scope, subject, answer)
  if (!place) return undefined
  const messageId = newId(scope.now.getTime())
  const letter = await toLetter(scope, subject, place, answer)
  await sendLetter(scope, subject, { messageId, letter, destination: place.destination }, post)
  return messageId
}

export async function previewAnswerMessage(
  scope: Scope,
  answer: Answer,
  baseUrl: string,
): Promise<MessagePreview> {
  const subject = await getSubject(scope, answer.surveyId)
  const place = await findPlace(scope, subject, answer)
  if (!place)
    throw problem('addressMissing', 'question_id: no address is known; the page alone shows the answer')
  const letter = await toLetter(scope, subject, place, answer)
  const content = await compose(scope, subject, letter)
  const { text, subject: title, html } = putLink(content, `${baseUrl}/o/…`)
  return {
    type: letter.type,
    destination: place.destination,
    linkValidUntil: letter.validUntil.toISOString(),
    text,
    subject: title,
    html,
    segments:
      place.channel === 'sms'
        ? countSegments(putLink(content, linkAsLong(baseUrl, scope.clientId)).text)
        : undefined,
    noteLeftOut: (await hasPlaceForNote(scope, subject, letter)) ? undefined : true,
  }
}

async function findPlace(
  scope: Scope,
  subject: Subject,
  { surveyId, linkId }: Answer,
): Promise<ReplyPlace | undefined> {
  const link = (await listLinksOfSurveys(scope, [surveyId])).find(({ id }) => id === linkId)
  return (await findReplyPlace(scope, link?.messageId ?? null)) ?? findStoredPlace(subject)
}

async function toLetter(
  scope: Scope,
  subject: Subject,
  place: ReplyPlace,
  { words }: Answer,
): Promise<LinkedLetter> {
  return {
    type: 'questionAnswer',
    category: place.channel,
    language: languageOfReply(scope, subject, place),
    name: place.destination.name,
    note: place.channel === 'sms' ? shortened(words) : words,
    validUntil: await defaultLinkEnd(scope),
  }
}

/** An SMS begins the answer; the page has all of it. */
const shortened = (words: string): string => {
  const signs = [...words]
  return signs.length <= LONGEST_SMS_NOTE ? words : `${signs.slice(0, LONGEST_SMS_NOTE - 3).join('')}...`
}
