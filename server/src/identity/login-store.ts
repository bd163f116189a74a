// SQL for logins and their roles.

import type { Role } from '@walkaround/contract/rules/roles.ts'
import { type Db, part, sql } from '../db/sql.ts'
import { withoutNulls } from '../lib/without-nulls.ts'
import { hasPasswordsOff } from '../organisation/client-store.ts'

export interface LoginRole {
  clientId: string
  role: Role
  /** Ids of the branches it is limited to; left out, all of the client. */
  branches?: string[]
}

export interface Login {
  id: string
  login: string
  name: string
  isSupport: boolean
  hasPassword: boolean
  disabledAt?: Date
  roles: LoginRole[]
}

interface LoginRow extends Omit<Login, 'disabledAt'> {
  disabledAt: Date | null
}

const loginColumns = part`
  l.id, l.login, l.name, l.is_support, l.password_hash is not null as has_password, l.disabled_at`

const roleOfLogin = part`
  json_strip_nulls(json_build_object('clientId', r.system_client_id, 'role', r.role, 'branches', r.branch_ids))`

const allRoles = part`
  coalesce((select json_agg(${roleOfLogin} order by r.system_client_id) from login_roles r where r.login_id = l.id), '[]')`

/** Holds the row until the transaction ends: changes of one login queue. */
export async function lockLogin(db: Db, login: string): Promise<void> {
  await db.run(sql`select 1 from logins where login = ${login} for no key update`)
}

/** By its id; held until the transaction ends. */
export async function holdLoginById(db: Db, id: string): Promise<Login | undefined> {
  const row = await db.row<LoginRow>(sql`
    select ${loginColumns}, ${allRoles} as roles from logins l where l.id = ${id} for no key update of l`)
  return row && withoutNulls(row)
}

export async function findLoginById(db: Db, id: string): Promise<Login | undefined> {
  const row = await db.row<LoginRow>(sql`
    select ${loginColumns}, ${allRoles} as roles from logins l where l.id = ${id}`)
  return row && withoutNulls(row)
}

export async function findLogin(db: Db, login: string): Promise<Login | undefined> {
  const row = await db.row<LoginRow>(sql`
    select ${loginColumns}, ${allRoles} as roles from logins l where l.login = ${login}`)
  return row && withoutNulls(row)
}

export async function listLogins(db: Db): Promise<Login[]> {
  const rows = await db.rows<LoginRow>(sql`
    select ${loginColumns}, ${allRoles} as roles from logins l order by l.login`)
  return rows.map(withoutNulls)
}

/** Shows only roles at this client, not where else its people work. */
export async function listLoginsOfClient(db: Db, clientId: string): Promise<Login[]> {
  const rows = await db.rows<LoginRow>(sql`
    select ${loginColumns}, json_build_array(${roleOfLogin}) as roles
    from login_roles r join logins l on l.id = r.login_id
    where r.system_client_id = ${clientId} order by l.login`)
  return rows.map(withoutNulls)
}

interface NewLoginRow {
  id: string
  login: string
  name: string
  isSupport: boolean
  passwordHash: string | null
}

/** False when the login is taken. */
export async function insertLogin(db: Db, login: NewLoginRow, now: Date): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into logins (id, login, name, is_support, password_hash, created_at)
    values (${login.id}, ${login.login}, ${login.name}, ${login.isSupport}, ${login.passwordHash}, ${now})
    on conflict (login) do nothing`)
  return inserted > 0
}

export async function updateDisabledAt(db: Db, id: string, disabledAt: Date | null): Promise<void> {
  await db.run(sql`update logins set disabled_at = ${disabledAt} where id = ${id}`)
}

export async function updatePasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.run(sql`update logins set password_hash = ${passwordHash} where id = ${id}`)
}

export async function upsertRole(
  db: Db,
  loginId: string,
  { clientId, role, branches }: LoginRole,
): Promise<void> {
  await db.run(sql`
    insert into login_roles (system_client_id, login_id, role, branch_ids)
    values (${clientId}, ${loginId}, ${role}, ${branches ?? null})
    on conflict (system_client_id, login_id) do update set role = excluded.role, branch_ids = excluded.branch_ids`)
}

export async function deleteRole(db: Db, loginId: string, clientId: string): Promise<boolean> {
  const deleted = await db.run(sql`
    delete from login_roles where system_client_id = ${clientId} and login_id = ${loginId}`)
  return deleted > 0
}

interface PasswordRow {
  id: string
  login: string
  name: string
  isSupport: boolean
  passwordHash: string | null
  disabledAt: Date | null
}

export async function findPassword(db: Db, login: string): Promise<PasswordRow | undefined> {
  return db.row<PasswordRow>(sql`
    select id, login, name, is_support, password_hash, disabled_at from logins where login = ${login}`)
}

/** Does nothing if it was changed meanwhile. */
export async function replacePasswordHash(db: Db, id: string, before: string, after: string): Promise<void> {
  await db.run(sql`update logins set password_hash = ${after} where id = ${id} and password_hash = ${before}`)
}

/** Nobody signs in with it any more, and its name can be given to somebody else; what it did still names it by its id. */
export async function retireLogin(db: Db, id: string, now: Date): Promise<void> {
  await db.run(sql`
    update logins set login = id || '~' || login, disabled_at = coalesce(disabled_at, ${now}) where id = ${id}`)
}

/** How many roles are limited to a branch. */
export async function countLimited(
  { db, clientId }: { db: Db; clientId: string },
  branchId: string,
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from login_roles
    where system_client_id = ${clientId} and ${branchId} = any(branch_ids)`)
  return row?.count ?? 0
}

/** Moves limits to a merged branch to the branch that took it over. */
export async function moveRoles(
  { db, clientId }: { db: Db; clientId: string },
  { from, into }: { from: string; into: string },
): Promise<void> {
  await db.run(sql`
    update login_roles set branch_ids = array(select distinct id from unnest(array_replace(branch_ids, ${from}, ${into}))
      as id order by id)
    where system_client_id = ${clientId} and ${from} = any(branch_ids)`)
}

/** A client that takes its password; also true without any role. */
export async function opensWithPassword(db: Db, loginId: string): Promise<boolean> {
  const row = await db.row<{ roles: number; open: number }>(sql`
    select count(*)::int as roles, (count(*) filter (where r.is_spare or not (${hasPasswordsOff})))::int as open
    from login_roles r where r.login_id = ${loginId}`)
  return !row || row.roles === 0 || row.open > 0
}

export async function listSpareLogins(db: Db, clientId: string): Promise<string[]> {
  const rows = await db.rows<{ loginId: string }>(sql`
    select login_id from login_roles where system_client_id = ${clientId} and is_spare order by login_id`)
  return rows.map(({ loginId }) => loginId)
}

export async function updateSpareLogins(db: Db, clientId: string, ids: readonly string[]): Promise<void> {
  await db.run(sql`
    update login_roles set is_spare = login_id = any(${ids}::text[])
    where system_client_id = ${clientId} and is_spare is distinct from (login_id = any(${ids}::text[]))`)
}

/** Spare logins that get an admin of the whole client in. */
export async function countUsableSpares(db: Db, clientId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from login_roles r join logins l on l.id = r.login_id
    where r.system_client_id = ${clientId} and r.is_spare and r.role = 'admin' and r.branch_ids is null
      and l.password_hash is not null and l.disabled_at is null`)
  return row?.count ?? 0
}
