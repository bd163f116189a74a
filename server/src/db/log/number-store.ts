// The SQL of numbering events.
import type { EventKind } from '@walkaround/contract/events.ts'
import { type Db, sql } from '../sql.ts'

/** Clients with events in the inbox: one look-up per client, however many events wait. */
export async function listWaitingClients(db: Db): Promise<string[]> {
  const rows = await db.rows<{ clientId: string }>(sql`
    with recursive waiting as (
      (select system_client_id from event_inbox order by system_client_id limit 1)
      union all
      select (select i.system_client_id from event_inbox i where i.system_client_id > w.system_client_id
        order by i.system_client_id limit 1)
      from waiting w where w.system_client_id is not null
    )
    select system_client_id as client_id from waiting where system_client_id is not null`)
  return rows.map(({ clientId }) => clientId)
}

interface Head {
  position: number
  /** The time of the next events: never before that of the last. In milliseconds, as a cursor has it. */
  loggedAt: Date
}

/** Undefined if there is none, or if another process has it. */
export function lockHead(db: Db, clientId: string): Promise<Head | undefined> {
  return db.row(sql`
    select position, greatest(logged_at, date_trunc('milliseconds', clock_timestamp())) as logged_at
    from event_heads where system_client_id = ${clientId} for update skip locked`)
}

/** Undefined if there is one. */
export function insertHead(db: Db, clientId: string): Promise<Head | undefined> {
  return db.row(sql`
    insert into event_heads (system_client_id) values (${clientId}) on conflict do nothing
    returning position, date_trunc('milliseconds', clock_timestamp()) as logged_at`)
}

export interface WaitingRow {
  sequence: number
  subject: string
  /** What left a branch, if that is what happened. */
  left: string | null
  kind: EventKind
  at: Date
  /** As JSON; only of kinds that are asked for. */
  payload: string | null
}

export function listWaiting(
  db: Db,
  clientId: string,
  { limit, told }: { limit: number; told: readonly EventKind[] },
): Promise<WaitingRow[]> {
  return db.rows(sql`
    select sequence, subject, case when kind = 'branch.left' then payload->>'what' end as left, kind, at,
      case when kind = any(${told}::text[]) then payload::text end as payload
    from event_inbox where system_client_id = ${clientId} order by sequence limit ${limit}`)
}

interface PlacedEvent {
  sequence: number
  card: string | null
  branchId: string | null
}

export function moveEvents(
  db: Db,
  clientId: string,
  { position, loggedAt }: Head,
  placed: readonly PlacedEvent[],
): void {
  db.send(sql`
    with taken as (
      delete from event_inbox
      where system_client_id = ${clientId} and sequence = any(${placed.map(({ sequence }) => sequence)}::bigint[])
      returning sequence, at, kind, version, subject, actor, payload
    ), logged as (
      insert into event_log (system_client_id, logged_at, position, sequence, at, kind, version, subject, card, branch_id,
        actor, payload)
      select ${clientId}, ${loggedAt}, ${position}::bigint + row_number() over (order by t.sequence), t.sequence, t.at, t.kind,
        t.version, t.subject, p.card, p."branchId", t.actor, t.payload
      from taken t
      join json_to_recordset(${JSON.stringify(placed)}::json) as p(sequence bigint, card text, "branchId" text)
        on p.sequence = t.sequence
    )
    update event_heads set position = position + (select count(*) from taken), logged_at = ${loggedAt}
    where system_client_id = ${clientId}`)
}
