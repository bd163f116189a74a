// SQL for sessions of the web pages.
import { type Db, sql } from '../db/sql.ts'

export interface SessionRow {
  login_id: string
  login: string
  name: string
  is_support: boolean
  expires_at: Date
}

export async function insertSession(
  db: Db,
  id: Buffer,
  loginId: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db.run(sql`
    insert into sessions (id, login_id, created_at, seen_at, expires_at)
    values (${id}, ${loginId}, ${now}, ${now}, ${expiresAt})`)
}

export async function findSession(db: Db, id: Buffer, now: Date): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(sql`
    select s.login_id, l.login, l.name, l.is_support, s.expires_at
    from sessions s join logins l on l.id = s.login_id
    where s.id = ${id} and s.expires_at > ${now} and l.disabled_at is null`)
}

/** The login whose session it was. */
export async function deleteSession(db: Db, id: Buffer): Promise<string | undefined> {
  const row = await db.row<{ login_id: string }>(sql`
    delete from sessions where id = ${id} returning login_id`)
  return row?.login_id
}

export async function deleteSessionsOf(db: Db, loginId: string): Promise<number> {
  return db.run(sql`delete from sessions where login_id = ${loginId}`)
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from sessions where expires_at <= ${now}`)
}
