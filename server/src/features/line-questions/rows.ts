// Rows of questions for other features: what waits on a board, what the advisor was not told yet, news, what must be forgotten.
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** Lines with a question that waits for an answer, by survey; of a whole board in one statement. */
export async function countWaiting(
  scope: Scope,
  surveyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (surveyIds.length === 0) return new Map()
  const rows = await scope.db.rows<{ surveyId: string; count: number }>(sql`
    select survey_id, count(distinct (about_kind, about_id))::int as count from line_questions
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[]) and link_id is not null
      and answered_at is null
    group by survey_id`)
  return new Map(rows.map(({ surveyId, count }) => [surveyId, count]))
}

export interface QuestionNews {
  id: string
  title: string
  words: string
  isAnswered: boolean
}

/** By id; those that were erased are left out. */
export async function listQuestionsOf(scope: Scope, ids: readonly string[]): Promise<QuestionNews[]> {
  if (ids.length === 0) return []
  return scope.db.rows(sql`
    select id, title, words, answered_at is not null as is_answered from line_questions
    where system_client_id = ${scope.clientId} and id = any(${ids}::text[])`)
}

interface UntoldQuestion {
  id: string
  at: Date
  title: string
  words: string
}

/** The oldest first. */
export function listUntoldQuestions(scope: Scope, surveyId: string): Promise<UntoldQuestion[]> {
  return scope.db.rows(sql`
    select id, arrived_at as at, title, words from line_questions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and link_id is not null and told_at is null
    order by arrived_at, id`)
}

export async function setQuestionsTold(scope: Scope, ids: readonly string[]): Promise<void> {
  await scope.db.run(sql`
    update line_questions set told_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = any(${ids}::text[])`)
}

export interface HappenedQuestion {
  id: string
  at: Date
  title: string
  words: string
  authorName: string | null
}

/** Questions and answers of a survey, the newest first. */
export function listHappenedQuestions(scope: Scope, surveyId: string): Promise<HappenedQuestion[]> {
  return scope.db.rows(sql`
    select id, arrived_at as at, title, words, author_name from line_questions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by arrived_at desc, id desc`)
}

/** Of surveys of an order or a lead, or wherever this address or number is in the text. Gives the surveys they were of. */
export async function deleteQuestions(
  { db, clientId }: Pick<Scope, 'db' | 'clientId'>,
  {
    orderId,
    leadId,
    value,
  }: { orderId?: string | undefined; leadId?: string | undefined; value?: string | undefined },
): Promise<{ surveyId: string }[]> {
  if (value === undefined)
    return db.rows(sql`
      delete from line_questions q using surveys_with_origin s
      where q.system_client_id = ${clientId} and s.system_client_id = q.system_client_id and s.id = q.survey_id
        and (s.order_id = ${orderId ?? null} or s.lead_id = ${leadId ?? null})
      returning q.survey_id`)
  return db.rows(sql`
    delete from line_questions q where q.system_client_id = ${clientId} and strpos(
      lower(regexp_replace(q.words, '[[:space:]]', '', 'g')),
      lower(regexp_replace(${value}::text, '[[:space:]]', '', 'g'))) > 0
    returning q.survey_id`)
}
