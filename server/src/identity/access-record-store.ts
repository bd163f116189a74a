// SQL for records of sign-ins and refusals.
import type { AuditChange } from '@walkaround/contract/rules/audit-entries.ts'
import { auditBegin, changesInAudit } from '../db/audit/entry-store.ts'
import { isOfAccess } from '../db/events.ts'
import { type Db, sql } from '../db/sql.ts'

export interface AccessRecord {
  clientId: string
  hour: Date
  kind: string
  subject: string
  address: string
  detail: string
  times: number
  firstAt: Date
  lastAt: Date
}

interface LoginOwnerRow {
  id: string
  login: string
  clientIds: string[]
}

export interface KeyOwnerRow {
  id: string
  clientIds: string[]
  blockedAt: Date | null
  expiresAt: Date | null
  disabledAt: Date | null
}

export async function findOwners(
  db: Db,
  { names, loginIds, keyIds }: { names: string[]; loginIds: string[]; keyIds: string[] },
): Promise<{
  byName: Map<string, LoginOwnerRow>
  byId: Map<string, LoginOwnerRow>
  keys: Map<string, KeyOwnerRow>
}> {
  const logins = await db.rows<LoginOwnerRow>(sql`
    select l.id, l.login, array(select r.system_client_id from login_roles r where r.login_id = l.id) as client_ids
    from logins l where l.login = any(${names}::text[]) or l.id = any(${loginIds}::text[])`)
  const keys = await db.rows<KeyOwnerRow>(sql`
    select k.id, array(select r.system_client_id from login_roles r where r.login_id = k.login_id) as client_ids,
      k.blocked_at, k.expires_at, l.disabled_at
    from api_keys k join logins l on l.id = k.login_id where k.id = any(${keyIds}::text[])`)
  return {
    byName: new Map(logins.map((row) => [row.login, row])),
    byId: new Map(logins.map((row) => [row.id, row])),
    keys: new Map(keys.map((row) => [row.id, row])),
  }
}

export const hourKey = ({ clientId, hour }: Pick<AccessRecord, 'clientId' | 'hour'>) =>
  `${hour.toISOString()} ${clientId}`

/** The given hours that already have that many rows. */
export async function listFullHours(
  db: Db,
  records: readonly AccessRecord[],
  most: number,
): Promise<Set<string>> {
  const hours = new Map(
    records.map(({ clientId, hour }) => [hourKey({ clientId, hour }), { clientId, hour }]),
  )
  const rows = await db.rows<{ clientId: string; hour: Date }>(sql`
    select h."clientId" as client_id, h.hour
    from json_to_recordset(${JSON.stringify([...hours.values()])}::json) as h("clientId" text, hour timestamptz)
    where ${most} <= (select count(*) from (
      select 1 from access_records r
      where r.system_client_id = h."clientId" and r.hour = h.hour limit ${most}) as present)`)
  return new Set(rows.map(hourKey))
}

type CountedRecord = Pick<
  AccessRecord,
  'clientId' | 'hour' | 'kind' | 'subject' | 'address' | 'detail' | 'times'
>

/** Rows in one order, so that two processes that write at once cannot block each other. Tells how often each happened in its hour. */
export async function addRecords(db: Db, records: readonly AccessRecord[]): Promise<CountedRecord[]> {
  if (records.length === 0) return []
  return db.rows<CountedRecord>(sql`
    insert into access_records (system_client_id, hour, kind, subject, address, detail, times, first_at, last_at)
    select n."clientId", n.hour, n.kind, n.subject, n.address, n.detail, sum(n.times), min(n."firstAt"), max(n."lastAt")
    from json_to_recordset(${JSON.stringify(records)}::json) as n("clientId" text, hour timestamptz, kind text,
      subject text, address text, detail text, times integer, "firstAt" timestamptz, "lastAt" timestamptz)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (system_client_id, hour, kind, subject, address, detail) do update
    set times = access_records.times + excluded.times, last_at = greatest(access_records.last_at, excluded.last_at)
    returning system_client_id as client_id, hour, kind, subject, address, detail, times`)
}

export async function deleteRecordsBefore(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from access_records where last_at < ${before}`)
}

interface AuditQuery {
  /** '' marks records that concern no system client. */
  clientIds: readonly string[]
  /** Id of a login: what happened to it and its keys, and what it did. */
  loginId?: string | undefined
  /** A kind, or its first word. */
  kind?: string | undefined
  since?: Date | undefined
  limit: number
}

export interface AuditRow {
  /** Of a change: what it was called, and the fields with their former and new values. */
  name: string | null
  changes: AuditChange[] | null
  at: Date
  firstAt: Date | null
  clientId: string
  kind: string
  subject: string
  login: string | null
  actor: string | null
  actorLogin: string | null
  address: string | null
  times: number | null
  detail: string | null
  payload: Record<string, unknown> | null
}

/** Refusals and changes in one list, newest first. Before there was an audit, the events tell what changed about access. */
export async function listAudit(db: Db, query: AuditQuery): Promise<AuditRow[]> {
  const { clientIds, loginId = null, kind = null, since = null, limit } = query
  return db.rows<AuditRow>(sql`
    with subjects as (
      select 'login/' || ${loginId}::text as subject
      union all select 'key/' || k.id from api_keys k where k.login_id = ${loginId}
    ), found as (
      (select r.last_at as at, r.first_at, r.system_client_id, r.kind, r.subject, null::text as actor, r.address,
          r.times, r.detail, null::json as payload, null::text as name, null::json as changes, null::text as by_login
        from access_records r
        where r.system_client_id = any(${clientIds}::text[])
          and (${since}::timestamptz is null or r.last_at >= ${since})
          and (${kind}::text is null or r.kind = ${kind} or starts_with(r.kind, ${kind} || '.'))
          and (${loginId}::text is null or r.subject in (select s.subject from subjects s))
        order by r.last_at desc limit ${limit})
      union all
      (select e.at, null, e.system_client_id, e.kind, e.subject, e.actor, null, null, null, e.payload, null, null, null
        from events e
        where e.system_client_id = any(${clientIds}::text[])
          and ${isOfAccess}
          and e.at < coalesce((${auditBegin}), 'infinity')
          and (${since}::timestamptz is null or e.at >= ${since})
          and (${kind}::text is null or e.kind = ${kind} or starts_with(e.kind, ${kind} || '.'))
          and (${loginId}::text is null or e.subject in (select s.subject from subjects s)
            or e.actor in ('login:' || ${loginId}::text, 'support:' || ${loginId}::text))
        order by e.at desc limit ${limit})
      union all
      (select n.at, null, n.system_client_id, n.kind, n.subject, n.actor_kind || ':' || n.actor_id, n.address, null,
          n.detail, null, n.subject_name, n.changes, n.actor_login
        from (${changesInAudit}) n
        where n.system_client_id = any(${clientIds}::text[])
          and (${since}::timestamptz is null or n.at >= ${since})
          and (${kind}::text is null or n.kind = ${kind} or starts_with(n.kind, ${kind} || '.'))
          and (${loginId}::text is null or n.subject in (select s.subject from subjects s) or n.actor_id = ${loginId})
        order by n.at desc, n.id desc limit ${limit})
    )
    select f.at, f.first_at, f.system_client_id as client_id, f.kind, f.subject, f.actor, f.address, f.times, f.detail,
      f.payload, f.name, f.changes, l.login, coalesce(f.by_login, a.login) as actor_login
    from found f
    left join api_keys k on f.subject = 'key/' || k.id
    left join logins l on l.id = coalesce(k.login_id, split_part(f.subject, '/', 2))
    left join logins a on a.id = split_part(f.actor, ':', 2)
    order by f.at desc limit ${limit}`)
}
