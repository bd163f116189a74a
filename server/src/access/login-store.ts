// SQL for logins and their roles.
import { type Db, sql } from '../db/sql.ts'
import type { Role } from '../scope.ts'

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

interface LoginRow {
  id: string
  login: string
  name: string
  is_support: boolean
  has_password: boolean
  disabled_at: Date | null
  roles: (Omit<LoginRole, 'branches'> & { branches: string[] | null })[] | null
}

function toLogin(row: LoginRow): Login {
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    isSupport: row.is_support,
    hasPassword: row.has_password,
    ...(row.disabled_at === null ? {} : { disabledAt: row.disabled_at }),
    roles: (row.roles ?? []).map(({ branches, ...role }) =>
      branches === null ? role : { ...role, branches },
    ),
  }
}

/** Holds the row until the transaction ends: changes of one login queue. */
export async function lockLogin(db: Db, login: string): Promise<void> {
  await db.run(sql`select 1 from logins where login = ${login} for no key update`)
}

export async function findLogin(db: Db, login: string): Promise<Login | undefined> {
  const row = await db.row<LoginRow>(sql`
    select l.id, l.login, l.name, l.is_support, l.password_hash is not null as has_password, l.disabled_at,
      (select json_agg(json_build_object('clientId', r.system_client_id, 'role', r.role, 'branches', r.branch_ids)
        order by r.system_client_id)
       from login_roles r where r.login_id = l.id) as roles
    from logins l where l.login = ${login}`)
  return row && toLogin(row)
}

export async function listLogins(db: Db): Promise<Login[]> {
  const rows = await db.rows<LoginRow>(sql`
    select l.id, l.login, l.name, l.is_support, l.password_hash is not null as has_password, l.disabled_at,
      (select json_agg(json_build_object('clientId', r.system_client_id, 'role', r.role, 'branches', r.branch_ids)
        order by r.system_client_id)
       from login_roles r where r.login_id = l.id) as roles
    from logins l order by l.login`)
  return rows.map(toLogin)
}

/** Only what concerns this client: where else its people work is none of its business. */
export async function listLoginsOfClient(db: Db, clientId: string): Promise<Login[]> {
  const rows = await db.rows<LoginRow>(sql`
    select l.id, l.login, l.name, l.is_support, l.password_hash is not null as has_password, l.disabled_at,
      json_build_array(json_build_object('clientId', r.system_client_id, 'role', r.role, 'branches', r.branch_ids)) as roles
    from login_roles r join logins l on l.id = r.login_id
    where r.system_client_id = ${clientId} order by l.login`)
  return rows.map(toLogin)
}

export interface NewLoginRow {
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

export interface PasswordRow {
  id: string
  login: string
  name: string
  is_support: boolean
  password_hash: string | null
  disabled_at: Date | null
}

export async function findPassword(db: Db, login: string): Promise<PasswordRow | undefined> {
  return db.row<PasswordRow>(sql`
    select id, login, name, is_support, password_hash, disabled_at from logins where login = ${login}`)
}

/** Unless it was changed meanwhile. */
export async function replacePasswordHash(db: Db, id: string, before: string, after: string): Promise<void> {
  await db.run(sql`update logins set password_hash = ${after} where id = ${id} and password_hash = ${before}`)
}
