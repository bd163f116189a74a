// The SQL of uploads.
import type { ProblemKind } from '@walkaround/contract/problems.ts'
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
        content_type, sha256, length, created_at, touched_at)
      values (${scope.clientId}, ${upload.id}, ${upload.surveyId}, ${upload.kind}, ${upload.subjectId},
        ${upload.questionId}, ${upload.answerId}, ${upload.markId}, ${upload.contentType}, ${upload.sha256},
        ${upload.length}, ${scope.now}, ${scope.now})
      on conflict do nothing
      returning kind, subject_id
    )
    ${insertEvent(scope, 'upload.begun', `survey/${upload.surveyId}`, { kind: upload.kind, id: upload.subjectId })}
    from made`)
  return made === 1
}

const uploadColumns = part`id, survey_id, kind, subject_id, question_id, answer_id, mark_id, sha256, length, received, parts,
  refused, touched_at, finished_at`

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
      content_type = ${upload.contentType}, sha256 = ${upload.sha256}, length = ${upload.length}, received = 0,
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

export async function setFinished(scope: Scope, id: string): Promise<void> {
  await scope.db.run(sql`
    update uploads set finished_at = ${scope.now}, touched_at = ${scope.now}
    where system_client_id = ${scope.clientId} and id = ${id} and finished_at is null`)
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
