// Takes in the pictures of a site: logos, and pictures of advisors. Few formats and little bytes, because forms and mails embed them.
import { rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { readStream } from '../../input/read-stream.ts'
import { ImageRefused } from '../../outside/images/image-refused.ts'
import { kindOf } from '../../outside/images/kind.ts'
import { problem } from '../../problems.ts'
import type { Media } from '../media/media.ts'
import { keepPhoto } from '../photos/receive-photo.ts'

// Shown a few centimetres wide; a larger file is a mistake and would be in every form and mail.
export const PICTURE_BYTES = 2 * 1024 * 1024
const pictureKinds: readonly string[] = ['png', 'jpeg', 'webp']

const tooLarge = (what: string, bytes: string) =>
  problem('fileTooLarge', `file: a ${what} may have at most ${PICTURE_BYTES} bytes, this one has ${bytes}`)

export const readPicture = (stream: Readable, what: string): Promise<Buffer> =>
  readStream(stream, PICTURE_BYTES, () => tooLarge(what, 'more'))

/** The picture as a stored file. */
export async function keepPicture(
  media: Media,
  clientId: string,
  bytes: Buffer,
  what: string,
): Promise<string> {
  if (bytes.length > PICTURE_BYTES) throw tooLarge(what, String(bytes.length))
  assertKind(bytes, what)
  const path = media.files.tempPath()
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
    return (await keepPhoto(media, clientId, path)).file
  } finally {
    await rm(path, { force: true })
  }
}

function assertKind(bytes: Buffer, what: string): void {
  let kind: string
  try {
    kind = kindOf(bytes)
  } catch (error) {
    if (error instanceof ImageRefused) throw problem('photoRefused', `file: ${error.message}`)
    throw error
  }
  if (pictureKinds.includes(kind)) return
  throw problem('photoRefused', `file: a ${what} must be a PNG, JPEG or WebP, this is ${kind.toUpperCase()}`)
}
