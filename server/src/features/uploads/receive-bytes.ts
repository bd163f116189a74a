// Receives the next bytes of an upload: they are stored before the row says so, and one statement that checks the offset updates
// the row. Of two senders at once, one wins. The last bytes turn the upload into its photo or video.
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { problem } from '../../problems.ts'
import { finishUpload } from './finish-upload.ts'
import { newPartName, partKey, Wire } from './parts.ts'
import { type Desk, getUploadRow } from './read-upload.ts'
import * as store from './store.ts'

/** A long request is stored in parts, so that a crash loses little of it. */
const PART_BYTES = 8 * 1024 * 1024

export interface Sent {
  offset: number
  /** SHA-256 of the bytes of this request; all of them are stored, or none. */
  checksum?: Buffer
  /** As announced. */
  contentLength?: number
}

/** Returns where the stored bytes end now. */
export async function receiveBytes(
  desk: Desk,
  uploadId: string,
  { offset, checksum, contentLength = 0 }: Sent,
  stream: Readable | null | undefined,
): Promise<number> {
  const upload = await getUploadRow(desk, uploadId)
  if (offset !== upload.received) throw misplaced(offset, upload.received)
  const room = upload.length - offset
  if (contentLength > room) throw overfull(upload)
  const wire = new Wire(stream)
  let received = offset
  while (received < upload.length) {
    const most = upload.length - received
    const bytes = await takePart(
      desk,
      upload,
      wire,
      received,
      checksum ? most : Math.min(most, PART_BYTES),
      checksum,
    )
    received += bytes
    if (bytes === 0 || checksum) break
  }
  if (received < upload.length) return received
  if (await wire.hasMore()) throw overfull(upload)
  await finishUpload(desk, uploadId)
  return received
}

async function takePart(
  desk: Desk,
  upload: store.UploadRow,
  wire: Wire,
  offset: number,
  most: number,
  checksum: Buffer | undefined,
): Promise<number> {
  const { files } = desk.media
  const path = files.tempPath()
  try {
    const { bytes, sha256 } = await wire.spool(path, most)
    if (checksum && !checksum.equals(sha256)) {
      throw problem(
        'digestMismatch',
        `Upload-Checksum: the bytes that arrived have the SHA-256 ${sha256.toString('hex')}`,
      )
    }
    if (bytes === 0) return 0
    const name = newPartName(bytes)
    const key = partKey(desk.clientId, upload.id, name)
    await files.put(key, { path })
    if (!(await desk.write((scope) => store.addPart(scope, upload.id, { name, offset, bytes })))) {
      await files.remove(key)
      throw misplaced(offset, (await getUploadRow(desk, upload.id)).received)
    }
    return bytes
  } finally {
    await rm(path, { force: true })
  }
}

const misplaced = (offset: number, received: number) =>
  problem('offsetMismatch', `Upload-Offset: ${received} bytes have arrived, these begin at ${offset}`, {
    'upload-offset': String(received),
  })

const overfull = ({ length }: store.UploadRow) =>
  problem('fileTooLarge', `the upload has ${length} bytes, and more were sent`)
