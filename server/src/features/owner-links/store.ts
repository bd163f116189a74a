// The SQL of the links to the owner's page.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/**
 * A deciding link belongs to the person it was sent to; a viewing one may be printed and shown to anybody (I3). A copy belongs to the
 * person who signed and opens what they signed, nothing else.
 */
export type LinkKind = 'deciding' | 'viewing' | 'copy'

export interface OwnerLink {
  id: string
  surveyId: string
  /** Null for a viewing-only link. */
  tokenHash: Buffer | null
  /** Null for a link from before there were two kinds. */
  viewingHash: Buffer | null
  /** Its viewing token, if it was derived from a former key. */
  sealedViewing: Buffer | null
  validUntil: Date
  withdrawnAt: Date | null
  createdAt: Date
  messageId: string | null
  /** Set by a deliberate action on the page (G4). */
  openedAt: Date | null
  /** Set by playing a video on the page, the first time. */
  watchedAt: Date | null
  askedAt: Date | null
  /** Of a copy: the form it opens. */
  form: string | null
  /** When it was withdrawn because the DMS named another person. */
  personChangedAt: Date | null
}

const linkColumns = part`id, survey_id, token_hash, viewing_hash, sealed_viewing, valid_until, withdrawn_at, created_at,
  message_id, opened_at, watched_at, asked_at, form, person_changed_at`

interface LinkToSave {
  id: string
  surveyId: string
  tokenHash: Buffer | null
  viewingHash: Buffer | null
  validUntil: Date
  messageId?: string | undefined
  /** Of a copy: the form it opens. */
  form?: string | undefined
}

export async function insertLink(scope: Scope, link: LinkToSave): Promise<void> {
  await scope.db.run(sql`
    with made as (
      insert into owner_links (system_client_id, survey_id, id, token_hash, viewing_hash, valid_until, created_at,
        message_id, form)
      values (${scope.clientId}, ${link.surveyId}, ${link.id}, ${link.tokenHash}, ${link.viewingHash}, ${link.validUntil},
        ${scope.now}, ${link.messageId ?? null}, ${link.form ?? null})
    )
    ${insertEvent(scope, 'ownerLink.created', `survey/${link.surveyId}`, { linkId: link.id })}`)
}

/** By either of its two tokens. */
export function findLinkByHash(scope: Scope, hash: Buffer): Promise<OwnerLink | undefined> {
  return scope.db.row(sql`
    select ${linkColumns} from owner_links
    where system_client_id = ${scope.clientId} and (token_hash = ${hash} or viewing_hash = ${hash})`)
}

export function listLinks(scope: Scope, surveyIds: readonly string[]): Promise<OwnerLink[]> {
  return scope.db.rows(sql`
    select ${linkColumns} from owner_links
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
    order by survey_id, created_at, id`)
}

export function listLinkEnds(
  scope: Scope,
  surveyIds: readonly string[],
): Promise<Pick<OwnerLink, 'surveyId' | 'personChangedAt'>[]> {
  return scope.db.rows(sql`
    select survey_id, person_changed_at from owner_links
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[]) and form is null
    order by survey_id, created_at, id`)
}

/** Returns the links that were withdrawn now; already withdrawn or expired ones stay unchanged. */
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
      ${insertEvent(scope, 'ownerLink.withdrawn', `survey/${surveyId}`, part`json_build_object('linkId', gone.id)`)}
      from gone
    )
    select id from gone`)
  return rows.map(({ id }) => id)
}

/** Ends links whose person has changed; already withdrawn or expired ones stay unchanged. */
export async function endLinks(scope: Scope, linkIds: readonly string[]): Promise<void> {
  await scope.db.run(sql`
    with gone as (
      update owner_links set withdrawn_at = ${scope.now}, person_changed_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = any(${linkIds}::text[]) and withdrawn_at is null
      returning id, survey_id
    )
    ${insertEvent(
      scope,
      'ownerLink.withdrawn',
      part`'survey/' || gone.survey_id`,
      part`json_build_object('linkId', gone.id, 'why', 'personChanged')`,
    )} from gone`)
}

/** False if it had been opened before. */
export async function setOpened(scope: Scope, link: Pick<OwnerLink, 'id' | 'surveyId'>): Promise<boolean> {
  const written = await scope.db.run(sql`
    with opened as (
      update owner_links set opened_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${link.id} and opened_at is null
      returning id
    )
    ${insertEvent(scope, 'owner.opened', `survey/${link.surveyId}`, { linkId: link.id })} from opened`)
  return written === 1
}

/** False if a video had been played by this link before. */
export async function setWatched(
  scope: Scope,
  link: Pick<OwnerLink, 'id' | 'surveyId'>,
  videoId: string,
): Promise<boolean> {
  const written = await scope.db.run(sql`
    with watched as (
      update owner_links set watched_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${link.id} and watched_at is null
      returning id
    )
    ${insertEvent(scope, 'owner.videoWatched', `survey/${link.surveyId}`, { linkId: link.id, videoId })} from watched`)
  return written === 1
}

/** False if a new one was already asked for since then. */
export async function setAsked(
  scope: Scope,
  link: Pick<OwnerLink, 'id' | 'surveyId'>,
  since: Date,
): Promise<boolean> {
  const written = await scope.db.run(sql`
    with asked as (
      update owner_links set asked_at = ${scope.now}
      where system_client_id = ${scope.clientId} and id = ${link.id} and (asked_at is null or asked_at < ${since})
      returning id
    )
    ${insertEvent(scope, 'owner.linkAsked', `survey/${link.surveyId}`, { linkId: link.id })} from asked`)
  return written === 1
}

interface AskedLink {
  surveyId: string
  linkId: string
  messageId: string | null
  at: Date
}

/** When a new link was last asked for, by survey, unless a valid one was made since. */
export function listAskedLinks(scope: Scope, surveyIds: readonly string[]): Promise<AskedLink[]> {
  return scope.db.rows(sql`
    select distinct on (l.survey_id) l.survey_id, l.id as link_id, l.message_id,
      l.asked_at as at
    from owner_links l
    where l.system_client_id = ${scope.clientId} and l.survey_id = any(${surveyIds}::text[]) and l.asked_at is not null and l.form is null
      and not exists (
        select 1 from owner_links n
        where n.system_client_id = l.system_client_id and n.survey_id = l.survey_id and n.withdrawn_at is null
          and n.created_at >= l.asked_at)
    order by l.survey_id, l.asked_at desc, l.id desc`)
}
