// Reads and changes rows of surveys for other features: joined or separated orders, surveys without an order, merged branches.
import { messageTypeNames, messageTypes } from '@walkaround/contract/messages.ts'
import { moving, movingSurvey, type Part, part, sql } from '../../db/sql.ts'
import { atSite, type Scope } from '../../scope.ts'
import { insertTerms, moveTerms, type SearchedRow, saveTerms } from '../origins/rows.ts'

/**
 * Notes when something that forms and readers are shown was changed, in the statement that changes it; only if the query `of` has a
 * row. A row of its own beside the survey: people who answer at the same time do not wait for each other's survey. It is written
 * even if its time stays the same: the new version of the row moves the survey's revision.
 */
export function noteChange(scope: Pick<Scope, 'clientId' | 'now'>, surveyId: string, of?: Part): Part {
  const condition = of ? part`where exists (select from ${of})` : part``
  return part`insert into survey_changes as c (system_client_id, survey_id, changed_at)
    select ${scope.clientId}, ${surveyId}, ${scope.now} ${condition}
    on conflict (system_client_id, survey_id) do update
      set changed_at = greatest(c.changed_at, excluded.changed_at)`
}

/** The version of that row of the survey `s`: another one after every noted change, null before the first. */
export const lastChange = part`(select concat(c.xmin, '.', extract(epoch from c.changed_at)) from survey_changes c
  where c.system_client_id = s.system_client_id and c.survey_id = s.id)`

const toOwners = messageTypeNames.filter((type) => messageTypes[type].to === 'owner')

/** What is known about the customer's language of a row `s` of surveys_with_origin. */
export const languageColumns = part`s.chosen_language, s.site_language,
  (select m.language from messages m
    where m.system_client_id = s.system_client_id and m.survey_id = s.id and m.type = any(${toOwners}::text[])
    order by m.output_id desc limit 1) as last_language,
  coalesce(s.frozen->>'actLanguage', s.frozen->>'language') as completed_language`

export interface LanguageColumns {
  chosenLanguage: string | null
  lastLanguage: string | null
  completedLanguage: string | null
  siteLanguage: string | null
}

/** The scope at the site of a survey: by its clock and in its currency. Reads nothing for a client whose sites do not differ. */
export async function atSurvey(scope: Scope, surveyId: string): Promise<Scope> {
  if (!scope.client.places) return scope
  const row = await scope.db.row<{ siteId: string | null }>(sql`
    select s.site_id from surveys_with_origin s where s.system_client_id = ${scope.clientId} and s.id = ${surveyId}`)
  return atSite(scope, row?.siteId)
}

/** Deletes a survey that nobody has changed, when another replaces it. */
export async function deleteSurvey(scope: Scope, surveyId: string): Promise<void> {
  await scope.db.run(sql`
    delete from answer_idempotency_keys where system_client_id = ${scope.clientId} and survey_id = ${surveyId}`)
  await scope.db.run(sql`
    delete from surveys where system_client_id = ${scope.clientId} and id = ${surveyId}
    ${movingSurvey(scope, surveyId, [])}`)
}

/** Answers, media, quotes, messages, links and edits move with the survey; its header is from now on the other order's. */
export async function moveSurveys(
  scope: Scope,
  surveyIds: string[],
  { orderId, vehicleKey }: { orderId: string; vehicleKey: string | null },
): Promise<void> {
  await scope.db.run(sql`
    update surveys set order_id = ${orderId}, vehicle_key = ${vehicleKey}
    where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])
    ${moving({ clientId: scope.clientId, surveyIds, questionIds: [] })}`)
}

/** A survey without order and lead stores what others find there. */
export async function setAlone(
  scope: Scope,
  surveyId: string,
  own: { header: string; branchId: string; searchText: string },
): Promise<void> {
  await scope.db.run(sql`
    with made as (
      update surveys set header = ${own.header}::json, branch_id = ${own.branchId}, search_text = ${own.searchText}
      where system_client_id = ${scope.clientId} and id = ${surveyId}
      returning id, branch_id, created_at
    )
    ${insertTerms(scope, 'vehicle', own.searchText)}`)
}

const ownColumns = part`s.id, s.header::text as header, null as corrections, s.branch_id, s.created_at,
  coalesce(s.search_text, '') as search_text`

/** Of a survey without order and lead, what a search finds it by. */
export function findOwnSearched(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  surveyId: string,
): Promise<SearchedRow | undefined> {
  return db.row(sql`
    select ${ownColumns} from surveys s
    where s.system_client_id = ${clientId} and s.id = ${surveyId} and s.order_id is null and s.lead_id is null
      and s.branch_id is not null and s.header is not null`)
}

/** Some of the surveys without order and lead, as `listSearchedAfter` lists orders. */
export function listAloneAfter(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  after: string,
  most: number,
): Promise<SearchedRow[]> {
  return db.rows(sql`
    select ${ownColumns} from surveys s
    where s.system_client_id = ${clientId} and s.id > ${after} and s.order_id is null and s.lead_id is null
      and s.branch_id is not null and s.header is not null
    order by s.id limit ${most} for update`)
}

/** The caller holds the row. */
export function saveOwnSearched(scope: Pick<Scope, 'db' | 'clientId'>, row: SearchedRow, to: string): void {
  if (row.searchText === to) return
  saveTerms(scope, { kind: 'vehicle', ...row }, { from: row.searchText, to })
  scope.db.send(sql`
    update surveys set search_text = ${to} where system_client_id = ${scope.clientId} and id = ${row.id}`)
}

/** Moves surveys without order and lead when their branch is merged into another. */
export async function moveAlone(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await db.run(sql`
    with moved as (
      update surveys set branch_id = ${into} where system_client_id = ${clientId} and branch_id = ${from}
      returning id, search_text
    )
    ${moveTerms({ clientId }, 'vehicle', into)}`)
}

/** The given ids that already belong to a survey. */
export async function listTaken(scope: Scope, surveyIds: readonly string[]): Promise<string[]> {
  const rows = await scope.db.rows<{ id: string }>(sql`
    select id from surveys where system_client_id = ${scope.clientId} and id = any(${surveyIds}::text[])`)
  return rows.map(({ id }) => id)
}

/** Whether this answer was given, and stands. */
export async function hasAnswer(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  surveyId: string,
  { questionId, answerId }: { questionId: string; answerId: string },
): Promise<boolean> {
  const row = await db.row(sql`
    select from survey_answers where system_client_id = ${clientId} and survey_id = ${surveyId}
      and question_id = ${questionId} and id = ${answerId} and selected`)
  return row !== undefined
}

export interface TyreOfSurvey {
  surveyId: string
  questionId: string
  inner: string | null
  middle: string | null
  outer: string | null
  dot: string | null
  size: string | null
}

/** What was read on tyres in any of these surveys. */
export const listTyresOf = (scope: Scope, surveyIds: readonly string[]): Promise<TyreOfSurvey[]> =>
  scope.db.rows(sql`
    select survey_id, question_id, inner_depth as "inner", middle_depth as middle, outer_depth as "outer", dot, size
    from tyre_details
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
    order by survey_id, question_id`)
