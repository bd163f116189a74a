// The SQL of live updates. Events are read in the order of their transactions' numbers and only below the oldest open one,
// so that none appears behind a reader's back.
import { type Db, sql } from '../../db/sql.ts'

export interface EventRow {
  sequence: string
  transaction: string
  kind: string
  subject: string
}

/** Where a reader is. */
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

/** The last event that can be read; undefined when there is none. */
export function findLastPosition(db: Db, clientId: string): Promise<Position | undefined> {
  return db.row(sql`
    select sequence::text as sequence, transaction::text as transaction from events
    where system_client_id = ${clientId} and transaction < pg_snapshot_xmin(pg_current_snapshot())
    order by events.transaction desc, events.sequence desc limit 1`)
}

/** Of an event, or of the one before it in number when that one is no event of this client. */
export function findPosition(db: Db, clientId: string, sequence: string): Promise<Position | undefined> {
  return db.row(sql`
    select sequence::text as sequence, transaction::text as transaction from events
    where system_client_id = ${clientId} and sequence <= ${sequence}::bigint
    order by events.sequence desc limit 1`)
}
