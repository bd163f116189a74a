// SQL for system clients and their sites.
import type { HourlyRate } from '@walkaround/contract/app/offers.ts'
import { insertEvent } from '../db/events.ts'
import { type Db, part, sql } from '../db/sql.ts'
import type { ClientSettings, Scope } from '../scope.ts'

/** The settings of a client `c`, without those it has not made. */
const settingsOfClient = part`
  json_strip_nulls(json_build_object('clientId', c.system_client_id, 'name', c.name, 'timeZone', c.time_zone,
    'language', c.language, 'currency', c.currency, 'strictBranches', c.strict_branches,
    'defaultSiteId', c.default_site_id, 'releaseTypes', c.release_types, 'masters', c.masters,
    'vinLookupsPerMinute', c.vin_lookups_per_minute, 'vinLookupsPerDay', c.vin_lookups_per_day,
    'hiddenUpsaleTypes', c.hidden_upsale_types, 'decisionCodeAbove', c.decision_code_above,
    'namedFigures', c.named_figures, 'secondFactor', c.second_factor,
    'redWarningMinutes', c.red_warning_minutes,
    'isDemo', nullif(c.is_demo, false), 'isSandbox', nullif(c.is_sandbox, false),
    'clockAheadMs', nullif(c.clock_ahead_ms, 0), 'places', c.places))`

/** Goes into the read of who calls: the client of a role `r`. */
export const clientOfRole = part`
  select ${settingsOfClient} from system_clients c where c.system_client_id = r.system_client_id`

/** Whom the client of a role `r` asks for a second factor. */
export const secondFactorOfRole = part`
  select c.second_factor from system_clients c where c.system_client_id = r.system_client_id`

/** The same: whether passwords open nothing there. */
export const hasPasswordsOff = part`
  select p.passwords_off from system_clients p where p.system_client_id = r.system_client_id`

export async function arePasswordsOff(db: Db, clientId: string): Promise<boolean> {
  const row = await db.row<{ passwordsOff: boolean }>(sql`
    select passwords_off from system_clients where system_client_id = ${clientId}`)
  return row?.passwordsOff ?? false
}

export async function setPasswordsOff(db: Db, clientId: string, isOff: boolean): Promise<void> {
  await db.run(sql`update system_clients set passwords_off = ${isOff} where system_client_id = ${clientId}`)
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
  const rows = await db.rows<{ client: ClientSettings }>(sql`
    select ${settingsOfClient} as client from system_clients c where c.system_client_id = any(${ids}::text[])`)
  return rows.map(({ client }) => client)
}

export async function listClients(db: Db): Promise<ClientSettings[]> {
  const rows = await db.rows<{ client: ClientSettings }>(sql`
    select ${settingsOfClient} as client from system_clients c order by c.system_client_id`)
  return rows.map(({ client }) => client)
}

/** Whether there is any client but this one. */
export async function hasOtherClients(db: Db, but: string): Promise<boolean> {
  return (
    (await db.row(sql`select from system_clients where system_client_id <> ${but} limit 1`)) !== undefined
  )
}

/** Whether another client sees the templates and packages of this one. */
export async function hasFollowers({ db, clientId }: Pick<Scope, 'db' | 'clientId'>): Promise<boolean> {
  const row = await db.row(sql`select from system_clients where masters @> array[${clientId}::text] limit 1`)
  return row !== undefined
}

/** False when the id is taken. */
export async function insertClient(db: Db, client: ClientSettings, now: Date): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into system_clients (system_client_id, name, time_zone, language, currency, strict_branches,
      default_site_id, release_types, masters, vin_lookups_per_minute, vin_lookups_per_day, hidden_upsale_types,
      red_warning_minutes, is_demo, is_sandbox, created_at)
    values (${client.clientId}, ${client.name}, ${client.timeZone}, ${client.language}, ${client.currency ?? null},
      ${client.strictBranches}, ${client.defaultSiteId}, ${client.releaseTypes}, ${client.masters},
      ${client.vinLookupsPerMinute}, ${client.vinLookupsPerDay}, ${client.hiddenUpsaleTypes},
      ${client.redWarningMinutes}, ${client.isDemo ?? false}, ${client.isSandbox ?? false}, ${now})
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
      decision_code_above = ${client.decisionCodeAbove ?? null}, named_figures = ${client.namedFigures},
      second_factor = ${client.secondFactor ?? null},
      red_warning_minutes = ${client.redWarningMinutes}
    where system_client_id = ${client.clientId}`)
}

/** What sites that differ say, kept with the settings of the client; after every change of these sites or of their branches. */
export async function keepPlaces(db: Db, clientId: string): Promise<void> {
  const row = await db.row<{ places: string }>(sql`
    select json_build_object('sites', json_object_agg(d.id,
        json_strip_nulls(json_build_object('timeZone', d.time_zone, 'currency', d.currency)) order by d.id),
      'branches', coalesce((
        select json_object_agg(b.id, b.site_id order by b.id) from branches b
        join sites w on w.system_client_id = b.system_client_id and w.id = b.site_id
        where b.system_client_id = ${clientId} and (w.time_zone is not null or w.currency is not null)
      ), '{}'::json))::text as places
    from sites d
    where d.system_client_id = ${clientId} and (d.time_zone is not null or d.currency is not null)
    having count(*) > 0`)
  await db.run(sql`
    update system_clients set places = ${row?.places ?? null}::json where system_client_id = ${clientId}`)
}

/** Only of a sandbox; the caller has checked it. */
export async function updateClock(db: Db, clientId: string, aheadMs: number): Promise<void> {
  await db.run(sql`
    update system_clients set clock_ahead_ms = ${aheadMs} where system_client_id = ${clientId} and is_sandbox`)
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
  /** Where customers book an appointment. */
  bookingLink?: string
  /** SHA-256 of the logo's file, which is stored with the client's photos. */
  logo?: string
  /** As #rrggbb: for the head of pages and for buttons, and for lines. */
  mainColour?: string
  secondColour?: string
  /** Lines as contract/src/rules/opening-hours.ts reads them. */
  hours?: string[]
  /** What an hour of work costs, by labour type; the first is proposed. */
  hourlyRates?: HourlyRate[]
  /** In which customers are written to; otherwise that of the client. */
  language?: string
  /** By which its days begin and end; otherwise that of the client. */
  timeZone?: string
  /** In which it offers; otherwise that of the client. */
  currency?: string
  /** Who mails and SMS come from where the client has a channel of its own; otherwise as the channel says. */
  mailFrom?: string
  mailFromName?: string
  smsFrom?: string
  /** Parts are asked for between finding and offer. */
  partsStep?: boolean
}

interface SiteRow {
  id: string
  name: string
  address: string[]
  telephone: string | null
  email: string | null
  website: string | null
  bookingLink: string | null
  logo: string | null
  mainColour: string | null
  secondColour: string | null
  hours: string[]
  hourlyRates: HourlyRate[] | null
  language: string | null
  timeZone: string | null
  currency: string | null
  mailFrom: string | null
  mailFromName: string | null
  smsFrom: string | null
  partsStep: boolean
}

/** Without what was not entered, or is not wanted. */
function toSite(row: SiteRow): Site {
  const given = Object.entries(row).filter(
    ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(given) as unknown as Site
}

const siteColumns = part`id, name, address, telephone, email, website, booking_link, logo, main_colour, second_colour, hours,
  hourly_rates, language, time_zone, currency, mail_from, mail_from_name, sms_from, parts_step`

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
    select ${siteColumns} from sites
    where system_client_id = ${clientId} order by id`)
  return rows.map(toSite)
}

/** Where parts are asked for between finding and offer. */
export async function listPartSites(db: Db, clientId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from sites where system_client_id = ${clientId} and parts_step`)
  return rows.map(({ id }) => id)
}

export async function findSite(db: Db, clientId: string, id: string): Promise<Site | undefined> {
  const row = await db.row<SiteRow>(sql`
    select ${siteColumns} from sites
    where system_client_id = ${clientId} and id = ${id}`)
  return row && toSite(row)
}

export async function hasSite(db: Db, clientId: string, id: string): Promise<boolean> {
  const row = await db.row(sql`select 1 from sites where system_client_id = ${clientId} and id = ${id}`)
  return row !== undefined
}

/** Those of these ids that are sites of the client. */
export async function listKnownSites(db: Db, clientId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from sites where system_client_id = ${clientId} and id = any(${ids}::text[])`)
  return rows.map(({ id }) => id)
}

/** Which of these files are the logo of a site or the picture of an advisor. */
export async function listSitePictures(
  db: Db,
  clientId: string,
  files: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(sql`
    select logo as file from sites where system_client_id = ${clientId} and logo = any(${files}::text[])
    union select file from advisor_pictures
    where system_client_id = ${clientId} and file = any(${files}::text[])`)
  return rows.map(({ file }) => file)
}

export interface AdvisorPicture {
  /** Id in the DMS, or e-mail address in small letters. */
  person: string
  /** SHA-256 of the file, which is stored with the client's photos. */
  file: string
}

export function listAdvisorPictures(db: Db, clientId: string, siteId: string): Promise<AdvisorPicture[]> {
  return db.rows(sql`
    select person, file from advisor_pictures
    where system_client_id = ${clientId} and site_id = ${siteId} order by person`)
}

/** Of whoever has one of these names. */
export async function findAdvisorPicture(
  db: Db,
  clientId: string,
  siteId: string,
  names: readonly string[],
): Promise<string | undefined> {
  const row = await db.row<{ file: string }>(sql`
    select file from advisor_pictures
    where system_client_id = ${clientId} and site_id = ${siteId} and person = any(${names}::text[])
    order by person limit 1`)
  return row?.file
}

export async function saveAdvisorPicture(
  db: Db,
  clientId: string,
  siteId: string,
  { person, file }: AdvisorPicture,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into advisor_pictures (system_client_id, site_id, person, file, created_at)
    values (${clientId}, ${siteId}, ${person}, ${file}, ${now})
    on conflict (system_client_id, site_id, person) do update set file = excluded.file`)
}

export async function deleteAdvisorPicture(
  db: Db,
  clientId: string,
  siteId: string,
  person: string,
): Promise<boolean> {
  const removed = await db.run(sql`
    delete from advisor_pictures
    where system_client_id = ${clientId} and site_id = ${siteId} and person = ${person}`)
  return removed > 0
}

export async function updateSite(db: Db, clientId: string, site: Site): Promise<void> {
  await db.run(sql`
    update sites
    set name = ${site.name}, address = ${site.address ?? []}, telephone = ${site.telephone ?? null},
      email = ${site.email ?? null}, website = ${site.website ?? null},
      booking_link = ${site.bookingLink ?? null}, logo = ${site.logo ?? null},
      main_colour = ${site.mainColour ?? null}, second_colour = ${site.secondColour ?? null}, hours = ${site.hours ?? []},
      hourly_rates = ${site.hourlyRates ? JSON.stringify(site.hourlyRates) : null}::json,
      language = ${site.language ?? null}, time_zone = ${site.timeZone ?? null}, currency = ${site.currency ?? null},
      mail_from = ${site.mailFrom ?? null}, mail_from_name = ${site.mailFromName ?? null}, sms_from = ${site.smsFrom ?? null},
      parts_step = ${site.partsStep ?? false}
    where system_client_id = ${clientId} and id = ${site.id}`)
}

export async function findOwnerLinkDays({
  db,
  clientId,
}: Pick<Scope, 'db' | 'clientId'>): Promise<number | undefined> {
  const row = await db.row<{ days: number }>(sql`
    select owner_link_days as days from system_clients where system_client_id = ${clientId}`)
  return row?.days
}

export async function saveOwnerLinkDays(scope: Scope, days: number): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update system_clients set owner_link_days = ${days} where system_client_id = ${scope.clientId}
    )
    ${insertEvent(scope, 'client.changed', `client/${scope.clientId}`, { ownerLinkDays: days })}`)
}
