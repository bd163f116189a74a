// SQL for branches and their dealer codes.
import { type Db, part, sql } from '../db/sql.ts'
import { withoutNulls } from '../lib/without-nulls.ts'
import type { Scope } from '../scope.ts'

export interface Branch {
  id: string
  siteId: string
  name: string
  codes: string[]
  /** Left out: as the system client sets it. */
  releaseTypes?: string[]
  /** Registered by an order or lead and not yet confirmed by anyone (C1). */
  isNew: boolean
}

interface BranchRow extends Omit<Branch, 'releaseTypes'> {
  releaseTypes: string[] | null
}

const branchColumns = part`b.id, b.site_id, b.name, b.release_types, b.is_new, array(
  select c.code from branch_codes c
  where c.system_client_id = b.system_client_id and c.branch_id = b.id order by c.code) as codes`

export interface BoundRow {
  id: string
  siteId: string
  siteName: string
  releaseTypes: string[] | null
  /** The dealer code that was named; where the branch was named by its id, one of its codes. */
  code: string
}

/**
 * On the path of every order and lead: one statement, three look-ups by primary key. The lock is the one the foreign
 * key of the order takes anyway, only sooner: the branch cannot be merged away before the order is written.
 */
export async function findBound(db: Db, clientId: string, codeOrId: string): Promise<BoundRow | undefined> {
  return db.row<BoundRow>(sql`
    select b.id, b.site_id, s.name as site_name, b.release_types, coalesce(c.code, (
      select min(k.code) from branch_codes k
      where k.system_client_id = b.system_client_id and k.branch_id = b.id)) as code
    from (values (${codeOrId}::text)) as named(name)
    left join branch_codes c on c.system_client_id = ${clientId} and c.code = named.name
    join branches b on b.system_client_id = ${clientId} and b.id = coalesce(c.branch_id, named.name)
    join sites s on s.system_client_id = b.system_client_id and s.id = b.site_id
    for key share of b`)
}

export function listSitesOfBranches(
  db: Db,
  clientId: string,
  ids: readonly string[],
): Promise<{ id: string; siteId: string }[]> {
  return db.rows(sql`
    select id, site_id from branches where system_client_id = ${clientId} and id = any(${ids}::text[])`)
}

interface NamedBranch {
  /** As it was asked for: a dealer code or the id. */
  name: string
  id: string
  siteId: string
}

/** The branches named by dealer code or id (C1); names nobody knows give nothing. */
export function listNamedBranches(
  db: Db,
  clientId: string,
  codesOrIds: readonly string[],
): Promise<NamedBranch[]> {
  return db.rows(sql`
    select wanted.name, b.id, b.site_id
    from unnest(${codesOrIds}::text[]) as wanted(name)
    left join branch_codes c on c.system_client_id = ${clientId} and c.code = wanted.name
    join branches b on b.system_client_id = ${clientId} and b.id = coalesce(c.branch_id, wanted.name)
    order by b.id`)
}

/** The branches the caller may see, with what differs between them when an inspection is begun. */
export function listReached(
  scope: Scope,
): Promise<{ id: string; code: string; siteName: string; language: string | null }[]> {
  const { db, clientId } = scope
  const branches = scope.branches ?? null
  return db.rows(sql`
    select b.id, s.name as site_name, s.language, coalesce((select min(c.code) from branch_codes c
      where c.system_client_id = b.system_client_id and c.branch_id = b.id), b.id) as code
    from branches b join sites s on s.system_client_id = b.system_client_id and s.id = b.site_id
    where b.system_client_id = ${clientId} and (${branches}::text[] is null or b.id = any(${branches}::text[]))
    order by b.id`)
}

export async function listBranches(db: Db, clientId: string): Promise<Branch[]> {
  const rows = await db.rows<BranchRow>(sql`
    select ${branchColumns} from branches b where b.system_client_id = ${clientId} order by b.id`)
  return rows.map(withoutNulls)
}

export async function listBranchIds(db: Db, clientId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from branches where system_client_id = ${clientId}`,
  )
  return rows.map(({ id }) => id)
}

export interface BranchName {
  clientId: string
  id: string
  name: string
  siteId: string
  /** Of its site: parts are asked for between finding and offer. */
  hasPartsStep: boolean
}

/** Of several clients at once. */
export async function listBranchNames(db: Db, clientIds: readonly string[]): Promise<BranchName[]> {
  return db.rows<BranchName>(sql`
    select b.system_client_id as client_id, b.id, b.name, b.site_id, s.parts_step as has_parts_step
    from branches b join sites s on s.system_client_id = b.system_client_id and s.id = b.site_id
    where b.system_client_id = any(${clientIds}::text[]) order by b.system_client_id, b.id`)
}

export async function findBranch(db: Db, clientId: string, id: string): Promise<Branch | undefined> {
  const row = await db.row<BranchRow>(sql`
    select ${branchColumns} from branches b where b.system_client_id = ${clientId} and b.id = ${id}`)
  return row && withoutNulls(row)
}

/**
 * Waits for the orders and leads that are being bound to the branch, and lets no further one be bound to it until
 * the transaction ends.
 */
export async function lockBranch(db: Db, clientId: string, id: string): Promise<void> {
  await db.run(sql`select 1 from branches where system_client_id = ${clientId} and id = ${id} for update`)
}

export async function insertBranch(
  db: Db,
  clientId: string,
  branch: Omit<Branch, 'codes'>,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into branches (system_client_id, id, site_id, name, release_types, is_new, created_at)
    values (${clientId}, ${branch.id}, ${branch.siteId}, ${branch.name}, ${branch.releaseTypes ?? null},
      ${branch.isNew}, ${now})`)
}

export async function insertCode(
  db: Db,
  clientId: string,
  code: string,
  branchId: string,
  registeredAt: Date | null,
): Promise<void> {
  await db.run(sql`
    insert into branch_codes (system_client_id, code, branch_id, registered_at)
    values (${clientId}, ${code}, ${branchId}, ${registeredAt})`)
}

export async function deleteCodes(
  db: Db,
  clientId: string,
  branchId: string,
  codes: readonly string[],
): Promise<void> {
  await db.run(sql`
    delete from branch_codes
    where system_client_id = ${clientId} and branch_id = ${branchId} and code = any(${codes}::text[])`)
}

/** How many dealer codes registered themselves on the client's current day. */
export async function countRegisteredToday(db: Db, clientId: string, now: Date): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count
    from branch_codes b join system_clients c on c.system_client_id = b.system_client_id
    where b.system_client_id = ${clientId} and b.registered_at >=
      date_trunc('day', ${now}::timestamptz at time zone c.time_zone) at time zone c.time_zone`)
  return row?.count ?? 0
}

export async function updateBranch(db: Db, clientId: string, branch: Omit<Branch, 'codes'>): Promise<void> {
  await db.run(sql`
    update branches
    set site_id = ${branch.siteId}, name = ${branch.name}, release_types = ${branch.releaseTypes ?? null},
      is_new = ${branch.isNew}
    where system_client_id = ${clientId} and id = ${branch.id}`)
}

/** Makes the codes and the id of `from` refer to `into` from now on. Returns how many codes moved. */
export async function moveCodes(db: Db, clientId: string, from: string, into: string): Promise<number> {
  const moved = await db.run(sql`
    update branch_codes set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
  await db.run(sql`
    insert into branch_codes (system_client_id, code, branch_id) values (${clientId}, ${from}, ${into})
    on conflict do nothing`)
  return moved
}

export async function deleteBranch(db: Db, clientId: string, id: string): Promise<void> {
  await db.run(sql`delete from branches where system_client_id = ${clientId} and id = ${id}`)
}
