// The SQL of resealing callbacks: finds values sealed with another key and replaces them, unless they were changed meanwhile.
import { sql } from '../../db/sql.ts'
import type { Page } from '../../lib/batches.ts'
import type { Scope } from '../../scope.ts'
import { NO_SITE } from './receiver-store.ts'

type Client = Pick<Scope, 'db' | 'clientId'>

export interface SealedColumns {
  id: string
  sealedKey: Uint8Array | null
  sealedSecret: Uint8Array | null
  /** Of a delivery. */
  sealedBody: Uint8Array | null
  /** Of a receiver. */
  formerSecret: Uint8Array | null
}

/** By id, after `after`. */
export function listForeignDeliveries(
  { db, clientId }: Client,
  keyId: Buffer,
  { after, limit }: Page,
): Promise<SealedColumns[]> {
  return db.rows(sql`
    select id, sealed_key, sealed_secret, sealed_body,
      null::bytea as former_secret
    from callback_deliveries
    where system_client_id = ${clientId} and id > ${after} and (substring(sealed_key from 2 for 4) <> ${keyId}
      or substring(sealed_secret from 2 for 4) <> ${keyId} or substring(sealed_body from 2 for 4) <> ${keyId})
    order by id limit ${limit}`)
}

/** Their ids are those of their sites; empty for the client's. */
export function listForeignReceivers({ db, clientId }: Client, keyId: Buffer): Promise<SealedColumns[]> {
  return db.rows(sql`
    select site_id as id, sealed_key, sealed_secret, null::bytea as sealed_body,
      former_sealed_secret as former_secret
    from receivers_of_callbacks
    where system_client_id = ${clientId} and (substring(sealed_key from 2 for 4) <> ${keyId}
      or substring(sealed_secret from 2 for 4) <> ${keyId} or substring(former_sealed_secret from 2 for 4) <> ${keyId})`)
}

/** A row before and after, with bytes as hex. */
export type Change = Record<string, string | null>

export function replaceDeliveries({ db, clientId }: Client, changes: readonly Change[]): Promise<number> {
  return db.run(sql`
    update callback_deliveries d set sealed_key = decode(n.key, 'hex'), sealed_secret = decode(n.secret, 'hex'),
      sealed_body = decode(n.body, 'hex')
    from json_to_recordset(${JSON.stringify(changes)}::json) as n(id text, key text, secret text, body text,
      was_key text, was_secret text, was_body text)
    where d.system_client_id = ${clientId} and d.id = n.id and d.sealed_key = decode(n.was_key, 'hex')
      and d.sealed_secret is not distinct from decode(n.was_secret, 'hex')
      and d.sealed_body is not distinct from decode(n.was_body, 'hex')`)
}

export function replaceReceiver({ db, clientId }: Client, change: Change): Promise<number> {
  if (change.id !== NO_SITE) return replaceSiteReceiver({ db, clientId }, change)
  return db.run(sql`
    update callback_receivers r set sealed_key = decode(n.key, 'hex'), sealed_secret = decode(n.secret, 'hex'),
      former_sealed_secret = decode(n.former, 'hex')
    from json_to_recordset(${JSON.stringify([change])}::json) as n(key text, secret text, former text,
      was_key text, was_secret text, was_former text)
    where r.system_client_id = ${clientId} and r.sealed_key = decode(n.was_key, 'hex')
      and r.sealed_secret is not distinct from decode(n.was_secret, 'hex')
      and r.former_sealed_secret is not distinct from decode(n.was_former, 'hex')`)
}

function replaceSiteReceiver({ db, clientId }: Client, change: Change): Promise<number> {
  return db.run(sql`
    update callback_site_receivers r set sealed_key = decode(n.key, 'hex'), sealed_secret = decode(n.secret, 'hex'),
      former_sealed_secret = decode(n.former, 'hex')
    from json_to_recordset(${JSON.stringify([change])}::json) as n(id text, key text, secret text, former text,
      was_key text, was_secret text, was_former text)
    where r.system_client_id = ${clientId} and r.site_id = n.id and r.sealed_key = decode(n.was_key, 'hex')
      and r.sealed_secret is not distinct from decode(n.was_secret, 'hex')
      and r.former_sealed_secret is not distinct from decode(n.was_former, 'hex')`)
}
