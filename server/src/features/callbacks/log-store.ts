// The SQL of the delivery log: what was sent, what came back, what is sent again, and what is deleted.
import { MESSAGE_SENT } from '@walkaround/contract/callback-kinds.ts'
import { type Db, part, sql } from '../../db/sql.ts'
import { type State, TEST_PREFIX } from './rules.ts'

export interface DeliveryRow {
  id: string
  outputType: string
  referenceObjectId: string | null
  kind: string
  siteId: string | null
  /** The order number the DMS uses. */
  orderNumber: string | null
  state: State
  attempts: number
  mostAttempts: number
  /** Only of a waiting one. */
  dueAt: Date | null
  isInFlight: boolean
  failure: string | null
  lastStatus: number | null
  createdAt: Date
  finishedAt: Date | null
}

const deliveryColumns = (now: Date) => part`d.id, d.output_type, d.reference_object_id, d.state, d.attempts,
  coalesce(d.kind, ${MESSAGE_SENT}) as kind, d.site_id,
  (select o.document ->> 'externalId' from service_orders o
    where o.system_client_id = d.system_client_id and o.id = d.reference_object_id) as order_number,
  d.most_attempts, d.due_at,
  coalesce(d.leased_until > ${now} or (d.due_at <= ${now} and d.lane_leased_until > ${now}), false) as is_in_flight,
  d.failure, d.last_status, d.created_at, d.finished_at`

interface LogQuery {
  state?: State | undefined
  since?: Date | undefined
  /** Only deliveries older than this one. */
  after?: string | undefined
  kind?: string | undefined
  siteId?: string | undefined
  limit: number
}

/** Newest first. */
export function listDeliveryRows(
  db: Db,
  clientId: string,
  now: Date,
  query: LogQuery,
): Promise<DeliveryRow[]> {
  const { state = null, since = null, after = null, kind = null, siteId = null, limit } = query
  return db.rows(sql`
    select ${deliveryColumns(now)} from callback_states d
    where d.system_client_id = ${clientId}
      and (${state}::text is null or d.state = ${state})
      and (${since}::timestamptz is null or d.created_at >= ${since})
      and (${kind}::text is null or coalesce(d.kind, ${MESSAGE_SENT}) = ${kind})
      and (${siteId}::text is null or d.site_id = ${siteId})
      and (${after}::text is null or (d.created_at, d.id) < (
        select a.created_at, a.id from callback_deliveries a where a.system_client_id = ${clientId} and a.id = ${after}))
    order by d.created_at desc, d.id desc limit ${limit}`)
}

interface OneDeliveryRow extends DeliveryRow {
  body: string | null
  sealedBody: Uint8Array | null
  url: string
}

export function findDeliveryRow(
  db: Db,
  clientId: string,
  id: string,
  now: Date,
): Promise<OneDeliveryRow | undefined> {
  return db.row(sql`
    select ${deliveryColumns(now)}, d.body, d.sealed_body, d.url from callback_states d
    where d.system_client_id = ${clientId} and d.id = ${id}`)
}

export interface AttemptRow {
  number: number
  startedAt: Date
  dnsMs: number | null
  connectMs: number | null
  totalMs: number
  request: string
  status: number | null
  responseHead: string | null
  responseBody: string | null
  failure: string | null
}

export function listAttemptRows(db: Db, clientId: string, deliveryId: string): Promise<AttemptRow[]> {
  return db.rows(sql`
    select number, started_at, dns_ms, connect_ms, total_ms,
      request, status, response_head, response_body, failure
    from callback_attempts where system_client_id = ${clientId} and delivery_id = ${deliveryId} order by number`)
}

/**
 * Puts deliveries back into the queue with the same bytes, to the receiver of their site as it is set now. A waiting one keeps its count and only
 * becomes due earlier; one that is being sent, or is next, is left alone. Needs a transaction.
 */
export async function requeueDeliveries(
  db: Db,
  clientId: string,
  now: Date,
  {
    id = null,
    since = null,
    state = null,
  }: { id?: string | null; since?: Date | null; state?: State | null },
): Promise<string[]> {
  // An attempt that is being written at this moment goes first and is seen by the statement below; locks in the same order as the
  // writer.
  await db.rows(sql`
    select 1 from callback_queue where system_client_id = ${clientId} and id = ${id} for update`)
  await db.rows(sql`
    select 1 from callback_deliveries
    where system_client_id = ${clientId} and (${id}::text is null or id = ${id})
      and (${since}::timestamptz is null or created_at >= ${since})
    order by id for update`)
  const rows = await db.rows<{ id: string }>(sql`
    with chosen as (
      select d.system_client_id, d.id, d.state, d.attempts, d.site_id from callback_states d
      where d.system_client_id = ${clientId}
        and not coalesce(d.leased_until > ${now} or (d.due_at <= ${now} and d.lane_leased_until > ${now}), false)
        and (${id}::text is null or d.id = ${id})
        and (${since}::timestamptz is null or (d.created_at >= ${since} and d.state <> 'waiting' and not starts_with(d.id, ${TEST_PREFIX})))
        and (${state}::text is null or d.state = ${state})
    ), changed as (
      update callback_deliveries d set url = coalesce(r.url, d.url), lane = coalesce(r.lane, d.lane),
        sealed_key = coalesce(r.sealed_key, d.sealed_key),
        sealed_secret = case when r.url is null then d.sealed_secret else r.sealed_secret end,
        given_up_at = null,
        replayed_after = d.replayed_after + case when c.state = 'waiting' then 0 else c.attempts end
      from chosen c left join lateral (
        select a.url, a.lane, a.sealed_key, a.sealed_secret from receivers_of_callbacks a
        where a.system_client_id = c.system_client_id and a.site_id in ('', coalesce(c.site_id, ''))
        order by a.site_id desc limit 1) as r on true
      where d.system_client_id = c.system_client_id and d.id = c.id
      returning d.system_client_id, d.id, d.lane, d.replayed_after
    )
    insert into callback_queue as q (system_client_id, id, lane, due_at, logged)
    select system_client_id, id, lane, ${now}, replayed_after from changed
    on conflict (system_client_id, id) do update set lane = excluded.lane, due_at = excluded.due_at, leased_until = null
    returning q.id`)
  return rows.map((row) => row.id)
}

/** The oldest, over all clients, with their attempts. */
export function deleteDeliveriesBefore(db: Db, before: Date, most: number): Promise<number> {
  return db.run(sql`
    with old as (
      select system_client_id, id from callback_states where created_at < ${before} and finished_at < ${before}
      order by created_at limit ${most}
    ), attempts as (
      delete from callback_attempts a using old where a.system_client_id = old.system_client_id and a.delivery_id = old.id
    )
    delete from callback_deliveries d using old where d.system_client_id = old.system_client_id and d.id = old.id`)
}

export interface Counts {
  waiting: number
  givenUp: number
  /** The earliest due time among waiting ones. */
  oldestDue: Date | null
}

/** Over all clients; given up since `since`. */
export async function countDeliveries(db: Db, since: Date): Promise<Counts> {
  const row = await db.row<Counts>(sql`
    select (select count(*)::int from callback_queue) as waiting, (select min(due_at) from callback_queue) as oldest_due,
      (select count(*)::int from callback_deliveries where given_up_at >= ${since}) as given_up`)
  return row ?? { waiting: 0, givenUp: 0, oldestDue: null }
}
