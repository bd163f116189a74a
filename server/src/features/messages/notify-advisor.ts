// Tells the service advisor what happened to a survey: a video check is done, or the customer decided, left feedback, asks for a
// new link, or has changed.

import { messageTypes, noticeTypes, type StaffType } from '@walkaround/contract/messages.ts'
import { recordEvents } from '../../db/events.ts'
import { newId } from '../../lib/ids.ts'
import type { Scope } from '../../scope.ts'
import { advisorOf } from '../surveys/header.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { compose, getSubject, type Subject } from './compose.ts'
import { staffDestination } from './rules.ts'
import { sendMessage, sendPath, surveyPath } from './send-message.ts'
import { findLastMessage, hasMessageSince } from './store.ts'

/**
 * Runs in the transaction of the event. False if nobody can be told: an order without an advisor's address is not an error, and an
 * event records why. `note`: the customer's own words, or what was decided.
 */
export async function notifyAdvisor(
  scope: Scope,
  surveyId: string,
  type: StaffType,
  { note }: { note?: string | undefined } = {},
): Promise<boolean> {
  return notifyAbout(scope, await getSubject(scope, surveyId), type, note)
}

export async function notifyAbout(
  scope: Scope,
  subject: Subject,
  type: StaffType,
  note?: string,
): Promise<boolean> {
  const { surveyId, header } = subject
  const advisor = advisorOf(header)
  const destination = staffDestination(advisor)
  if (!destination) {
    const why = advisor ? 'the service advisor has no e-mail address' : 'there is no service advisor'
    await recordNotSent(scope, surveyId, type, why)
    return false
  }
  const { language } = scope.client
  const content = await compose(scope, subject, {
    type,
    category: 'email',
    language,
    name: destination.name,
    note,
  })
  await sendMessage(scope, {
    id: newId(scope.now.getTime()),
    surveyId,
    category: 'email',
    type,
    destinations: [destination],
    language,
    ...content,
    linkPath: pathFor(type, surveyId),
  })
  return true
}

function pathFor(type: StaffType, surveyId: string): string {
  const { opens } = messageTypes[type]
  if (opens === 'send') return sendPath(surveyId)
  return opens === 'quotes' ? `${surveyPath(surveyId)}/quotes` : surveyPath(surveyId)
}

/** When the advisor was last told what the owner of a survey did; undefined if never. */
export const findLastNotice = (scope: Scope, surveyId: string): Promise<Date | undefined> =>
  findLastMessage(scope, surveyId, Object.values(noticeTypes))

/** One notice per survey in this time, whichever of its links is used and however often. */
const REQUEST_PAUSE_MS = 3_600_000

/** Sends nothing to the owner: the advisor sends a new link, to the stored address. */
export async function notifyOfLinkRequest(scope: Scope, surveyId: string): Promise<void> {
  const type = 'linkRequestNotification'
  // With two links at once, one request waits for the other and then finds its message.
  await holdSurvey(scope, surveyId)
  const since = new Date(scope.now.getTime() - REQUEST_PAUSE_MS)
  if (await hasMessageSince(scope, surveyId, { type, category: 'email', since })) return
  await notifyAdvisor(scope, surveyId, type)
}

/** Records an automatic message that could not be sent. */
export const recordNotSent = (scope: Scope, surveyId: string, type: string, why: string): Promise<void> =>
  recordEvents(scope, [{ kind: 'message.notSent', subject: `survey/${surveyId}`, payload: { type, why } }])
