// One row per change, in the transaction of the change: audit log, live updates and statistics all read it.
import type { Scope } from '../scope.ts'
import { type Db, sql } from './sql.ts'

export interface Event {
  /** What happened, as subject.verb: order.created, survey.closed, key.blocked. */
  kind: string
  /** What it happened to: order/4711, survey/…, login/…. Never a name or an address. */
  subject: string
  payload?: Record<string, unknown>
}

export function actorText(scope: Pick<Scope, 'actor'>): string {
  const { kind, id } = scope.actor
  return `${kind}:${id}`
}

export async function recordEvents(
  scope: Pick<Scope, 'clientId' | 'actor' | 'now'> & { db: Db },
  events: Event[],
): Promise<void> {
  if (events.length === 0) return
  await scope.db.run(sql`
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, e.kind, e.subject, ${actorText(scope)}, e.payload
    from json_to_recordset(${JSON.stringify(events)}::json) as e(kind text, subject text, payload json)`)
}

/** Of the latest of every client: the clock may have gone back between two of them. */
export async function findNewestEvent(db: Db): Promise<{ at: Date | null } | undefined> {
  return db.row(sql`
    select max(latest.at) as at from system_clients c
    cross join lateral (
      select at from events where system_client_id = c.system_client_id order by sequence desc limit 1000
    ) latest`)
}
