// The SQL of the log of requests. Its partitions are those of partitions.ts.
import { type Db, part, sql } from '../../db/sql.ts'
import type { Place } from './rules.ts'

export interface NewRow {
  clientId: string
  at: Date
  number: number
  keyId: string
  operation: string
  objectIds: string
  status: number
  errorCode?: number
  ms: number
  requestId: string
  /** JSON of a `Detail`. */
  detail?: unknown
}

/** A row that is there already was written by an attempt whose reply was lost. */
export function insertRows(db: Db, rows: readonly NewRow[]): Promise<number> {
  return db.run(sql`
    insert into request_log (system_client_id, at, number, key_id, operation, object_ids, status, error_code, ms, request_id,
      detail)
    select r."clientId", r.at, r.number, r."keyId", r.operation, r."objectIds", r.status, r."errorCode", r.ms,
      r."requestId", r.detail
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("clientId" text, at timestamptz, number integer, "keyId" text,
      operation text, "objectIds" text, status smallint, "errorCode" integer, ms real, "requestId" text, detail json)
    on conflict (system_client_id, at, number) do nothing`)
}

export interface RequestRow {
  at: Date
  number: number
  keyId: string
  operation: string
  objectIds: string
  status: number
  errorCode: number | null
  ms: number
  requestId: string
  info: string | null
  /** Of a request that no operation took. */
  method: string | null
  path: string | null
  made: string | null
  dropped: number | null
}

export interface RowQuery {
  keyId?: string | undefined
  operation?: string | undefined
  /** The first digit. */
  statusClass?: number | undefined
  errorCode?: number | undefined
  /** As `objectIds` begins. */
  object?: string | undefined
  requestId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  before?: Place | undefined
  /** So many rows are looked at. */
  looked: number
  limit: number
}

interface LookedRow extends RequestRow {
  isWanted: boolean
  place: number
}

const columns = part`r.at, r.number, r.key_id, r.operation, r.object_ids, r.status, r.error_code, r.ms, r.request_id,
  r.detail ->> 'info' as info, r.detail ->> 'method' as method, r.detail ->> 'path' as path,
  r.detail ->> 'made' as made, (r.detail ->> 'dropped')::int as dropped`

const within = (clientId: string, { since, until, before }: RowQuery) => part`r.system_client_id = ${clientId}
  and r.at >= coalesce(${since ?? null}::timestamptz, '-infinity') and r.at < coalesce(${until ?? null}::timestamptz, 'infinity')
  and (r.at, r.number) < (coalesce(${before?.at ?? null}::timestamptz, 'infinity'), ${before?.number ?? 0}::int)`

const wanted = ({ keyId, operation, statusClass, errorCode, requestId }: RowQuery) => part`
  (${keyId ?? null}::text is null or r.key_id = ${keyId ?? null})
  and (${operation ?? null}::text is null or r.operation = ${operation ?? null})
  and (${statusClass ?? null}::int is null or r.status / 100 = ${statusClass ?? null})
  and (${errorCode ?? null}::int is null or r.error_code = ${errorCode ?? null})
  and (${requestId ?? null}::text is null or r.request_id = ${requestId ?? null})`

const shownOf = (query: RowQuery) => part`${columns}, ${wanted(query)} as is_wanted,
  row_number() over (order by r.at desc, r.number desc)::int as place`

const newestOf = ({ looked }: RowQuery) => part`order by r.at desc, r.number desc limit ${looked}`

/** Of what was looked at: what is wanted, and the last row, so that the next search can go on behind it. */
const wantedOfLooked = ({ looked, limit }: RowQuery) => part`
  select at, number, key_id, operation, object_ids, status, error_code, ms, request_id, info, method, path,
    made, dropped, is_wanted, place
  from looked where is_wanted or place = ${looked}
  order by at desc, number desc limit ${limit}`

/** The newest first. At most `looked` rows are looked at, whatever is asked for. */
export function listAll(db: Db, clientId: string, query: RowQuery): Promise<LookedRow[]> {
  return db.rows(sql`
    with looked as (
      select ${shownOf(query)} from request_log r where ${within(clientId, query)} ${newestOf(query)}
    ) ${wantedOfLooked(query)}`)
}

/** The same among refused ones, which have an index of their own. */
export function listRefused(db: Db, clientId: string, query: RowQuery): Promise<LookedRow[]> {
  return db.rows(sql`
    with looked as (
      select ${shownOf(query)} from request_log r
      where ${within(clientId, query)} and r.status >= 400 ${newestOf(query)}
    ) ${wantedOfLooked(query)}`)
}

/** The same among those about one object. */
export function listOfObject(
  db: Db,
  clientId: string,
  query: RowQuery & { object: string },
): Promise<LookedRow[]> {
  return db.rows(sql`
    with looked as (
      select ${shownOf(query)} from request_log r
      where ${within(clientId, query)} and split_part(r.object_ids, '/', 1) = ${query.object} ${newestOf(query)}
    ) ${wantedOfLooked(query)}`)
}

/** Those with one request id: a caller may give the same to several. */
export function listOfRequest(
  db: Db,
  clientId: string,
  query: RowQuery & { requestId: string },
): Promise<LookedRow[]> {
  return db.rows(sql`
    select ${columns}, ${wanted(query)} as is_wanted, 0 as place
    from request_log r where ${within(clientId, query)} and r.request_id = ${query.requestId} and ${wanted(query)}
    order by r.at desc, r.number desc limit ${query.limit}`)
}

export interface DetailRow extends RequestRow {
  body: string | null
  bodyBytes: number | null
}

export function findAt(db: Db, clientId: string, { at, number }: Place): Promise<DetailRow | undefined> {
  return db.row(sql`
    select ${columns}, r.detail ->> 'body' as body, (r.detail ->> 'bodyBytes')::int as body_bytes
    from request_log r where r.system_client_id = ${clientId} and r.at = ${at} and r.number = ${number}`)
}

/** The newest. */
export function findByRequestId(db: Db, clientId: string, requestId: string): Promise<DetailRow | undefined> {
  return db.row(sql`
    select ${columns}, r.detail ->> 'body' as body, (r.detail ->> 'bodyBytes')::int as body_bytes
    from request_log r where r.system_client_id = ${clientId} and r.request_id = ${requestId}
    order by r.at desc, r.number desc limit 1`)
}
