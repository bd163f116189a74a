// The SQL of messages.

import type { MessageType } from '@walkaround/contract/messages.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { actorText, insertEvent } from '../../db/events.ts'
import { type Db, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { type LanguageColumns, languageColumns } from '../surveys/rows.ts'
import type { Destination, MessageCategory, MessageFailure } from './rules.ts'

type Reader = Pick<Scope, 'db' | 'clientId'>
type Writer = Pick<Scope, 'db' | 'clientId' | 'actor' | 'now'>

export interface SubjectRow extends LanguageColumns {
  surveyType: SurveyType
  completed: boolean
  closed: boolean
  completedAt: Date | null
  orderId: string | null
  header: string | null
  corrections: string | null
  siteId: string | null
  siteName: string | null
  telephone: string | null
  email: string | null
}

/** What a message is about: the survey, its owner, and the dealership. */
export function findSubject(scope: Reader, surveyId: string): Promise<SubjectRow | undefined> {
  return scope.db.row(sql`
    select s.survey_type, s.completed, s.closed, s.completed_at, s.order_id,
      s.header::text as header, s.contact_corrections::text as corrections, s.site_id, s.site_name, s.telephone,
      s.email, ${languageColumns}
    from surveys_with_origin s where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
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

/** False if the id, or the number within the survey, was taken meanwhile. */
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
    ${insertEvent(scope, 'message.created', `survey/${surveyId}`, { messageId: id, type })} from made`)
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

const messageColumns = part`m.id, m.survey_id, m.output_id, m.category, m.type, m.destinations, m.language, m.subject, m.text,
  m.html, m.link_id, m.sealed_link, m.link_path, m.link_valid_until, m.state, m.via, m.attempts, m.failure, m.failure_code,
  m.created_by, m.created_at, m.sent_at`

export function findMessage(scope: Reader, id: string): Promise<MessageRow | undefined> {
  return scope.db.row(sql`
    select ${messageColumns} from messages m where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** In their order. */
export function listMessages(scope: Reader, surveyId: string): Promise<MessageRow[]> {
  return scope.db.rows(sql`
    select ${messageColumns} from messages m where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by output_id`)
}

export type SentRow = Pick<MessageRow, 'id' | 'category' | 'destinations' | 'state' | 'via'>

/** Where the messages of a survey went. */
export function listSent(scope: Reader, surveyId: string): Promise<SentRow[]> {
  return scope.db.rows(sql`
    select m.id, m.category, m.destinations, m.state, m.via from messages m
    where m.system_client_id = ${scope.clientId} and m.survey_id = ${surveyId}`)
}

type Addressed = Pick<MessageRow, 'id' | 'surveyId' | 'state' | 'linkId' | 'destinations'>

/** The recipients of messages of surveys that still follow their order. */
export function listAddressed(scope: Reader, surveyIds: readonly string[]): Promise<Addressed[]> {
  return scope.db.rows(sql`
    select m.id, m.survey_id, m.state, m.link_id, m.destinations
    from messages m join surveys_with_origin s on s.system_client_id = m.system_client_id and s.id = m.survey_id
    where m.system_client_id = ${scope.clientId} and m.survey_id = any(${surveyIds}::text[]) and not s.closed
    order by m.survey_id, m.output_id`)
}

/** Messages that stayed here, the newest first. */
export function listOutbox(
  scope: Pick<Scope, 'db' | 'clientId' | 'branches'>,
  most: number,
): Promise<MessageRow[]> {
  return scope.db.rows(sql`
    select ${messageColumns} from messages m where system_client_id = ${scope.clientId} and via = 'outbox'
      and (${scope.branches ?? null}::text[] is null or exists (
        select from surveys_with_origin s
        where s.system_client_id = m.system_client_id and s.id = m.survey_id and s.branch_id = any(${scope.branches ?? null}::text[])))
    order by created_at desc, id desc limit ${most}`)
}

interface SentMessagesFilter {
  state: MessageRow['state']
  /** Left out: of every channel. */
  categories?: readonly MessageCategory[] | undefined
}

type SentMessageRow = Pick<
  MessageRow,
  | 'id'
  | 'surveyId'
  | 'category'
  | 'type'
  | 'destinations'
  | 'state'
  | 'via'
  | 'attempts'
  | 'failure'
  | 'createdAt'
  | 'sentAt'
>

/** Of all surveys, the newest first, from after the one that is named. */
export function listByState(
  { db, clientId }: Reader,
  { state, categories }: SentMessagesFilter,
  most: number,
  after: { createdAt: Date; id: string } | undefined,
): Promise<SentMessageRow[]> {
  return db.rows(sql`
    select m.id, m.survey_id, m.category, m.type, m.destinations, m.state, m.via, m.attempts, m.failure, m.created_at, m.sent_at
    from messages m
    where m.system_client_id = ${clientId} and m.state = ${state}
      and (${categories ?? null}::text[] is null or m.category = any(${categories ?? null}::text[]))
      and (m.created_at, m.id) < (coalesce(${after?.createdAt ?? null}::timestamptz, 'infinity'), ${after?.id ?? ''})
    order by m.created_at desc, m.id desc limit ${most}`)
}

/** A code the app has a text for, and the words for support. */
export interface Failure {
  code: MessageFailure | null
  message: string
}

/** Records an attempt before its end, or one that failed and will be repeated. */
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

// For the events of a message: `message` is its row.
const subjectOf = part`'survey/' || message.survey_id`
const payloadOf = part`json_build_object('messageId', message.id, 'type', message.type)`

/** False if it no longer waited: sent by another worker, or called off. Its link is deleted here, unless it is kept. */
export async function setSent(
  scope: Writer,
  id: string,
  { via, sentAt, isLinkKept }: { via: string; sentAt: Date; isLinkKept: boolean },
): Promise<boolean> {
  const sent = await scope.db.run(sql`
    with message as (
      update messages set state = 'sent', via = ${via}, sent_at = ${sentAt}, failure = null, failure_code = null,
        sealed_link = case when ${isLinkKept} then sealed_link end
      where system_client_id = ${scope.clientId} and id = ${id} and state = 'waiting'
      returning id, survey_id, type
    )
    ${insertEvent(scope, 'message.sent', subjectOf, payloadOf)} from message`)
  return sent === 1
}

export async function setFailed(scope: Writer, id: string, { code, message }: Failure): Promise<boolean> {
  const failed = await scope.db.run(sql`
    with message as (
      update messages set state = 'failed', failure = ${message}, failure_code = coalesce(${code}, failure_code)
      where system_client_id = ${scope.clientId} and id = ${id} and state = 'waiting'
      returning id, survey_id, type
    )
    ${insertEvent(scope, 'message.failed', subjectOf, payloadOf)} from message`)
  return failed === 1
}

/** Fails messages whose link was withdrawn before they were sent. */
export async function failWaitingLinks(scope: Writer, failure: string): Promise<number> {
  return scope.db.run(sql`
    with message as (
      update messages set state = 'failed', failure = ${failure}, failure_code = 'linkExpired', sealed_link = null
      where system_client_id = ${scope.clientId} and state = 'waiting' and sealed_link is not null
      returning id, survey_id, type
    )
    ${insertEvent(scope, 'message.failed', subjectOf, payloadOf)} from message`)
}

/** A failed message waits again. */
export async function setWaiting(scope: Writer, id: string): Promise<boolean> {
  const again = await scope.db.run(sql`
    with message as (
      update messages set state = 'waiting', attempts = 0
      where system_client_id = ${scope.clientId} and id = ${id} and state = 'failed'
      returning id, survey_id, type
    )
    ${insertEvent(scope, 'message.resent', subjectOf, payloadOf)} from message`)
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

/** The delivery state of the last result sent to somebody outside the dealership, by survey. */
export function listLastResults(
  scope: Reader,
  surveyIds: readonly string[],
): Promise<{ surveyId: string; state: MessageRow['state']; createdAt: Date }[]> {
  return scope.db.rows(sql`
    select distinct on (survey_id) survey_id, state, created_at from messages
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
      and type in ('surveyResultsEmail', 'vcApproval')
    order by survey_id, output_id desc`)
}

export async function forgetLink(scope: Reader, id: string): Promise<void> {
  await scope.db.run(sql`
    update messages set sealed_link = null where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** Over all clients; at most `most` at once. */
export function forgetLinksBefore(db: Db, oldest: Date, most: number): Promise<number> {
  return db.run(sql`
    update messages m set sealed_link = null
    from (
      select system_client_id, id from messages where sealed_link is not null and link_valid_until < ${oldest}
      limit ${most}
    ) as old
    where m.system_client_id = old.system_client_id and m.id = old.id`)
}
