// Photos and videos on the device: stored in pieces as they are taken, and deleted only when the server has all of them.
import { type Chapter, withChapter } from '@walkaround/contract/rules/chapters.ts'
import type { Store } from './database.ts'
import { newId } from './ids.ts'
import { type Author, toItem } from './outbox.ts'
import { listOfSurvey } from './survey-outbox.ts'
import type { Doubt, MediaItem, MediaPlace } from './tables.ts'

/** Photos are cut so that a piece is one request; a recorder makes its own pieces. */
export const photoPiece = 1024 * 1024
export const videoPiece = 4 * 1024 * 1024

async function lastSeq(store: Store, clientId: string, surveyId: string): Promise<number> {
  return (await listOfSurvey(store, clientId, surveyId)).at(-1)?.seq ?? 0
}

/** Stored on the device once this has returned. */
export async function addPhoto(
  store: Store,
  { clientId, login }: Author,
  surveyId: string,
  place: MediaPlace,
  photo: Blob,
  preview?: ArrayBuffer,
): Promise<MediaItem> {
  const bytes = await photo.arrayBuffer()
  const sha256 = await digestHex(bytes)
  const item: MediaItem = {
    ...place,
    id: newId(),
    kind: 'photo',
    clientId,
    surveyId,
    login,
    contentType: photo.type || 'image/jpeg',
    size: bytes.byteLength,
    ...(sha256 === undefined ? {} : { sha256 }),
    offset: 0,
    state: 'device',
    tries: 0,
    at: new Date().toISOString(),
    afterSeq: 0,
    ...(preview === undefined ? {} : { preview }),
  }
  await store.transaction('rw', store.media, store.chunks, store.outbox, async () => {
    item.afterSeq = await lastSeq(store, clientId, surveyId)
    await store.media.add(item)
    for (let start = 0, index = 0; start < bytes.byteLength; start += photoPiece, index++)
      await store.chunks.add({
        mediaId: item.id,
        index,
        start,
        bytes: bytes.slice(start, start + photoPiece),
      })
  })
  return item
}

/** Starts a recording: every piece is stored as it arrives, so that a crash loses seconds, not the video. */
export async function beginVideo(
  store: Store,
  { clientId, login }: Author,
  surveyId: string,
  place: MediaPlace,
  contentType: string,
): Promise<MediaItem> {
  const item: MediaItem = {
    ...place,
    id: newId(),
    kind: 'video',
    clientId,
    surveyId,
    login,
    contentType,
    size: 0,
    offset: 0,
    state: 'recording',
    tries: 0,
    at: new Date().toISOString(),
    afterSeq: 0,
  }
  await store.media.add(item)
  return item
}

export async function appendChunk(store: Store, mediaId: string, piece: Blob): Promise<void> {
  const bytes = await piece.arrayBuffer()
  await store.transaction('rw', store.media, store.chunks, async () => {
    const item = await store.media.get(mediaId)
    if (item?.state !== 'recording' || bytes.byteLength === 0) return
    const index = await store.chunks.where({ mediaId }).count()
    await store.chunks.add({ mediaId, index, start: item.size, bytes })
    await store.media.update(mediaId, { size: item.size + bytes.byteLength })
  })
}

/** Stored at once: a crash loses no chapter of what it leaves of the video. */
export async function addChapter(store: Store, mediaId: string, chapter: Chapter): Promise<void> {
  await store.media.where({ id: mediaId }).modify((item) => {
    item.chapters = withChapter(item.chapters ?? [], chapter)
  })
}

/** Undefined: there is none, or somebody decided to keep the photo. */
export async function setDoubt(store: Store, mediaId: string, doubt: Doubt | undefined): Promise<void> {
  await store.media.where({ id: mediaId }).modify((item) => {
    if (doubt === undefined) delete item.doubt
    else item.doubt = doubt
  })
}

/**
 * To another place of its survey. Shown there at once; the server is told after what was done before. An earlier move that was not
 * sent yet is replaced.
 */
export async function movePhoto(
  store: Store,
  author: Author,
  surveyId: string,
  photoId: string,
  place: MediaPlace,
  now = new Date(),
): Promise<void> {
  const { clientId } = author
  await store.transaction('rw', store.media, store.outbox, async () => {
    await store.outbox
      .where({ clientId, surveyId })
      .filter(
        ({ change, state }) =>
          state === 'device' && change.type === 'movePhoto' && change.photoId === photoId,
      )
      .delete()
    const afterSeq = await lastSeq(store, clientId, surveyId)
    await store.media.where({ id: photoId }).modify((item) => {
      delete item.questionId
      delete item.answerId
      delete item.markId
      Object.assign(item, place, { afterSeq: Math.max(item.afterSeq, afterSeq) })
    })
    await store.outbox.add(toItem(author, surveyId, { type: 'movePhoto', photoId, place }, now))
  })
}

/** Also for a recording cut off by a crash: what was stored of it is a video. */
export async function finishVideo(store: Store, mediaId: string, preview?: ArrayBuffer): Promise<void> {
  await store.transaction('rw', store.media, store.chunks, store.outbox, async () => {
    const item = await store.media.get(mediaId)
    if (item?.state !== 'recording') return
    if (item.size === 0) return store.media.delete(mediaId)
    const afterSeq = await lastSeq(store, item.clientId, item.surveyId)
    await store.media.update(mediaId, { state: 'device', afterSeq, ...(preview ? { preview } : {}) })
  })
}

/** For removing it before it was announced. Afterwards the server must delete it. */
export async function removeUnannounced(store: Store, mediaId: string): Promise<boolean> {
  return store.transaction('rw', store.media, store.chunks, async () => {
    const item = await store.media.get(mediaId)
    if (item === undefined) return true
    if (item.location !== undefined && item.state !== 'refused') return false
    await store.chunks.where({ mediaId }).delete()
    await store.media.delete(mediaId)
    return true
  })
}

/** Bytes `start` to `end` of a photo or video, however it was cut. */
export async function readRange(
  store: Store,
  mediaId: string,
  start: number,
  end: number,
): Promise<ArrayBuffer> {
  const heads = await store.chunks
    .where('[mediaId+index]')
    .between([mediaId, 0], [mediaId, Infinity])
    .toArray()
  const whole = new Uint8Array(end - start)
  for (const chunk of heads) {
    const from = Math.max(start, chunk.start)
    const to = Math.min(end, chunk.start + chunk.bytes.byteLength)
    if (from < to) whole.set(new Uint8Array(chunk.bytes, from - chunk.start, to - from), from - start)
  }
  return whole.buffer
}

export async function readWhole(store: Store, item: MediaItem): Promise<Blob> {
  const chunks = await store.chunks.where({ mediaId: item.id }).sortBy('index')
  return new Blob(
    chunks.map(({ bytes }) => bytes),
    { type: item.contentType },
  )
}

/** Undefined if the page is not trusted, because the browser then has no digests. */
async function digestHex(bytes: ArrayBuffer): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
