// The SQL of messages.
import type { SurveyType } from '@walkaround/contract/shared.ts'
import { actorText } from '../../db/events.ts'
import { type Db, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import type { Destination, MessageCategory, MessageFailure, MessageType } from './rules.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>
type Writer = Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>

export interface SubjectRow {
  survey_type: SurveyType
  completed: boolean
  closed: boolean
  completed_at: Date | null
  order_id: string | null
  header: string | null
  corrections: string | null
  site_name: string | null
  telephone: string | null
  email: string | null
}

/** What a message is about: the survey, who it belongs to, and the dealership it is from. */
export function findSubject(scope: Reader, surveyId: string): Promise<SubjectRow | undefined> {
  return scope.db.row(sql`
    select s.survey_type, s.completed, s.closed, s.completed_at, s.order_id,
      coalesce(s.header, o.survey_header, l.survey_header)::text as header,
      case when s.header is null then coalesce(o.contact_corrections, l.contact_corrections) end::text as corrections,
      t.name as site_name, t.telephone, t.email
    from surveys s
    left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
    left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
    left join branches b on b.system_client_id = s.system_client_id and b.id = coalesce(o.branch_id, l.branch_id, s.branch_id)
    left join sites t on t.system_client_id = s.system_client_id and t.id = b.site_id
    where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
}

export interface MessageToInsert {
  id: string
  surveyId: string
  category: MessageCategory
  type: MessageType
  destinations: Destination[]
  language: string
  subject?: string | undefined
  text: string
  html?: string | undefined
  linkId?: string | undefined
  sealedLink?: Buffer | undefined
  linkPath?: string | undefined
  linkValidUntil?: Date | undefined
}

/** False when the id, or the number within the survey, was taken meanwhile. */
export async function insertMessage(scope: Writer, message: MessageToInsert): Promise<boolean> {
  const { id, surveyId, category, type, language, text } = message
  const made = await scope.db.run(sql`
    with made as (
      insert into messages (system_client_id, id, survey_id, output_id, category, type, destinations, language, subject,
        text, html, link_id, sealed_link, link_path, link_valid_until, created_by, created_at)
      select ${scope.clientId}, ${id}, ${surveyId}, coalesce(max(m.output_id), 0) + 1, ${category}, ${type},
        ${JSON.stringify(message.destinations)}::json, ${language}, ${message.subject ?? null}, ${text},
        ${message.html ?? null}, ${message.linkId ?? null}, ${message.sealedLink ?? null}, ${message.linkPath ?? null},
        ${message.linkValidUntil ?? null}, ${actorText(scope)}, ${scope.now}
      from messages m where m.system_client_id = ${scope.clientId} and m.survey_id = ${surveyId}
      on conflict do nothing
      returning id, type
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'message.created', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('messageId', made.id, 'type', made.type) from made`)
  return made === 1
}

export interface MessageRow {
  id: string
  surveyId: string
  outputId: number
  category: MessageCategory
  type: MessageType
  destinations: Destination[]
  language: string
  subject: string | null
  text: string
  html: string | null
  linkId: string | null
  sealedLink: Buffer | null
  linkPath: string | null
  linkValidUntil: Date | null
  state: 'waiting' | 'sent' | 'failed'
  via: string | null
  attempts: number
  failure: string | null
  failureCode: MessageFailure | null
  createdBy: string
  createdAt: Date
  sentAt: Date | null
}

export function findMessage(scope: Reader, id: string): Promise<MessageRow | undefined> {
  return scope.db.row(sql`
    select id, survey_id as "surveyId", output_id as "outputId", category, type, destinations, language, subject, text,
      html, link_id as "linkId", sealed_link as "sealedLink", link_path as "linkPath",
      link_valid_until as "linkValidUntil", state, via, attempts, failure,
      failure_code as "failureCode", created_by as "createdBy",
      created_at as "createdAt", sent_at as "sentAt"
    from messages where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** Holds the message until the transaction ends. */
export function lockMessage(scope: Reader, id: string): Promise<{ state: MessageRow['state'] } | undefined> {
  return scope.db.row(sql`
    select state from messages where system_client_id = ${scope.clientId} and id = ${id} for update`)
}

/** In their order. */
export function listMessages(scope: Reader, surveyId: string): Promise<MessageRow[]> {
  return scope.db.rows(sql`
    select id, survey_id as "surveyId", output_id as "outputId", category, type, destinations, language, subject, text,
      html, link_id as "linkId", sealed_link as "sealedLink", link_path as "linkPath",
      link_valid_until as "linkValidUntil", state, via, attempts, failure,
      failure_code as "failureCode", created_by as "createdBy",
      created_at as "createdAt", sent_at as "sentAt"
    from messages where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by output_id`)
}

export type Addressed = Pick<MessageRow, 'id' | 'surveyId' | 'state' | 'linkId' | 'destinations'>

/** Whom the messages of surveys that still follow their order went to. */
export function listAddressed(scope: Reader, surveyIds: readonly string[]): Promise<Addressed[]> {
  return scope.db.rows(sql`
    select m.id, m.survey_id as "surveyId", m.state, m.link_id as "linkId", m.destinations
    from messages m join surveys s on s.system_client_id = m.system_client_id and s.id = m.survey_id
    where m.system_client_id = ${scope.clientId} and m.survey_id = any(${surveyIds}::text[]) and not s.closed
    order by m.survey_id, m.output_id`)
}

/** What stayed here, the newest first. */
export function listOutbox(
  scope: Pick<Scope, 'db' | 'clientId' | 'branches'>,
  most: number,
): Promise<MessageRow[]> {
  return scope.db.rows(sql`
    select id, survey_id as "surveyId", output_id as "outputId", category, type, destinations, language, subject, text,
      html, link_id as "linkId", sealed_link as "sealedLink", link_path as "linkPath",
      link_valid_until as "linkValidUntil", state, via, attempts, failure,
      failure_code as "failureCode", created_by as "createdBy",
      created_at as "createdAt", sent_at as "sentAt"
    from messages m where system_client_id = ${scope.clientId} and via = 'outbox'
      and (${scope.branches ?? null}::text[] is null or exists (
        select from surveys s
        left join service_orders o on o.system_client_id = s.system_client_id and o.id = s.order_id
        left join leads l on l.system_client_id = s.system_client_id and l.id = s.lead_id
        where s.system_client_id = m.system_client_id and s.id = m.survey_id
          and coalesce(o.branch_id, l.branch_id, s.branch_id) = any(${scope.branches ?? null}::text[])))
    order by created_at desc, id desc limit ${most}`)
}

/** A name the app has words for, and the words for support. */
export interface Failure {
  code: MessageFailure | null
  message: string
}

/** What is known of an attempt before its end, and of one that failed but will be repeated. */
export async function noteAttempt(
  scope: Reader,
  id: string,
  attempts: number,
  failure?: Failure,
): Promise<void> {
  await scope.db.run(sql`
    update messages set attempts = greatest(attempts, ${attempts}),
      failure = coalesce(${failure?.message ?? null}, failure),
      failure_code = coalesce(${failure?.code ?? null}, failure_code)
    where system_client_id = ${scope.clientId} and id = ${id} and state = 'waiting'`)
}

/** False when it no longer waited: sent by another worker, or called off. Its link is forgotten here, unless it is kept. */
export async function setSent(
  scope: Writer,
  id: string,
  { via, sentAt, isLinkKept }: { via: string; sentAt: Date; isLinkKept: boolean },
): Promise<boolean> {
  const sent = await scope.db.run(sql`
    with sent as (
      update messages set state = 'sent', via = ${via}, sent_at = ${sentAt}, failure = null, failure_code = null,
        sealed_link = case when ${isLinkKept} then sealed_link end
      where system_client_id = ${scope.clientId} and id = ${id} and state = 'waiting'
      returning id, survey_id, type
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'message.sent', 'survey/' || sent.survey_id, ${actorText(scope)},
      json_build_object('messageId', sent.id, 'type', sent.type) from sent`)
  return sent === 1
}

export async function setFailed(scope: Writer, id: string, { code, message }: Failure): Promise<boolean> {
  const failed = await scope.db.run(sql`
    with failed as (
      update messages set state = 'failed', failure = ${message}, failure_code = coalesce(${code}, failure_code)
      where system_client_id = ${scope.clientId} and id = ${id} and state = 'waiting'
      returning id, survey_id, type
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'message.failed', 'survey/' || failed.survey_id, ${actorText(scope)},
      json_build_object('messageId', failed.id, 'type', failed.type) from failed`)
  return failed === 1
}

/** A message that failed waits again. */
export async function setWaiting(scope: Writer, id: string): Promise<boolean> {
  const again = await scope.db.run(sql`
    with again as (
      update messages set state = 'waiting', attempts = 0
      where system_client_id = ${scope.clientId} and id = ${id} and state = 'failed'
      returning id, survey_id, type
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'message.resent', 'survey/' || again.survey_id, ${actorText(scope)},
      json_build_object('messageId', again.id, 'type', again.type) from again`)
  return again === 1
}

export async function hasMessageSince(
  scope: Reader,
  surveyId: string,
  { type, category, since }: { type: MessageType; category: MessageCategory; since: Date },
): Promise<boolean> {
  const row = await scope.db.row(sql`
    select 1 from messages
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and type = ${type}
      and category = ${category} and created_at >= ${since} limit 1`)
  return row !== undefined
}

export async function findLastMessage(
  scope: Reader,
  surveyId: string,
  types: readonly MessageType[],
): Promise<Date | undefined> {
  const row = await scope.db.row<{ at: Date | null }>(sql`
    select max(created_at) as at from messages
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and type = any(${types}::text[])`)
  return row?.at ?? undefined
}

/** How the last result that was sent to somebody outside the house fared, by survey. */
export function listLastResults(
  scope: Reader,
  surveyIds: readonly string[],
): Promise<{ surveyId: string; state: MessageRow['state']; createdAt: Date }[]> {
  return scope.db.rows(sql`
    select distinct on (survey_id) survey_id as "surveyId", state, created_at as "createdAt" from messages
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
      and type in ('surveyResultsEmail', 'vcApproval')
    order by survey_id, output_id desc`)
}

export async function forgetLink(scope: Reader, id: string): Promise<void> {
  await scope.db.run(sql`
    update messages set sealed_link = null where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** Over all clients; at most so many at once. */
export function forgetLinksBefore(db: Db, oldest: Date, most: number): Promise<number> {
  return db.run(sql`
    update messages m set sealed_link = null
    from (
      select system_client_id, id from messages where sealed_link is not null and link_valid_until < ${oldest}
      limit ${most}
    ) as old
    where m.system_client_id = old.system_client_id and m.id = old.id`)
}
