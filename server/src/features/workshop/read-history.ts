// Everything that is kept of what happened to a car, in one list: events, and the attempts to call the DMS back.
import type { FoundCars, History, HistoryEntry } from '@walkaround/contract/app/history.ts'
import { HISTORY_LIMIT } from '@walkaround/contract/history-limits.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { type AttemptOf, listAttemptsOf } from '../callbacks/rows.ts'
import { type HistoryRow, listEventsOfCard } from './history-store.ts'
import { searchCards } from './read-board.ts'
import type { Viewer } from './rules.ts'

const MOST_CARS = 20

export async function findCars(scope: Scope, text: string, viewer: Viewer): Promise<FoundCars> {
  const { cards, hasMore } = await searchCards(scope, text, viewer, MOST_CARS)
  return { cards, ...(hasMore ? { hasMore } : {}) }
}

/** Of a card as events name it. */
export async function readHistory(scope: Scope, card: string, limit = HISTORY_LIMIT): Promise<History> {
  const rows = await listEventsOfCard(scope, card, limit + 1)
  if (rows.length === 0)
    throw problem('noSuchResource', `there is no card ${JSON.stringify(card)}, or nothing is kept of it`)
  const shown = rows.slice(0, limit)
  const attempts = await listAttemptsOf(scope, messagesOf(shown))
  const entries = [...shown.map(toEvent), ...attempts.map(toAttempt)]
  // Stable: events of one moment stay in the order of the log.
  entries.sort((one, other) => other.at.localeCompare(one.at))
  return { entries, ...(rows.length > limit ? { hasMore: true } : {}) }
}

/** Callbacks have the ids of their messages. */
function messagesOf(rows: readonly HistoryRow[]): string[] {
  const ids = rows.flatMap(({ kind, payload }) =>
    kind.startsWith('message.') && payload ? [(JSON.parse(payload) as { messageId?: string }).messageId] : [],
  )
  return [...new Set(ids.filter((id) => id !== undefined))]
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
