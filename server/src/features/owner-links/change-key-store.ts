// The SQL of links that are valid while the installation's key is changed.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

type Client = Pick<Scope, 'db' | 'clientId' | 'now'>

export interface ViewingLink {
  id: string
  viewingHash: Uint8Array
  sealedViewing: Uint8Array | null
}

/** Those that still open the page and have a viewing address; by id, behind `after`. */
export function listViewingLinks(
  { db, clientId, now }: Client,
  { after, limit }: { after: string; limit: number },
): Promise<ViewingLink[]> {
  return db.rows(sql`
    select id, viewing_hash as "viewingHash", sealed_viewing as "sealedViewing" from owner_links
    where system_client_id = ${clientId} and id > ${after} and viewing_hash is not null and withdrawn_at is null
      and valid_until > ${now}
    order by id limit ${limit}`)
}

export function setSealedViewing({ db, clientId }: Client, id: string, sealed: Buffer): Promise<number> {
  return db.run(sql`
    update owner_links set sealed_viewing = ${sealed} where system_client_id = ${clientId} and id = ${id}`)
}

/** At most so many at once; returns how many. */
export async function withdrawSome(
  scope: Client & Pick<Scope, 'actor'>,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string }[]> {
  return scope.db.rows(sql`
    with batch as (
      select id from owner_links
      where system_client_id = ${scope.clientId} and id > ${after} and withdrawn_at is null and valid_until > ${scope.now}
      order by id limit ${limit}
    ), gone as (
      update owner_links l set withdrawn_at = ${scope.now} from batch
      where l.system_client_id = ${scope.clientId} and l.id = batch.id
      returning l.id, l.survey_id
    ), told as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'ownerLink.withdrawn', 'survey/' || gone.survey_id, ${actorText(scope)},
        json_build_object('linkId', gone.id, 'why', 'keyChanged') from gone
    )
    select id from gone order by id`)
}
