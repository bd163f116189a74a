// Reads the log of events. Events come in the order of their transaction numbers and only below the oldest open transaction, so
// that no event can appear before a position already read.
import type { EventKind } from '@walkaround/contract/events.ts'
import { type Db, sql } from './sql.ts'

export interface EventRow {
  sequence: string
  transaction: string
  kind: EventKind
  subject: string
}

/** The position of a reader. */
export interface Position {
  transaction: string
  sequence: string
}

export function listEventsAfter(
  db: Db,
  clientId: string,
  { transaction, sequence }: Position,
  limit: number,
): Promise<EventRow[]> {
  return db.rows(sql`
    select sequence::text as sequence, transaction::text as transaction, kind, subject from events
    where system_client_id = ${clientId} and (transaction, sequence) > (${transaction}::xid8, ${sequence}::bigint)
      and transaction < pg_snapshot_xmin(pg_current_snapshot())
    order by events.transaction, events.sequence limit ${limit}`)
}

/** The position of the last readable event; undefined if there is none. */
export function findLastPosition(db: Db, clientId: string): Promise<Position | undefined> {
  return db.row(sql`
    select sequence::text as sequence, transaction::text as transaction from events
    where system_client_id = ${clientId} and transaction < pg_snapshot_xmin(pg_current_snapshot())
    order by events.transaction desc, events.sequence desc limit 1`)
}

/** The position of the event with this number, or of the client's last event before it. */
export function findPosition(db: Db, clientId: string, sequence: string): Promise<Position | undefined> {
  return db.row(sql`
    select sequence::text as sequence, transaction::text as transaction from events
    where system_client_id = ${clientId} and sequence <= ${sequence}::bigint
    order by events.sequence desc limit 1`)
}

/** Whether anybody but these actors caused an event, at any client. */
export async function hasEventsOfOthers(db: Db, actors: readonly string[]): Promise<boolean> {
  const row = await db.row(sql`select 1 from events where actor <> all(${actors}::text[]) limit 1`)
  return row !== undefined
}
