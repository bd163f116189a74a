// The SQL of links that are valid while the installation's key is changed.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Page } from '../../lib/batches.ts'
import type { Scope } from '../../scope.ts'

type Client = Pick<Scope, 'db' | 'clientId' | 'now'>

export interface ViewingLink {
  id: string
  viewingHash: Uint8Array | null
  sealedViewing: Uint8Array | null
  /** It still opens the page. */
  isLive: boolean
}

/** All of a client by id, behind `after`: asked for the live ones alone, the engine would read the whole table each time. */
export function listLinksAfter(
  { db, clientId, now }: Client,
  { after, limit }: Page,
): Promise<ViewingLink[]> {
  return db.rows(sql`
    select id, viewing_hash as "viewingHash", sealed_viewing as "sealedViewing",
      withdrawn_at is null and valid_until > ${now} as "isLive"
    from owner_links where system_client_id = ${clientId} and id > ${after} order by id limit ${limit}`)
}

export function setSealedViewing({ db, clientId }: Client, id: string, sealed: Buffer): Promise<number> {
  return db.run(sql`
    update owner_links set sealed_viewing = ${sealed} where system_client_id = ${clientId} and id = ${id}`)
}

/** Those of the next `limit` that still open the page: how many ended, and behind which to go on; null at the end. */
export async function withdrawAfter(
  scope: Client & Pick<Scope, 'actor'>,
  { after, limit }: Page,
): Promise<{ ended: number; last: string | null }> {
  const row = await scope.db.row<{ ended: number; last: string | null }>(sql`
    with batch as (
      select id, withdrawn_at is null and valid_until > ${scope.now} as live from owner_links
      where system_client_id = ${scope.clientId} and id > ${after} order by id limit ${limit}
    ), gone as (
      update owner_links l set withdrawn_at = ${scope.now} from batch
      where batch.live and l.system_client_id = ${scope.clientId} and l.id = batch.id and l.withdrawn_at is null
      returning l.id, l.survey_id
    ), told as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'ownerLink.withdrawn', 'survey/' || gone.survey_id, ${actorText(scope)},
        json_build_object('linkId', gone.id, 'why', 'keyChanged') from gone
    )
    select (select count(*)::int from gone) as ended,
      (select id from batch order by id offset ${limit - 1} limit 1) as last`)
  return row ?? { ended: 0, last: null }
}
