// All bytes have arrived: they are assembled, checked, cleaned, and become a photo or video of the survey. Every step may be
// repeated after a crash; the parts are removed last.
import { rm } from 'node:fs/promises'
import type { ProblemKind } from '@walkaround/contract/problems.ts'
import { Problem, problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { attachPhoto } from '../photos/attach-photo.ts'
import { keepPhoto, photoKey } from '../photos/receive-photo.ts'
import { getPlace, type Place } from '../surveys/places.ts'
import { attachVideo, cleanArrived, keepVideo, videoKey } from '../videos/add-video.ts'
import { toPlace } from './begin-upload.ts'
import { assemble, removeParts } from './parts.ts'
import { type Desk, getUploadRow } from './read-upload.ts'
import * as store from './store.ts'

/** A repeated last request waits for the work already in progress. */
const finishing = new Map<string, Promise<void>>()

export function finishUpload(desk: Desk, uploadId: string): Promise<void> {
  const key = JSON.stringify([desk.clientId, uploadId])
  const work = finishing.get(key) ?? finish(desk, uploadId).finally(() => finishing.delete(key))
  finishing.set(key, work)
  return work
}

/** These are refused however often they are tried. */
const final: readonly ProblemKind[] = ['photoRefused', 'videoRefused', 'digestMismatch', 'idTaken']

async function finish(desk: Desk, uploadId: string): Promise<void> {
  const { media, clientId } = desk
  const upload = await getUploadRow(desk, uploadId)
  if (upload.finishedAt) return
  const path = media.files.tempPath()
  try {
    const sha256 = await assemble(media.files, clientId, uploadId, upload.parts, path)
    // Gone, usually because another process was faster, which the next read shows.
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
  if ((await getUploadRow(desk, uploadId)).finishedAt) return
  throw problem('digestMismatch', 'the service no longer has a part of the upload; cancel it and start again')
}

function assertDigest(upload: store.UploadRow, sha256: Buffer): void {
  if (upload.sha256 === null || sha256.equals(upload.sha256)) return
  throw problem(
    'digestMismatch',
    `the bytes that arrived have the SHA-256 ${sha256.toString('hex')}; start the upload again`,
  )
}

async function addPhoto(desk: Desk, upload: store.UploadRow, path: string): Promise<void> {
  const { media, clientId } = desk
  const photo = await keepPhoto(media, clientId, path)
  await desk.write(async (scope) => {
    const place = await remainingPlace(scope, upload, await store.setFinished(scope, upload.id))
    await attachPhoto(scope, upload.surveyId, { ...photo, ...place, id: upload.subjectId }, { isBegun: true })
  })
  // The same bytes may have been stored unused and swept between the two steps.
  if (!(await media.files.find(photoKey(clientId, photo.file)))) await keepPhoto(media, clientId, path)
}

async function addVideo(desk: Desk, upload: store.UploadRow, path: string): Promise<void> {
  const { media, clientId } = desk
  const video = await cleanArrived(media, clientId, path)
  await keepVideo(media, clientId, path, video)
  await desk.write(async (scope) => {
    const place = await remainingPlace(scope, upload, await store.setFinished(scope, upload.id))
    const { subjectId: id, chapters } = upload
    await attachVideo(
      scope,
      upload.surveyId,
      { ...video, ...place, id, ...(chapters ? { chapters } : {}) },
      { isBegun: true },
    )
  })
  if (!(await media.files.find(videoKey(clientId, video.source))))
    await keepVideo(media, clientId, path, video)
}

/** If the damage mark or answer was removed meanwhile, its photo goes to the next larger place. */
async function remainingPlace(
  scope: Scope,
  upload: store.UploadRow,
  now: store.UploadPlace = upload,
): Promise<Place> {
  const place: Place = toPlace(now)
  try {
    await getPlace(scope, upload.surveyId, place)
    return place
  } catch (error) {
    if (!(error instanceof Problem && error.kind === 'noSuchResource')) throw error
    return place.questionId === undefined || place.answerId === undefined
      ? {}
      : { questionId: place.questionId }
  }
}
