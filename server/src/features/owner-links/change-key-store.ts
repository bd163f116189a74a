// The SQL of valid links during a change of the installation's key.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Page } from '../../lib/batches.ts'
import type { Scope } from '../../scope.ts'

type Client = Pick<Scope, 'db' | 'clientId' | 'now'>

interface ViewingLink {
  id: string
  viewingHash: Uint8Array | null
  sealedViewing: Uint8Array | null
  /** Its token is random: the key does not matter. */
  isCopy: boolean
  /** It still opens the page. */
  isLive: boolean
}

/** All links of a client by id, after `after`. Reading only the live ones would scan the whole table each time. */
export function listLinksAfter(
  { db, clientId, now }: Client,
  { after, limit }: Page,
): Promise<ViewingLink[]> {
  return db.rows(sql`
    select id, viewing_hash, sealed_viewing, form is not null as is_copy,
      withdrawn_at is null and valid_until > ${now} as is_live
    from owner_links where system_client_id = ${clientId} and id > ${after} order by id limit ${limit}`)
}

export function setSealedViewing({ db, clientId }: Client, id: string, sealed: Buffer): Promise<number> {
  return db.run(sql`
    update owner_links set sealed_viewing = ${sealed} where system_client_id = ${clientId} and id = ${id}`)
}

/** Withdraws the live ones among the next `limit`. Returns how many ended and where to continue; null at the end. */
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
      ${insertEvent(
        scope,
        'ownerLink.withdrawn',
        part`'survey/' || gone.survey_id`,
        part`json_build_object('linkId', gone.id, 'why', 'keyChanged')`,
      )} from gone
    )
    select (select count(*)::int from gone) as ended,
      (select id from batch order by id offset ${limit - 1} limit 1) as last`)
  return row ?? { ended: 0, last: null }
}
