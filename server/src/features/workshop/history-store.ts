// The SQL of a car's history: its events from the log, with the names of those who made them.
import type { EventKind } from '@walkaround/contract/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface HistoryRow {
  sequence: number
  at: Date
  kind: EventKind
  subject: string
  actor: string
  /** Null for a part of the service. */
  actorName: string | null
  /** As JSON. */
  payload: string | null
}

/** The newest events of a card, as events name it. */
export function listEventsOfCard(scope: Scope, card: string, most: number): Promise<HistoryRow[]> {
  return scope.db.rows(sql`
    select e.sequence, e.at, e.kind, e.subject, e.actor, l.name as actor_name, e.payload from (
      select logged_at, position, sequence, at, kind, subject, actor, payload::text as payload from event_log
      where system_client_id = ${scope.clientId} and card = ${card}
      order by logged_at desc, position desc limit ${most}
    ) e
    left join logins l on l.id = split_part(e.actor, ':', 2) and split_part(e.actor, ':', 1) in ('login', 'support')
    order by e.logged_at desc, e.position desc`)
}
