// SQL for failed sign-ins. Subjects are hashes: no login and no address can be read here.
import { type Db, sql } from '../db/sql.ts'

export interface FailureRow {
  /** In hex. */
  subject: string
  failures: number
  lastAt: Date
  waitsUntil: Date
}

/** Locks the rows until the transaction ends, creating missing ones, in one order, so that processes cannot deadlock. */
export async function lockFailures(db: Db, subjects: readonly string[], now: Date): Promise<FailureRow[]> {
  await db.run(sql`
    insert into sign_in_failures (subject, failures, last_at, waits_until)
    select decode(s.subject, 'hex'), 0, ${now}, 'epoch' from unnest(${subjects}::text[]) as s(subject) order by 1
    on conflict do nothing`)
  return db.rows<FailureRow>(sql`
    select encode(subject, 'hex') as subject, failures, last_at, waits_until from sign_in_failures
    where subject in (select decode(s.subject, 'hex') from unnest(${subjects}::text[]) as s(subject))
    order by sign_in_failures.subject for update`)
}

export async function updateFailures(db: Db, row: FailureRow): Promise<void> {
  await db.run(sql`
    update sign_in_failures
    set failures = ${row.failures}, last_at = ${row.lastAt}, waits_until = ${row.waitsUntil}
    where subject = decode(${row.subject}, 'hex')`)
}

export async function deleteFailures(db: Db, subject: string): Promise<void> {
  await db.run(sql`delete from sign_in_failures where subject = decode(${subject}, 'hex')`)
}

/** Takes back an attempt that was counted before its password was checked and turned out right. */
export async function takeBackFailure(db: Db, subject: string): Promise<void> {
  await db.run(sql`
    update sign_in_failures set failures = greatest(0, failures - 1), waits_until = 'epoch'
    where subject = decode(${subject}, 'hex')`)
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from sign_in_failures where last_at < ${before}`)
}
