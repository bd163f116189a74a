// SQL for the logins of one client as those who set them up see them.
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { type Db, type Part, part, sql } from '../db/sql.ts'

export interface ManagedLoginRow {
  id: string
  login: string
  name: string
  role: Role
  branches: string[] | null
  isDisabled: boolean
  hasPassword: boolean
  /** It has a role at another client, or reaches all of them. */
  isShared: boolean
}

const managed = part`l.id, l.login, l.name, r.role, r.branch_ids as branches, l.disabled_at is not null as is_disabled,
  l.password_hash is not null as has_password,
  exists (select from login_roles o where o.login_id = l.id and o.system_client_id <> r.system_client_id) as is_shared`

/** What it is used for; keys that do not work any more do not count. */
interface UsedLoginRow extends ManagedLoginRow {
  seenAt: Date | null
  sessions: number
  keys: number
  passkeys: number
}

export function listManagedLogins(db: Db, clientId: string, now: Date): Promise<UsedLoginRow[]> {
  return db.rows(sql`
    select ${managed}, greatest(l.seen_at, u.seen_at, k.used_at) as seen_at, u.sessions, k.keys,
      (select count(*)::int from passkeys p where p.login_id = l.id) as passkeys
    from login_roles r join logins l on l.id = r.login_id
    left join lateral (
      select count(*)::int as sessions, max(s.seen_at) as seen_at from sessions s
      where s.login_id = l.id and s.expires_at > ${now}) u on true
    left join lateral (
      select count(*) filter (where a.blocked_at is null and (a.expires_at is null or a.expires_at > ${now}))::int as keys,
        max(a.last_used_at) as used_at
      from api_keys a where a.login_id = l.id) k on true
    where r.system_client_id = ${clientId} order by lower(l.name), l.login`)
}

const managedLogin = (clientId: string, loginId: string): Part => part`
  select ${managed} from login_roles r join logins l on l.id = r.login_id
  where r.system_client_id = ${clientId} and r.login_id = ${loginId}`

export const findManagedLogin = (
  db: Db,
  clientId: string,
  loginId: string,
): Promise<ManagedLoginRow | undefined> => db.row(sql`${managedLogin(clientId, loginId)}`)

export const findManagedLoginByName = (
  db: Db,
  clientId: string,
  login: string,
): Promise<{ id: string } | undefined> =>
  db.row(sql`
    select l.id from login_roles r join logins l on l.id = r.login_id
    where r.system_client_id = ${clientId} and l.login = ${login}`)

/** Holds the login until the transaction ends: changes of one login queue. */
export const lockManagedLogin = (
  db: Db,
  clientId: string,
  loginId: string,
): Promise<ManagedLoginRow | undefined> =>
  db.row(sql`${managedLogin(clientId, loginId)} for no key update of l`)

export async function updateName(db: Db, loginId: string, name: string): Promise<void> {
  await db.run(sql`update logins set name = ${name} where id = ${loginId}`)
}
