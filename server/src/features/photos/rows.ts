// Reads and changes rows of photos for other features.
import { type Db, type Part, part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

/** Part of the statement that removes a mark: its photos stay with the survey. */
export const freePhotosOf = (scope: Pick<Scope, 'clientId'>, surveyId: string, markId: string): Part => part`
  update photos set mark_id = null
  where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and mark_id = ${markId}`

/** Part of the read of marks `m`: [[id, takenAt, contentType, width, height], …] as JSON, null if there are none. */
export const photosOfMark = part`
  select json_agg(json_build_array(p.id, p.taken_at, p.content_type, p.width, p.height) order by p.created_at, p.id)::text
  from photos p
  where p.system_client_id = m.system_client_id and p.survey_id = m.survey_id and p.mark_id = m.id`

/** Which of these files are pictures of photos that were drawn on, as they are now: <photo>.<name>. */
export async function listMarkedPhotosNamed(
  db: Db,
  clientId: string,
  names: readonly string[],
): Promise<string[]> {
  const files = names.map((name) => name.replace(/\..*$/, ''))
  const rows = await db.rows<{ name: string }>(sql`
    select p.file || '.' || n.name as name
    from photos p
    join photo_markups m on m.system_client_id = p.system_client_id and m.survey_id = p.survey_id and m.photo_id = p.id
    cross join lateral (values (m.blurred), (m.drawn)) as n(name)
    where p.system_client_id = ${clientId} and p.file = any(${files}::text[]) and n.name is not null`)
  return rows.map(({ name }) => name)
}

/** Which of these files are photos. */
export async function listPhotosNamed(db: Db, clientId: string, files: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file: string }>(sql`
    select file from photos where system_client_id = ${clientId} and file = any(${files}::text[])`)
  return rows.map(({ file }) => file)
}

export interface PhotoOfSurvey {
  surveyId: string
  id: string
  questionId: string | null
  answerId: string | null
  markId: string | null
  width: number
  height: number
}

/** The photos of any of these surveys, in the order in which they were taken; the newest `most`. */
export const listPhotosOf = (
  scope: Pick<Scope, 'db' | 'clientId'>,
  surveyIds: readonly string[],
  most: number,
): Promise<PhotoOfSurvey[]> =>
  scope.db.rows(sql`
    select survey_id, id, question_id, answer_id, mark_id, width, height from photos
    where system_client_id = ${scope.clientId} and survey_id = any(${surveyIds}::text[])
    order by created_at desc, id limit ${most}`)

/** The photos at these questions, also those of their answers, in the order in which they came. */
export async function listPhotosOfQuestions(
  scope: Pick<Scope, 'db' | 'clientId'>,
  questions: readonly { surveyId: string; questionId: string }[],
): Promise<{ surveyId: string; questionId: string; id: string }[]> {
  if (questions.length === 0) return []
  return scope.db.rows(sql`
    select p.survey_id, p.question_id, p.id
    from unnest(${questions.map(({ surveyId }) => surveyId)}::text[],
      ${questions.map(({ questionId }) => questionId)}::text[]) as w(survey_id, question_id)
    join photos p on p.system_client_id = ${scope.clientId} and p.survey_id = w.survey_id and p.question_id = w.question_id
    order by p.created_at, p.id`)
}
