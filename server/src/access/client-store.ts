// SQL for system clients and their sites.
import { type Db, sql } from '../db/sql.ts'
import type { ClientSettings } from '../scope.ts'

export interface ClientRow {
  system_client_id: string
  name: string
  time_zone: string
  language: string
  currency: string | null
  strict_branches: boolean
  default_site_id: string
  release_types: string[]
  masters: string[]
  vin_lookups_per_minute: number
  vin_lookups_per_day: number
  hidden_upsale_types: string[]
  decision_code_above: string | null
}

export function toSettings(row: ClientRow): ClientSettings {
  return {
    clientId: row.system_client_id,
    name: row.name,
    timeZone: row.time_zone,
    language: row.language,
    ...(row.currency === null ? {} : { currency: row.currency }),
    strictBranches: row.strict_branches,
    defaultSiteId: row.default_site_id,
    releaseTypes: row.release_types,
    masters: row.masters,
    vinLookupsPerMinute: row.vin_lookups_per_minute,
    vinLookupsPerDay: row.vin_lookups_per_day,
    hiddenUpsaleTypes: row.hidden_upsale_types,
    ...(row.decision_code_above === null ? {} : { decisionCodeAbove: Number(row.decision_code_above) }),
  }
}

export async function findClient(db: Db, clientId: string): Promise<ClientSettings | undefined> {
  const [client] = await listClientsById(db, [clientId])
  return client
}

/**
 * Holds the row until the transaction ends: everything that changes a client's settings, sites or branches queues
 * here. It does not conflict with the key share lock of foreign keys, so orders and leads go on meanwhile.
 */
export async function lockClient(db: Db, clientId: string): Promise<void> {
  await db.run(sql`
    select 1 from system_clients where system_client_id = ${clientId} for no key update`)
}

export async function listClientsById(db: Db, ids: readonly string[]): Promise<ClientSettings[]> {
  const rows = await db.rows<ClientRow>(sql`
    select system_client_id, name, time_zone, language, currency, strict_branches, default_site_id,
      release_types, masters, vin_lookups_per_minute, vin_lookups_per_day, hidden_upsale_types,
      decision_code_above::text as decision_code_above
    from system_clients where system_client_id = any(${ids}::text[])`)
  return rows.map(toSettings)
}

export async function listClients(db: Db): Promise<ClientSettings[]> {
  const rows = await db.rows<ClientRow>(sql`
    select system_client_id, name, time_zone, language, currency, strict_branches, default_site_id,
      release_types, masters, vin_lookups_per_minute, vin_lookups_per_day, hidden_upsale_types,
      decision_code_above::text as decision_code_above
    from system_clients order by system_client_id`)
  return rows.map(toSettings)
}

/** False when the id is taken. */
export async function insertClient(db: Db, client: ClientSettings, now: Date): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into system_clients (system_client_id, name, time_zone, language, currency, strict_branches,
      default_site_id, release_types, masters, vin_lookups_per_minute, vin_lookups_per_day, hidden_upsale_types,
      created_at)
    values (${client.clientId}, ${client.name}, ${client.timeZone}, ${client.language}, ${client.currency ?? null},
      ${client.strictBranches}, ${client.defaultSiteId}, ${client.releaseTypes}, ${client.masters},
      ${client.vinLookupsPerMinute}, ${client.vinLookupsPerDay}, ${client.hiddenUpsaleTypes}, ${now})
    on conflict do nothing`)
  return inserted > 0
}

export async function updateClient(db: Db, client: ClientSettings): Promise<void> {
  await db.run(sql`
    update system_clients
    set name = ${client.name}, time_zone = ${client.timeZone}, language = ${client.language},
      currency = ${client.currency ?? null}, strict_branches = ${client.strictBranches},
      default_site_id = ${client.defaultSiteId}, release_types = ${client.releaseTypes},
      masters = ${client.masters}, vin_lookups_per_minute = ${client.vinLookupsPerMinute},
      vin_lookups_per_day = ${client.vinLookupsPerDay}, hidden_upsale_types = ${client.hiddenUpsaleTypes},
      decision_code_above = ${client.decisionCodeAbove ?? null}
    where system_client_id = ${client.clientId}`)
}

/** The zone as the database spells it; it must know every zone, because A8 is also computed there. */
export async function findTimeZone(db: Db, timeZone: string): Promise<string | undefined> {
  const row = await db.row<{ name: string }>(sql`
    select name from pg_timezone_names where lower(name) = lower(${timeZone}) order by name limit 1`)
  return row?.name
}

export interface Site {
  id: string
  name: string
  /** What printed forms say about it; lines of the postal address as they are printed. */
  address?: string[]
  telephone?: string
  email?: string
  website?: string
  /** SHA-256 of the logo's file, which lies among the client's photos. */
  logo?: string
}

interface SiteRow {
  id: string
  name: string
  address: string[]
  telephone: string | null
  email: string | null
  website: string | null
  logo: string | null
}

function toSite({ id, name, address, ...rest }: SiteRow): Site {
  const given = Object.entries(rest).filter(([, value]) => value !== null)
  return { id, name, ...(address.length > 0 ? { address } : {}), ...Object.fromEntries(given) }
}

export async function insertSite(
  db: Db,
  clientId: string,
  site: Pick<Site, 'id' | 'name'>,
  now: Date,
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into sites (system_client_id, id, name, created_at)
    values (${clientId}, ${site.id}, ${site.name}, ${now}) on conflict do nothing`)
  return inserted > 0
}

export async function listSites(db: Db, clientId: string): Promise<Site[]> {
  const rows = await db.rows<SiteRow>(sql`
    select id, name, address, telephone, email, website, logo from sites
    where system_client_id = ${clientId} order by id`)
  return rows.map(toSite)
}

export async function findSite(db: Db, clientId: string, id: string): Promise<Site | undefined> {
  const row = await db.row<SiteRow>(sql`
    select id, name, address, telephone, email, website, logo from sites
    where system_client_id = ${clientId} and id = ${id}`)
  return row && toSite(row)
}

export async function hasSite(db: Db, clientId: string, id: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from sites where system_client_id = ${clientId} and id = ${id}`)
  return row !== undefined
}

export async function updateSite(db: Db, clientId: string, site: Site): Promise<void> {
  await db.run(sql`
    update sites
    set name = ${site.name}, address = ${site.address ?? []}, telephone = ${site.telephone ?? null},
      email = ${site.email ?? null}, website = ${site.website ?? null}, logo = ${site.logo ?? null}
    where system_client_id = ${clientId} and id = ${site.id}`)
}
