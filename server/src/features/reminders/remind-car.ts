// The service reminds by itself: of what is due on one car, if the client may remind this person, and the person does not object.
// At most one message for a car, about all of its work that is open.
import { dateIn } from '@walkaround/contract/rules/days.ts'
import { newId } from '../../lib/ids.ts'
import { atBranch, type Scope } from '../../scope.ts'
import type { WorkRow } from '../follow-up/model.ts'
import { listWorkOfCar } from '../follow-up/rows.ts'
import { getSubject } from '../messages/compose.ts'
import { languageFor } from '../messages/language.ts'
import { findStoredPlace, type ReplyPlace } from '../messages/reply-place.ts'
import { channelOf } from '../messages/rules.ts'
import { listSentTo } from '../messages/send-answer.ts'
import type { Post } from '../messages/send-results.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { hasAnswer } from '../surveys/rows.ts'
import type { ReminderSettings } from './model.ts'
import { holdPerson, listRemindedAt } from './people-store.ts'
import { getReminderKey, personOf } from './person.ts'
import { findQuietEnd, linesOf, mayRemind, readConsent, yearBefore } from './rules.ts'
import { listLines } from './store.ts'
import { isUntouched, ofPerson, toReminderPlace, writeReminder } from './write-reminder.ts'

/** False if there is nothing to say, or nobody to say it to. */
export async function remindCar(
  asked: Scope,
  vehicleKey: string,
  settings: ReminderSettings,
  post: Post,
): Promise<boolean> {
  const open = (await listWorkOfCar(asked, vehicleKey)).filter(isUntouched)
  // Its day and its quiet hours are those of the site where the customer last decided.
  const scope = atBranch(asked, byDecision(open)[0]?.branchId)
  if (findQuietEnd(settings, scope.now, scope.client.timeZone)) return false
  const today = dateIn(scope.now, scope.client.timeZone)
  const findLines = async (rows: readonly WorkRow[]) => {
    const said = await listLines(scope, [...new Set(rows.map(({ surveyId }) => surveyId))])
    const lines = linesOf(rows, said, settings, today)
    return lines.some(({ kind }) => kind !== 'also') ? lines : []
  }
  const surveyId = newestOf(open, await findLines(open))
  if (surveyId === undefined) return false
  await holdSurvey(scope, surveyId)
  const subject = await getSubject(scope, surveyId)
  const place = findStoredPlace(subject)
  if (!place || !(await isAllowed(scope, surveyId, place, settings))) return false
  const key = await getReminderKey(scope, post.box)
  const { personHash } = personOf(key, toReminderPlace(place))
  const language = languageFor(scope, subject, { recipient: 'customer' })
  const person = await holdPerson(scope, { personHash, channel: place.channel, language, surveyId })
  const before = await listRemindedAt(scope, personHash, yearBefore(scope.now))
  if (person.stoppedAt !== null || !mayRemind(settings, before, scope.now)) return false
  const rows = ofPerson(open, key, toReminderPlace(place))
  // Again: nobody else can remind this person now.
  const lines = await findLines(rows)
  if (lines.length === 0) return false
  const id = newId(scope.now.getTime())
  await writeReminder(scope, { id, subject, place, personHash, rows, lines, today, isByHand: false }, post)
  return true
}

/** The survey of the link: of what is due, the last that the customer decided about. */
function newestOf(
  rows: readonly WorkRow[],
  lines: readonly { surveyId: string; kind: string }[],
): string | undefined {
  const due = new Set(lines.flatMap(({ surveyId, kind }) => (kind === 'also' ? [] : [surveyId])))
  return byDecision(rows).find(({ surveyId }) => due.has(surveyId))?.surveyId
}

/** The last decision first. */
const byDecision = (rows: readonly WorkRow[]): WorkRow[] =>
  rows.toSorted(
    (a, b) =>
      (b.decidedAt?.getTime() ?? 0) - (a.decidedAt?.getTime() ?? 0) || (a.surveyId < b.surveyId ? 1 : -1),
  )

/**
 * Whom the client may remind: customers to whom something of this survey went to this very address, or those who agreed in it. Without
 * a word of the client about that, nobody.
 */
async function isAllowed(
  scope: Scope,
  surveyId: string,
  { channel, destination }: ReplyPlace,
  settings: ReminderSettings,
): Promise<boolean> {
  const consent = settings.consent === undefined ? undefined : readConsent(settings.consent)
  if (!consent) return false
  if (consent.kind === 'answer') return hasAnswer(scope, surveyId, consent)
  const sent = await listSentTo(scope, surveyId)
  return sent.some(
    ({ state, category, destinations }) =>
      state === 'sent' &&
      channelOf(category) === channel &&
      destinations.some(
        ({ address, sourcePartnerType }) =>
          sourcePartnerType === 'customer' && address.toLowerCase() === destination.address.toLowerCase(),
      ),
  )
}
