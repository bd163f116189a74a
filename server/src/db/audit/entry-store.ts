// The SQL of the audit. There is no statement that changes an entry: the chain takes it up once, and the oldest are cut off whole.
import type { AuditArea, AuditChange } from '@walkaround/contract/rules/audit-entries.ts'
import type { AuditKind } from '@walkaround/contract/rules/audit-kinds.ts'
import { RetryTransaction } from '../database.ts'
import { type Db, part, sql, unprepared } from '../sql.ts'
import type { EntryRow, MarkedHead } from './chain.ts'

export interface NewEntry {
  clientId: string
  at: Date
  area: AuditArea
  kind: AuditKind
  subject: string
  subjectName?: string | undefined
  actorKind: string
  actorId: string
  actorLogin?: string | undefined
  actorName?: string | undefined
  keyPrefix?: string | undefined
  address?: string | undefined
  requestId?: string | undefined
  times?: number | undefined
  detail?: string | undefined
  changes?: readonly AuditChange[] | undefined
}

/** In the transaction of the change, which waits for it. */
export function insertEntries(db: Db, entries: readonly NewEntry[]): void {
  if (entries.length === 0) return
  db.send(sql`
    insert into audit_entries (system_client_id, at, area, kind, subject, subject_name, actor_kind, actor_id, actor_login,
      actor_name, key_prefix, address, request_id, times, detail, changes)
    select e."clientId", e.at, e.area, e.kind, e.subject, e."subjectName", e."actorKind", e."actorId", e."actorLogin",
      e."actorName", e."keyPrefix", e.address, e."requestId", e.times, e.detail, e.changes
    from json_to_recordset(${JSON.stringify(entries)}::json) as e("clientId" text, at timestamptz, area text, kind text,
      subject text, "subjectName" text, "actorKind" text, "actorId" text, "actorLogin" text, "actorName" text,
      "keyPrefix" text, address text, "requestId" text, times integer, detail text, changes json)`)
}

const entryColumns = part`n.id, n.system_client_id as client_id, n.at, n.area, n.kind, n.subject, n.subject_name,
  n.actor_kind, n.actor_id, n.actor_login, n.actor_name, n.key_prefix, n.address, n.request_id, n.times, n.detail, n.changes,
  n.position, n.hash`

/** Clients with entries that the chain has not taken up: one look-up per client, however many wait. */
export async function listUnsealedClients(db: Db): Promise<string[]> {
  const rows = await db.rows<{ clientId: string }>(sql`
    with recursive unsealed as (
      (select system_client_id from audit_entries where hash is null order by system_client_id limit 1)
      union all
      select (select n.system_client_id from audit_entries n
        where n.hash is null and n.system_client_id > u.system_client_id order by n.system_client_id limit 1)
      from unsealed u where u.system_client_id is not null
    )
    select system_client_id as client_id from unsealed where system_client_id is not null`)
  return rows.map(({ clientId }) => clientId)
}

const headColumns = part`h.system_client_id as client_id, h.position, encode(h.hash, 'hex') as hash, h.cut_position,
  encode(h.cut_hash, 'hex') as cut_hash, h.began_at, h.mark, h.mark_key`

/** Held until the transaction ends: one process at a time makes a chain longer or shorter. */
export function lockAuditHead(db: Db, clientId: string): Promise<MarkedHead | undefined> {
  return db.row<MarkedHead>(sql`
    select ${headColumns} from audit_heads h where h.system_client_id = ${clientId} for update of h`)
}

export function findAuditHead(db: Db, clientId: string): Promise<MarkedHead | undefined> {
  return db.row<MarkedHead>(sql`
    select ${headColumns} from audit_heads h where h.system_client_id = ${clientId}`)
}

/** Of every client with a chain. */
export async function listAuditHeads(db: Db): Promise<MarkedHead[]> {
  return db.rows<MarkedHead>(sql`select ${headColumns} from audit_heads h order by h.system_client_id`)
}

/** Another process that has just made it makes this transaction run again. */
export async function insertAuditHead(db: Db, head: MarkedHead): Promise<void> {
  const made = await db.run(sql`
    insert into audit_heads (system_client_id, position, hash, cut_position, cut_hash, began_at, mark, mark_key)
    values (${head.clientId}, ${head.position}, decode(${head.hash}, 'hex'), ${head.cutPosition},
      decode(${head.cutHash}, 'hex'), ${head.beganAt}, ${head.mark}, ${head.markKey})
    on conflict (system_client_id) do nothing`)
  if (made === 0) throw new RetryTransaction()
}

export async function updateAuditHead(db: Db, head: MarkedHead): Promise<void> {
  await db.run(sql`
    update audit_heads set position = ${head.position}, hash = decode(${head.hash}, 'hex'),
      cut_position = ${head.cutPosition}, cut_hash = decode(${head.cutHash}, 'hex'), mark = ${head.mark},
      mark_key = ${head.markKey}
    where system_client_id = ${head.clientId}`)
}

/** In the order in which they were written. */
export function listUnsealed(db: Db, clientId: string, limit: number): Promise<EntryRow[]> {
  return db.rows<EntryRow>(sql`
    select ${entryColumns} from audit_entries n
    where n.system_client_id = ${clientId} and n.hash is null order by n.id limit ${limit}`)
}

export async function sealRows(
  db: Db,
  clientId: string,
  sealed: readonly { id: number; position: number; hash: string }[],
): Promise<void> {
  await db.run(sql`
    update audit_entries n set position = s.position, hash = decode(s.hash, 'hex')
    from json_to_recordset(${JSON.stringify(sealed)}::json) as s(id bigint, position bigint, hash text)
    where n.system_client_id = ${clientId} and n.id = s.id`)
}

export interface EntryFilter {
  /** From then on, and before then. */
  from?: Date | undefined
  to?: Date | undefined
  area?: string | undefined
  /** A kind, or its first word. */
  kind?: string | undefined
  /** What this login did, and what was done to it. */
  login?: string | undefined
  subject?: string | undefined
  /** Anywhere in the entry, however it is capitalised. */
  text?: string | undefined
}

type Nullable<T> = { [K in keyof T]?: T[K] | null }

/** Those beside the time and the place in the list. Planned anew each time: what is left out costs nothing then. */
const matchingEntry = ({
  area = null,
  kind = null,
  login = null,
  subject = null,
  text = null,
}: Nullable<EntryFilter>) => part`
    (${area}::text is null or n.area = ${area})
    and (${kind}::text is null or n.kind = ${kind} or starts_with(n.kind, ${kind} || '.'))
    and (${login}::text is null or n.actor_login = ${login} or n.subject_name = ${login})
    and (${subject}::text is null or n.subject = ${subject})
    and (${text}::text is null or strpos(lower(concat_ws(' ', n.kind, n.subject, n.subject_name, n.actor_login, n.actor_name,
      n.key_prefix, n.address, n.request_id, n.detail, n.changes)), lower(${text})) > 0)`

/** Newest first, before the one with this id. */
export function listNewest(
  db: Db,
  clientId: string,
  filter: EntryFilter,
  { before = null, limit }: { before?: number | null; limit: number },
): Promise<EntryRow[]> {
  const { from = null, to = null } = filter
  return db.rows<EntryRow>(
    unprepared(sql`
    select ${entryColumns} from audit_entries n
    where n.system_client_id = ${clientId} and (${before}::bigint is null or n.id < ${before}::bigint)
      and (${from}::timestamptz is null or n.at >= ${from}) and (${to}::timestamptz is null or n.at < ${to})
      and ${matchingEntry(filter)}
    order by n.id desc limit ${limit}`),
  )
}

/** Oldest first, after the one with this id. */
export function listOldest(
  db: Db,
  clientId: string,
  filter: EntryFilter,
  { after, limit }: { after: number; limit: number },
): Promise<EntryRow[]> {
  const { from = null, to = null } = filter
  return db.rows<EntryRow>(
    unprepared(sql`
    select ${entryColumns} from audit_entries n
    where n.system_client_id = ${clientId} and n.id > ${after}
      and (${from}::timestamptz is null or n.at >= ${from}) and (${to}::timestamptz is null or n.at < ${to})
      and ${matchingEntry(filter)}
    order by n.id limit ${limit}`),
  )
}

/** When the audit of the client of an event `e` begins. */
export const auditBegin = part`select min(b.at) from audit_entries b where b.system_client_id = e.system_client_id`

/** All but sign-ins and refusals, which are counted by the hour elsewhere. */
export const changesInAudit = part`select c.id, c.system_client_id, c.at, c.kind, c.subject, c.subject_name, c.actor_kind, c.actor_id, c.actor_login, c.address,
  c.detail, c.changes
  from audit_entries c where c.area <> 'signIns'`

/** Along the chain. */
export function listSealed(
  db: Db,
  clientId: string,
  after: number,
  limit: number,
): Promise<(EntryRow & { position: number; hash: Uint8Array })[]> {
  return db.rows(sql`
    select ${entryColumns} from audit_entries n
    where n.system_client_id = ${clientId} and n.position > ${after} order by n.position limit ${limit}`)
}

export async function countUnsealed(db: Db, clientId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from audit_entries where system_client_id = ${clientId} and hash is null`)
  return row?.count ?? 0
}

/** The last entry of the oldest part of the chain that is wholly from before then. */
export function findCut(
  db: Db,
  clientId: string,
  before: Date,
  after: number,
): Promise<{ position: number; hash: string } | undefined> {
  return db.row(sql`
    select n.position, encode(n.hash, 'hex') as hash from audit_entries n
    where n.system_client_id = ${clientId} and n.position > ${after} and n.position < (
      select coalesce(min(k.position), h.position) from audit_heads h
      left join audit_entries k on k.system_client_id = h.system_client_id and k.position > ${after} and k.at >= ${before}
      where h.system_client_id = ${clientId} group by h.position)
    order by n.position desc limit 1`)
}

export async function deleteUpTo(db: Db, clientId: string, position: number): Promise<number> {
  await db.run(sql`select set_config('walkaround.audit_cut', 'on', true)`)
  const deleted = await db.run(sql`
    delete from audit_entries where system_client_id = ${clientId} and position <= ${position}`)
  await db.run(sql`select set_config('walkaround.audit_cut', 'off', true)`)
  return deleted
}
