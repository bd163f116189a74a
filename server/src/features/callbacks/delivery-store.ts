// The SQL of unfinished deliveries. Each step is one statement, and no transaction is open while something is sent. The right to
// send a delivery comes from its lane (lane-store.ts), or from its own lease if it is sent outside the lane.
import { type Db, part, sql, unprepared } from '../../db/sql.ts'
import type { LaneName, TakenLane } from './lane-store.ts'
import { MOST_ATTEMPTS, type State, TEST_PREFIX } from './rules.ts'

interface NewDelivery {
  id: string
  outputType: string
  referenceObjectId: string | null
  /** Of a callback of our own. */
  kind?: string
  /** Of the car. */
  siteId: string | null
  /** Either this or the sealed body is set. */
  body: string | null
  sealedBody: Uint8Array | null
  mostAttempts?: number
  now: Date
}

/** To the receiver of the client, or to that of the site if it is given; false without one. */
export async function insertDelivery(db: Db, clientId: string, delivery: NewDelivery): Promise<boolean> {
  return (await insertDeliveries(db, clientId, [delivery])) === 1
}

/**
 * Uses the present address, key and secret of the receiver of the site, otherwise of the client's. Writes nothing without a receiver,
 * and no further kind to one that does not ask for it, unless it is a test. Returns how many were written.
 */
export function insertDeliveries(
  db: Db,
  clientId: string,
  deliveries: readonly NewDelivery[],
): Promise<number> {
  const lines = deliveries.map(({ now, sealedBody, mostAttempts = MOST_ATTEMPTS, ...delivery }) => ({
    ...delivery,
    sealedBody: sealedBody && Buffer.from(sealedBody).toString('hex'),
    mostAttempts,
    now: now.toISOString(),
  }))
  return db.run(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as g(id text, "outputType" text, "referenceObjectId" text,
        kind text, "siteId" text, body text, "sealedBody" text, "mostAttempts" int, now timestamptz)
    ), new as (
      insert into callback_deliveries (system_client_id, id, output_type, reference_object_id, kind, site_id, body, sealed_body, url,
        lane, sealed_key, sealed_secret, most_attempts, created_at)
      select r.system_client_id, g.id, g."outputType", g."referenceObjectId", g.kind, g."siteId", g.body,
        decode(g."sealedBody", 'hex'), r.url, r.lane, r.sealed_key, r.sealed_secret, g."mostAttempts", g.now
      from given g cross join lateral (
        select a.system_client_id, a.url, a.lane, a.sealed_key, a.sealed_secret, a.kinds from receivers_of_callbacks a
        where a.system_client_id = ${clientId} and a.site_id in ('', coalesce(g."siteId", ''))
        order by a.site_id desc limit 1) as r
      where g.kind is null or (r.kinds ->> g.kind)::timestamptz <= g.now or starts_with(g.id, ${TEST_PREFIX})
      on conflict (system_client_id, id) do nothing
      returning system_client_id, id, lane, created_at
    )
    insert into callback_queue (system_client_id, id, lane, due_at) select * from new`)
}

/** Identifies what is being sent, and under which claim. */
export interface Claim {
  clientId: string
  id: string
  fence: number
  /** Attempts before this one: a result written twice counts once. */
  attempts: number
  /** The lane as it was taken; null for a delivery sent outside its lane. */
  lane: TakenLane | null
}

export interface DueDelivery {
  clientId: string
  id: string
  fence: number
  attempts: number
  url: string
  /** Of a callback of our own. */
  kind: string | null
  body: string | null
  sealedBody: Uint8Array | null
  sealedKey: Uint8Array
  sealedSecret: Uint8Array | null
  /** The receiver's present secret, and the former one for a day, if the host is the same. */
  currentSecret: Uint8Array | null
  formerSecret: Uint8Array | null
  mostAttempts: number
}

export type ClaimedDelivery = DueDelivery & Claim

export interface LaneRead extends LaneName {
  most: number
  /** Ids that the reader already has. */
  held: readonly string[]
}

const claimedColumns = (
  now: Date,
) => part`q.id, q.fence, d.url, d.kind, d.body, d.sealed_body, d.sealed_key, d.sealed_secret,
  r.sealed_secret as current_secret, case when r.former_until > ${now} then r.former_sealed_secret end as former_secret,
  q.attempts, d.most_attempts`

/** Due deliveries in lanes that the reader holds, each lane in order; `at` is the index of the lane. */
export function listDueDeliveries(
  db: Db,
  now: Date,
  lanes: readonly LaneRead[],
): Promise<(DueDelivery & { at: number })[]> {
  const wanted = lanes.map(({ clientId, lane, most, held }, at) => ({ at, clientId, lane, most, held }))
  return db.rows(
    unprepared(sql`
    select g.at, g."clientId" as client_id, due.* from json_to_recordset(${JSON.stringify(wanted)}::json)
      as g(at int, "clientId" text, lane text, most int, held text[]), lateral (
        select ${claimedColumns(now)}
        from callback_queue q join callback_deliveries d on d.system_client_id = q.system_client_id and d.id = q.id
        left join receivers_of_callbacks r on r.system_client_id = d.system_client_id and r.lane = d.lane
        where q.system_client_id = g."clientId" and q.lane = g.lane and q.due_at <= ${now}
          and (q.leased_until is null or q.leased_until <= ${now}) and q.id <> all(g.held)
        order by q.due_at, q.id limit g.most) as due`),
  )
}

/** Claims only this delivery, whatever its lane does; undefined if it is already being sent. */
export function claimDelivery(
  db: Db,
  { clientId, id, now, leasedUntil }: { clientId: string; id: string; now: Date; leasedUntil: Date },
): Promise<ClaimedDelivery | undefined> {
  return db.row(sql`
    update callback_queue q set leased_until = ${leasedUntil}, fence = q.fence + 1
    from callback_deliveries d
    left join receivers_of_callbacks r on r.system_client_id = d.system_client_id and r.lane = d.lane
    where q.system_client_id = ${clientId} and q.id = ${id} and (q.leased_until is null or q.leased_until <= ${now})
      and d.system_client_id = q.system_client_id and d.id = q.id
    returning q.system_client_id as client_id, null as lane, ${claimedColumns(now)}`)
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

export interface DeliveryRecord {
  claim: Claim
  attempt: Attempt
  state: State
  dueAt: Date
  now: Date
}

/**
 * Writes the results of attempts and the state of their deliveries, all or none. Returns for each whether it was still held: a
 * delivery that another process holds now is left to it.
 */
export async function recordAttempts(db: Db, records: readonly DeliveryRecord[]): Promise<boolean[]> {
  const lanes = [...new Set(records.map(({ claim }) => claim.lane))]
  const lines = records.map(({ claim, attempt, state, dueAt, now }, at) => ({
    at,
    clientId: claim.clientId,
    id: claim.id,
    fence: claim.fence,
    attempts: claim.attempts,
    laneAt: lanes.indexOf(claim.lane),
    state,
    // As text: JSON.stringify is four times slower with dates.
    dueAt: state === 'waiting' ? dueAt.toISOString() : undefined,
    now: state === 'givenUp' ? now.toISOString() : undefined,
    startedAt: attempt.startedAt.toISOString(),
    dnsMs: attempt.dnsMs,
    connectMs: attempt.connectMs,
    totalMs: attempt.totalMs,
    request: attempt.request,
    status: attempt.status,
    responseHead: attempt.responseHead,
    responseBody: attempt.responseBody,
    failure: attempt.failure,
  }))
  const rows = await db.rows<{ at: number }>(sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as g(at int, "clientId" text, id text, fence bigint,
        attempts int, "laneAt" int, state text, "dueAt" timestamptz, now timestamptz, "startedAt" timestamptz, "dnsMs" int,
        "connectMs" int, "totalMs" int, request text, status int, "responseHead" text, "responseBody" text, failure text)
    ), mine as (
      select g.at, g."clientId", g.id, g.fence, g.attempts, g.state, g."dueAt" from given g where g."laneAt" in (
        select j.at - 1 from json_array_elements(${JSON.stringify(lanes)}::json) with ordinality as j(lane, at)
        left join callback_lanes l on l.system_client_id = j.lane ->> 'clientId' and l.lane = j.lane ->> 'lane'
        where json_typeof(j.lane) = 'null' or l.fence = (j.lane ->> 'fence')::bigint)
    ), gone as (
      delete from callback_queue q using mine m
      where m.state <> 'waiting' and q.system_client_id = m."clientId" and q.id = m.id and q.fence = m.fence
        and q.attempts = m.attempts
      returning m.at, q.logged + 1 as number
    ), kept as (
      update callback_queue q set attempts = q.attempts + 1, logged = q.logged + 1, due_at = m."dueAt", leased_until = null,
        failure = null
      from mine m
      where m.state = 'waiting' and q.system_client_id = m."clientId" and q.id = m.id and q.fence = m.fence
        and q.attempts = m.attempts
      returning m.at, q.logged as number
    ), done as (
      select at, number from gone union all select at, number from kept
    ), given_up as (
      update callback_deliveries d set given_up_at = g.now from given g join gone on gone.at = g.at
      where g.state = 'givenUp' and d.system_client_id = g."clientId" and d.id = g.id
    ), logged as (
      insert into callback_attempts (system_client_id, delivery_id, number, started_at, dns_ms, connect_ms, total_ms,
        request, status, response_head, response_body, failure)
      select g."clientId", g.id, done.number, g."startedAt", g."dnsMs", g."connectMs", g."totalMs", g.request, g.status,
        g."responseHead", g."responseBody", g.failure
      from done join given g on g.at = done.at
    )
    select at from done`)
  const held = new Set(rows.map(({ at }) => at))
  return records.map((_, at) => held.has(at))
}

/** Nothing was sent, or the result is unknown: no attempt is counted. */
export async function putBackDelivery(
  db: Db,
  claim: Claim,
  { dueAt, failure }: { dueAt: Date; failure: string | null },
): Promise<void> {
  await db.run(sql`
    update callback_queue set leased_until = null, due_at = ${dueAt}, failure = coalesce(${failure}, failure)
    where system_client_id = ${claim.clientId} and id = ${claim.id} and fence = ${claim.fence}`)
}

/** For the only process on a database, at its start: every former holder is dead. */
export async function dropLeases(db: Db): Promise<void> {
  await db.run(sql`update callback_lanes set leased_until = null where leased_until is not null`)
  await db.run(sql`update callback_queue set leased_until = null where leased_until is not null`)
}

/** Whether something is due that no other holder is sending. */
export async function isAnyDue(db: Db, holder: string, now: Date): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from callback_queue q
    where q.due_at <= ${now} and (q.leased_until is null or q.leased_until <= ${now})
      and not exists (select from callback_lanes l where l.system_client_id = q.system_client_id and l.lane = q.lane
        and l.leased_by <> ${holder} and l.leased_until > ${now})
    limit 1`)
  return row !== undefined
}
