// The SQL of the links to the owner's page.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** A deciding link belongs to the person it was sent to; a viewing one may be printed and shown to anybody (I3). */
export type LinkKind = 'deciding' | 'viewing'

export interface OwnerLink {
  id: string
  surveyId: string
  /** Null for a link that only shows. */
  tokenHash: Buffer | null
  /** Null for a link from before there were two kinds. */
  viewingHash: Buffer | null
  /** Its viewing token, where a key that was changed since had derived it. */
  sealedViewing: Buffer | null
  validUntil: Date
  withdrawnAt: Date | null
  createdAt: Date
  messageId: string | null
  /** By a deliberate act in the page (G4). */
  openedAt: Date | null
  askedAt: Date | null
  /** When it was withdrawn because the DMS named another person. */
  personChangedAt: Date | null
}

export async function findLinkDays(scope: Scope): Promise<number | undefined> {
  const row = await scope.db.row<{ days: number }>(sql`
    select owner_link_days as days from system_clients where system_client_id = ${scope.clientId}`)
  return row?.days
}

export async function setLinkDays(scope: Scope, days: number): Promise<void> {
  await scope.db.run(sql`
    with changed as (
      update system_clients set owner_link_days = ${days} where system_client_id = ${scope.clientId}
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    values (${scope.clientId}, ${scope.now}, 'client.changed', 'client/' || ${scope.clientId}, ${actorText(scope)},
      json_build_object('ownerLinkDays', ${days}::int))`)
}

export interface LinkToSave {
  id: string
  surveyId: string
  tokenHash: Buffer | null
  viewingHash: Buffer | null
  validUntil: Date
  messageId: string | undefined
}

export async function insertLink(scope: Scope, link: LinkToSave): Promise<void> {
  await scope.db.run(sql`
    with made as (
      insert into owner_links (system_client_id, survey_id, id, token_hash, viewing_hash, valid_until, created_at,
        message_id)
      values (${scope.clientId}, ${link.surveyId}, ${link.id}, ${link.tokenHash}, ${link.viewingHash}, ${link.validUntil},
        ${scope.now}, ${link.messageId ?? null})
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    values (${scope.clientId}, ${scope.now}, 'ownerLink.created', 'survey/' || ${link.surveyId}, ${actorText(scope)},
      json_build_object('linkId', ${link.id}::text))`)
}

/** By either of its two tokens. */
export function findLinkByHash(scope: Scope, hash: Buffer): Promise<OwnerLink | undefined> {
  return scope.db.row(sql`
    select id, survey_id as "surveyId", token_hash as "tokenHash", viewing_hash as "viewingHash",
      sealed_viewing as "sealedViewing", valid_until as "validUntil",
      withdrawn_at as "withdrawnAt", created_at as "createdAt", message_id as "messageId", opened_at as "openedAt",
      asked_at as "askedAt", person_changed_at as "personChangedAt" from owner_links
    where system_client_id = ${scope.clientId} and (token_hash = ${hash} or viewing_hash = ${hash})`)
}

export function listLinks(scope: Scope, surveyIds: readonly string[]): Promise<OwnerLink[]> {
  return scope.db.rows(sql`
    select id, survey_id as "surveyId", token_hash as "tokenHash", viewing_hash as "viewingHash",
      sealed_viewing as "sealedViewing", valid_until as "validUntil", withdrawn_at as "withdrawnAt", created_at as "createdAt", message_id as "messageId", opened_at as "openedAt",
      asked_at as "askedAt", person_changed_at as "personChangedAt" from owner_links
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
    order by survey_id, created_at, id`)
}

/** The links that were withdrawn now; one that was before, or is over, stays as it is. */
export async function withdrawLinks(
  scope: Scope,
  surveyId: string,
  linkId: string | undefined,
): Promise<string[]> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    with gone as (
      update owner_links set withdrawn_at = ${scope.now}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and withdrawn_at is null
        and (${linkId ?? null}::text is null or id = ${linkId ?? null})
      returning id
    ), told as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'ownerLink.withdrawn', 'survey/' || ${surveyId}, ${actorText(scope)},
        json_build_object('linkId', gone.id) from gone
    )
    select id from gone`)
  return rows.map(({ id }) => id)
}

/** Those whose person is another by now; one that was withdrawn before, or is over, stays as it is. */
export async function endLinks(scope: Scope, linkIds: readonly string[]): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      update owner_links set withdrawn_at = ${scope.now}, person_changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = any(${linkIds}::text[]) and withdrawn_at is null
      returning id, survey_id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'ownerLink.withdrawn', 'survey/' || gone.survey_id, ${actorText(scope)},
      json_build_object('linkId', gone.id, 'why', 'personChanged') from gone`)
}

/** False when it had been opened before. */
export async function setOpened(scope: Scope, link: Pick<OwnerLink, 'id' | 'surveyId'>): Promise<boolean> {
  const rows = await scope.db.rows(sql`
    with opened as (
      update owner_links set opened_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${link.id} and opened_at is null
      returning id
    ), told as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'owner.opened', 'survey/' || ${link.surveyId}, ${actorText(scope)},
        json_build_object('linkId', opened.id) from opened
    )
    select id from opened`)
  return rows.length > 0
}

/** False when a new one was asked for since then. */
export async function setAsked(
  scope: Scope,
  link: Pick<OwnerLink, 'id' | 'surveyId'>,
  since: Date,
): Promise<boolean> {
  const rows = await scope.db.rows(sql`
    with asked as (
      update owner_links set asked_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${link.id} and (asked_at is null or asked_at < ${since})
      returning id
    ), told as (
      insert into events (system_client_id, at, kind, subject, actor, payload)
      select ${scope.clientId}, ${scope.now}, 'owner.linkAsked', 'survey/' || ${link.surveyId}, ${actorText(scope)},
        json_build_object('linkId', asked.id) from asked
    )
    select id from asked`)
  return rows.length > 0
}

export interface AskedLink {
  surveyId: string
  linkId: string
  messageId: string | null
  at: Date
}

/** By survey the last time a new link was asked for, where none that still counts was made since. */
export function listAskedLinks(scope: Scope, surveyIds: readonly string[]): Promise<AskedLink[]> {
  return scope.db.rows(sql`
    select distinct on (l.survey_id) l.survey_id as "surveyId", l.id as "linkId", l.message_id as "messageId",
      l.asked_at as at
    from owner_links l
    where l.system_client_id = ${scope.clientId} and l.survey_id = any(${surveyIds}::text[]) and l.asked_at is not null
      and not exists (
        select 1 from owner_links n
        where n.system_client_id = l.system_client_id and n.survey_id = l.survey_id and n.withdrawn_at is null
          and n.created_at >= l.asked_at)
    order by l.survey_id, l.asked_at desc, l.id desc`)
}
