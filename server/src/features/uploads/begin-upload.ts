// An upload starts while its survey is open (D5); once started, it may arrive later. Starting the same one again returns it.
import type { UploadMetadata } from '@walkaround/contract/app/media.ts'
import { type Chapter, readChapters } from '@walkaround/contract/rules/chapters.ts'
import { RetryTransaction } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { assertWithinBranches } from '../../organisation/branch-reach.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { MediaLimits } from '../media/media.ts'
import { assertQuestions, getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import * as store from './store.ts'
import { expiryOf } from './tus.ts'

export interface Begun {
  id: string
  expiresAt: Date
}

export async function beginUpload(
  scope: Scope,
  limits: MediaLimits,
  metadata: UploadMetadata,
  length: number,
): Promise<Begun> {
  const upload = toUpload(metadata, length)
  await assertWithinBranches(scope, 'survey', upload.surveyId)
  const begun = { expiresAt: expiryOf(scope.now) }
  const known = await store.findUploadOfForUpdate(scope, upload)
  if (known && expiryOf(known.touchedAt) <= scope.now) {
    await store.deleteUpload(scope, known.id)
  } else if (known) {
    assertLength(limits, upload)
    // A refused upload may be sent again; it already has its place.
    if (known.refused) await store.restartUpload(scope, known.id, upload)
    else assertSame(known, upload)
    return { ...begun, id: known.id }
  }
  const survey = await getPlace(scope, upload.surveyId, toPlace(upload))
  assertAnswersOpen(survey)
  await assertQuestions(
    scope,
    survey,
    (upload.chapters ?? []).map(({ questionId }) => questionId),
  )
  assertLength(limits, upload)
  if (!(await store.insertUpload(scope, upload))) throw new RetryTransaction()
  return { ...begun, id: upload.id }
}

function toUpload(metadata: UploadMetadata, length: number): store.NewUpload {
  const { kind, sha256 } = metadata
  if (kind === 'video' && metadata.mark_id !== undefined) {
    throw problem('invalidHeader', 'Upload-Metadata: mark_id: a video cannot belong to a damage mark')
  }
  if (sha256 !== undefined && !/^[0-9a-fA-F]{64}$/.test(sha256)) {
    throw problem('invalidHeader', 'Upload-Metadata: sha256: needs 64 hexadecimal digits')
  }
  if (length === 0) throw problem('invalidHeader', 'Upload-Length: an empty file is not a photo or a video')
  return {
    id: newId(),
    surveyId: metadata.survey_id,
    kind,
    subjectId: metadata.id,
    questionId: metadata.question_id ?? null,
    answerId: metadata.answer_id ?? null,
    markId: metadata.mark_id ?? null,
    contentType: metadata.content_type ?? '',
    sha256: sha256 === undefined ? null : Buffer.from(sha256, 'hex'),
    length,
    chapters: chaptersOf(metadata),
  }
}

function chaptersOf({ kind, chapters }: UploadMetadata): Chapter[] | null {
  if (chapters === undefined) return null
  if (kind === 'photo') throw problem('invalidHeader', 'Upload-Metadata: chapters: a photo has none')
  try {
    const read = readChapters(chapters)
    return read.length === 0 ? null : read
  } catch (error) {
    throw problem('invalidHeader', `Upload-Metadata: chapters: ${(error as Error).message}`)
  }
}

type At = Pick<store.NewUpload, 'questionId' | 'answerId' | 'markId'>

export const toPlace = ({ questionId, answerId, markId }: At) =>
  withoutNulls({ questionId, answerId, markId })

function assertLength(limits: MediaLimits, { kind, length }: store.NewUpload): void {
  const limit = kind === 'photo' ? limits.photoBytes : limits.videoBytes
  if (length > limit)
    throw problem('fileTooLarge', `Upload-Length: a ${kind} may have at most ${limit} bytes`)
}

const isAtSamePlace = (known: At, upload: At) =>
  known.questionId === upload.questionId &&
  known.answerId === upload.answerId &&
  known.markId === upload.markId

/** A photo may have been moved since it was announced; moving it is an operation of its own. */
function assertSame(known: store.UploadRow, upload: store.NewUpload): void {
  const isSame =
    known.length === upload.length &&
    (upload.kind === 'photo' || isAtSamePlace(known, upload)) &&
    (known.sha256 === null || upload.sha256 === null || upload.sha256.equals(known.sha256))
  if (isSame) return
  throw problem('idTaken', `id: another ${upload.kind} "${upload.subjectId}" is on its way to this survey`)
}
