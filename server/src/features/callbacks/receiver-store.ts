// The SQL of receivers: one per system client.
import { type Db, sql } from '../../db/sql.ts'

export interface ReceiverRow {
  url: string
  lane: string
  sealedKey: Uint8Array
  keyHint: string
  sealedSecret: Uint8Array | null
  /** Also signs until `formerSecretUntil`. */
  formerSecret: Uint8Array | null
  formerUntil: Date | null
  changedAt: Date
}

export function findReceiverRow(db: Db, clientId: string): Promise<ReceiverRow | undefined> {
  return db.row(sql`
    select url, lane, sealed_key, key_hint, sealed_secret,
      former_sealed_secret as former_secret, former_until, changed_at
    from callback_receivers where system_client_id = ${clientId}`)
}

export async function saveReceiverRow(db: Db, clientId: string, row: ReceiverRow): Promise<void> {
  await db.run(sql`
    insert into callback_receivers (system_client_id, url, lane, sealed_key, key_hint, sealed_secret,
      former_sealed_secret, former_until, changed_at)
    values (${clientId}, ${row.url}, ${row.lane}, ${row.sealedKey}, ${row.keyHint}, ${row.sealedSecret},
      ${row.formerSecret}, ${row.formerUntil}, ${row.changedAt})
    on conflict (system_client_id) do update set url = excluded.url, lane = excluded.lane,
      sealed_key = excluded.sealed_key, key_hint = excluded.key_hint, sealed_secret = excluded.sealed_secret,
      former_sealed_secret = excluded.former_sealed_secret, former_until = excluded.former_until,
      changed_at = excluded.changed_at`)
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
    from callback_receivers order by system_client_id`)
}
