// The SQL of photos.
import { actorText } from '../../db/events.ts'
import { sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

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

/** False when the id is taken. */
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
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'photo.added', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('photoId', made.id) from made`)
  return made === 1
}

export interface PhotoRow {
  id: string
  question_id: string | null
  answer_id: string | null
  mark_id: string | null
  file: string
  content_type: string
  focus_x: number
  focus_y: number
  width: number
  height: number
  taken_at: string | null
  source: Uint8Array
}

export function findPhoto(scope: Scope, surveyId: string, id: string): Promise<PhotoRow | undefined> {
  return scope.db.row(sql`
    select id, question_id, answer_id, mark_id, file, content_type, focus_x, focus_y, width, height, taken_at, source
    from photos
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}`)
}

export function listPhotoFiles(scope: Scope, surveyId: string): Promise<PhotoRow[]> {
  return scope.db.rows(sql`
    select id, question_id, answer_id, mark_id, file, content_type, focus_x, focus_y, width, height, taken_at, source
    from photos
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} order by created_at, id`)
}

export async function deletePhoto(scope: Scope, surveyId: string, id: string): Promise<boolean> {
  const gone = await scope.db.run(sql`
    with gone as (
      delete from photos where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and id = ${id}
      returning id
    )
    insert into events (system_client_id, at, kind, subject, actor, payload)
    select ${scope.clientId}, ${scope.now}, 'photo.removed', 'survey/' || ${surveyId}, ${actorText(scope)},
      json_build_object('photoId', gone.id) from gone`)
  return gone === 1
}
