// The SQL of packages, of what clients charge for them, and of the number that moves with every change of a catalogue.
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { PackageRef } from './rules.ts'

type WriteScope = Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>

export interface PackageRow {
  master_client_id: string
  id: string
  /** Without id and master, which depend on who reads. */
  document: string
  /** Null: what it is bound to says it (I4). */
  covers: Coverage | null
  /** What this client charges, when it is not its own package and has prices. */
  currency: string | null
  prices: string | null
}

export function findPackage(scope: Scope, ref: PackageRef): Promise<PackageRow | undefined> {
  return scope.db.row(sql`
    select p.system_client_id as master_client_id, p.id, p.document::text as document, p.covers, x.currency,
      x.prices::text as prices
    from packages p
    left join package_prices x on x.system_client_id = ${scope.clientId} and x.master_client_id = p.system_client_id
      and x.package_id = p.id
    where p.system_client_id = ${ref.masterClientId} and p.id = ${ref.packageId}`)
}

/** In one statement; packages that do not exist give nothing. */
export function listPackages(scope: Scope, refs: readonly PackageRef[]): Promise<PackageRow[]> {
  return scope.db.rows(sql`
    select p.system_client_id as master_client_id, p.id, p.document::text as document, p.covers, x.currency,
      x.prices::text as prices
    from unnest(${refs.map((ref) => ref.masterClientId)}::text[], ${refs.map((ref) => ref.packageId)}::text[])
      as wanted(master_client_id, id)
    join packages p on p.system_client_id = wanted.master_client_id and p.id = wanted.id
    left join package_prices x on x.system_client_id = ${scope.clientId} and x.master_client_id = p.system_client_id
      and x.package_id = p.id`)
}

/** All of these clients, or those that make automatic quotes, in the order of their ids. */
export function listPackagesOf(
  scope: Scope,
  clientIds: readonly string[],
  only: { isAutomatic?: boolean } = {},
): Promise<PackageRow[]> {
  return scope.db.rows(sql`
    select p.system_client_id as master_client_id, p.id, p.document::text as document, p.covers, x.currency,
      x.prices::text as prices
    from packages p
    left join package_prices x on x.system_client_id = ${scope.clientId} and x.master_client_id = p.system_client_id
      and x.package_id = p.id
    where p.system_client_id = any(${clientIds}::text[]) and (p.is_automatic or not ${only.isAutomatic ?? false})
    order by p.system_client_id collate "C", p.id collate "C"`)
}

/** The list of the interface as JSON text, made where the rows are: a client may see thousands of packages. */
export async function listHeadersJson(scope: Scope, clientIds: readonly string[]): Promise<string> {
  const row = await scope.db.row<{ json: string | null }>(sql`
    select string_agg('{"id":' || to_json(shown.id) || ',"masterClient":' || to_json(shown.master)
      || coalesce(',"description":' || to_json(shown.description), '') || '}', ',' order by shown.id collate "C") as json
    from (
      select case when system_client_id = ${scope.clientId} then id else system_client_id || '!' || id end as id,
        system_client_id as master, description
      from packages where system_client_id = any(${clientIds}::text[])
    ) as shown`)
  return `[${row?.json ?? ''}]`
}

/** Locks an own package: whoever changes it or its prices comes one after the other. */
export function findOwnForUpdate(
  scope: Pick<Scope, 'db' | 'clientId'>,
  id: string,
): Promise<{ document: string; covers: Coverage | null } | undefined> {
  return scope.db.row(sql`
    select document::text as document, covers from packages
    where system_client_id = ${scope.clientId} and id = ${id} for update`)
}

/** Whether another client sees the packages of this one. */
export async function isMaster(scope: Pick<Scope, 'db' | 'clientId'>): Promise<boolean> {
  const row = await scope.db.row(sql`
    select from system_clients where masters @> array[${scope.clientId}::text] limit 1`)
  return row !== undefined
}

export interface PackageToSave {
  id: string
  description: string | undefined
  document: string
  isAutomatic: boolean
  covers: Coverage | null
}

/** False when another request has just made the package: the transaction must run again. */
export async function insertPackage(scope: WriteScope, row: PackageToSave): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into packages (system_client_id, id, description, document, is_automatic, covers, created_at, changed_at)
      values (${scope.clientId}, ${row.id}, ${row.description ?? null}, ${row.document}::json, ${row.isAutomatic},
        ${row.covers}, ${scope.now}, ${scope.now})
      on conflict (system_client_id, id) do nothing
      returning id
    ), moved as (
      insert into catalogue_versions (system_client_id, version) select ${scope.clientId}, 1 from made
      on conflict (system_client_id) do update set version = catalogue_versions.version + 1
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'package.created', 'package/' || made.id, ${actorText(scope)} from made`)
  return made === 1
}

export async function updatePackage(
  scope: WriteScope,
  row: PackageToSave,
  kind: 'package.changed' | 'package.priced',
): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update packages set description = ${row.description ?? null}, document = ${row.document}::json,
        is_automatic = ${row.isAutomatic}, covers = ${row.covers}, changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${row.id}
      returning id
    ), moved as (
      insert into catalogue_versions (system_client_id, version) select ${scope.clientId}, 1 from changed
      on conflict (system_client_id) do update set version = catalogue_versions.version + 1
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, ${kind}, 'package/' || changed.id, ${actorText(scope)} from changed`)
}

export interface PricesRow {
  currency: string
  prices: string
}

/** Locks what the client charges for a package of somebody else. */
export function findPricesForUpdate(scope: Scope, ref: PackageRef): Promise<PricesRow | undefined> {
  return scope.db.row(sql`
    select currency, prices::text as prices from package_prices
    where system_client_id = ${scope.clientId} and master_client_id = ${ref.masterClientId}
      and package_id = ${ref.packageId} for update`)
}

/** False when another request has just made the first prices: the transaction must run again. */
export async function insertPrices(scope: Scope, ref: PackageRef, row: PricesRow): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into package_prices (system_client_id, master_client_id, package_id, currency, prices, changed_at)
      values (${scope.clientId}, ${ref.masterClientId}, ${ref.packageId}, ${row.currency}, ${row.prices}::json,
        ${scope.now})
      on conflict (system_client_id, master_client_id, package_id) do nothing
      returning master_client_id || '!' || package_id as id
    ), moved as (
      insert into catalogue_versions (system_client_id, version) select ${scope.clientId}, 1 from made
      on conflict (system_client_id) do update set version = catalogue_versions.version + 1
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'package.priced', 'package/' || made.id, ${actorText(scope)} from made`)
  return made === 1
}

export async function updatePrices(scope: Scope, ref: PackageRef, row: PricesRow): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update package_prices set currency = ${row.currency}, prices = ${row.prices}::json, changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and master_client_id = ${ref.masterClientId}
        and package_id = ${ref.packageId}
      returning master_client_id || '!' || package_id as id
    ), moved as (
      insert into catalogue_versions (system_client_id, version) select ${scope.clientId}, 1 from changed
      on conflict (system_client_id) do update set version = catalogue_versions.version + 1
    )
    insert into events (system_client_id, at, kind, subject, actor)
    select ${scope.clientId}, ${scope.now}, 'package.priced', 'package/' || changed.id, ${actorText(scope)}
    from changed`)
}

export interface VersionRow {
  system_client_id: string
  version: number
}

export function listVersions(db: Scope['db'], clientIds: readonly string[]): Promise<VersionRow[]> {
  return db.rows(sql`
    select system_client_id, version from catalogue_versions where system_client_id = any(${clientIds}::text[])`)
}

/**
 * Holds the catalogue of the client for changes that look at several rows before they write: they come one after the
 * other, and each sees what the one before it left.
 */
export async function lockCatalogue(scope: Pick<Scope, 'db' | 'clientId'>): Promise<void> {
  await scope.db.run(sql`
    insert into catalogue_versions (system_client_id, version) values (${scope.clientId}, 0)
    on conflict (system_client_id) do update set version = catalogue_versions.version`)
}

/** The packages of a master by id, as SHA-256 of the text they were stored as. */
export async function listHashes(db: Scope['db'], masterClientId: string): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; hash: string }>(sql`
    select id, encode(sha256(convert_to(coalesce(covers, '') || document::text, 'UTF8')), 'hex') as hash
    from packages where system_client_id = ${masterClientId}`)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}
