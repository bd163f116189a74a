// The SQL of sealed links in messages, for a change of the installation's key.
import { sql } from '../../db/sql.ts'
import type { Page } from '../../lib/batches.ts'
import type { Scope } from '../../scope.ts'

type Client = Pick<Scope, 'db' | 'clientId'>

export function listForeignLinks(
  { db, clientId }: Client,
  keyId: Buffer,
  { after, limit }: Page,
): Promise<{ id: string; sealedLink: Uint8Array }[]> {
  return db.rows(sql`
    select id, sealed_link from messages
    where system_client_id = ${clientId} and id > ${after} and sealed_link is not null
      and substring(sealed_link from 2 for 4) <> ${keyId}
    order by id limit ${limit}`)
}

/** A link whose message was sent meanwhile is deleted and stays so. */
export function replaceLink(
  { db, clientId }: Client,
  id: string,
  { before, after }: { before: Uint8Array; after: Buffer },
): Promise<number> {
  return db.run(sql`
    update messages set sealed_link = ${after}
    where system_client_id = ${clientId} and id = ${id} and sealed_link = ${Buffer.from(before)}`)
}
