// The SQL of receivers: one per system client, and one for each site that has its own.
import { type Db, part, sql } from '../../db/sql.ts'

/** As the site of the receiver that serves every site without its own. */
export const NO_SITE = ''

export interface ReceiverRow {
  siteId: string
  url: string
  lane: string
  sealedKey: Uint8Array
  keyHint: string
  sealedSecret: Uint8Array | null
  /** Also signs until `formerSecretUntil`. */
  formerSecret: Uint8Array | null
  formerUntil: Date | null
  /** Since when it gets which further kind, as JSON. */
  kinds: string
  changedAt: Date
}

const receiverColumns = part`r.site_id, r.url, r.lane, r.sealed_key, r.key_hint, r.sealed_secret,
  r.former_sealed_secret as former_secret, r.former_until, r.kinds::text as kinds, r.changed_at`

/** That of the site itself; no site: that of the client. */
export function findReceiverRow(
  db: Db,
  clientId: string,
  siteId: string = NO_SITE,
): Promise<ReceiverRow | undefined> {
  return db.row(sql`
    select ${receiverColumns} from receivers_of_callbacks r
    where r.system_client_id = ${clientId} and r.site_id = ${siteId}`)
}

/** The client's first, then by site. */
export function listReceiverRows(db: Db, clientId: string): Promise<ReceiverRow[]> {
  return db.rows(sql`
    select ${receiverColumns} from receivers_of_callbacks r where r.system_client_id = ${clientId} order by r.site_id`)
}

/** Which further kinds each receiver gets, by site. */
export function listKindRows(db: Db, clientId: string): Promise<Pick<ReceiverRow, 'siteId' | 'kinds'>[]> {
  return db.rows(sql`
    select r.site_id, r.kinds::text as kinds from receivers_of_callbacks r where r.system_client_id = ${clientId}`)
}

export async function saveReceiverRow(db: Db, clientId: string, row: ReceiverRow): Promise<void> {
  if (row.siteId !== NO_SITE) return saveSiteReceiverRow(db, clientId, row)
  await db.run(sql`
    insert into callback_receivers (system_client_id, url, lane, sealed_key, key_hint, sealed_secret,
      former_sealed_secret, former_until, kinds, changed_at)
    values (${clientId}, ${row.url}, ${row.lane}, ${row.sealedKey}, ${row.keyHint}, ${row.sealedSecret},
      ${row.formerSecret}, ${row.formerUntil}, ${row.kinds}::jsonb, ${row.changedAt})
    on conflict (system_client_id) do update set url = excluded.url, lane = excluded.lane,
      sealed_key = excluded.sealed_key, key_hint = excluded.key_hint, sealed_secret = excluded.sealed_secret,
      former_sealed_secret = excluded.former_sealed_secret, former_until = excluded.former_until,
      kinds = excluded.kinds, changed_at = excluded.changed_at`)
}

async function saveSiteReceiverRow(db: Db, clientId: string, row: ReceiverRow): Promise<void> {
  await db.run(sql`
    insert into callback_site_receivers (system_client_id, site_id, url, lane, sealed_key, key_hint, sealed_secret,
      former_sealed_secret, former_until, kinds, changed_at)
    values (${clientId}, ${row.siteId}, ${row.url}, ${row.lane}, ${row.sealedKey}, ${row.keyHint}, ${row.sealedSecret},
      ${row.formerSecret}, ${row.formerUntil}, ${row.kinds}::jsonb, ${row.changedAt})
    on conflict (system_client_id, site_id) do update set url = excluded.url, lane = excluded.lane,
      sealed_key = excluded.sealed_key, key_hint = excluded.key_hint, sealed_secret = excluded.sealed_secret,
      former_sealed_secret = excluded.former_sealed_secret, former_until = excluded.former_until,
      kinds = excluded.kinds, changed_at = excluded.changed_at`)
}

/** False if the site had none. */
export async function deleteSiteReceiverRow(db: Db, clientId: string, siteId: string): Promise<boolean> {
  const removed = await db.run(sql`
    delete from callback_site_receivers where system_client_id = ${clientId} and site_id = ${siteId}`)
  return removed === 1
}

interface SealedRow {
  clientId: string
  sealedKey: Uint8Array
  sealedSecret: Uint8Array | null
}

/** Of all clients, for doctor. */
export function listSealedRows(db: Db): Promise<SealedRow[]> {
  return db.rows(sql`
    select system_client_id as client_id, sealed_key, sealed_secret
    from receivers_of_callbacks order by system_client_id, site_id`)
}
