// Sends photos and videos by the tus protocol, in pieces that are confirmed one by one; continues where it stopped after a reload
// or a lost network. Runs next to the edits and never delays them.
import { pathOf } from '@walkaround/contract/client.ts'
import { prefixes } from '@walkaround/contract/paths.ts'
import { writeChapters } from '@walkaround/contract/rules/chapters.ts'
import { Refused, Unreachable } from '../api/problem.ts'
import type { Ask, Requester } from '../api/request.ts'
import { nextTick, type Store } from '../store/database.ts'
import { photoPiece, readRange, videoPiece } from '../store/media.ts'
import type { MediaItem } from '../store/tables.ts'
import type { OnConfirmed } from './flush.ts'

export interface UploadOptions {
  store: Store
  requester: Requester
  login: string
  onConfirmed?: OnConfirmed
}

const tus = { 'tus-resumable': '1.0.0' }
const pieceTimeout = 120_000

/** Sends all that are ready, one after the other: photos first, because they are small and people wait for them. */
export async function upload(options: UploadOptions): Promise<void> {
  for (;;) {
    const [item] = await listReady(options.store, options.login)
    if (item === undefined) return
    await sendOne(options, item)
  }
}

/** In the order they are sent. Earlier changes of the survey must have arrived: see MediaItem.afterSeq. */
async function listReady(store: Store, login: string): Promise<MediaItem[]> {
  const items = await store.media.where('state').anyOf('device', 'sent').toArray()
  const pending = await store.outbox.where('state').anyOf('device', 'sent').toArray()
  const isHeldUp = ({ clientId, surveyId, afterSeq }: MediaItem) =>
    pending.some((one) => one.clientId === clientId && one.surveyId === surveyId && one.seq! <= afterSeq)
  return items
    .filter((item) => item.login === login && (item.location !== undefined || !isHeldUp(item)))
    .sort((a, b) => Number(a.kind === 'video') - Number(b.kind === 'video') || a.at.localeCompare(b.at))
}

/** Announces every upload of a survey to the server, without its bytes: a started upload may still arrive after completion (D5). */
export async function announceAll(
  options: UploadOptions,
  clientId: string,
  surveyId: string,
  onlyId?: string,
): Promise<void> {
  for (const item of await options.store.media.where({ clientId, surveyId }).toArray())
    if (onlyId !== undefined && item.id !== onlyId) continue
    else if (item.state === 'device' && item.location === undefined && item.login === options.login)
      await keepRefusal(options, item, () => announce(options, item))
}

async function sendOne(options: UploadOptions, item: MediaItem): Promise<void> {
  await keepRefusal(options, item, async () => {
    await options.store.media.update(item.id, { state: 'sent', tries: item.tries + 1 })
    const location = item.location ?? (await announce(options, item))
    const offset = item.location === undefined ? 0 : await resumeAt(options, item)
    if (offset === undefined) return
    await sendPieces(options, { ...item, location, offset })
    await finish(options, item)
  })
}

async function keepRefusal(
  { store }: UploadOptions,
  item: MediaItem,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const refusal = { code: error.code, error: error.message, info: error.info }
    await store.media.update(item.id, { state: 'refused', refusal })
  }
}

async function announce({ store, requester }: UploadOptions, item: MediaItem): Promise<string> {
  const response = await requester.send(pathOf('addUpload', { system_client_id: item.clientId }), {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(item.size), 'upload-metadata': toMetadata(item) },
  })
  const location = response.headers.get('location')
  if (location === null) throw new Unreachable('no location')
  // Stored as a path relative to /app: the server's own address may differ from the one this device uses.
  const path = toAppPath(location)
  await store.media.update(item.id, { location: path })
  return path
}

export function toAppPath(location: string): string {
  const path = location.replace(/^https?:\/\/[^/]+/i, '')
  const start = path.indexOf(`${prefixes.app}/`)
  return start < 0 ? path : path.slice(start + prefixes.app.length)
}

export function toMetadata(item: MediaItem): string {
  const fields = {
    kind: item.kind,
    survey_id: item.surveyId,
    id: item.id,
    content_type: item.contentType,
    sha256: item.sha256,
    question_id: item.questionId,
    answer_id: item.answerId,
    mark_id: item.markId,
    chapters: item.chapters && writeChapters(item.chapters),
  }
  return Object.entries(fields)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name} ${toBase64(new TextEncoder().encode(value))}`)
    .join(',')
}

function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Undefined if it starts again: the server has deleted the upload. */
async function resumeAt({ store, requester }: UploadOptions, item: MediaItem): Promise<number | undefined> {
  try {
    const response = await requester.send(item.location!, { method: 'HEAD', headers: tus })
    const offset = toOffset(response.headers.get('upload-offset'), item.size)
    await store.media.update(item.id, { offset })
    return offset
  } catch (error) {
    const isForgotten =
      error instanceof Refused ? error.status === 404 || error.status === 410 : isBareNotFound(error)
    if (!isForgotten) throw error
    const { location: _, ...rest } = (await store.media.get(item.id)) ?? item
    await store.media.put({ ...rest, offset: 0, state: 'device' })
    return undefined
  }
}

/** HEAD has no body, so nothing shows whether the 404 came from our server. */
const isBareNotFound = (error: unknown) =>
  error instanceof Unreachable && /^HTTP (404|410)$/.test(error.message)

/** What the server says it has; an invalid value counts as nothing, because sending twice is harmless and a gap is not. */
export function toOffset(header: string | null, size: number): number {
  const offset = Number(header ?? Number.NaN)
  return Number.isSafeInteger(offset) && offset >= 0 && offset <= size ? offset : 0
}

type Announced = MediaItem & { location: string }

async function sendPieces(options: UploadOptions, item: Announced): Promise<void> {
  const piece = item.kind === 'photo' ? photoPiece : videoPiece
  let { offset } = item
  while (offset < item.size) {
    const bytes = await readRange(options.store, item.id, offset, Math.min(item.size, offset + piece))
    const checksum = await digest(bytes)
    const response = await sendPiece(options, item, {
      method: 'PATCH',
      bytes,
      timeout: pieceTimeout,
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...(checksum === undefined ? {} : { 'upload-checksum': `sha256 ${checksum}` }),
      },
    })
    const next = toOffset(response.headers.get('upload-offset'), item.size)
    // Without progress this would never end.
    if (next <= offset) throw new Unreachable('no progress')
    offset = next
    await options.store.media.update(item.id, { offset })
  }
}

/** Offset or checksum differ: something interfered. The next pass asks the server what it has. */
const isDisagreement = (error: unknown) =>
  error instanceof Refused && (error.kind === 'offsetMismatch' || error.kind === 'digestMismatch')

/** A file that always arrives wrong is wrong here: then a person must know. */
const patience = 5

async function sendPiece(
  { requester }: UploadOptions,
  { location, tries }: Announced,
  ask: Ask,
): Promise<Response> {
  try {
    return await requester.send(location, ask)
  } catch (error) {
    if (isDisagreement(error) && tries < patience) throw new Unreachable('disagreement')
    throw error
  }
}

async function digest(bytes: ArrayBuffer): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Only now may the bytes be deleted. The entry stays, for its picture, until a page contains it. */
async function finish({ store, onConfirmed }: UploadOptions, item: MediaItem): Promise<void> {
  await store.transaction('rw', store.media, store.chunks, store.settings, async () => {
    const confirmedTick = await nextTick(store)
    await store.media.update(item.id, { state: 'confirmed', offset: item.size, confirmedTick })
    await store.chunks.where({ mediaId: item.id }).delete()
  })
  // The picture is already on the screen; the server may still have to convert a video.
  onConfirmed?.(item.clientId, item.surveyId, item.kind === 'photo')
}
