// The SQL of links that lie sealed in messages, for when the installation's key is changed.
import { actorText } from '../../db/events.ts'
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
    select id, sealed_link as "sealedLink" from messages
    where system_client_id = ${clientId} and id > ${after} and sealed_link is not null
      and substring(sealed_link from 2 for 4) <> ${keyId}
    order by id limit ${limit}`)
}

/** One that went out meanwhile is forgotten and stays so. */
export function replaceLink(
  { db, clientId }: Client,
  id: string,
  { before, after }: { before: Uint8Array; after: Buffer },
): Promise<number> {
  return db.run(sql`
    update messages set sealed_link = ${after}
    where system_client_id = ${clientId} and id = ${id} and sealed_link = ${Buffer.from(before)}`)
}

/** Messages whose link was withdrawn before they went out. */
export async function failWaitingLinks(
  scope: Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>,
  message: string,
): Promise<number> {
  return scope.db.run(sql`
    with failed as (
      update messages set state = 'failed', failure = ${message}, failure_code = 'linkExpired', sealed_link = null
      where system_client_id = ${scope.clientId} and state = 'waiting' and sealed_link is not null
      returning id, survey_id, type
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'message.failed', 'survey/' || failed.survey_id, ${actorText(scope)},
      json_build_object('messageId', failed.id, 'type', failed.type) from failed`)
}
