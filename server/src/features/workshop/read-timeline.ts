// What happened to a result, for the app: from what is kept of messages, links, decisions, questions and callbacks.
import type { Timeline, TimelineEntry, TimelineLine } from '@walkaround/contract/app/timeline.ts'
import { statusOfWord } from '@walkaround/contract/owner-page.ts'
import type { Scope } from '../../scope.ts'
import { listAccepted } from '../callbacks/rows.ts'
import { type HappenedQuestion, listHappenedQuestions } from '../line-questions/rows.ts'
import { getCustomerLanguage } from '../surveys/customer-language.ts'
import { assertSurveyExists } from '../surveys/hold-survey.ts'
import { type DataOf, listHappened, type TimelineKind, type TimelineRow } from './timeline-store.ts'

/** `mayRead`: whether this person may read to whom messages went. */
export async function readTimeline(
  scope: Scope,
  surveyId: string,
  mayRead: { recipients: boolean },
): Promise<Timeline> {
  await assertSurveyExists(scope, surveyId)
  const rows = await listHappened(scope, surveyId)
  const sentBefore = new Set<string>()
  // From the oldest on: what comes second is sent again.
  const entries = rows.toReversed().map((row): TimelineEntry => {
    const entry = toEntry(row)
    if (row.kind !== 'message') return entry
    const { type, category, to } = dataOf(row, 'message')
    const same = JSON.stringify([type, category, to])
    const isAgain = sentBefore.has(same)
    sentBefore.add(same)
    return {
      ...entry,
      ...(isAgain ? { isAgain } : {}),
      ...(mayRead.recipients && to !== null ? { to } : {}),
    }
  })
  const told = await listTold(scope, rows)
  const asked = (await listHappenedQuestions(scope, surveyId)).map(toSaid)
  const all = [...joinRecorded(entries), ...told, ...asked].sort((one, other) =>
    other.at.localeCompare(one.at),
  )
  return { entries: all, language: await getCustomerLanguage(scope, surveyId) }
}

const toSaid = ({ id, at, title: line, words: text, authorName }: HappenedQuestion): TimelineEntry => {
  const said = { at: at.toISOString(), id, line, text }
  return authorName === null ? { ...said, kind: 'asked' } : { ...said, kind: 'answered', by: authorName }
}

/** Which messages the DMS was told of: callbacks have the ids of their messages. */
async function listTold(scope: Scope, rows: readonly TimelineRow[]): Promise<TimelineEntry[]> {
  const messages = rows.flatMap((row) => (row.kind === 'message' ? [dataOf(row, 'message')] : []))
  if (messages.length === 0) return []
  const types = new Map(messages.map(({ id, type }) => [id, type]))
  const accepted = await listAccepted(scope, [...types.keys()])
  return accepted.map(({ id, at, attempts }) => ({
    at: at.toISOString(),
    kind: 'dmsTold' as const,
    id,
    messageType: types.get(id),
    attempts,
  }))
}

const dataOf = <K extends TimelineKind>(row: TimelineRow, _kind: K): DataOf<K> =>
  JSON.parse(row.data) as DataOf<K>

function toEntry(row: TimelineRow): TimelineEntry {
  const at = row.at?.toISOString() ?? ''
  switch (row.kind) {
    case 'message': {
      const { id, type, category, state, inOutbox } = dataOf(row, row.kind)
      return {
        at,
        kind: 'message',
        id,
        messageType: type,
        state,
        channel: category,
        ...(inOutbox ? { inOutbox } : {}),
      }
    }
    case 'decided': {
      const { id, lines } = dataOf(row, row.kind)
      return { at, kind: 'decided', id, lines: lines.map(toLine) }
    }
    case 'recorded':
      return toRecorded(dataOf(row, row.kind), row.at)
    case 'feedback': {
      const { stars, text } = dataOf(row, row.kind)
      return { at, kind: 'feedback', stars, ...(text ? { text } : {}) }
    }
    default:
      return { at, kind: row.kind }
  }
}

const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }

const toLine = (line: DataOf<'decided'>['lines'][number]): TimelineLine => ({
  quoteId: line.id,
  status: statusOfWord[line.word],
  title: line.title,
  ...given({
    until: line.until,
    reasonCode: line.reason,
    currency: line.currency,
    amountIncVat: line.amount,
  }),
})

const toRecorded = (one: DataOf<'recorded'>, at: Date | null): TimelineEntry => ({
  // Of decisions from before the time was kept, the time that was entered.
  at: at?.toISOString() ?? one.saidAt,
  kind: 'recorded',
  medium: one.medium,
  by: one.by,
  lines: [
    {
      quoteId: one.quoteId,
      status: one.status,
      ...given({
        until: one.until,
        reasonCode: one.reason,
        currency: one.currency,
        amountIncVat: one.amount,
      }),
    },
  ],
  ...given({ spokeWith: one.spokeWith }),
})

/** Staff record offer by offer what was one talk. */
const SAME_TALK_MS = 10 * 60_000

function joinRecorded(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const joined: TimelineEntry[] = []
  for (const entry of entries) {
    const last = joined.at(-1)
    const isSame =
      entry.kind === 'recorded' &&
      last?.kind === 'recorded' &&
      last.by === entry.by &&
      last.medium === entry.medium &&
      last.spokeWith === entry.spokeWith &&
      Math.abs(Date.parse(entry.at) - Date.parse(last.at)) < SAME_TALK_MS
    if (isSame)
      joined[joined.length - 1] = { ...entry, lines: [...(last.lines ?? []), ...(entry.lines ?? [])] }
    else joined.push(entry)
  }
  return joined
}
