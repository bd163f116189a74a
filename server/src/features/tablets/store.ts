// SQL of shared tablets, of who unlocks them, and of PINs.
import type { Role } from '@walkaround/contract/rules/roles.ts'
import { insertEvent } from '../../db/events.ts'
import { type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>
type Writer = Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>

export interface TabletRow {
  id: string
  name: string
  branches: string[] | null
  lockMinutes: number
  codeExpiresAt: Date | null
  pairedAt: Date | null
  seenAt: Date | null
  agent: string | null
}

const tabletColumns = part`t.id, t.name, t.branch_ids as branches, t.lock_minutes, t.code_expires_at, t.paired_at, t.seen_at, t.agent`

interface LockedRow {
  tabletId: string
  id: string
  name: string
}

export function listTablets({ db, clientId }: Reader): Promise<TabletRow[]> {
  return db.rows(sql`
    select ${tabletColumns} from tablets t where t.system_client_id = ${clientId} order by lower(t.name), t.id`)
}

/** Whoever has no PIN any more is not told of: nothing can be tried. */
export function listLockedPeople({ db, clientId }: Reader, most: number): Promise<LockedRow[]> {
  return db.rows(sql`
    select p.tablet_id, l.id, l.name
    from tablet_people p
    join pins on pins.system_client_id = p.system_client_id and pins.login_id = p.login_id
    join logins l on l.id = p.login_id
    where p.system_client_id = ${clientId} and p.failures >= ${most} order by lower(l.name), l.id`)
}

const oneTablet = (clientId: string, id: string): Part => part`
  select ${tabletColumns} from tablets t where t.system_client_id = ${clientId} and t.id = ${id}`

export const findTablet = ({ db, clientId }: Reader, id: string): Promise<TabletRow | undefined> =>
  db.row(sql`${oneTablet(clientId, id)}`)

/** Held until the transaction ends. */
export const lockTablet = ({ db, clientId }: Reader, id: string): Promise<TabletRow | undefined> =>
  db.row(sql`${oneTablet(clientId, id)} for no key update of t`)

export async function isNameTaken({ db, clientId }: Reader, name: string, but: string): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from tablets
    where system_client_id = ${clientId} and lower(name) = lower(${name}) and id <> ${but}`)
  return row !== undefined
}

interface NewTablet {
  id: string
  name: string
  branches: string[] | null
  lockMinutes: number
}

interface Code {
  codeHash: Buffer
  expiresAt: Date
}

export async function insertTablet(scope: Writer, row: NewTablet, code: Code): Promise<void> {
  await scope.db.run(sql`
    with made as (
      insert into tablets (system_client_id, id, name, branch_ids, lock_minutes, code_hash, code_expires_at, created_at)
      values (${scope.clientId}, ${row.id}, ${row.name}, ${row.branches}, ${row.lockMinutes}, ${code.codeHash}, ${code.expiresAt},
        ${scope.now})
    )
    ${insertEvent(scope, 'tablet.added', `tablet/${row.id}`, row.branches ? { branches: row.branches } : {})}`)
}

export async function updateTablet(scope: Writer, row: NewTablet, changed: string[]): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update tablets set name = ${row.name}, branch_ids = ${row.branches}, lock_minutes = ${row.lockMinutes}
      where system_client_id = ${scope.clientId} and id = ${row.id}
    )
    ${insertEvent(scope, 'tablet.changed', `tablet/${row.id}`, { changed })}`)
}

export async function updateCode(scope: Writer, id: string, code: Code): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update tablets set code_hash = ${code.codeHash}, code_expires_at = ${code.expiresAt}
      where system_client_id = ${scope.clientId} and id = ${id}
    )
    ${insertEvent(scope, 'tablet.codeMade', `tablet/${id}`)}`)
}

export async function deleteTablet(scope: Writer, id: string): Promise<void> {
  await scope.db.run(sql`
    with gone as (delete from tablets where system_client_id = ${scope.clientId} and id = ${id})
    ${insertEvent(scope, 'tablet.revoked', `tablet/${id}`)}`)
}

/** Uses the code up; undefined if there is none, or no more. */
export async function takeCode(
  scope: Writer,
  codeHash: Buffer,
  device: { tokenHash: Buffer; agent: string | null },
): Promise<TabletRow | undefined> {
  const row = await scope.db.row<TabletRow>(sql`
    select ${tabletColumns} from tablets t
    where t.system_client_id = ${scope.clientId} and t.code_hash = ${codeHash} and t.code_expires_at > ${scope.now}
    for no key update of t`)
  if (!row) return undefined
  await scope.db.run(sql`
    with paired as (
      update tablets set code_hash = null, code_expires_at = null, token_hash = ${device.tokenHash}, agent = ${device.agent},
        paired_at = ${scope.now}, seen_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${row.id}
    )
    ${insertEvent(scope, 'tablet.paired', `tablet/${row.id}`)}`)
  return row
}

export const findPairedTablet = (
  { db, clientId }: Reader,
  tokenHash: Buffer,
): Promise<TabletRow | undefined> =>
  db.row(sql`
    select ${tabletColumns} from tablets t
    where t.system_client_id = ${clientId} and t.token_hash = ${tokenHash}`)

/** Revoked or paired again, but not while the transaction lasts. */
export async function holdPaired({ db, clientId }: Reader, tokenHash: Buffer): Promise<boolean> {
  const row = await db.row(sql`
    select 1 as one from tablets t
    where t.system_client_id = ${clientId} and t.token_hash = ${tokenHash} for share of t`)
  return row !== undefined
}

export async function updateTabletSeen({ db, clientId }: Reader, id: string, now: Date): Promise<void> {
  await db.run(sql`update tablets set seen_at = ${now} where system_client_id = ${clientId} and id = ${id}`)
}

export interface PersonRow {
  id: string
  login: string
  name: string
  role: Role
  sealedHash: Uint8Array
  usedAt: Date | null
  failures: number
}

/** Who may unlock the tablet: has a PIN, and works at one of its branches. */
const people = (clientId: string, tablet: Pick<TabletRow, 'id' | 'branches'>): Part => part`
  select l.id, l.login, l.name, r.role, pins.sealed_hash, p.used_at, coalesce(p.failures, 0) as failures
  from pins
  join logins l on l.id = pins.login_id and l.disabled_at is null
  join login_roles r on r.system_client_id = pins.system_client_id and r.login_id = pins.login_id and r.role <> 'dms'
  left join tablet_people p on p.system_client_id = pins.system_client_id and p.login_id = pins.login_id
    and p.tablet_id = ${tablet.id}
  where pins.system_client_id = ${clientId}
    and (${tablet.branches}::text[] is null or r.branch_ids is null or r.branch_ids && ${tablet.branches}::text[])`

export const listTabletPeople = (
  { db, clientId }: Reader,
  tablet: Pick<TabletRow, 'id' | 'branches'>,
): Promise<PersonRow[]> =>
  db.rows(sql`${people(clientId, tablet)} order by p.used_at desc nulls last, lower(l.name), l.id`)

export const findTabletPerson = (
  { db, clientId }: Reader,
  tablet: Pick<TabletRow, 'id' | 'branches'>,
  loginId: string,
): Promise<PersonRow | undefined> => db.row(sql`${people(clientId, tablet)} and pins.login_id = ${loginId}`)

/** Counts a try as wrong before the PIN is checked, so that many at once gain nothing. How many there are now; undefined if locked. */
export async function beginTry(
  { db, clientId }: Reader,
  tabletId: string,
  loginId: string,
  most: number,
): Promise<number | undefined> {
  const row = await db.row<{ failures: number }>(sql`
    insert into tablet_people as p (system_client_id, tablet_id, login_id, failures)
    values (${clientId}, ${tabletId}, ${loginId}, 1)
    on conflict (system_client_id, tablet_id, login_id) do update set failures = p.failures + 1
      where p.failures < ${most}
    returning p.failures`)
  return row?.failures
}

/** The PIN could not be checked. */
export async function takeBackTry(
  { db, clientId }: Reader,
  tabletId: string,
  loginId: string,
): Promise<void> {
  await db.run(sql`
    update tablet_people set failures = greatest(0, failures - 1)
    where system_client_id = ${clientId} and tablet_id = ${tabletId} and login_id = ${loginId}`)
}

export async function recordLocked(scope: Writer, tabletId: string, loginId: string): Promise<void> {
  await scope.db.run(sql`${insertEvent(scope, 'login.pinLocked', `login/${loginId}`, { tabletId })}`)
}

export async function recordUnlocked(
  { db, clientId, now }: Writer,
  tabletId: string,
  loginId: string,
): Promise<void> {
  await db.run(sql`
    update tablet_people set failures = 0, used_at = ${now}
    where system_client_id = ${clientId} and tablet_id = ${tabletId} and login_id = ${loginId}`)
}

interface PinRow {
  setAt: Date
}

export const findPin = ({ db, clientId }: Reader, loginId: string): Promise<PinRow | undefined> =>
  db.row(sql`select set_at from pins where system_client_id = ${clientId} and login_id = ${loginId}`)

export async function listLockedTablets(
  { db, clientId }: Reader,
  loginId: string,
  most: number,
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select t.name from tablet_people p
    join tablets t on t.system_client_id = p.system_client_id and t.id = p.tablet_id
    where p.system_client_id = ${clientId} and p.login_id = ${loginId} and p.failures >= ${most} order by lower(t.name), t.id`)
  return rows.map(({ name }) => name)
}

export async function upsertPin(scope: Writer, loginId: string, sealedHash: Buffer): Promise<void> {
  await scope.db.run(sql`
    with kept as (
      insert into pins (system_client_id, login_id, sealed_hash, set_at)
      values (${scope.clientId}, ${loginId}, ${sealedHash}, ${scope.now})
      on conflict (system_client_id, login_id) do update set sealed_hash = excluded.sealed_hash, set_at = excluded.set_at
    )
    ${insertEvent(scope, 'login.pinSet', `login/${loginId}`)}`)
}

export async function deletePin(scope: Writer, loginId: string): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      delete from pins where system_client_id = ${scope.clientId} and login_id = ${loginId} returning login_id
    )
    ${insertEvent(scope, 'login.pinCleared', `login/${loginId}`)} from gone`)
}

export function forgetTries({ db, clientId }: Reader, loginId: string): Promise<number> {
  return db.run(sql`
    update tablet_people set failures = 0
    where system_client_id = ${clientId} and login_id = ${loginId} and failures > 0`)
}

export async function recordForgiven(scope: Writer, loginId: string): Promise<void> {
  await scope.db.run(sql`${insertEvent(scope, 'login.pinUnlocked', `login/${loginId}`)}`)
}

interface SealedPin {
  id: string
  sealedHash: Uint8Array
}

/** By login, for a change of the installation's key. */
export function listForeignPins(
  { db, clientId }: Reader,
  keyId: Buffer,
  { after, limit }: { after: string; limit: number },
): Promise<SealedPin[]> {
  return db.rows(sql`
    select login_id as id, sealed_hash from pins
    where system_client_id = ${clientId} and login_id > ${after} and substring(sealed_hash from 2 for 4) <> ${keyId}
    order by login_id limit ${limit}`)
}

/** Unless another PIN was set meanwhile. */
export function replacePin(
  { db, clientId }: Reader,
  loginId: string,
  { before, after }: { before: Uint8Array; after: Buffer },
): Promise<number> {
  return db.run(sql`
    update pins set sealed_hash = ${after}
    where system_client_id = ${clientId} and login_id = ${loginId} and sealed_hash = ${Buffer.from(before)}`)
}
