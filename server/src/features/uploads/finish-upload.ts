// The whole has arrived: it is put together, checked, cleaned, and becomes a photo or video of its survey. Every step may be
// repeated after a crash; the parts go last.
import { rm } from 'node:fs/promises'
import { Problem, type ProblemKind, problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { attachPhoto } from '../photos/attach-photo.ts'
import { keepPhoto, photoKey } from '../photos/receive-photo.ts'
import { getPlace, type Place } from '../surveys/places.ts'
import { attachVideo, cleanArrived, keepVideo, videoKey } from '../videos/add-video.ts'
import { toPlace } from './begin-upload.ts'
import { assemble, removeParts } from './parts.ts'
import { type Desk, getUploadRow } from './read-upload.ts'
import * as store from './store.ts'

/** Whoever repeats the last request while it is worked on waits for the same work. */
const finishing = new Map<string, Promise<void>>()

export function finishUpload(desk: Desk, uploadId: string): Promise<void> {
  const key = JSON.stringify([desk.clientId, uploadId])
  const work = finishing.get(key) ?? finish(desk, uploadId).finally(() => finishing.delete(key))
  finishing.set(key, work)
  return work
}

/** These would be refused however often they are looked at. */
const final: readonly ProblemKind[] = ['photoRefused', 'videoRefused', 'digestMismatch', 'idTaken']

async function finish(desk: Desk, uploadId: string): Promise<void> {
  const { media, clientId } = desk
  const upload = await getUploadRow(desk, uploadId)
  if (upload.finished_at) return
  const path = media.files.tempPath()
  try {
    const sha256 = await assemble(media.files, clientId, uploadId, upload.parts, path)
    // Gone because another process was faster, which the next look tells; or for no reason we know.
    if (!sha256) return await finishedElsewhere(desk, uploadId)
    assertDigest(upload, sha256)
    await (upload.kind === 'photo' ? addPhoto(desk, upload, path) : addVideo(desk, upload, path))
  } catch (error) {
    if (!(error instanceof Problem) || !final.includes(error.kind)) throw error
    const { kind, errorInfo: info } = error
    await desk.write((scope) => store.setRefused(scope, uploadId, { kind, info }))
    await removeParts(media.files, clientId, uploadId, upload.parts)
    throw error
  } finally {
    await rm(path, { force: true })
  }
  await removeParts(media.files, clientId, uploadId, upload.parts)
}

async function finishedElsewhere(desk: Desk, uploadId: string): Promise<void> {
  if ((await getUploadRow(desk, uploadId)).finished_at) return
  throw problem('digestMismatch', 'a part of the upload is gone here; give it up and begin it again')
}

function assertDigest(upload: store.UploadRow, sha256: Buffer): void {
  if (upload.sha256 === null || sha256.equals(upload.sha256)) return
  throw problem('digestMismatch', `what arrived has the SHA-256 ${sha256.toString('hex')}; begin it again`)
}

async function addPhoto(desk: Desk, upload: store.UploadRow, path: string): Promise<void> {
  const { media, clientId } = desk
  const photo = await keepPhoto(media, clientId, path)
  await desk.write(async (scope) => {
    const place = await remainingPlace(scope, upload)
    await attachPhoto(
      scope,
      upload.survey_id,
      { ...photo, ...place, id: upload.subject_id },
      { isBegun: true },
    )
    await store.setFinished(scope, upload.id)
  })
  // The same bytes may have lain here unused and been swept between the two steps.
  if (!(await media.files.find(photoKey(clientId, photo.file)))) await keepPhoto(media, clientId, path)
}

async function addVideo(desk: Desk, upload: store.UploadRow, path: string): Promise<void> {
  const { media, clientId } = desk
  const video = await cleanArrived(media, clientId, path)
  await keepVideo(media, clientId, path, video)
  await desk.write(async (scope) => {
    const place = await remainingPlace(scope, upload)
    await attachVideo(
      scope,
      upload.survey_id,
      { ...video, ...place, id: upload.subject_id },
      { isBegun: true },
    )
    await store.setFinished(scope, upload.id)
  })
  if (!(await media.files.find(videoKey(clientId, video.source))))
    await keepVideo(media, clientId, path, video)
}

/** A damage mark or an answer that was removed meanwhile leaves its photo to what it stood on. */
async function remainingPlace(scope: Scope, upload: store.UploadRow): Promise<Place> {
  const place: Place = toPlace({
    questionId: upload.question_id,
    answerId: upload.answer_id,
    markId: upload.mark_id,
  })
  try {
    await getPlace(scope, upload.survey_id, place)
    return place
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'noSuchResource')) throw error
    return place.questionId === undefined || place.answerId === undefined
      ? {}
      : { questionId: place.questionId }
  }
}
