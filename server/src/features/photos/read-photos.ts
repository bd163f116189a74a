// Reads photos: the address of a photo in its original or another size (D6). All sizes are made on first demand and stored next to
// the photo.
import { type PhotoSize, photoSizes } from '@walkaround/contract/dms/media.ts'
import { Busy } from '../../outside/worker-pool.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { linkTo } from '../media/serve-file.ts'
import { photoKey, tooBusy } from './receive-photo.ts'
import * as store from './store.ts'

async function getPhotoRow(scope: Scope, surveyId: string, photoId: string): Promise<store.PhotoRow> {
  const photo = await store.findPhoto(scope, surveyId, photoId)
  if (!photo) throw problem('noSuchResource', `survey "${surveyId}" has no photo "${photoId}"`)
  return photo
}

export async function linkToPhoto(
  scope: Scope,
  media: Media,
  surveyId: string,
  photoId: string,
): Promise<string> {
  const { file, contentType } = await getPhotoRow(scope, surveyId, photoId)
  return linkTo(media, { key: photoKey(scope.clientId, file), contentType, etag: file }, scope.now)
}

const isSize = (size: string): size is PhotoSize => (photoSizes as readonly string[]).includes(size)

export async function linkToPhotoSize(
  scope: Scope,
  media: Media,
  surveyId: string,
  photoId: string,
  size: string,
): Promise<string> {
  const photo = await getPhotoRow(scope, surveyId, photoId)
  if (!isSize(size))
    throw problem('noSuchResource', `there is no size "${size}"; there are ${photoSizes.join(', ')}`)
  const key = photoKey(scope.clientId, photo.file, size)
  if (!(await media.files.find(key))) await makeSizes(media, scope.clientId, photo)
  return linkTo(media, { key, contentType: 'image/jpeg', etag: `${photo.file}.${size}` }, scope.now)
}

/** The bytes of one size, for drawing. */
export async function readPhotoSize(
  media: Media,
  clientId: string,
  photo: store.PhotoRow,
  size: PhotoSize,
): Promise<Buffer> {
  const key = photoKey(clientId, photo.file, size)
  const kept = await media.files.read(key)
  if (kept) return kept
  await makeSizes(media, clientId, photo)
  const made = await media.files.read(key)
  if (!made) throw problem('noSuchResource', `the file of photo "${photo.id}" is gone`)
  return made
}

export type { Media }
export type PhotoRow = store.PhotoRow
export const listPhotoFiles = store.listPhotoFiles

/** Concurrent callers share the work. */
const making = new Map<string, Promise<void>>()

function makeSizes(media: Media, clientId: string, photo: store.PhotoRow): Promise<void> {
  const original = photoKey(clientId, photo.file)
  const work =
    making.get(original) ??
    makeAndKeep(media, clientId, photo, original).finally(() => making.delete(original))
  making.set(original, work)
  return work
}

async function makeAndKeep(
  media: Media,
  clientId: string,
  photo: store.PhotoRow,
  original: string,
): Promise<void> {
  const source = await media.files.read(original)
  if (!source) throw problem('noSuchResource', `the file of photo "${photo.id}" is gone`)
  const sizes = await media.images
    .makeSizes(source, { x: photo.focusX, y: photo.focusY }, clientId)
    .catch((error: unknown) => {
      throw error instanceof Busy ? tooBusy() : error
    })
  for (const [size, { bytes }] of Object.entries(sizes)) {
    await media.files.put(photoKey(clientId, photo.file, size), bytes, 'image/jpeg')
  }
}
