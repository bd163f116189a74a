// The SQL of photos.
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'
import { noteChange } from '../surveys/rows.ts'

export interface PhotoPlace {
  questionId?: string
  answerId?: string
  markId?: string
}

export interface NewPhoto extends PhotoPlace {
  id: string
  file: string
  source: Buffer
  contentType: string
  bytes: number
  width: number
  height: number
  takenAt?: string
  focus: { x: number; y: number }
}

/** False if the id is taken. */
export async function insertPhoto(scope: Scope, surveyId: string, photo: NewPhoto): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into photos (system_client_id, survey_id, id, question_id, answer_id, mark_id, file, source, content_type,
        bytes, width, height, taken_at, focus_x, focus_y, created_at)
      values (${scope.clientId}, ${surveyId}, ${photo.id}, ${photo.questionId ?? null}, ${photo.answerId ?? null},
        ${photo.markId ?? null}, ${photo.file}, ${photo.source}, ${photo.contentType}, ${photo.bytes}, ${photo.width},
        ${photo.height}, ${photo.takenAt ?? null}, ${photo.focus.x}, ${photo.focus.y}, clock_timestamp())
      on conflict do nothing
      returning id
    ), noted as (
      ${noteChange(scope, surveyId, part`made`)}
    )
    ${insertEvent(scope, 'photo.added', `survey/${surveyId}`, { photoId: photo.id })} from made`)
  return made === 1
}

export interface PhotoRow {
  id: string
  questionId: string | null
  answerId: string | null
  markId: string | null
  file: string
  contentType: string
  focusX: number
  focusY: number
  width: number
  height: number
  takenAt: string | null
  source: Uint8Array
  /** Names of the pictures made from what was drawn on it; null if there is none. */
  blurred: string | null
  drawn: string | null
  /** JSON of the shapes. */
  shapes: string | null
}

const photoColumns = part`p.id, p.question_id, p.answer_id, p.mark_id, p.file, p.content_type, p.focus_x, p.focus_y, p.width,
  p.height, p.taken_at, p.source, m.blurred, m.drawn, m.shapes::text as shapes`
const withMarkup = part`photos p left join photo_markups m
  on m.system_client_id = p.system_client_id and m.survey_id = p.survey_id and m.photo_id = p.id`

export function findPhoto(scope: Scope, surveyId: string, id: string): Promise<PhotoRow | undefined> {
  return scope.db.row(sql`
    select ${photoColumns} from ${withMarkup}
    where p.system_client_id = ${scope.clientId} and p.survey_id = ${surveyId} and p.id = ${id}`)
}

export function listPhotoFiles(scope: Scope, surveyId: string): Promise<PhotoRow[]> {
  return scope.db.rows(sql`
    select ${photoColumns} from ${withMarkup}
    where p.system_client_id = ${scope.clientId} and p.survey_id = ${surveyId} order by p.created_at, p.id`)
}

export async function movePhoto(
  scope: Scope,
  surveyId: string,
  id: string,
  { questionId, answerId, markId }: PhotoPlace,
): Promise<void> {
  await scope.db.run(sql`
    with moved as (
      update photos set question_id = ${questionId ?? null}, answer_id = ${answerId ?? null}, mark_id = ${markId ?? null}
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
      returning id
    ), noted as (
      ${noteChange(scope, surveyId, part`moved`)}
    )
    ${insertEvent(scope, 'photo.moved', `survey/${surveyId}`, { photoId: id })} from moved`)
}

export async function deletePhoto(scope: Scope, surveyId: string, id: string): Promise<boolean> {
  const gone = await scope.db.run(sql`
    with gone as (
      delete from photos where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
      returning id
    ), unmarked as (
      delete from photo_markups
      where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and photo_id = ${id}
    ), noted as (
      ${noteChange(scope, surveyId, part`gone`)}
    )
    ${insertEvent(scope, 'photo.removed', `survey/${surveyId}`, { photoId: id })} from gone`)
  return gone === 1
}
