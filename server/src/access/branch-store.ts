// SQL for branches and their dealer codes.
import { type Db, sql } from '../db/sql.ts'

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

interface BranchRow {
  id: string
  site_id: string
  name: string
  codes: string[]
  release_types: string[] | null
  is_new: boolean
}

function toBranch(row: BranchRow): Branch {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    codes: row.codes,
    ...(row.release_types === null ? {} : { releaseTypes: row.release_types }),
    isNew: row.is_new,
  }
}

export interface BoundRow {
  id: string
  site_id: string
  site_name: string
  release_types: string[] | null
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

/** Ids of the branches named by dealer code or id; names nobody knows give nothing. */
export async function listBranchIds(
  db: Db,
  clientId: string,
  codesOrIds: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct b.id
    from unnest(${codesOrIds}::text[]) as wanted(name)
    left join branch_codes c on c.system_client_id = ${clientId} and c.code = wanted.name
    join branches b on b.system_client_id = ${clientId} and b.id = coalesce(c.branch_id, wanted.name)
    order by b.id`)
  return rows.map(({ id }) => id)
}

export async function listBranches(db: Db, clientId: string): Promise<Branch[]> {
  const rows = await db.rows<BranchRow>(sql`
    select b.id, b.site_id, b.name, b.release_types, b.is_new, array(
      select c.code from branch_codes c
      where c.system_client_id = b.system_client_id and c.branch_id = b.id order by c.code) as codes
    from branches b where b.system_client_id = ${clientId} order by b.id`)
  return rows.map(toBranch)
}

export interface BranchName {
  clientId: string
  id: string
  name: string
  siteId: string
}

/** Of several clients at once. */
export async function listBranchNames(db: Db, clientIds: readonly string[]): Promise<BranchName[]> {
  return db.rows<BranchName>(sql`
    select system_client_id as "clientId", id, name, site_id as "siteId" from branches
    where system_client_id = any(${clientIds}::text[]) order by system_client_id, id`)
}

export async function findBranch(db: Db, clientId: string, id: string): Promise<Branch | undefined> {
  const row = await db.row<BranchRow>(sql`
    select b.id, b.site_id, b.name, b.release_types, b.is_new, array(
      select c.code from branch_codes c
      where c.system_client_id = b.system_client_id and c.branch_id = b.id order by c.code) as codes
    from branches b where b.system_client_id = ${clientId} and b.id = ${id}`)
  return row && toBranch(row)
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

/** How many dealer codes came by themselves on the client's present day. */
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

export interface Moved {
  codes: number
  orders: number
  leads: number
}

/** Everything that names `from` names `into` afterwards, its id included: whoever knew it keeps finding it. */
export async function moveBranch(db: Db, clientId: string, from: string, into: string): Promise<Moved> {
  const codes = await db.run(sql`
    update branch_codes set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
  await db.run(sql`
    insert into branch_codes (system_client_id, code, branch_id) values (${clientId}, ${from}, ${into})
    on conflict do nothing`)
  const orders = await db.run(sql`
    update service_orders set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
  const leads = await db.run(sql`
    update leads set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
  await db.run(sql`
    update surveys set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
  await db.run(sql`
    update login_roles set branch_ids = array(select distinct id from unnest(array_replace(branch_ids, ${from}, ${into}))
      as id order by id)
    where system_client_id = ${clientId} and ${from} = any(branch_ids)`)
  // Where both have a choice of template, that of the surviving branch holds.
  await db.run(sql`
    delete from template_choices t where t.system_client_id = ${clientId} and t.branch_id = ${from}
      and exists (select from template_choices k where k.system_client_id = ${clientId} and k.branch_id = ${into}
        and k.survey_type = t.survey_type and k.make = t.make)`)
  await db.run(sql`
    update template_choices set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}`)
  // Packages bound at either branch are offered at the one that is left.
  await db.run(sql`
    with gone as (
      delete from package_assignments where system_client_id = ${clientId} and branch_id = ${from} returning *
    ), moved as (
      insert into package_assignments as a (system_client_id, template_master_id, template_id, question_id, answer_id,
        site_id, branch_id, package_ids)
      select system_client_id, template_master_id, template_id, question_id, answer_id, site_id, ${into}, package_ids
      from gone
      on conflict (system_client_id, template_master_id, template_id, question_id, answer_id, site_id, branch_id)
        do update set package_ids = a.package_ids || array(
          select id from unnest(excluded.package_ids) as id where id <> all (a.package_ids))
      returning a.system_client_id
    )
    update catalogue_versions set version = version + 1
    where system_client_id in (select system_client_id from moved)`)
  await db.run(sql`delete from branches where system_client_id = ${clientId} and id = ${from}`)
  return { codes, orders, leads }
}
