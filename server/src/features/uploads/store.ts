// The SQL of uploads.
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import type { Chapter } from '@walkaround/contract/rules/chapters.ts'
import { insertEvent } from '../../db/events.ts'
import { part, sql } from '../../db/sql.ts'
import type { Scope } from '../../scope.ts'

export interface NewUpload {
  id: string
  surveyId: string
  kind: 'photo' | 'video'
  subjectId: string
  questionId: string | null
  answerId: string | null
  markId: string | null
  contentType: string
  sha256: Buffer | null
  length: number
  /** Of a video. */
  chapters: readonly Chapter[] | null
}

export interface UploadRow {
  id: string
  surveyId: string
  kind: 'photo' | 'video'
  subjectId: string
  questionId: string | null
  answerId: string | null
  markId: string | null
  sha256: Uint8Array | null
  length: number
  received: number
  parts: string[]
  refused: Refusal | null
  touchedAt: Date
  finishedAt: Date | null
  chapters: Chapter[] | null
}

export interface Refusal {
  kind: ProblemKind
  info: string
}

/** False if the same photo or video is already being uploaded. */
export async function insertUpload(scope: Scope, upload: NewUpload): Promise<boolean> {
  const made = await scope.db.run(sql`
    with made as (
      insert into uploads (system_client_id, id, survey_id, kind, subject_id, question_id, answer_id, mark_id,
        content_type, sha256, length, chapters, created_at, touched_at)
      values (${scope.clientId}, ${upload.id}, ${upload.surveyId}, ${upload.kind}, ${upload.subjectId},
        ${upload.questionId}, ${upload.answerId}, ${upload.markId}, ${upload.contentType}, ${upload.sha256},
        ${upload.length}, ${toJson(upload.chapters)}::json, ${scope.now}, ${scope.now})
      on conflict do nothing
      returning kind, subject_id
    )
    ${insertEvent(scope, 'upload.begun', `survey/${upload.surveyId}`, { kind: upload.kind, id: upload.subjectId })}
    from made`)
  return made === 1
}

const uploadColumns = part`id, survey_id, kind, subject_id, question_id, answer_id, mark_id, sha256, length, received, parts,
  refused, touched_at, finished_at, chapters`

const toJson = (chapters: readonly Chapter[] | null) => (chapters === null ? null : JSON.stringify(chapters))

export function findUpload(scope: Scope, id: string): Promise<UploadRow | undefined> {
  return scope.db.row(sql`
    select ${uploadColumns} from uploads where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** Locked until the transaction ends. */
export function findUploadOfForUpdate(
  scope: Scope,
  { surveyId, kind, subjectId }: Pick<NewUpload, 'surveyId' | 'kind' | 'subjectId'>,
): Promise<UploadRow | undefined> {
  return scope.db.row(sql`
    select ${uploadColumns} from uploads
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and kind = ${kind}
      and subject_id = ${subjectId} for update`)
}

/** Restarts a refused upload under the same address. */
export async function restartUpload(scope: Scope, id: string, upload: NewUpload): Promise<void> {
  await scope.db.run(sql`
    update uploads set question_id = ${upload.questionId}, answer_id = ${upload.answerId}, mark_id = ${upload.markId},
      content_type = ${upload.contentType}, sha256 = ${upload.sha256}, length = ${upload.length},
      chapters = ${toJson(upload.chapters)}::json, received = 0,
      parts = '{}', refused = null, touched_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${id}`)
}

/** False if the bytes do not start where the stored ones end: another request was faster. */
export async function addPart(
  scope: Scope,
  id: string,
  part: { name: string; offset: number; bytes: number },
): Promise<boolean> {
  const added = await scope.db.run(sql`
    update uploads set received = received + ${part.bytes}, parts = parts || ${part.name}::text, touched_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${id} and received = ${part.offset}
      and received + ${part.bytes} <= length and refused is null and finished_at is null`)
  return added === 1
}

export type UploadPlace = Pick<UploadRow, 'questionId' | 'answerId' | 'markId'>

/** Returns where it belongs now: it may have been moved while its bytes arrived. Undefined if it was finished before. */
export function setFinished(scope: Scope, id: string): Promise<UploadPlace | undefined> {
  return scope.db.row(sql`
    update uploads set finished_at = ${scope.now}, touched_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${id} and finished_at is null
    returning question_id, answer_id, mark_id`)
}

/** The place of a photo that is still arriving. False if none is. */
export async function moveUpload(
  scope: Scope,
  surveyId: string,
  photoId: string,
  { questionId, answerId, markId }: { questionId?: string; answerId?: string; markId?: string },
): Promise<boolean> {
  const moved = await scope.db.run(sql`
    update uploads set question_id = ${questionId ?? null}, answer_id = ${answerId ?? null}, mark_id = ${markId ?? null}
    where system_client_id = ${scope.clientId} and survey_id = ${surveyId} and kind = 'photo' and subject_id = ${photoId}
      and finished_at is null`)
  return moved === 1
}

export async function setRefused(scope: Scope, id: string, refusal: Refusal): Promise<void> {
  await scope.db.run(sql`
    update uploads set refused = ${JSON.stringify(refusal)}::json, touched_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${id} and finished_at is null`)
}

/** Returns the names of its parts; undefined if there is no such upload. */
export async function deleteUpload(scope: Scope, id: string): Promise<string[] | undefined> {
  const gone = await scope.db.row<{ parts: string[] }>(sql`
    delete from uploads where system_client_id = ${scope.clientId} and id = ${id} returning parts`)
  return gone?.parts
}
