// Everything that is kept of what happened to a car, in one list: events, requests of the DMS, and the attempts to call it back.
import type { FoundCars, History, HistoryEntry } from '@walkaround/contract/app/history.ts'
import { HISTORY_LIMIT } from '@walkaround/contract/history-limits.ts'
import { toPrefix } from '../../identity/keys.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { callbackTeller, idOfEvent } from '../callbacks/enqueue-events.ts'
import { type AttemptOf, listAttemptsOf } from '../callbacks/rows.ts'
import { findObjectOf, listRequestsOf, type RequestOf } from '../request-log/rows.ts'
import { type HistoryRow, listEventsOfCard } from './history-store.ts'
import { searchCards } from './read-board.ts'
import type { Viewer } from './rules.ts'

const MOST_CARS = 20

export async function findCars(scope: Scope, text: string, viewer: Viewer): Promise<FoundCars> {
  const found = await searchCards(scope, text, viewer, MOST_CARS)
  // Nothing has the id of a request but the request itself.
  const object = found.cards.length === 0 ? await findObjectOf(scope, text.trim()) : undefined
  const { cards, hasMore } =
    object === undefined ? found : await searchCards(scope, object, viewer, MOST_CARS)
  return { cards, ...(hasMore ? { hasMore } : {}) }
}

/** Of a card as events name it. */
export async function readHistory(scope: Scope, card: string, limit = HISTORY_LIMIT): Promise<History> {
  const rows = await listEventsOfCard(scope, card, limit + 1)
  if (rows.length === 0)
    throw problem('noSuchResource', `there is no card ${JSON.stringify(card)}, or nothing is kept of it`)
  const shown = rows.slice(0, limit)
  const [attempts, requests] = await Promise.all([
    listAttemptsOf(scope, callbacksOf(scope, shown)),
    listRequestsOf(scope, objectsOf(card, shown), limit),
  ])
  const entries = [...shown.map(toEvent), ...attempts.map(toAttempt), ...requests.map(toRequest)]
  // Stable: events of one moment stay in the order of the log.
  entries.sort((one, other) => other.at.localeCompare(one.at))
  return {
    entries: entries.slice(0, limit),
    ...(Math.max(rows.length, entries.length) > limit ? { hasMore: true } : {}),
  }
}

/** Callbacks have the ids of their messages, or ids made from their events. */
function callbacksOf({ clientId }: Scope, rows: readonly HistoryRow[]): string[] {
  const ids = rows.flatMap((row) => {
    const { kind, payload } = row
    if (callbackTeller.kinds.includes(kind)) return [idOfEvent(clientId, row)]
    return kind.startsWith('message.') && payload
      ? [(JSON.parse(payload) as { messageId?: string }).messageId]
      : []
  })
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** What requests name: the order or lead, and its surveys. */
function objectsOf(card: string, rows: readonly HistoryRow[]): string[] {
  const subjects = [card, ...rows.map(({ subject }) => subject)]
  return [
    ...new Set(
      subjects.flatMap((subject) => /^(?:order|lead|vehicle|survey)\/(.+)$/s.exec(subject)?.[1] ?? []),
    ),
  ]
}

function toEvent({ at, kind, subject, actor, actorName, payload }: HistoryRow): HistoryEntry {
  return withoutNulls({
    at: at.toISOString(),
    kind: 'event' as const,
    event: kind,
    subject,
    by: actorName ?? actor.slice(actor.indexOf(':') + 1),
    isBySystem: actor.startsWith('system:') || null,
    details: payload,
  })
}

const toAttempt = ({ id, at, number, outputType, status, failure }: AttemptOf): HistoryEntry =>
  withoutNulls({
    at: at.toISOString(),
    kind: 'attempt' as const,
    callbackId: id,
    attempt: number,
    what: outputType,
    status,
    failure,
  })

const toRequest = ({
  at,
  keyId,
  operation,
  status,
  errorCode,
  requestId,
  logId,
  info,
}: RequestOf): HistoryEntry =>
  withoutNulls({
    at: at.toISOString(),
    kind: 'request' as const,
    requestId,
    logId,
    operation,
    by: toPrefix(keyId),
    status,
    errorCode,
    failure: info,
  })
