// Reads the log of events: in the order of positions, which have no gaps.
import type { EventKind } from '@walkaround/contract/events.ts'
import { type Db, sql } from '../sql.ts'

/** Times and positions have the same order; the time tells which partition to read. */
export interface LogPosition {
  loggedAt: Date
  position: number
}

export interface Head extends LogPosition {
  clientId: string
  /** In hex. */
  epoch: string
  /** What is at this position or before may have been removed. */
  keptAfter: number
}

/** Of those clients that have logged events. */
export function listHeads(db: Db, clientIds: readonly string[]): Promise<Head[]> {
  return db.rows(sql`
    select system_client_id as client_id, epoch, position, logged_at, kept_after
    from event_heads where system_client_id = any(${clientIds}::text[])`)
}

export async function findHead(db: Db, clientId: string): Promise<Head | undefined> {
  return (await listHeads(db, [clientId]))[0]
}

export interface LoggedRow extends LogPosition {
  kind: EventKind
  subject: string
  card: string | null
  branchId: string | null
}

/** The event at a position and those after it. Everything, if the position is 0. */
function listEventsFrom(
  db: Db,
  clientId: string,
  { loggedAt, position }: LogPosition,
  limit: number,
): Promise<LoggedRow[]> {
  // The second comparison says nothing new, but lets the engine skip older partitions.
  return db.rows(sql`
    select logged_at, position, kind, subject, card, branch_id from event_log
    where system_client_id = ${clientId} and (logged_at, position) >= (${loggedAt}, ${position}::bigint)
      and logged_at >= ${loggedAt}
    order by logged_at, position limit ${limit}`)
}

/**
 * The events after a position. Undefined if the event at that position is missing though nothing was removed there: the database
 * lost the end of its log, and other events may have taken the positions the reader has seen.
 */
export async function listEventsAfter(
  db: Db,
  { clientId, keptAfter }: Pick<Head, 'clientId' | 'keptAfter'>,
  after: LogPosition,
  limit: number,
): Promise<LoggedRow[] | undefined> {
  const events = await listEventsFrom(db, clientId, after, limit + 1)
  if (events[0] && isSame(events[0], after)) return events.slice(1)
  return after.position <= keptAfter ? events.slice(0, limit) : undefined
}

/**
 * Where a reader of everything begins: behind the last position of which something may have been removed. Read seldom, by those who
 * begin.
 */
export async function findBeginning(db: Db, head: Head): Promise<LogPosition> {
  if (head.keptAfter === 0) return BEGINNING
  const first = await db.row<{ loggedAt: Date }>(sql`
    select logged_at from event_log
    where system_client_id = ${head.clientId} and position > ${head.keptAfter}::bigint
    order by logged_at, position limit 1`)
  return { loggedAt: first?.loggedAt ?? head.loggedAt, position: head.keptAfter }
}

export interface FullRow extends LoggedRow {
  version: number
  at: Date
  actor: string
  /** As JSON. */
  payload: string | null
}

/** The events at these positions, with what they carry. */
export function listFullEvents(
  db: Db,
  clientId: string,
  positions: readonly LogPosition[],
): Promise<FullRow[]> {
  return db.rows(sql`
    select e.logged_at, e.position, e.kind, e.subject, e.card, e.branch_id, e.version, e.at, e.actor, e.payload
    from unnest(${positions.map(({ loggedAt }) => loggedAt)}::timestamptz[],
      ${positions.map(({ position }) => position)}::bigint[]) as w(logged_at, position)
    cross join lateral (
      select logged_at, position, kind, subject, card, branch_id, version, at, actor, payload::text as payload from event_log
      where system_client_id = ${clientId} and logged_at = w.logged_at and position = w.position offset 0
    ) e
    order by e.position`)
}

const isSame = (one: LogPosition, other: LogPosition): boolean =>
  one.position === other.position && one.loggedAt.getTime() === other.loggedAt.getTime()

/** Before every event. */
export const BEGINNING: LogPosition = { loggedAt: new Date(0), position: 0 }

/** After a restore: readers that are ahead of the restored log notice it. */
export async function beginEpoch(db: Db): Promise<void> {
  await db.run(sql`update event_heads set epoch = default`)
}

export interface NewsRow {
  kind: EventKind
  at: Date
  subject: string
  card: string | null
  /** As JSON. */
  payload: string | null
}

interface NewsQuery {
  branchIds: readonly string[]
  since: Date
  /** Nothing but notes. */
  onlyNotes: boolean
  mostOfBranch: number
  most: number
}

/** What inboxes tell of these branches, the newest of all. An index has these kinds alone. */
export function listNews(
  db: Db,
  clientId: string,
  { branchIds, since, onlyNotes, mostOfBranch, most }: NewsQuery,
): Promise<NewsRow[]> {
  // Places first, which are in the index; then the rows of the newest, which the offset has looked up one by one.
  return db.rows(sql`
    select e.kind, e.at, e.subject, e.card, e.payload from (
      select n.logged_at, n.position from unnest(${branchIds}::text[]) as b(id)
      cross join lateral (
        select logged_at, position from event_log
        where system_client_id = ${clientId} and branch_id = b.id and logged_at >= ${since}
          and kind in ('owner.decided', 'owner.feedback', 'owner.linkAsked', 'owner.opened', 'message.failed', 'note.written',
            'owner.asked')
          and (not ${onlyNotes}::boolean or kind = 'note.written')
        order by logged_at desc, position desc limit ${mostOfBranch}
      ) n
      order by n.logged_at desc, n.position desc limit ${most}
    ) w
    cross join lateral (
      select kind, at, subject, card, payload::text as payload from event_log
      where system_client_id = ${clientId} and logged_at = w.logged_at and position = w.position offset 0
    ) e`)
}
