// SQL for passkeys, recovery codes, and the steps between a right password and a session. Codes and tokens are stored as hashes.
import type { Role } from '@walkaround/contract/rules/roles.ts'
import type { SecondFactorRule } from '@walkaround/contract/rules/second-factor.ts'
import { type Db, sql } from '../db/sql.ts'
import { secondFactorOfRole } from '../organisation/client-store.ts'

interface NeedRow {
  passkeys: number
  /** Recovery codes that were not used. */
  codes: number
  hasPassword: boolean
  /** With what the client of each asks for. */
  roles: { role: Role; rule?: SecondFactorRule }[]
}

export function findNeed(db: Db, loginId: string): Promise<NeedRow | undefined> {
  return db.row<NeedRow>(sql`
    select (select count(*)::int from passkeys p where p.login_id = l.id) as passkeys,
      (select count(*)::int from recovery_codes c where c.login_id = l.id and c.used_at is null) as codes,
      l.password_hash is not null as has_password,
      coalesce((
        select json_agg(json_strip_nulls(json_build_object('role', r.role, 'rule', (${secondFactorOfRole}))))
        from login_roles r where r.login_id = l.id), '[]') as roles
    from logins l where l.id = ${loginId}`)
}

export interface PasskeyRow {
  id: string
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  name: string
  isSynced: boolean
  createdAt: Date
  usedAt: Date | null
}

export function listPasskeys(db: Db, loginId: string): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(sql`
    select id, credential_id, public_key, counter::float8 as counter, transports, name, is_synced, created_at, used_at
    from passkeys where login_id = ${loginId} order by created_at, id`)
}

/** False if there is such a credential already, of whatever login. */
export async function insertPasskey(
  db: Db,
  loginId: string,
  row: Omit<PasskeyRow, 'usedAt'>,
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into passkeys (id, login_id, credential_id, public_key, counter, transports, name, is_synced, created_at)
    values (${row.id}, ${loginId}, ${row.credentialId}, ${Buffer.from(row.publicKey)}, ${row.counter},
      ${row.transports}, ${row.name}, ${row.isSynced}, ${row.createdAt})
    on conflict (credential_id) do nothing`)
  return inserted > 0
}

/** False if it went away, or another sign-in moved its counter meanwhile. */
export async function updatePasskeyUsed(
  db: Db,
  { id, before, counter, isSynced }: { id: string; before: number; counter: number; isSynced: boolean },
  now: Date,
): Promise<boolean> {
  const updated = await db.run(sql`
    update passkeys set counter = ${counter}, is_synced = ${isSynced}, used_at = ${now}
    where id = ${id} and counter = ${before}`)
  return updated > 0
}

export async function updatePasskeyName(db: Db, loginId: string, id: string, name: string): Promise<boolean> {
  const updated = await db.run(sql`
    update passkeys set name = ${name} where id = ${id} and login_id = ${loginId}`)
  return updated > 0
}

export async function deletePasskey(db: Db, loginId: string, id: string): Promise<boolean> {
  const deleted = await db.run(sql`delete from passkeys where id = ${id} and login_id = ${loginId}`)
  return deleted > 0
}

/** Returns how many there were. */
export function deletePasskeysOf(db: Db, loginId: string): Promise<number> {
  return db.run(sql`delete from passkeys where login_id = ${loginId}`)
}

export async function deleteRecoveryCodes(db: Db, loginId: string): Promise<void> {
  await db.run(sql`delete from recovery_codes where login_id = ${loginId}`)
}

export async function insertRecoveryCodes(
  db: Db,
  loginId: string,
  hashes: readonly string[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into recovery_codes (login_id, hash, created_at)
    select ${loginId}, decode(h.hash, 'hex'), ${now} from unnest(${hashes}::text[]) as h(hash)`)
}

export async function hasRecoveryCode(db: Db, loginId: string, hash: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from recovery_codes
    where login_id = ${loginId} and hash = decode(${hash}, 'hex') and used_at is null`)
  return row !== undefined
}

/** False if it was used meanwhile. */
export async function useRecoveryCode(db: Db, loginId: string, hash: string, now: Date): Promise<boolean> {
  const updated = await db.run(sql`
    update recovery_codes set used_at = ${now}
    where login_id = ${loginId} and hash = decode(${hash}, 'hex') and used_at is null`)
  return updated > 0
}

export type StepKind = 'prove' | 'enrol' | 'add'

interface StepRow {
  loginId: string
  login: string
  name: string
  isSupport: boolean
  kind: StepKind
  challenge: string
  expiresAt: Date
}

export async function insertStep(
  db: Db,
  step: { hash: string; loginId: string; kind: StepKind; challenge: string; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into sign_in_challenges (hash, login_id, kind, challenge, expires_at)
    values (decode(${step.hash}, 'hex'), ${step.loginId}, ${step.kind}, ${step.challenge}, ${step.expiresAt})`)
}

export function findStep(db: Db, hash: string, now: Date): Promise<StepRow | undefined> {
  return db.row<StepRow>(sql`
    select l.id as login_id, l.login, l.name, l.is_support, s.kind, s.challenge, s.expires_at
    from sign_in_challenges s join logins l on l.id = s.login_id
    where s.hash = decode(${hash}, 'hex') and s.expires_at > ${now} and l.disabled_at is null`)
}

/** False if somebody was faster: a step is used once. */
export async function deleteStep(db: Db, hash: string): Promise<boolean> {
  const deleted = await db.run(sql`delete from sign_in_challenges where hash = decode(${hash}, 'hex')`)
  return deleted > 0
}

export async function deleteStepsOf(db: Db, loginId: string): Promise<void> {
  await db.run(sql`delete from sign_in_challenges where login_id = ${loginId}`)
}

export function deleteStepsBefore(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from sign_in_challenges where expires_at <= ${now}`)
}
