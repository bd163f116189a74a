// Reads photos: the address of a photo in its original or another size (D6). All sizes are made on first demand and stored next to
// the photo, and so are the pictures of a photo that was drawn on. Only `original` shows what was blurred.
import type { MarkupShape } from '@walkaround/contract/app/markup.ts'
import { type PhotoSize, photoSizes } from '@walkaround/contract/dms/media.ts'
import { Busy } from '../../outside/worker-pool.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { linkTo } from '../media/serve-file.ts'
import { photoKey, tooBusy } from './receive-photo.ts'
import { fileIn, type Look, lookInSize, shapesIn } from './rules.ts'
import * as store from './store.ts'

async function getPhotoRow(scope: Scope, surveyId: string, photoId: string): Promise<store.PhotoRow> {
  const photo = await store.findPhoto(scope, surveyId, photoId)
  if (!photo) throw problem('noSuchResource', `survey "${surveyId}" has no photo "${photoId}"`)
  return photo
}

/** In its own size, with everything that was drawn on it. */
export async function linkToPhoto(
  scope: Scope,
  media: Media,
  surveyId: string,
  photoId: string,
): Promise<string> {
  const photo = await getPhotoRow(scope, surveyId, photoId)
  const { contentType } = photo
  const file = fileIn(photo, 'drawn')
  const key = photoKey(scope.clientId, file)
  if (file !== photo.file && !(await media.files.find(key)))
    await makePicture(media, scope.clientId, photo, 'drawn')
  return linkTo(media, { key, contentType, etag: file }, scope)
}

const isSize = (size: string): size is PhotoSize => (photoSizes as readonly string[]).includes(size)

/** `look`: what is in the pixels; left out, the blurred areas, and in a square everything. */
export async function linkToPhotoSize(
  scope: Scope,
  media: Media,
  surveyId: string,
  photoId: string,
  size: string,
  look: Look = lookInSize(size),
): Promise<string> {
  const photo = await getPhotoRow(scope, surveyId, photoId)
  if (!isSize(size))
    throw problem('noSuchResource', `there is no size "${size}"; there are ${photoSizes.join(', ')}`)
  const file = fileIn(photo, look)
  const key = photoKey(scope.clientId, file, size)
  if (!(await media.files.find(key))) await makeSizes(media, scope.clientId, photo, look)
  return linkTo(media, { key, contentType: 'image/jpeg', etag: `${file}.${size}` }, scope)
}

/** The bytes of one size with its blurred areas, for drawing. */
export async function readPhotoSize(
  media: Media,
  clientId: string,
  photo: store.PhotoRow,
  size: PhotoSize,
): Promise<Buffer> {
  const key = photoKey(clientId, fileIn(photo, 'blurred'), size)
  const kept = await media.files.read(key)
  if (kept) return kept
  await makeSizes(media, clientId, photo, 'blurred')
  const made = await media.files.read(key)
  if (!made) throw problem('noSuchResource', `the file of photo "${photo.id}" is gone`)
  return made
}

export type { Media }
export type PhotoRow = store.PhotoRow
export const listPhotoFiles = store.listPhotoFiles

/** Undefined if nothing is drawn on it. */
export function shapesOf({ shapes }: Pick<store.PhotoRow, 'shapes'>): readonly MarkupShape[] | undefined {
  const drawn = shapes === null ? [] : (JSON.parse(shapes) as MarkupShape[])
  return drawn.length === 0 ? undefined : drawn
}

/** What a person was shown: the photo, and what was drawn on it. */
export const shownFileOf = (photo: store.PhotoRow): string => fileIn(photo, 'drawn')

/** Concurrent callers share the work. */
const making = new Map<string, Promise<void>>()

function once(key: string, make: () => Promise<void>): Promise<void> {
  const work = making.get(key) ?? make().finally(() => making.delete(key))
  making.set(key, work)
  return work
}

function makeSizes(media: Media, clientId: string, photo: store.PhotoRow, look: Look): Promise<void> {
  const file = fileIn(photo, look)
  return once(`sizes ${photoKey(clientId, file)}`, async () => {
    if (file !== photo.file && !(await media.files.find(photoKey(clientId, file))))
      await makePicture(media, clientId, photo, look)
    const source = await readFile(media, clientId, photo, file)
    const sizes = await busyOr(media.images.makeSizes(source, { x: photo.focusX, y: photo.focusY }, clientId))
    for (const [size, { bytes }] of Object.entries(sizes))
      await media.files.put(photoKey(clientId, file, size), bytes, 'image/jpeg')
  })
}

/** The photo in its own size with what was drawn on it. */
function makePicture(media: Media, clientId: string, photo: store.PhotoRow, look: Look): Promise<void> {
  const key = photoKey(clientId, fileIn(photo, look))
  return once(key, async () => {
    const source = await readFile(media, clientId, photo, photo.file)
    const shapes = shapesIn(shapesOf(photo) ?? [], look)
    const bytes = await busyOr(media.images.markUp(source, shapes, clientId))
    await media.files.put(key, bytes, photo.contentType)
  })
}

async function readFile(
  media: Media,
  clientId: string,
  { id }: store.PhotoRow,
  file: string,
): Promise<Buffer> {
  const bytes = await media.files.read(photoKey(clientId, file))
  if (!bytes) throw problem('noSuchResource', `the file of photo "${id}" is gone`)
  return bytes
}

const busyOr = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof Busy ? tooBusy() : error
  })
