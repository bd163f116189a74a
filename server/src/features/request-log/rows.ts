// SQL of the log of requests for features on higher floors.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { fromObjectIds, toObjectId, writePlace } from './rules.ts'

export interface RequestOf {
  /** Of its entry in the log; the DMS may send a `requestId` twice. */
  logId: string
  at: Date
  keyId: string
  operation: string
  status: number
  errorCode: number | null
  requestId: string
  /** `errorInfo`, without personal values. */
  info: string | null
}

/** The newest requests about these objects, so many of each. */
export async function listRequestsOf(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  ids: readonly string[],
  most: number,
): Promise<RequestOf[]> {
  const rows = await db.rows<Omit<RequestOf, 'logId'> & { number: number }>(sql`
    select r.number, r.at, r.key_id, r.operation, r.status, r.error_code, r.request_id, r.info
    from unnest(${ids.map(toObjectId)}::text[]) as o(id)
    cross join lateral (
      select number, at, key_id, operation, status, error_code, request_id, detail ->> 'info' as info from request_log
      where system_client_id = ${clientId} and split_part(object_ids, '/', 1) = o.id
      order by at desc, number desc limit ${most}
    ) r`)
  return rows.map((row) => ({ ...row, logId: writePlace(row) }))
}

/** What the newest request with this id was about; undefined if none is kept, or it was about nothing. */
export async function findObjectOf(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  requestId: string,
): Promise<string | undefined> {
  const row = await db.row<{ objectIds: string }>(sql`
    select object_ids from request_log where system_client_id = ${clientId} and request_id = ${requestId}
    order by at desc, number desc limit 1`)
  return fromObjectIds(row?.objectIds ?? '')[0]
}
