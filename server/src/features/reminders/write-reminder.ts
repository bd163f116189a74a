// Writes one reminder: its message with the link to the owner's page, what it was about, and its event, in one transaction.
import { RetryTransaction } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { findSite } from '../../organisation/client-store.ts'
import { atSite, type Scope } from '../../scope.ts'
import { describe } from '../follow-up/list-put-off.ts'
import type { WorkRow } from '../follow-up/model.ts'
import type { Subject } from '../messages/compose.ts'
import { languageFor } from '../messages/language.ts'
import { findStoredPlace, type ReplyPlace } from '../messages/reply-place.ts'
import { type LinkedLetter, type Post, sendLetter } from '../messages/send-results.ts'
import { defaultLinkEnd } from '../owner-links/owner-links.ts'
import { headerOf } from '../surveys/header.ts'
import { describeReminded } from './letter.ts'
import type { LineToSave } from './model.ts'
import { personOf, type ReminderPlace } from './person.ts'
import { insertReminder } from './store.ts'

export const toReminderPlace = ({ channel, destination: { address } }: ReplyPlace): ReminderPlace => ({
  channel,
  address,
})

/** Nobody takes care of it, nothing is booked, and it is in the list. */
export const isUntouched = ({ claimedBy, bookedAt, endedAs }: WorkRow): boolean =>
  claimedBy === null && bookedAt === null && endedAs === null

/** The work of a car that was offered to this very person: a car may have had another customer. */
export function ofPerson(rows: readonly WorkRow[], key: Buffer, place: ReminderPlace): WorkRow[] {
  const { channel } = place
  if (channel === 'telegram') return []
  const { personHash } = personOf(key, place)
  return rows.filter((row) => {
    const theirs = findStoredPlace({ header: headerOf(row) }, [channel])
    return theirs !== undefined && personOf(key, toReminderPlace(theirs)).personHash.equals(personHash)
  })
}

export async function writeLetter(
  scope: Scope,
  subject: Subject,
  place: ReplyPlace,
  { rows, today }: { rows: readonly WorkRow[]; today: string },
): Promise<LinkedLetter> {
  const { channel, destination } = place
  const language = languageFor(scope, subject, { recipient: 'customer' })
  const work = await describe(scope, rows, { language, today })
  const site = subject.siteId === null ? undefined : await findSite(scope.db, scope.clientId, subject.siteId)
  return {
    type: 'workReminder',
    category: channel,
    language,
    name: destination.name,
    validUntil: await defaultLinkEnd(scope),
    work: describeReminded(work, {
      channel,
      language,
      timeZone: atSite(scope, subject.siteId).client.timeZone,
    }),
    booking: site?.bookingLink,
  }
}

interface Reminder {
  id: string
  subject: Subject
  place: ReplyPlace
  personHash: Buffer
  rows: readonly WorkRow[]
  lines: readonly LineToSave[]
  today: string
  isByHand: boolean
}

/** Returns the id of its message. */
export async function writeReminder(scope: Scope, reminder: Reminder, post: Post): Promise<string> {
  const { id, subject, place, rows, lines, personHash, today, isByHand } = reminder
  const { surveyId } = subject
  const { vehicleKey = '', branchId = null } = rows.find((row) => row.surveyId === surveyId) ?? rows[0] ?? {}
  const letter = await writeLetter(scope, subject, place, { rows, today })
  const messageId = newId(scope.now.getTime())
  const saved = { id, surveyId, vehicleKey, branchId, personHash, messageId, isByHand, lines }
  // Another process was first: look again.
  if ((await insertReminder(scope, saved)) !== lines.length) throw new RetryTransaction()
  await sendLetter(scope, subject, { messageId, letter, destination: place.destination }, post)
  return messageId
}
