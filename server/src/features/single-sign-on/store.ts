// SQL of sign-in providers, the people known by them, and those who are on their way there.
import type { ClaimNames, ClaimRule } from '@walkaround/contract/rules/provider-claims.ts'
import { type Db, part, sql } from '../../db/sql.ts'

export interface ProviderRow {
  providerId: string
  label: string
  issuer: string
  applicationId: string
  sealedSecret: Buffer | null
  secretSetAt: Date | null
  scopes: string
  domains: string[]
  claims: ClaimNames
  rules: ClaimRule[]
  isEnabled: boolean
  addsPeople: boolean
  joinsByEmail: boolean
  keepsRoles: boolean
  toleranceSeconds: number
}

interface ShownProviderRow extends ProviderRow {
  people: number
}

const providerColumns = part`p.provider_id, p.label, p.issuer, p.application_id, p.sealed_secret, p.secret_set_at, p.scopes, p.domains, p.claims,
  p.rules, p.is_enabled, p.adds_people, p.joins_by_email, p.keeps_roles, p.tolerance_seconds`

const countOfPeople = part`
  (select count(*)::int from provider_people n where n.system_client_id = p.system_client_id and n.provider_id = p.provider_id)`

interface OfClient {
  db: Db
  clientId: string
}

export function listProviderRows({ db, clientId }: OfClient): Promise<ShownProviderRow[]> {
  return db.rows<ShownProviderRow>(sql`
    select ${providerColumns}, ${countOfPeople} as people from sign_in_providers p
    where p.system_client_id = ${clientId} order by p.provider_id`)
}

export function findProviderRow(
  { db, clientId }: OfClient,
  id: string,
): Promise<ShownProviderRow | undefined> {
  return db.row<ShownProviderRow>(sql`
    select ${providerColumns}, ${countOfPeople} as people from sign_in_providers p
    where p.system_client_id = ${clientId} and p.provider_id = ${id}`)
}

/** Holds it until the transaction ends: changes of a provider, and new people of it, queue. */
export async function lockProvider({ db, clientId }: OfClient, id: string): Promise<void> {
  await db.run(sql`
    select 1 from sign_in_providers where system_client_id = ${clientId} and provider_id = ${id} for no key update`)
}

export async function saveProvider({ db, clientId }: OfClient, row: ProviderRow, now: Date): Promise<void> {
  await db.run(sql`
    insert into sign_in_providers (system_client_id, provider_id, label, issuer, application_id, sealed_secret, secret_set_at, scopes,
      domains, claims, rules, is_enabled, adds_people, joins_by_email, keeps_roles, tolerance_seconds, changed_at)
    values (${clientId}, ${row.providerId}, ${row.label}, ${row.issuer}, ${row.applicationId}, ${row.sealedSecret},
      ${row.secretSetAt}, ${row.scopes}, ${row.domains}, ${JSON.stringify(row.claims)}::jsonb,
      ${JSON.stringify(row.rules)}::jsonb, ${row.isEnabled}, ${row.addsPeople}, ${row.joinsByEmail}, ${row.keepsRoles},
      ${row.toleranceSeconds}, ${now})
    on conflict (system_client_id, provider_id) do update set label = excluded.label, issuer = excluded.issuer,
      application_id = excluded.application_id, sealed_secret = excluded.sealed_secret, secret_set_at = excluded.secret_set_at,
      scopes = excluded.scopes, domains = excluded.domains, claims = excluded.claims, rules = excluded.rules,
      is_enabled = excluded.is_enabled, adds_people = excluded.adds_people, joins_by_email = excluded.joins_by_email,
      keeps_roles = excluded.keeps_roles, tolerance_seconds = excluded.tolerance_seconds, changed_at = excluded.changed_at`)
}

export async function deleteProvider({ db, clientId }: OfClient, id: string): Promise<void> {
  await db.run(sql`
    delete from sign_in_providers where system_client_id = ${clientId} and provider_id = ${id}`)
}

export async function replaceSecret(
  { db, clientId }: OfClient,
  { id, was, sealed }: { id: string; was: Buffer; sealed: Buffer },
): Promise<number> {
  return db.run(sql`
    update sign_in_providers set sealed_secret = ${sealed}
    where system_client_id = ${clientId} and provider_id = ${id} and sealed_secret = ${was}`)
}

export interface OfferedRow {
  client: string
  provider: string
  label: string
}

const MOST_OFFERED = 20

/** Of any client: whoever types an address has not said where they work. */
export function listOfDomain(db: Db, domain: string): Promise<OfferedRow[]> {
  return db.rows<OfferedRow>(sql`
    select p.system_client_id as client, p.provider_id as provider, p.label from sign_in_providers p
    where p.domains @> array[${domain}]::text[] and p.is_enabled order by p.label, p.system_client_id, p.provider_id limit ${MOST_OFFERED}`)
}

export function listOffered({ db, clientId }: OfClient): Promise<OfferedRow[]> {
  return db.rows<OfferedRow>(sql`
    select p.system_client_id as client, p.provider_id as provider, p.label from sign_in_providers p
    where p.system_client_id = ${clientId} and p.is_enabled order by p.label, p.provider_id limit ${MOST_OFFERED}`)
}

/** Of any client: nobody has said yet where they work. */
export async function hasProviderRow(db: Db): Promise<boolean> {
  const row = await db.row(sql`select 1 as one from sign_in_providers where is_enabled limit 1`)
  return row !== undefined
}

export async function findPersonLogin(
  { db, clientId }: OfClient,
  providerId: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db.row<{ loginId: string }>(sql`
    select login_id from provider_people
    where system_client_id = ${clientId} and provider_id = ${providerId} and subject = ${subject}`)
  return row?.loginId
}

export async function insertPerson(
  { db, clientId }: OfClient,
  { providerId, subject, loginId }: { providerId: string; subject: string; loginId: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into provider_people (system_client_id, provider_id, subject, login_id, created_at)
    values (${clientId}, ${providerId}, ${subject}, ${loginId}, ${now})`)
}

export async function isJoined(
  { db, clientId }: OfClient,
  providerId: string,
  loginId: string,
): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from provider_people
    where system_client_id = ${clientId} and provider_id = ${providerId} and login_id = ${loginId} limit 1`)
  return row !== undefined
}

interface ProviderOfLoginRow {
  provider: string
  label: string
  isEnabled: boolean
  keepsRoles: boolean
  /** Null: it could be joined. */
  joinedAt: Date | null
}

export function listProvidersFor({ db, clientId }: OfClient, loginId: string): Promise<ProviderOfLoginRow[]> {
  return db.rows<ProviderOfLoginRow>(sql`
    select p.provider_id as provider, p.label, p.is_enabled, p.keeps_roles,
      (select min(n.created_at) from provider_people n
        where n.system_client_id = p.system_client_id and n.provider_id = p.provider_id and n.login_id = ${loginId}) as joined_at
    from sign_in_providers p where p.system_client_id = ${clientId} order by p.label, p.provider_id`)
}

/** Gives who the login was over there. */
export async function deletePeople(
  { db, clientId }: OfClient,
  providerId: string,
  loginId: string,
): Promise<string[]> {
  const rows = await db.rows<{ subject: string }>(sql`
    delete from provider_people
    where system_client_id = ${clientId} and provider_id = ${providerId} and login_id = ${loginId} returning subject`)
  return rows.map(({ subject }) => subject)
}

export interface AttemptRow {
  stateHash: Buffer
  providerId: string
  browserHash: Buffer
  sealedChecks: Buffer
  goesTo: string
  isFresh: boolean
  formerSession: Buffer | null
  joinsLoginId: string | null
  device: Uint8Array | null
  address: string
  createdAt: Date
  expiresAt: Date
}

export async function insertAttempt({ db, clientId }: OfClient, row: AttemptRow): Promise<void> {
  await db.run(sql`
    insert into sign_in_attempts (system_client_id, state_hash, provider_id, browser_hash, sealed_checks, goes_to, is_fresh,
      former_session, joins_login_id, device, address, created_at, expires_at)
    values (${clientId}, ${row.stateHash}, ${row.providerId}, ${row.browserHash}, ${row.sealedChecks}, ${row.goesTo},
      ${row.isFresh}, ${row.formerSession}, ${row.joinsLoginId}, ${row.device}, ${row.address}, ${row.createdAt},
      ${row.expiresAt})`)
}

export async function countAttempts(
  { db, clientId }: OfClient,
  address: string,
  since: Date,
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from sign_in_attempts
    where system_client_id = ${clientId} and address = ${address} and created_at > ${since}`)
  return row?.count ?? 0
}

/** Works once, and only for the browser that went out. */
export function takeAttempt(
  { db, clientId }: OfClient,
  { providerId, stateHash, browserHash }: Pick<AttemptRow, 'providerId' | 'stateHash' | 'browserHash'>,
  now: Date,
): Promise<AttemptRow | undefined> {
  return db.row<AttemptRow>(sql`
    delete from sign_in_attempts
    where system_client_id = ${clientId} and state_hash = ${stateHash} and provider_id = ${providerId}
      and browser_hash = ${browserHash} and expires_at > ${now}
    returning state_hash, provider_id, browser_hash, sealed_checks, goes_to, is_fresh, former_session, joins_login_id, device, address,
      created_at, expires_at`)
}

/** Where somebody wanted to go whose way back does not count any more; changes nothing. */
export async function findGoal(
  { db, clientId }: OfClient,
  { providerId, stateHash }: Pick<AttemptRow, 'providerId' | 'stateHash'>,
): Promise<{ goesTo: string; joins: boolean } | undefined> {
  return db.row(sql`
    select goes_to, joins_login_id is not null as joins from sign_in_attempts
    where system_client_id = ${clientId} and state_hash = ${stateHash} and provider_id = ${providerId}`)
}

export function deleteAttemptsBefore(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from sign_in_attempts where expires_at < ${before}`)
}
