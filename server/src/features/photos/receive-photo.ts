// Receives a photo from a request into the store of files: counted, judged by its content, cleaned, and durable before anything is
// reported. Touches no database.
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { fileKey } from '../../outside/files/file-key.ts'
import { ImageRefused } from '../../outside/images/images.ts'
import { Busy } from '../../outside/worker-pool.ts'
import { problem } from '../../problems.ts'
import type { Media } from '../media/media.ts'
import type { NewPhoto } from './store.ts'

export type ReceivedPhoto = Omit<NewPhoto, 'id' | 'questionId' | 'answerId' | 'markId'>

export async function receivePhoto(
  media: Media,
  clientId: string,
  stream: Readable,
  digest: Buffer | undefined,
): Promise<ReceivedPhoto> {
  const path = media.files.tempPath()
  try {
    const sha256 = await spool(stream, path, media.limits.photoBytes)
    if (digest && !digest.equals(sha256)) {
      throw problem('digestMismatch', `the bytes that arrived have the SHA-256 ${sha256.toString('hex')}`)
    }
    return await keepPhoto(media, clientId, path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Makes a photo in the store from a complete local file. */
export async function keepPhoto(media: Media, clientId: string, path: string): Promise<ReceivedPhoto> {
  const photo = await media.images.takeIn(path, clientId).catch((error: unknown) => {
    if (error instanceof ImageRefused) throw problem('photoRefused', error.message)
    if (error instanceof Busy) throw tooBusy()
    throw error
  })
  await media.files.put(photoKey(clientId, photo.sha256), photo.bytes, photo.contentType)
  return {
    file: photo.sha256,
    source: Buffer.from(photo.sourceSha256, 'hex'),
    contentType: photo.contentType,
    bytes: photo.bytes.length,
    width: photo.width,
    height: photo.height,
    focus: photo.focus,
    takenAt: photo.takenAt,
  }
}

export const tooBusy = () =>
  problem('busy', 'too many photos are being processed right now; try again', { 'retry-after': '2' })

export const photoKey = (clientId: string, file: string, size?: string) =>
  fileKey(clientId, 'photos', size === undefined ? file : `${file}.${size}.jpg`)

/** If the file is refused, the stream is left open: destroying it would also end the connection and lose the reply. */
async function spool(stream: Readable, path: string, limit: number): Promise<Buffer> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx')
  let length = 0
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > limit) throw problem('fileTooLarge', `a photo may have at most ${limit} bytes`)
      hash.update(chunk)
      await file.write(chunk)
    }
  } finally {
    await file.close()
    stream.resume()
  }
  return hash.digest()
}
