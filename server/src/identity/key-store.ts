// SQL for API keys, and the one query that finds who a key belongs to and what it reaches.
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { type Db, type Part, part, sql } from '../db/sql.ts'
import { withoutNulls } from '../lib/without-nulls.ts'
import { clientOfRole } from '../organisation/client-store.ts'
import type { ClientSettings } from '../scope.ts'

export interface ApiKey {
  keyId: string
  label: string
  createdAt: Date
  expiresAt?: Date
  blockedAt?: Date
  lastUsedAt?: Date
  /** Left out: as many as the setting of the installation says. */
  requestsPerMinute?: number
}

interface ApiKeyRow {
  keyId: string
  label: string
  createdAt: Date
  expiresAt: Date | null
  blockedAt: Date | null
  lastUsedAt: Date | null
  requestsPerMinute: number | null
}

export async function insertKey(
  db: Db,
  key: {
    keyId: string
    hash: string
    loginId: string
    label: string
    expiresAt: Date | null
    requestsPerMinute: number | null
    addresses: readonly string[] | null
  },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into api_keys (id, login_id, hash, label, created_at, expires_at, requests_per_minute,
      addresses)
    values (${key.keyId}, ${key.loginId}, decode(${key.hash}, 'hex'), ${key.label}, ${now}, ${key.expiresAt},
      ${key.requestsPerMinute}, ${key.addresses})`)
}

export async function listKeys(db: Db, loginId: string): Promise<ApiKey[]> {
  const rows = await db.rows<ApiKeyRow>(sql`
    select id as key_id, label, created_at, expires_at, blocked_at, last_used_at, requests_per_minute
    from api_keys where login_id = ${loginId} order by created_at, id`)
  return rows.map(withoutNulls)
}

/** The keys that reach a system client. */
export async function listKeysOfClient(
  db: Db,
  clientId: string,
): Promise<{ id: string; label: string; login: string }[]> {
  return db.rows(sql`
    select k.id, k.label, l.login
    from login_roles r join logins l on l.id = r.login_id join api_keys k on k.login_id = r.login_id
    where r.system_client_id = ${clientId} order by l.login, k.created_at, k.id`)
}

export interface KeyOwner {
  id: string
  /** In hex. */
  hash: string
  label: string
  expiresAt: Date | null
  blockedAt: Date | null
  requestsPerMinute: number | null
  addresses: string[] | null
  replacedBy: string | null
  login: string
}

const ownerColumns = part`k.id, encode(k.hash, 'hex') as hash, k.label, k.expires_at, k.blocked_at, k.requests_per_minute,
  k.addresses, k.replaced_by, l.login`

/** At most two: enough to tell one key from several. */
export async function listKeysByPrefix(db: Db, prefix: string): Promise<KeyOwner[]> {
  return db.rows<KeyOwner>(sql`
    select ${ownerColumns} from api_keys k join logins l on l.id = k.login_id
    where starts_with(k.id, ${prefix}) order by k.id limit 2`)
}

/** Holds the row until the transaction ends. */
export async function findKeyForUpdate(db: Db, keyId: string): Promise<KeyOwner | undefined> {
  return db.row<KeyOwner>(sql`
    select ${ownerColumns} from api_keys k join logins l on l.id = k.login_id where k.id = ${keyId} for no key update of k`)
}

/** A key that reaches a system client, with its login. */
export interface KeyOfClientRow {
  id: string
  label: string
  loginId: string
  login: string
  role: Role
  createdAt: Date
  expiresAt: Date | null
  blockedAt: Date | null
  lastUsedAt: Date | null
  requestsPerMinute: number | null
  addresses: string[] | null
  replacedBy: string | null
  isDisabled: boolean
  isShared: boolean
}

const keysOfClient = (clientId: string): Part => part`
  select k.id, k.label, l.id as login_id, l.login, r.role, k.created_at, k.expires_at, k.blocked_at, k.last_used_at,
    k.requests_per_minute, k.addresses, k.replaced_by, l.disabled_at is not null as is_disabled,
    exists (select from login_roles o where o.login_id = l.id and o.system_client_id <> r.system_client_id) as is_shared
  from login_roles r join logins l on l.id = r.login_id join api_keys k on k.login_id = r.login_id
  where r.system_client_id = ${clientId}`

export const listWholeKeysOfClient = (db: Db, clientId: string): Promise<KeyOfClientRow[]> =>
  db.rows<KeyOfClientRow>(sql`${keysOfClient(clientId)} order by l.login, k.created_at, k.id`)

export const findKeyOfClient = (
  db: Db,
  clientId: string,
  keyId: string,
): Promise<KeyOfClientRow | undefined> =>
  db.row<KeyOfClientRow>(sql`${keysOfClient(clientId)} and k.id = ${keyId}`)

export async function updateKey(
  db: Db,
  keyId: string,
  { label, requestsPerMinute, addresses }: Pick<KeyOwner, 'label' | 'requestsPerMinute' | 'addresses'>,
): Promise<void> {
  await db.run(sql`
    update api_keys set label = ${label}, requests_per_minute = ${requestsPerMinute}, addresses = ${addresses}
    where id = ${keyId}`)
}

export async function updateReplaced(db: Db, keyId: string, by: string, expiresAt: Date): Promise<void> {
  await db.run(sql`
    update api_keys set replaced_by = ${by}, expires_at = ${expiresAt} where id = ${keyId}`)
}

/** False if it was already blocked: the first time is kept. */
export async function updateBlockedAt(db: Db, keyId: string, now: Date): Promise<boolean> {
  const updated = await db.run(sql`
    update api_keys set blocked_at = ${now} where id = ${keyId} and blocked_at is null`)
  return updated > 0
}

/** Null: as the setting of the installation says. */
export async function updateRequestsPerMinute(db: Db, keyId: string, most: number | null): Promise<void> {
  await db.run(sql`update api_keys set requests_per_minute = ${most} where id = ${keyId}`)
}

/** One row per key and client it reaches; client columns are null for a login without roles. */
export interface AccessRow {
  keyId: string
  /** In hex. */
  hash: string
  expiresAt: Date | null
  lastUsedAt: Date | null
  requestsPerMinute: number | null
  addresses: string[] | null
  loginId: string
  login: string
  loginName: string
  isSupport: boolean
  role: Role | null
  branchIds: string[] | null
  client: ClientSettings | null
}

/** Blocked keys and keys of disabled logins are not found. */
export async function listAccess(db: Db, keyIds: readonly string[]): Promise<AccessRow[]> {
  return db.rows<AccessRow>(sql`
    select k.id as key_id, encode(k.hash, 'hex') as hash, k.expires_at, k.last_used_at, k.requests_per_minute,
      k.addresses, l.id as login_id, l.login, l.name as login_name, l.is_support, r.role, r.branch_ids,
      (${clientOfRole}) as client
    from api_keys k
    join logins l on l.id = k.login_id
    left join login_roles r on r.login_id = l.id
    where k.id = any(${keyIds}::text[]) and k.blocked_at is null and l.disabled_at is null`)
}

/**
 * Moves `last_used_at` forward, at most once a minute per key over all processes. The rows are locked in one order,
 * so that two processes writing at the same moment cannot block each other.
 */
export async function updateLastUsed(db: Db, uses: readonly { id: string; at: Date }[]): Promise<void> {
  await db.run(sql`
    with used as (
      select u.id, u.at from json_to_recordset(${JSON.stringify(uses)}::json) as u(id text, at timestamptz)
    ), due as (
      select k.id, used.at from api_keys k join used on used.id = k.id
      where k.last_used_at is null or k.last_used_at <= used.at - interval '1 minute'
      order by k.id for update of k
    )
    update api_keys k set last_used_at = due.at from due
    where k.id = due.id and (k.last_used_at is null or k.last_used_at <= due.at - interval '1 minute')`)
}
