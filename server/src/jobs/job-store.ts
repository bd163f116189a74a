// The SQL of jobs. Each step is one statement: no transaction is open while a job runs. A claim raises the job's fence, so a worker
// with an older number can no longer change it.
import { type Db, part, sql } from '../db/sql.ts'

interface JobToInsert {
  clientId: string
  id: string
  kind: string
  payload: unknown
  dueAt: Date
  createdAt: Date
}

/** A waiting job with the same id is left unchanged; one that was given up starts again. */
export async function insertJob(db: Db, job: JobToInsert): Promise<void> {
  await db.run(sql`
    insert into jobs (system_client_id, id, kind, payload, due_at, created_at)
    values (${job.clientId}, ${job.id}, ${job.kind}, ${JSON.stringify(job.payload)}::json, ${job.dueAt}, ${job.createdAt})
    on conflict (system_client_id, id) do update set kind = excluded.kind, payload = excluded.payload,
        due_at = excluded.due_at, attempts = 0, failed_at = null, failure = null
      where jobs.failed_at is not null`)
}

/** Identifies one claim of a job. */
export interface Claim {
  clientId: string
  id: string
  fence: number
}

export interface ClaimedJob extends Claim {
  kind: string
  payload: unknown
  attempts: number
}

/**
 * The oldest due job of the next client after this one, in the order of their ids, that nobody holds, or whose worker has not renewed
 * its lease in time. Steps from client to client, if anything is due at all: what waits for one of them does not count.
 */
export async function claimJob(
  db: Db,
  kinds: readonly string[],
  { after, now, leasedUntil }: { after: string; now: Date; leasedUntil: Date },
): Promise<ClaimedJob | undefined> {
  const isDue = part`failed_at is null and due_at <= ${now} and (leased_until is null or leased_until <= ${now})
    and kind = any(${kinds}::text[])`
  const row = await db.row<Omit<ClaimedJob, 'payload'> & { payload: string }>(sql`
    with recursive clients as (
      (select system_client_id as id from jobs
        where failed_at is null and system_client_id > ${after} and exists (select from jobs where ${isDue})
        order by system_client_id limit 1)
      union all
      select next.id from clients, lateral (
        select system_client_id as id from jobs
        where failed_at is null and system_client_id > clients.id order by system_client_id limit 1
      ) as next
    )
    update jobs j set leased_until = ${leasedUntil}, fence = j.fence + 1, attempts = j.attempts + 1
    from (
      select system_client_id, id from jobs
      where ${isDue} and system_client_id = (
        select clients.id from clients
        where exists (select from jobs where system_client_id = clients.id and ${isDue})
        limit 1
      )
      order by due_at limit 1 for update skip locked
    ) as due
    where j.system_client_id = due.system_client_id and j.id = due.id
    returning j.system_client_id as client_id, j.id, j.kind, j.payload::text as payload, j.attempts, j.fence`)
  return row && { ...row, payload: JSON.parse(row.payload) as unknown }
}

/** False if another worker holds the job now. */
export async function renewLease(db: Db, claim: Claim, leasedUntil: Date): Promise<boolean> {
  const renewed = await db.run(sql`
    update jobs set leased_until = ${leasedUntil}
    where system_client_id = ${claim.clientId} and id = ${claim.id} and fence = ${claim.fence}`)
  return renewed === 1
}

export async function finishJob(db: Db, claim: Claim): Promise<boolean> {
  const finished = await db.run(sql`
    delete from jobs where system_client_id = ${claim.clientId} and id = ${claim.id} and fence = ${claim.fence}`)
  return finished === 1
}

/** `isFault` false: the job was not to blame, so the attempt does not count. */
export async function putBack(
  db: Db,
  claim: Claim,
  { dueAt, failure, isFault }: { dueAt: Date; failure: string | null; isFault: boolean },
): Promise<boolean> {
  const back = await db.run(sql`
    update jobs set leased_until = null, due_at = ${dueAt}, failure = coalesce(${failure}, failure),
      attempts = attempts - ${isFault ? 0 : 1}
    where system_client_id = ${claim.clientId} and id = ${claim.id} and fence = ${claim.fence}`)
  return back === 1
}

export async function giveUpJob(db: Db, claim: Claim, failure: string, now: Date): Promise<boolean> {
  const given = await db.run(sql`
    update jobs set leased_until = null, failed_at = ${now}, failure = ${failure}
    where system_client_id = ${claim.clientId} and id = ${claim.id} and fence = ${claim.fence}`)
  return given === 1
}

/** Of a client whose clock was moved: what waits becomes due so much earlier. */
export async function hurryJobs(db: Db, clientId: string, ms: number): Promise<void> {
  await db.run(sql`
    update jobs set due_at = due_at - make_interval(secs => ${ms}::float8 / 1000)
    where system_client_id = ${clientId} and failed_at is null`)
}

/** When the next unclaimed job is due; undefined if there is none. */
export async function findNextDue(db: Db, kinds: readonly string[], now: Date): Promise<Date | undefined> {
  const row = await db.row<{ dueAt: Date }>(sql`
    select due_at from jobs
    where failed_at is null and kind = any(${kinds}::text[]) and (leased_until is null or leased_until <= ${now})
    order by due_at limit 1`)
  return row?.dueAt
}

/** Whether such a job waits or is being worked on; not one that was given up. */
export async function hasJob(db: Db, clientId: string, id: string): Promise<boolean> {
  const row = await db.row(sql`
    select from jobs where system_client_id = ${clientId} and id = ${id} and failed_at is null`)
  return row !== undefined
}
