// The SQL of packages, of clients' prices for them, and of the version number that changes with every change of a catalogue.

import type { ListedPackage } from '@walkaround/contract/app/catalogue.ts'
import type { PackageHeader } from '@walkaround/contract/dms/packages.ts'
import type { Coverage } from '@walkaround/contract/rules/covered-work.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import { type ReadyJson, readyJson } from '../../lib/ready-json.ts'
import type { Scope } from '../../scope.ts'
import { moveCatalogue, signatureOfCatalogues } from './rows.ts'
import type { PackageRef, PackageText } from './rules.ts'

type WriteScope = Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>

export interface PackageRow extends PackageText {
  /** Null: its bindings say it (I4). */
  covers: Coverage | null
  /** Ids of packages whose work it contains, as its master writes them. */
  contains: string[] | null
  /** JSON of its texts in other languages. */
  texts: string | null
}

const packageColumns = part`p.system_client_id as master_client_id, p.id, p.document::text as document, p.covers, p.contains, p.texts::text as texts, x.currency,
  x.prices::text as prices`

/** A package `p` with this client's prices. */
const withPrices = (scope: Scope) => part`
  left join package_prices x on x.system_client_id = ${scope.clientId} and x.master_client_id = p.system_client_id
    and x.package_id = p.id`

export function findPackage(scope: Scope, ref: PackageRef): Promise<PackageRow | undefined> {
  return scope.db.row(sql`
    select ${packageColumns}
    from packages p
    ${withPrices(scope)}
    where p.system_client_id = ${ref.masterClientId} and p.id = ${ref.packageId}`)
}

/** In one statement; missing packages are left out. */
export function listPackages(scope: Scope, refs: readonly PackageRef[]): Promise<PackageRow[]> {
  return scope.db.rows(sql`
    select ${packageColumns}
    from unnest(${refs.map((ref) => ref.masterClientId)}::text[], ${refs.map((ref) => ref.packageId)}::text[])
      as wanted(master_client_id, id)
    join packages p on p.system_client_id = wanted.master_client_id and p.id = wanted.id
    ${withPrices(scope)}`)
}

/** All packages of these clients, or those for automatic quotes, by id. */
export function listPackagesOf(
  scope: Scope,
  clientIds: readonly string[],
  only: { isAutomatic?: boolean } = {},
): Promise<PackageRow[]> {
  return scope.db.rows(sql`
    select ${packageColumns}
    from packages p
    ${withPrices(scope)}
    where p.system_client_id = any(${clientIds}::text[]) and (p.is_automatic or not ${only.isAutomatic ?? false})
    order by p.system_client_id collate "C", p.id collate "C"`)
}

/** A package without its document. */
export interface PackageOfPage extends PackageRef {
  description: string | null
  packageType: ListedPackage['packageType'] | null
  variants: number
  hasOwnPrices: boolean
}

/** By master and id, after the last one of the page before. Words are looked for as they stand, in small and capital letters alike. */
export function listPage(
  scope: Scope,
  clientIds: readonly string[],
  { words, last, limit }: { words: string; last: PackageRef; limit: number },
): Promise<PackageOfPage[]> {
  return scope.db.rows(sql`
    select p.system_client_id as master_client_id, p.id as package_id, p.description,
      p.document->>'packageType' as package_type, coalesce(json_array_length(p.document->'variants'), 0) as variants,
      x.package_id is not null as has_own_prices
    from packages p
    ${withPrices(scope)}
    where p.system_client_id = any(${clientIds}::text[])
      and (p.system_client_id collate "C", p.id collate "C") > (${last.masterClientId}::text, ${last.packageId}::text)
      and (${words} = '' or position(lower(${words}::text) in lower(p.id || ' ' || coalesce(p.description, ''))) > 0)
    order by p.system_client_id collate "C", p.id collate "C"
    limit ${limit}`)
}

/** The list of the interface as JSON text, made in the database: a client may see thousands of packages. */
export async function listHeadersJson(
  scope: Scope,
  clientIds: readonly string[],
): Promise<ReadyJson<PackageHeader[]>> {
  const row = await scope.db.row<{ json: string | null }>(sql`
    select string_agg('{"id":' || to_json(shown.id) || ',"masterClient":' || to_json(shown.master)
      || coalesce(',"description":' || to_json(shown.description), '') || '}', ',' order by shown.id collate "C") as json
    from (
      select case when system_client_id = ${scope.clientId} then id else system_client_id || '!' || id end as id,
        system_client_id as master, description
      from packages where system_client_id = any(${clientIds}::text[])
    ) as shown`)
  return readyJson(`[${row?.json ?? ''}]`)
}

/** Locks an own package: changes of it and its prices run one after the other. */
export function findOwnForUpdate(
  scope: Pick<Scope, 'db' | 'clientId'>,
  id: string,
): Promise<Pick<PackageToSave, 'document' | 'covers' | 'contains' | 'texts'> | undefined> {
  return scope.db.row(sql`
    select document::text as document, covers, contains, texts::text as texts from packages
    where system_client_id = ${scope.clientId} and id = ${id} for update`)
}

interface PackageToSave {
  id: string
  description: string | undefined
  document: string
  isAutomatic: boolean
  covers: Coverage | null
  contains: string[] | null
  texts: string | null
}

/** False if another request has just made the package: the transaction must run again. */
export async function insertPackage(scope: WriteScope, row: PackageToSave): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into packages (system_client_id, id, description, document, is_automatic, covers, contains, texts, created_at,
        changed_at)
      values (${scope.clientId}, ${row.id}, ${row.description ?? null}, ${row.document}::json, ${row.isAutomatic},
        ${row.covers}, ${row.contains}::text[], ${row.texts}::json, ${scope.now}, ${scope.now})
      on conflict (system_client_id, id) do nothing
      returning id
    ), moved as (
      ${moveCatalogue(scope)}
    )
    ${insertEvent(scope, 'package.created', `package/${row.id}`)} from made`)
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
        is_automatic = ${row.isAutomatic}, covers = ${row.covers}, contains = ${row.contains}::text[],
        texts = ${row.texts}::json,
        changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${row.id}
      returning id
    ), moved as (
      ${moveCatalogue(scope)}
    )
    ${insertEvent(scope, kind, `package/${row.id}`)} from changed`)
}

interface PricesRow {
  currency: string
  prices: string
}

/** Locks the client's prices for a package of another client. */
export function findPricesForUpdate(scope: Scope, ref: PackageRef): Promise<PricesRow | undefined> {
  return scope.db.row(sql`
    select currency, prices::text as prices from package_prices
    where system_client_id = ${scope.clientId} and master_client_id = ${ref.masterClientId}
      and package_id = ${ref.packageId} for update`)
}

/** False if another request has just made the first prices: the transaction must run again. */
export async function insertPrices(scope: Scope, ref: PackageRef, row: PricesRow): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into package_prices (system_client_id, master_client_id, package_id, currency, prices, changed_at)
      values (${scope.clientId}, ${ref.masterClientId}, ${ref.packageId}, ${row.currency}, ${row.prices}::json,
        ${scope.now})
      on conflict (system_client_id, master_client_id, package_id) do nothing
      returning package_id
    ), moved as (
      ${moveCatalogue(scope)}
    )
    ${insertEvent(scope, 'package.priced', `package/${ref.masterClientId}!${ref.packageId}`)} from made`)
  return made === 1
}

export async function updatePrices(scope: Scope, ref: PackageRef, row: PricesRow): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update package_prices set currency = ${row.currency}, prices = ${row.prices}::json, changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and master_client_id = ${ref.masterClientId}
        and package_id = ${ref.packageId}
      returning package_id
    ), moved as (
      ${moveCatalogue(scope)}
    )
    ${insertEvent(scope, 'package.priced', `package/${ref.masterClientId}!${ref.packageId}`)} from changed`)
}

export async function findSignature(scope: Scope): Promise<string> {
  const row = await scope.db.row<{ signature: string }>(sql`${signatureOfCatalogues(scope)}`)
  return row?.signature ?? ''
}

/**
 * Locks the client's catalogue for changes that read several rows before they write: they run one after the other, and each sees
 * the result of the previous one.
 */
export async function lockCatalogue(scope: Pick<Scope, 'db' | 'clientId'>): Promise<void> {
  await scope.db.run(sql`
    insert into catalogue_versions (system_client_id, version) values (${scope.clientId}, 0)
    on conflict (system_client_id) do update set version = catalogue_versions.version`)
}

/** The packages of a master by id, as SHA-256 of their stored text. */
export async function listHashes(db: Scope['db'], masterClientId: string): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; hash: string }>(sql`
    select id, encode(sha256(convert_to(coalesce(covers, '') || coalesce(array_to_string(contains, ' '), '')
      || coalesce(texts::text, '') || document::text, 'UTF8')), 'hex') as hash
    from packages where system_client_id = ${masterClientId}`)
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

interface ContainingRow {
  masterClientId: string
  id: string
  contains: string[]
}

/** The packages of these clients that contain others. */
export function listContaining(scope: Scope, clientIds: readonly string[]): Promise<ContainingRow[]> {
  return scope.db.rows(sql`
    select system_client_id as master_client_id, id, contains from packages
    where system_client_id = any(${clientIds}::text[]) and contains is not null`)
}

/** What the packages of these clients are called in other languages, as JSON; the client's own come last. */
export async function listTexts(scope: Scope, clientIds: readonly string[]): Promise<string[]> {
  const rows = await scope.db.rows<{ texts: string }>(sql`
    select texts::text as texts from packages
    where system_client_id = any(${clientIds}::text[]) and texts is not null
    order by system_client_id = ${scope.clientId}, system_client_id collate "C", id collate "C"`)
  return rows.map(({ texts }) => texts)
}
