// SQL for sessions of the web pages.
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { type Db, sql } from '../db/sql.ts'
import { clientOfRole } from '../organisation/client-store.ts'
import type { ClientSettings } from '../scope.ts'
import type { TabletOfSession } from './tablet-of-session.ts'

interface SessionRow {
  loginId: string
  login: string
  name: string
  isSupport: boolean
  expiresAt: Date
}

interface NewSession {
  id: Buffer
  loginId: string
  now: Date
  expiresAt: Date
  address: string | null
  /** In hex. */
  device: string | null
  agent: string | null
  tablet: TabletOfSession | null
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { id, loginId, now, expiresAt, address, device, agent, tablet } = session
  await db.run(sql`
    insert into sessions (id, login_id, created_at, seen_at, expires_at, address, device, agent, tablet_id, tablet)
    values (${id}, ${loginId}, ${now}, ${now}, ${expiresAt}, ${address}, decode(${device}::text, 'hex'), ${agent},
      ${tablet?.id ?? null}, ${tablet && JSON.stringify(tablet)}::json)`)
  await updateLoginsSeen(db, [{ loginId, at: now }])
}

export async function findSession(db: Db, id: Buffer, now: Date): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(sql`
    select s.login_id, l.login, l.name, l.is_support, s.expires_at
    from sessions s join logins l on l.id = s.login_id
    where s.id = ${id} and s.expires_at > ${now} and l.disabled_at is null`)
}

/** The login whose session it was. */
export async function deleteSession(db: Db, id: Buffer): Promise<string | undefined> {
  const row = await db.row<{ loginId: string }>(sql`
    delete from sessions where id = ${id} returning login_id`)
  return row?.loginId
}

/** All but one, when one is named. */
export async function deleteSessionsOf(db: Db, loginId: string, but?: Buffer): Promise<number> {
  return db.run(sql`
    delete from sessions where login_id = ${loginId} and id is distinct from ${but ?? null}::bytea`)
}

/** Whoever is at a shared tablet. */
export function deleteSessionsAt(db: Db, tabletId: string): Promise<number> {
  return db.run(sql`delete from sessions where tablet_id = ${tabletId}`)
}

/** Those begun with the PIN of a client. */
export function deletePinSessions(db: Db, clientId: string, loginId: string): Promise<number> {
  return db.run(sql`
    delete from sessions where login_id = ${loginId} and tablet->>'clientId' = ${clientId}`)
}

interface OwnSessionRow {
  /** In hex. */
  id: string
  createdAt: Date
  seenAt: Date
  expiresAt: Date
  address: string | null
  agent: string | null
}

export async function listSessionsOf(
  db: Db,
  loginId: string,
  now: Date,
  seenAfter: Date,
): Promise<OwnSessionRow[]> {
  return db.rows<OwnSessionRow>(sql`
    select encode(id, 'hex') as id, created_at, seen_at, expires_at, address, agent from sessions
    where login_id = ${loginId} and expires_at > ${now} and seen_at > ${seenAfter} order by seen_at desc`)
}

export async function deleteOwnSession(db: Db, loginId: string, id: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from sessions where id = decode(${id}, 'hex') and login_id = ${loginId}`)
  return deleted > 0
}

/** Sessions end and are forgotten; when a login was last used is still asked for then. */
async function updateLoginsSeen(db: Db, uses: readonly { loginId: string; at: Date }[]): Promise<void> {
  await db.run(sql`
    with used as (
      select u."loginId" as login_id, max(u.at) as at
      from json_to_recordset(${JSON.stringify(uses)}::json) as u("loginId" text, at timestamptz) group by 1
    ), due as (
      select l.id, used.at from logins l join used on used.login_id = l.id
      where l.seen_at is null or l.seen_at < used.at order by l.id for no key update of l
    )
    update logins l set seen_at = due.at from due where l.id = due.id`)
}

/** Moves `seen_at` forward; rows in one order, so that two processes cannot block each other. */
export async function updateSeen(db: Db, uses: readonly { id: string; at: Date }[]): Promise<void> {
  const moved = await db.rows<{ loginId: string; at: Date }>(sql`
    with used as (
      select decode(u.id, 'hex') as id, u.at from json_to_recordset(${JSON.stringify(uses)}::json) as u(id text, at timestamptz)
    ), due as (
      select s.id, used.at from sessions s join used on used.id = s.id where s.seen_at < used.at
      order by s.id for update of s
    )
    update sessions s set seen_at = due.at from due where s.id = due.id
    returning s.login_id, s.seen_at as at`)
  if (moved.length > 0) await updateLoginsSeen(db, moved)
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from sessions where expires_at <= ${now}`)
}

/** One row per session and client its login reaches; client columns are null for a login without roles. */
export interface SessionAccessRow {
  /** In hex. */
  sessionId: string
  startedAt: Date
  expiresAt: Date
  seenAt: Date
  tablet: TabletOfSession | null
  loginId: string
  login: string
  loginName: string
  isSupport: boolean
  isDisabled: boolean
  role: Role | null
  branchIds: string[] | null
  client: ClientSettings | null
}

/** Also of disabled logins. Whether one still holds is for the caller to compare. */
export async function listSessionAccess(db: Db, ids: readonly string[]): Promise<SessionAccessRow[]> {
  return db.rows<SessionAccessRow>(sql`
    select encode(s.id, 'hex') as session_id, s.created_at as started_at, s.tablet, s.expires_at, s.seen_at, l.id as login_id, l.login, l.name as login_name,
      l.is_support, l.disabled_at is not null as is_disabled, r.role, r.branch_ids,
      (${clientOfRole}) as client
    from sessions s
    join logins l on l.id = s.login_id
    left join login_roles r on r.login_id = l.id
    where s.id in (select decode(i.id, 'hex') from unnest(${ids}::text[]) as i(id))`)
}

/** At most a handful of addresses: nobody needs to know them all. */
export async function findOrigins(db: Db, now: Date): Promise<{ addresses: string[]; logins: number }> {
  const row = await db.row<{ addresses: string[] | null; logins: number }>(sql`
    select (array_agg(distinct address))[1:20] as addresses, count(distinct login_id)::integer as logins
    from sessions where address is not null and expires_at > ${now}`)
  return { addresses: row?.addresses ?? [], logins: row?.logins ?? 0 }
}
