// Questions and answers as threads, one for each line: for staff all of them, for the holder of a link those of the same person.
import type { QuestionThread } from '@walkaround/contract/app/line-questions.ts'
import type { OwnerWay } from '@walkaround/contract/owner-page.ts'
import { aboutKey, isQuestionWaiting } from '@walkaround/contract/rules/line-questions.ts'
import type { Scope } from '../../scope.ts'
import { findReplyWay, findStoredWay, listSentTo, type SentTo } from '../messages/send-answer.ts'
import { listLinksOfSurveys, type OwnerLink } from '../owner-links/owner-links.ts'
import { type EntryRow, listEntries } from './store.ts'

export interface Thread extends QuestionThread {
  /** Of the question that was asked last. */
  questionId: string
  linkId: string
}

interface Around {
  links: ReadonlyMap<string, OwnerLink>
  sent: ReadonlyMap<string, SentTo>
  /** For links that no message brought. */
  stored: OwnerWay | undefined
}

/** One indexed read for a survey on which nothing was asked. */
export async function listThreads(scope: Scope, surveyId: string): Promise<Thread[]> {
  const rows = await listEntries(scope, surveyId)
  if (rows.length === 0) return []
  const around = await loadAround(scope, surveyId)
  return toThreads(scope, rows, around)
}

/** What the person of a link asked, by this link or by another one of theirs: a driver does not read what the customer asked. */
export async function listThreadsOfPerson(scope: Scope, surveyId: string, linkId: string): Promise<Thread[]> {
  const rows = await listEntries(scope, surveyId)
  if (rows.length === 0) return []
  const around = await loadAround(scope, surveyId)
  const person = personOf(around, linkId)
  const isTheirs = (of: string | null) =>
    of === linkId || (of !== null && person !== undefined && personOf(around, of) === person)
  // An answer to a link that came by no message opens its question to whoever got the answer.
  const messageId = around.links.get(linkId)?.messageId
  const answered = rows.flatMap((row) =>
    messageId && row.messageId === messageId && row.answerTo !== null ? [row.answerTo] : [],
  )
  const asked = new Set([...answered, ...rows.flatMap(({ id, linkId: of }) => (isTheirs(of) ? [id] : []))])
  const shown = rows.filter(({ id, answerTo }) => asked.has(answerTo ?? id))
  return toThreads(scope, shown, around)
}

async function loadAround(scope: Scope, surveyId: string): Promise<Around> {
  const links = await listLinksOfSurveys(scope, [surveyId])
  const sent = await listSentTo(scope, surveyId)
  return {
    links: new Map(links.map((link) => [link.id, link])),
    sent: new Map(sent.map((one) => [one.id, one])),
    stored: await findStoredWay(scope, surveyId),
  }
}

/** Undefined for a link without a message: nobody knows who has it. */
function personOf({ links, sent }: Around, linkId: string): string | undefined {
  const destination = sent.get(links.get(linkId)?.messageId ?? '')?.destinations[0]
  if (!destination) return undefined
  const { sourcePartnerType, sourcePartnerId, name, address } = destination
  return JSON.stringify([sourcePartnerType, sourcePartnerId, name ?? address])
}

function toThreads(scope: Scope, rows: readonly EntryRow[], around: Around): Thread[] {
  const byLine = Map.groupBy(rows, ({ aboutKind: kind, aboutId: id }) => aboutKey({ kind, id }))
  const threads = [...byLine.values()].flatMap((said) => toThread(scope, said, around) ?? [])
  const order = (thread: Thread) => (thread.isWaiting ? 0 : 1)
  return threads.sort((one, other) => order(one) - order(other) || lastOf(other).localeCompare(lastOf(one)))
}

const lastOf = ({ entries }: Thread): string => entries.at(-1)?.at ?? ''

function toThread(
  scope: Scope,
  rows: readonly EntryRow[],
  { links, sent, stored }: Around,
): Thread | undefined {
  const asked = rows.findLast(({ linkId }) => linkId !== null)
  if (!asked || asked.linkId === null) return undefined
  const entries = rows.map((row) => toEntry(scope, row, sent))
  const link = links.get(asked.linkId)
  const way = findReplyWay(sent.get(link?.messageId ?? '')) ?? stored
  return {
    about: { kind: asked.aboutKind, id: asked.aboutId },
    title: asked.title,
    entries,
    questionId: asked.id,
    linkId: asked.linkId,
    ...(isQuestionWaiting(entries) ? { isWaiting: true } : {}),
    ...(link?.personChangedAt ? { isOver: true } : {}),
    ...(way ? { channel: way.channel } : {}),
    ...(way?.address === undefined ? {} : { to: way.address }),
  }
}

function toEntry(
  scope: Scope,
  row: EntryRow,
  sent: ReadonlyMap<string, SentTo>,
): QuestionThread['entries'][number] {
  const said = { id: row.id, text: row.words, at: row.writtenAt.toISOString() }
  if (row.answerTo === null) return { ...said, by: 'owner' }
  const message = sent.get(row.messageId ?? '')
  const way = findReplyWay(message)
  return {
    ...said,
    by: 'staff',
    ...(row.authorName === null ? {} : { name: row.authorName }),
    ...(row.loginId === scope.actor.id ? { isMine: true } : {}),
    ...(message && way ? { state: message.state, channel: way.channel } : {}),
    ...(message?.via === 'outbox' ? { inOutbox: true } : {}),
  }
}
