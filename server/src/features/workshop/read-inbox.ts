// The inbox of a person: made from the log of events, from what owners have not decided, from requests
// for parts, and from orders made by hand that wait.
import type { InboxEntry } from '@walkaround/contract/app/inbox.ts'
import type { EventPayload } from '@walkaround/contract/events.ts'
import { cardName } from '@walkaround/contract/rules/board-order.ts'
import { audiencesOf } from '@walkaround/contract/rules/notes.ts'
import { mayCall } from '@walkaround/contract/rules/roles.ts'
import { listNews, type NewsRow } from '../../db/log/read-log.ts'
import { listReachedBranches } from '../../organisation/bind-branch.ts'
import { listPlacesOf, readCard } from '../../organisation/branch-reach.ts'
import { listPartSites } from '../../organisation/client-store.ts'
import { branchForClock, type Fields, type Scope } from '../../scope.ts'
import { listNotesOf, type NoteOf } from '../car-notes/rows.ts'
import { listQuestionsOf, type QuestionNews } from '../line-questions/rows.ts'
import { readTitles } from '../parts/read-queue.ts'
import { listPartNews } from '../parts/rows.ts'
import { hasOrdersByHand, listWaiting } from '../service-orders/find-same-car.ts'
import type { SurveyHeader } from '../surveys/header.ts'
import { idsOf } from './board-facts.ts'
import { listCardRows } from './board-store.ts'
import { amountsOf, carOf, partsEntry, worksOn } from './inbox-rules.ts'
import * as store from './inbox-store.ts'
import { listOwnerSides } from './owner-states.ts'
import type { Viewer } from './rules.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 14 * DAY_MS
/** Longer than anything stays in an inbox. */
const READ_KEPT_MS = 30 * DAY_MS
const MOST_SHOWN = 100
/** Of each branch, and of all; those that are not for the viewer are left out. */
const MOST_OF_BRANCH = 300
const MOST_READ = 500
const MOST_PARTS = 300
/** Cars are read for so many entries at a time, until enough are shown. */
const SLICE = 200

export interface InboxSettings {
  /** After so long an owner who has opened the page and not decided is told of. */
  undecidedMs: number
}

/** What an entry is made from. */
interface Draft extends Omit<InboxEntry, 'at'> {
  at: Date
}

export async function getInbox(
  scope: Scope,
  viewer: Viewer,
  { undecidedMs }: InboxSettings,
): Promise<InboxEntry[]> {
  const branchIds = scope.branches ?? (await listReachedBranches(scope))
  const since = new Date(scope.now.getTime() - KEPT_MS)
  const isAdvisor = mayCall(viewer.role, 'quotes')
  const found = await listNews(scope.db, scope.clientId, {
    branchIds,
    since,
    onlyNotes: !isAdvisor,
    mostOfBranch: MOST_OF_BRANCH,
    most: MOST_READ,
  })
  const news = found.filter(({ at }) => at >= since)
  const before = new Date(scope.now.getTime() - undecidedMs)
  const opened = news.filter(({ kind, at }) => kind === 'owner.opened' && at <= before)
  const [notes, questions, sides, waiting, parts, read] = await Promise.all([
    listNotesOf(scope, noteIdsOf(news), viewer.loginId),
    listQuestionsOf(scope, questionIdsOf(news)),
    listOwnerSides(scope, [...new Set(opened.map(surveyOf))]),
    isAdvisor ? listUnmatched(scope, branchIds) : [],
    isAdvisor || viewer.role === 'parts' ? listParts(scope, viewer, { branchIds, since }) : [],
    store.listRead(scope),
  ])
  const undecided = new Set(
    sides.flatMap(({ surveyId, state }) => (state?.is === 'opened' ? [surveyId] : [])),
  )
  const noteOf = new Map(notes.map((note) => [note.id, note]))
  const questionOf = new Map(questions.map((one) => [one.id, one]))
  const known = { noteOf, questionOf, undecided, before }
  const drafts = [...news.flatMap((row) => draftOf(row, viewer, known)), ...waiting, ...parts]
  return toEntries(scope, viewer, drafts, read, isAdvisor)
}

const surveyOf = ({ subject }: NewsRow): string => subject.slice(subject.indexOf('/') + 1)

const payloadOf = <T>({ payload }: NewsRow): T => JSON.parse(payload ?? '{}') as T

const noteIdsOf = (news: readonly NewsRow[]): string[] =>
  news.flatMap((row) =>
    row.kind === 'note.written' ? [payloadOf<EventPayload<'note.written'>>(row).noteId] : [],
  )

const questionIdsOf = (news: readonly NewsRow[]): string[] =>
  news.flatMap((row) =>
    row.kind === 'owner.asked' ? [payloadOf<EventPayload<'owner.asked'>>(row).questionId] : [],
  )

interface Known {
  questionOf: ReadonlyMap<string, QuestionNews>
  noteOf: ReadonlyMap<string, NoteOf>
  undecided: ReadonlySet<string>
  before: Date
}

function draftOf(row: NewsRow, viewer: Viewer, known: Known): Draft[] {
  const { noteOf, questionOf, undecided, before } = known
  const { card, at } = row
  if (card === null) return []
  const surveyId = surveyOf(row)
  // Not by its position: those begin anew after a restore.
  const of = (kind: InboxEntry['kind']): Draft => ({
    id: `${kind}/${surveyId}/${at.toISOString()}`,
    kind,
    at,
    card,
    ...(row.subject.startsWith('survey/') ? { surveyId } : {}),
  })
  switch (row.kind) {
    case 'owner.decided':
      return [
        { ...of('decided'), ...amountsOf(payloadOf<EventPayload<'owner.decided'>>(row).decisions ?? []) },
      ]
    case 'owner.feedback':
      return [{ ...of('feedback'), stars: payloadOf<EventPayload<'owner.feedback'>>(row).stars }]
    case 'owner.linkAsked':
      return [of('linkAsked')]
    case 'owner.opened':
      return at <= before && undecided.has(surveyId) ? [of('undecided')] : []
    case 'owner.asked': {
      const { questionId } = payloadOf<EventPayload<'owner.asked'>>(row)
      const question = questionOf.get(questionId)
      if (!question) return []
      const { title: line, words: text, isAnswered } = question
      const entry = { ...of('question'), id: `question/${questionId}`, questionId, line, text }
      return [isAnswered ? { ...entry, isAnswered } : entry]
    }
    case 'message.failed': {
      const { messageId, type } = payloadOf<EventPayload<'message.failed'>>(row)
      return [
        { ...of('messageFailed'), id: `messageFailed/${messageId}/${at.toISOString()}`, messageType: type },
      ]
    }
    default:
      return noteDraft(row, viewer, noteOf, card)
  }
}

function noteDraft(row: NewsRow, viewer: Viewer, noteOf: Known['noteOf'], card: string): Draft[] {
  const { noteId } = payloadOf<EventPayload<'note.written'>>(row)
  const note = noteOf.get(noteId)
  const mine: readonly string[] = audiencesOf(viewer.role)
  if (!note || note.authorLoginId === viewer.loginId || !mine.includes(note.audience)) return []
  const isRead = note.readUntil !== null && note.arrivedAt <= note.readUntil
  return [
    {
      id: `note/${noteId}`,
      kind: 'note',
      at: row.at,
      card,
      by: note.authorName,
      text: note.note,
      ...(isRead ? { isRead } : {}),
    },
  ]
}

/** Orders made by hand that may be of the same car as one of the DMS (I5). A client rarely has any. */
async function listUnmatched(scope: Scope, branchIds: readonly string[]): Promise<Draft[]> {
  if (!(await hasOrdersByHand(scope))) return []
  const waiting = await listWaiting(scope)
  return waiting.flatMap(({ id, branchId, since, sameCar }) =>
    sameCar.length === 0 || !branchIds.includes(branchId)
      ? []
      : [
          {
            id: `unmatched/${id}/${sameCar[0]}`,
            kind: 'unmatched' as const,
            at: new Date(since),
            card: cardName({ kind: 'order', id }),
          },
        ],
  )
}

/** What was asked for, for who keeps the parts; what was answered, for people who may advise. Nothing a person did himself. */
async function listParts(
  scope: Scope,
  viewer: Viewer,
  { branchIds, since }: { branchIds: readonly string[]; since: Date },
): Promise<Draft[]> {
  const siteIds = await listPartSites(scope.db, scope.clientId)
  if (siteIds.length === 0) return []
  const news = await listPartNews(scope, { branchIds, siteIds, since, most: MOST_PARTS })
  const ids = [...new Set(news.map(({ surveyId }) => `survey/${surveyId}`))]
  const places = await listPlacesOf(scope, ids)
  const titleOf = await readTitles(scope, news, scope.client.language)
  return news.flatMap((one): Draft[] => {
    const card = places.get(`survey/${one.surveyId}`)?.card
    const entry = partsEntry(one, viewer)
    return card && entry ? [{ ...entry, card, surveyId: one.surveyId, line: titleOf(one) }] : []
  })
}

async function toEntries(
  scope: Scope,
  viewer: Viewer,
  drafts: readonly Draft[],
  read: ReadonlySet<string>,
  isAdvisor: boolean,
): Promise<InboxEntry[]> {
  const newest = drafts.toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const cars = new Map<string, { header: SurveyHeader; clock: { branchId?: string } }>()
  const entries = new Map<string, InboxEntry>()
  for (let from = 0; from < newest.length && entries.size < MOST_SHOWN; from += SLICE) {
    const slice = newest.slice(from, from + SLICE)
    const unknown = [...new Set(slice.map(({ card }) => card))].filter((card) => !cars.has(card))
    if (unknown.length > 0)
      for (const row of await listCardRows(scope, idsOf(unknown.map(readCard))))
        cars.set(cardName(row), {
          header: JSON.parse(row.header) as SurveyHeader,
          clock: branchForClock(scope, row.branchId),
        })
    for (const { at, isRead = false, ...draft } of slice) {
      const car = cars.get(draft.card)
      // A technician is told of the cars he works on.
      const isFor = isAdvisor || viewer.role === 'parts' || (car && worksOn(car.header, viewer))
      if (!car || entries.has(draft.id) || !isFor) continue
      entries.set(draft.id, {
        ...draft,
        at: at.toISOString(),
        ...carOf(car.header, viewer),
        ...car.clock,
        ...(isRead || read.has(draft.id) ? { isRead: true } : {}),
      })
      if (entries.size === MOST_SHOWN) break
    }
  }
  return [...entries.values()]
}

export async function markRead(scope: Scope, fields: Fields<{ ids: string[] }>): Promise<void> {
  await store.saveRead(scope, fields.get().ids, new Date(scope.now.getTime() - READ_KEPT_MS))
}
