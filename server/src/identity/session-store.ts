// SQL for sessions of the web pages.
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { type Db, sql } from '../db/sql.ts'
import { clientOfRole, hasPasswordsOff } from '../organisation/client-store.ts'
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
  isByPassword: boolean
  at: ProviderSession | undefined
}

/** Begun at a sign-in provider of a client, it reaches that client alone. */
export interface ProviderSession {
  clientId: string
  providerId: string
  subject: string
  /** As the provider names its own session. */
  sid?: string | undefined
  sealedIdToken: Buffer
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  const { id, loginId, now, expiresAt, address, device, agent, tablet, isByPassword, at } = session
  await db.run(sql`
    insert into sessions (id, login_id, created_at, seen_at, expires_at, address, device, agent, tablet_id, tablet, by_password,
      only_client_id, provider_id, provider_subject, provider_sid, sealed_id_token)
    values (${id}, ${loginId}, ${now}, ${now}, ${expiresAt}, ${address}, decode(${device}::text, 'hex'), ${agent},
      ${tablet?.id ?? null}, ${tablet && JSON.stringify(tablet)}::json, ${isByPassword},
      ${at?.clientId ?? null}, ${at?.providerId ?? null}, ${at?.subject ?? null}, ${at?.sid ?? null},
      ${at?.sealedIdToken ?? null})`)
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

export interface ProviderSessionRow {
  loginId: string
  clientId: string
  providerId: string
  sealedIdToken: Buffer | null
}

/** Undefined if it was begun in another way. */
export function findProviderSession(db: Db, id: Buffer): Promise<ProviderSessionRow | undefined> {
  return db.row<ProviderSessionRow>(sql`
    select login_id, only_client_id as client_id, provider_id, sealed_id_token from sessions
    where id = ${id} and only_client_id is not null and provider_id is not null`)
}

/** Those that the provider ended; left out, all of the provider. Gives whose they were. */
export async function deleteProviderSessions(
  db: Db,
  { clientId, providerId }: { clientId: string; providerId: string },
  which: { subject?: string; sid?: string; before: Date },
): Promise<string[]> {
  const rows = await db.rows<{ loginId: string }>(sql`
    delete from sessions
    where only_client_id = ${clientId} and provider_id = ${providerId} and created_at <= ${which.before}
      and (${which.subject ?? null}::text is null or provider_subject = ${which.subject ?? null})
      and (${which.sid ?? null}::text is null or provider_sid = ${which.sid ?? null})
    returning login_id`)
  return [...new Set(rows.map(({ loginId }) => loginId))]
}

/** Begun with a password, of logins that work for this client alone; the spare ones stay. Gives whose they were. */
export async function deletePasswordSessions(db: Db, clientId: string): Promise<string[]> {
  const rows = await db.rows<{ loginId: string }>(sql`
    delete from sessions s using login_roles r
    where r.system_client_id = ${clientId} and r.login_id = s.login_id and s.by_password and not r.is_spare
      and not exists (select from login_roles o where o.login_id = s.login_id and o.system_client_id <> ${clientId})
    returning s.login_id`)
  return [...new Set(rows.map(({ loginId }) => loginId))]
}

export interface OwnSessionRow {
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
  onlyClientId?: string,
): Promise<OwnSessionRow[]> {
  return db.rows<OwnSessionRow>(sql`
    select encode(id, 'hex') as id, created_at, seen_at, expires_at, address, agent from sessions
    where login_id = ${loginId} and expires_at > ${now} and seen_at > ${seenAfter}
      and (${onlyClientId ?? null}::text is null or only_client_id = ${onlyClientId ?? null})
    order by seen_at desc`)
}

export async function deleteOwnSession(
  db: Db,
  loginId: string,
  id: string,
  onlyClientId?: string,
): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from sessions where id = decode(${id}, 'hex') and login_id = ${loginId}
      and (${onlyClientId ?? null}::text is null or only_client_id = ${onlyClientId ?? null})`)
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
  isByPassword: boolean
  onlyClientId: string | null
  providerId: string | null
  role: Role | null
  branchIds: string[] | null
  client: ClientSettings | null
}

/** Also of disabled logins. Whether one still holds is for the caller to compare. */
export async function listSessionAccess(db: Db, ids: readonly string[]): Promise<SessionAccessRow[]> {
  return db.rows<SessionAccessRow>(sql`
    select encode(s.id, 'hex') as session_id, s.created_at as started_at, s.expires_at, s.seen_at, s.tablet,
      l.id as login_id, l.login, l.name as login_name, l.is_support, l.disabled_at is not null as is_disabled,
      s.by_password as is_by_password, s.only_client_id, s.provider_id, r.role, r.branch_ids, (${clientOfRole}) as client
    from sessions s
    join logins l on l.id = s.login_id
    left join login_roles r on r.login_id = l.id and (s.only_client_id is null or r.system_client_id = s.only_client_id)
      and (r.is_spare or not s.by_password or not (${hasPasswordsOff}))
    where s.id in (select decode(i.id, 'hex') from unnest(${ids}::text[]) as i(id))`)
}

/** At most a handful of addresses: nobody needs to know them all. */
export async function findOrigins(db: Db, now: Date): Promise<{ addresses: string[]; logins: number }> {
  const row = await db.row<{ addresses: string[] | null; logins: number }>(sql`
    select (array_agg(distinct address))[1:20] as addresses, count(distinct login_id)::integer as logins
    from sessions where address is not null and expires_at > ${now}`)
  return { addresses: row?.addresses ?? [], logins: row?.logins ?? 0 }
}
