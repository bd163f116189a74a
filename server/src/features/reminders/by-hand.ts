// Staff remind a customer of what is open on a car: with a preview, whatever kinds are on, but never somebody who wants no reminders.
import type { MessagePreview } from '@walkaround/contract/app/messages.ts'
import type { NewReminder, ReminderPreview } from '@walkaround/contract/app/reminders.ts'
import { dateIn } from '@walkaround/contract/rules/days.ts'
import { problem } from '../../problems.ts'
import { atSite, type Scope } from '../../scope.ts'
import type { WorkRow } from '../follow-up/model.ts'
import { findCarOf, listWorkOfCar, noteReminded } from '../follow-up/rows.ts'
import { compose, getSubject, type Subject } from '../messages/compose.ts'
import { languageFor } from '../messages/language.ts'
import { putLink } from '../messages/render.ts'
import { findStoredPlace, type ReplyPlace } from '../messages/reply-place.ts'
import type { Post } from '../messages/send-results.ts'
import { countSegments, linkAsLong } from '../messages/sms-length.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { findPerson, holdPerson } from './people-store.ts'
import { findReminderKey, getReminderKey, personOf, randomKey } from './person.ts'
import { linesByHand } from './rules.ts'
import { findReminder, listLines } from './store.ts'
import { ofPerson, toReminderPlace, writeLetter, writeReminder } from './write-reminder.ts'

const ID = /^[\w-]{1,64}$/

export interface ReminderOffice {
  box: Post['box']
  /** Says that there may be something to send now. */
  nudge(): void
}

interface Planned {
  subject: Subject
  place: ReplyPlace
  personHash: Buffer
  rows: WorkRow[]
  today: string
}

async function plan(scope: Scope, surveyId: string, { channel }: NewReminder, key: Buffer): Promise<Planned> {
  const subject = await getSubject(scope, surveyId)
  const vehicleKey = await findCarOf(scope, surveyId)
  if (vehicleKey === undefined)
    throw problem('noSuchResource', `no open work was put off or declined on survey "${surveyId}"`)
  const place = findStoredPlace(subject, channel === undefined ? undefined : [channel])
  if (!place) throw problem('addressMissing', 'channel: the customer has no address for it')
  const open = (await listWorkOfCar(scope, vehicleKey)).filter(
    ({ bookedAt, endedAs }) => bookedAt === null && endedAs === null,
  )
  const rows = ofPerson(open, key, toReminderPlace(place))
  if (!rows.some((row) => row.surveyId === surveyId))
    throw problem('preconditionFailed', 'survey_id: an appointment is booked for all of its open work')
  const { personHash } = personOf(key, toReminderPlace(place))
  return {
    subject,
    place,
    personHash,
    rows,
    today: dateIn(scope.now, atSite(scope, subject.siteId).client.timeZone),
  }
}

/** Returns the id of its message. */
export async function sendReminder(
  scope: Scope,
  { surveyId, reminderId: id }: { surveyId: string; reminderId: string },
  wanted: NewReminder,
  post: Post,
): Promise<string> {
  if (!ID.test(id)) throw problem('invalidArgument', 'reminder_id: must be 1 to 64 letters, digits, - or _')
  await holdSurvey(scope, surveyId)
  const there = await findReminder(scope, id)
  if (there?.surveyId === surveyId) return there.messageId
  if (there) throw problem('idTaken', `reminder_id: "${id}" is a reminder of another survey`)
  const { subject, place, personHash, rows, today } = await plan(
    scope,
    surveyId,
    wanted,
    await getReminderKey(scope, post.box),
  )
  const language = languageFor(scope, subject, { recipient: 'customer' })
  const person = await holdPerson(scope, { personHash, channel: place.channel, language, surveyId })
  if (person.stoppedAt !== null)
    throw problem('preconditionFailed', `recipient: the customer wants no reminders by ${place.channel}`)
  const said = await listLines(scope, [...new Set(rows.map((row) => row.surveyId))])
  const lines = linesByHand(rows, said, today)
  if (lines.length === 0)
    throw problem('preconditionFailed', 'survey_id: the customer was reminded of this work today')
  const planned = { id, subject, place, personHash, rows, lines, today, isByHand: true }
  const messageId = await writeReminder(scope, planned, post)
  await noteReminded(scope, {
    surveyIds: lines.map((line) => line.surveyId),
    quoteIds: lines.map(({ quoteId }) => quoteId),
  })
  return messageId
}

/** As sendReminder would write it; nothing is stored. */
export async function previewReminder(
  scope: Scope,
  surveyId: string,
  wanted: NewReminder,
  { box, baseUrl }: Post,
): Promise<ReminderPreview> {
  // Without a key nobody was reminded, and nobody has said no.
  const key = (await findReminderKey(scope, box)) ?? randomKey()
  const { subject, place, personHash, rows, today } = await plan(scope, surveyId, wanted, key)
  const letter = await writeLetter(scope, subject, place, { rows, today })
  const content = await compose(scope, subject, letter)
  const { text, subject: title, html } = putLink(content, `${baseUrl}/o/…`, `${baseUrl}/r/…`)
  const long = linkAsLong(baseUrl, scope.clientId)
  const preview: MessagePreview = {
    type: letter.type,
    destination: place.destination,
    linkValidUntil: letter.validUntil.toISOString(),
    text,
    ...(title === undefined ? {} : { subject: title }),
    ...(html === undefined ? {} : { html }),
    ...(place.channel === 'sms' ? { segments: countSegments(putLink(content, long, long).text) } : {}),
  }
  const isStopped = (await findPerson(scope, personHash))?.stoppedAt != null
  return { preview, works: rows.length, ...(isStopped ? { isStopped } : {}) }
}
