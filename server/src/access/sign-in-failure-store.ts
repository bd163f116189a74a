// SQL for failed sign-ins. Subjects are hashes: no login and no address can be read here.
import { type Db, sql } from '../db/sql.ts'

export interface FailureRow {
  /** In hex. */
  subject: string
  failures: number
  last_at: Date
  waits_until: Date
}

/** Holds the rows until the transaction ends; those nobody has yet are made. In one order, so that nobody blocks. */
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
    set failures = ${row.failures}, last_at = ${row.last_at}, waits_until = ${row.waits_until}
    where subject = decode(${row.subject}, 'hex')`)
}

export async function deleteFailures(db: Db, subject: string): Promise<void> {
  await db.run(sql`delete from sign_in_failures where subject = decode(${subject}, 'hex')`)
}

/** One that was counted before its password was checked, and was none. */
export async function takeBackFailure(db: Db, subject: string): Promise<void> {
  await db.run(sql`
    update sign_in_failures set failures = greatest(0, failures - 1), waits_until = 'epoch'
    where subject = decode(${subject}, 'hex')`)
}

export async function deleteFailuresBefore(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from sign_in_failures where last_at < ${before}`)
}
