// The SQL of questions about lines of a result, and of their answers.
import type { QuestionAbout } from '@walkaround/contract/rules/line-questions.ts'
import { insertEvent } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface EntryRow {
  id: string
  aboutKind: QuestionAbout['kind']
  aboutId: string
  title: string
  words: string
  writtenAt: Date
  arrivedAt: Date
  linkId: string | null
  answerTo: string | null
  loginId: string | null
  authorName: string | null
  messageId: string | null
}

/** The oldest first. */
export function listEntries(scope: Pick<Scope, 'db' | 'clientId'>, surveyId: string): Promise<EntryRow[]> {
  return scope.db.rows(sql`
    select id, about_kind, about_id, title, words, written_at, arrived_at, link_id, answer_to, login_id, author_name,
      message_id
    from line_questions
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by arrived_at, id`)
}

interface QuestionToSave {
  id: string
  surveyId: string
  linkId: string
  about: QuestionAbout
  title: string
  words: string
}

/** False if the same form was sent before. */
export async function insertQuestion(scope: Scope, question: QuestionToSave): Promise<boolean> {
  const { id, surveyId, linkId, about, title, words } = question
  const made = await scope.db.run(sql`
    with made as (
      insert into line_questions (system_client_id, id, survey_id, about_kind, about_id, title, words, written_at,
        arrived_at, link_id)
      values (${scope.clientId}, ${id}, ${surveyId}, ${about.kind}, ${about.id}, ${title}, ${words}, ${scope.now},
        ${scope.now}, ${linkId})
      on conflict (system_client_id, id) do nothing
      returning id
    )
    ${insertEvent(scope, 'owner.asked', `survey/${surveyId}`, { questionId: id })} from made`)
  return made === 1
}

export async function countQuestionsSince(
  scope: Scope,
  link: { id: string; surveyId: string },
  since: Date,
): Promise<number> {
  const row = await scope.db.row<{ count: number }>(sql`
    select count(*)::int as count from line_questions
    where system_client_id = ${scope.clientId} and survey_id = ${link.surveyId} and link_id = ${link.id}
      and arrived_at > ${since}`)
  return row?.count ?? 0
}

interface AnswerToSave {
  id: string
  surveyId: string
  questionId: string
  about: QuestionAbout
  title: string
  words: string
  writtenAt: Date
  authorName: string
  messageId: string | undefined
}

/** False if the id is taken. All questions of the line so far are answered by it. */
export async function insertAnswer(scope: Scope, answer: AnswerToSave): Promise<boolean> {
  const { id, surveyId, questionId, about, title, words } = answer
  const made = await scope.db.run(sql`
    with made as (
      insert into line_questions (system_client_id, id, survey_id, about_kind, about_id, title, words, written_at,
        arrived_at, answer_to, login_id, author_name, message_id)
      values (${scope.clientId}, ${id}, ${surveyId}, ${about.kind}, ${about.id}, ${title}, ${words}, ${answer.writtenAt},
        ${scope.now}, ${questionId}, ${scope.actor.id}, ${answer.authorName}, ${answer.messageId ?? null})
      on conflict (system_client_id, id) do nothing
      returning id
    ), answered as (
      update line_questions q set answered_at = ${scope.now}
      where q.system_client_id = ${scope.clientId} and q.survey_id = ${surveyId} and q.about_kind = ${about.kind}
        and q.about_id = ${about.id} and q.link_id is not null and q.answered_at is null
        and exists (select 1 from made)
    )
    ${insertEvent(scope, 'owner.answered', `survey/${surveyId}`, { questionId, answerId: id })} from made`)
  return made === 1
}

/** What has this id. */
export function findEntry(
  scope: Scope,
  id: string,
): Promise<{ surveyId: string; words: string; loginId: string | null } | undefined> {
  return scope.db.row(sql`
    select survey_id, words, login_id from line_questions where system_client_id = ${scope.clientId} and id = ${id}`)
}
