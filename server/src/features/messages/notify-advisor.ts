// Tells the service advisor what happened to a survey: a video check is done, the customer decided, left feedback, asks for a
// new link, or is another by now.
import { recordEvents } from '../../db/events.ts'
import { newId } from '../../lib/ids.ts'
import type { Scope } from '../../scope.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { compose, getSubject, type Subject } from './compose.ts'
import { type StaffType, staffDestination } from './rules.ts'
import { sendMessage, sendPath, surveyPath } from './send-message.ts'
import { findLastMessage, hasMessageSince } from './store.ts'

/**
 * In the transaction of what happened. False when nobody can be told: an order without an advisor's address is no
 * mistake, and the event says why. `note`: in the customer's own words, or what was decided.
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
  const advisor = header.serviceAdvisor ?? header.responsiblePerson
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

/** Where the advisor sees what happened, and does the one thing that is asked for. */
function pathFor(type: StaffType, surveyId: string): string {
  if (type === 'linkRequestNotification' || type === 'linkEndedNotification') return sendPath(surveyId)
  const path = surveyPath(surveyId)
  return type === 'customerDecisionNotification' ? `${path}/quotes` : path
}

/** When the advisor was last told what the owner of a survey did; undefined: never. */
export const findLastNotice = (scope: Scope, surveyId: string): Promise<Date | undefined> =>
  findLastMessage(scope, surveyId, ['customerDecisionNotification', 'customerFeedbackNotification'])

/** Once in this time and survey, by whichever of its links and however often somebody asks. */
const REQUEST_PAUSE_MS = 3_600_000

/** Nothing goes to the owner: a new link is the advisor's to send, to the address that is stored. */
export async function notifyOfLinkRequest(scope: Scope, surveyId: string): Promise<void> {
  const type = 'linkRequestNotification'
  // By two links at once one waits for the other, and then finds its message.
  await holdSurvey(scope, surveyId)
  const since = new Date(scope.now.getTime() - REQUEST_PAUSE_MS)
  if (await hasMessageSince(scope, surveyId, { type, category: 'email', since })) return
  await notifyAdvisor(scope, surveyId, type)
}

/** A message that should have gone out by itself and could not. */
export const recordNotSent = (scope: Scope, surveyId: string, type: string, why: string): Promise<void> =>
  recordEvents(scope, [{ kind: 'message.notSent', subject: `survey/${surveyId}`, payload: { type, why } }])
