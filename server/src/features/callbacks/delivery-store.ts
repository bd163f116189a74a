// The SQL of deliveries on their way. Each step is one statement or one short transaction: none is open while something
// is sent. A claim raises the fence, and whoever holds an older number can change nothing any more.
import type { Database } from '../../db/database.ts'
import { type Db, sql } from '../../db/sql.ts'
import { LANE_WIDTH, MOST_ATTEMPTS, type State } from './rules.ts'

export interface NewDelivery {
  id: string
  outputType: string
  referenceObjectId: string | null
  /** One of the two. */
  body: string | null
  sealedBody: Uint8Array | null
  mostAttempts?: number
  now: Date
}

/** Address, key and secret are those of the receiver in this moment; none is written where there is no receiver. */
export async function insertDelivery(db: Db, clientId: string, delivery: NewDelivery): Promise<boolean> {
  const { id, outputType, referenceObjectId, body, sealedBody, mostAttempts = MOST_ATTEMPTS, now } = delivery
  const written = await db.run(sql`
    insert into callback_deliveries (system_client_id, id, output_type, reference_object_id, body, sealed_body, url, lane,
      sealed_key, sealed_secret, most_attempts, due_at, created_at)
    select r.system_client_id, ${id}, ${outputType}, ${referenceObjectId}, ${body}, ${sealedBody}, r.url, r.lane,
      r.sealed_key, r.sealed_secret, ${mostAttempts}, ${now}, ${now}
    from callback_receivers r where r.system_client_id = ${clientId}
    on conflict (system_client_id, id) do nothing`)
  return written === 1
}

/** Names one hold on a delivery. */
export interface Claim {
  clientId: string
  id: string
  fence: number
}

export interface ClaimedDelivery extends Claim {
  url: string
  lane: string
  body: string | null
  sealedBody: Uint8Array | null
  sealedKey: Uint8Array
  sealedSecret: Uint8Array | null
  attempts: number
  mostAttempts: number
}

export interface ClaimOptions {
  now: Date
  leasedUntil: Date
  /** Names the loop that claims. */
  holder: string
  /** Of lanes of which more may be held than are sent at once. */
  depths: readonly { clientId: string; lane: string; depth: number }[]
  most: number
}

/**
 * Of every lane what fits beside what this holder has of it already, however long the others are. A lane another holder
 * has something of is left to it: only one knows how many are on their way.
 */
export function claimDeliveries(
  database: Database,
  { now, leasedUntil, holder, depths, most }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  return database.transaction(async (db) => {
    // Two that look at a lane in the same moment would both take it. And the planner, which cannot know how short a walk
    // over the lanes is, would compile the statement each time, for longer than it runs.
    await db.row(sql`
      select set_config('jit', 'off', true) as jit, pg_advisory_xact_lock(hashtext('walkaround callbacks')) is null as lock`)
    const claimed = await db.rows<ClaimedDelivery & { dueAt: Date }>(sql`
      with recursive lanes as (
        (select system_client_id, lane from callback_deliveries where state = 'waiting'
          order by system_client_id, lane limit 1)
        union all
        select next.system_client_id, next.lane from lanes, lateral (
          select d.system_client_id, d.lane from callback_deliveries d
          where d.state = 'waiting' and (d.system_client_id, d.lane) > (lanes.system_client_id, lanes.lane)
          order by d.system_client_id, d.lane limit 1) as next
      ), deep as (
        select * from json_to_recordset(${JSON.stringify(depths)}::json) as g("clientId" text, lane text, depth bigint)
      ), free as (
        select lanes.system_client_id, lanes.lane, (
          select case when count(*) filter (where f.leased_by <> ${holder}) > 0 then 0 else
            greatest(0, coalesce(deep.depth, ${LANE_WIDTH}::bigint) - count(*) filter (where f.leased_by = ${holder})) end
          from callback_deliveries f
          where f.system_client_id = lanes.system_client_id and f.lane = lanes.lane
            and f.leased_until is not null and f.leased_until > ${now}) as places
        from lanes left join deep on deep."clientId" = lanes.system_client_id and deep.lane = lanes.lane
      ), due as (
        select picked.system_client_id, picked.id from free, lateral (
          select d.system_client_id, d.id from callback_deliveries d
          where d.system_client_id = free.system_client_id and d.lane = free.lane and d.state = 'waiting'
            and d.due_at <= ${now} and (d.leased_until is null or d.leased_until <= ${now})
          order by d.due_at, d.id limit free.places
          for update skip locked) as picked
        limit ${most}
      )
      update callback_deliveries d set leased_until = ${leasedUntil}, leased_by = ${holder}, fence = d.fence + 1
      from due where d.system_client_id = due.system_client_id and d.id = due.id
      returning d.system_client_id as "clientId", d.id, d.fence, d.url, d.lane, d.body, d.sealed_body as "sealedBody",
        d.sealed_key as "sealedKey", d.sealed_secret as "sealedSecret", d.attempts, d.most_attempts as "mostAttempts",
        d.due_at as "dueAt"`)
    return claimed.sort(
      (one, next) => one.dueAt.getTime() - next.dueAt.getTime() || (one.id < next.id ? -1 : 1),
    )
  })
}

/** This one alone, whatever its lane does; undefined when somebody sends it already. */
export function claimDelivery(
  db: Db,
  { clientId, id, now, leasedUntil }: { clientId: string; id: string; now: Date; leasedUntil: Date },
): Promise<ClaimedDelivery | undefined> {
  return db.row(sql`
    update callback_deliveries d set leased_until = ${leasedUntil}, leased_by = null, fence = d.fence + 1
    where d.system_client_id = ${clientId} and d.id = ${id} and d.state = 'waiting'
      and (d.leased_until is null or d.leased_until <= ${now})
    returning d.system_client_id as "clientId", d.id, d.fence, d.url, d.lane, d.body, d.sealed_body as "sealedBody",
      d.sealed_key as "sealedKey", d.sealed_secret as "sealedSecret", d.attempts, d.most_attempts as "mostAttempts"`)
}

export interface Attempt {
  startedAt: Date
  dnsMs?: number | undefined
  connectMs?: number | undefined
  totalMs: number
  request: string
  status?: number | undefined
  responseHead?: string | undefined
  responseBody?: string | undefined
  failure?: string | undefined
}

export interface Record {
  claim: Claim
  attempt: Attempt
  state: State
  dueAt: Date
  now: Date
}

/**
 * What became of attempts and of their deliveries, all or none. Answers for each whether it was still held: what another
 * holds by now is left to them.
 */
export async function recordAttempts(db: Db, records: readonly Record[]): Promise<boolean[]> {
  const lines = records.map(({ claim, attempt, state, dueAt, now }, at) => ({
    at,
    ...claim,
    ...attempt,
    state,
    dueAt,
    finishedAt: state === 'waiting' ? null : now,
  }))
  const rows = await db.rows<{ at: number }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as g(at int, "clientId" text, id text, fence bigint,
        state text, "dueAt" timestamptz, "finishedAt" timestamptz, "startedAt" timestamptz, "dnsMs" int, "connectMs" int,
        "totalMs" int, request text, status int, "responseHead" text, "responseBody" text, failure text)
    ), done as (
      update callback_deliveries d set state = g.state, attempts = d.attempts + 1, logged = d.logged + 1,
        due_at = g."dueAt", leased_until = null, failure = g.failure, finished_at = g."finishedAt"
      from given g where d.system_client_id = g."clientId" and d.id = g.id and d.fence = g.fence
      returning g.at, d.logged
    ), kept as (
      insert into callback_attempts (system_client_id, delivery_id, number, started_at, dns_ms, connect_ms, total_ms,
        request, status, response_head, response_body, failure)
      select g."clientId", g.id, done.logged, g."startedAt", g."dnsMs", g."connectMs", g."totalMs", g.request, g.status,
        g."responseHead", g."responseBody", g.failure
      from done join given g on g.at = done.at
    )
    select at from done`)
  const held = new Set(rows.map(({ at }) => at))
  return records.map((_, at) => held.has(at))
}

/** Nothing was sent, or nobody knows: no attempt is counted. */
export async function putBackDelivery(
  db: Db,
  claim: Claim,
  { dueAt, failure }: { dueAt: Date; failure: string | null },
): Promise<void> {
  await db.run(sql`
    update callback_deliveries set leased_until = null, due_at = ${dueAt}, failure = coalesce(${failure}, failure)
    where system_client_id = ${claim.clientId} and id = ${claim.id} and fence = ${claim.fence}`)
}

/** Claimed and not sent: due as before. */
export async function releaseDeliveries(db: Db, claims: readonly Claim[]): Promise<void> {
  const held = claims.map(({ clientId, id, fence }) => ({ clientId, id, fence }))
  await db.run(sql`
    update callback_deliveries d set leased_until = null
    from json_to_recordset(${JSON.stringify(held)}::json) as g("clientId" text, id text, fence bigint)
    where d.system_client_id = g."clientId" and d.id = g.id and d.fence = g.fence`)
}

/** For the only process on a database, at its start: whoever held something is dead. */
export async function dropLeases(db: Db): Promise<void> {
  await db.run(sql`update callback_deliveries set leased_until = null where leased_until is not null`)
}

/** When the next one is due that nobody sends; undefined when there is none. */
export async function findNextDue(db: Db, now: Date): Promise<Date | undefined> {
  const row = await db.row<{ due_at: Date | null }>(sql`
    select min(due_at) as due_at from callback_deliveries
    where state = 'waiting' and (leased_until is null or leased_until <= ${now})`)
  return row?.due_at ?? undefined
}
