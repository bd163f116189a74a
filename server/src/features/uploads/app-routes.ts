// The app's routes of uploads: the tus protocol 1.0 with creation, termination, checksum and expiration. And moving a photo, which
// may still be arriving.
import {
  addUpload,
  deleteUpload,
  getUpload,
  movePhoto as movePhotoOperation,
  patchUpload,
  UploadMetadata,
} from '@walkaround/contract/app/media.ts'
import { type Door, serve } from '../../http/door.ts'
import { created, noContent, ok } from '../../http/reply.ts'
import { compileReader } from '../../input/reader.ts'
import { Problem, problem } from '../../problems.ts'
import { beginUpload } from './begin-upload.ts'
import { finishUpload } from './finish-upload.ts'
import { giveUpUpload } from './give-up-upload.ts'
import { movePhoto } from './move-photo.ts'
import { type Desk, getUploadRow, type Media } from './read-upload.ts'
import { receiveBytes } from './receive-bytes.ts'
import {
  assertOffsetStream,
  assertVersion,
  expiryOf,
  TUS_VERSION,
  toBytes,
  toChecksum,
  toMetadata,
} from './tus.ts'

const readMetadata = compileReader(UploadMetadata)

export function uploadAppRoutes(door: Door, media: Media): void {
  const deskOf = ({ clientId, read, write }: Omit<Desk, 'media'>): Desk => ({ media, clientId, read, write })

  serve(door, addUpload, (call) =>
    inTus(call, async () => {
      const length = toBytes('Upload-Length', call.header('upload-length'))
      const metadata = metadataOf(call.header('upload-metadata'))
      const begun = await call.write((scope) => beginUpload(scope, media.limits, metadata, length))
      const { system_client_id } = call.params
      return {
        ...created(call.address(getUpload.path, { system_client_id, upload_id: begun.id })),
        headers: { 'upload-expires': begun.expiresAt.toUTCString() },
      }
    }),
  )

  serve(door, getUpload, (call) =>
    inTus(call, async () => {
      const { upload_id } = call.params
      const found = await getUploadRow(call, upload_id)
      const isWhole = found.received === found.length
      // The service stopped during the last step: the caller must not see the upload as finished yet.
      if (isWhole && !found.finishedAt) await finishUpload(deskOf(call), upload_id)
      return {
        ...ok({
          id: found.id,
          kind: found.kind,
          received: found.received,
          length: found.length,
          isFinished: isWhole,
        }),
        headers: {
          'upload-offset': String(found.received),
          'upload-length': String(found.length),
          'upload-expires': expiryOf(found.touchedAt).toUTCString(),
          'cache-control': 'no-store',
        },
      }
    }),
  )

  serve(door, patchUpload, (call) =>
    inTus(call, async () => {
      const offset = toBytes('Upload-Offset', call.header('upload-offset'))
      const checksum = toChecksum(call.header('upload-checksum'))
      assertOffsetStream(call.header('content-type'))
      const contentLength = call.header('content-length')
      const sent = {
        offset,
        checksum,
        contentLength: contentLength === undefined ? undefined : toBytes('Content-Length', contentLength),
      }
      const received = await receiveBytes(deskOf(call), call.params.upload_id, sent, call.stream)
      const expiresAt = await call.read(async (scope) => expiryOf(scope.now))
      return {
        ...noContent,
        headers: { 'upload-offset': String(received), 'upload-expires': expiresAt.toUTCString() },
      }
    }),
  )

  serve(door, deleteUpload, (call) =>
    inTus(call, async () => {
      await giveUpUpload(deskOf(call), call.params.upload_id)
      return noContent
    }),
  )

  serve(door, movePhotoOperation, async (call) => {
    const { survey_id, photo_id } = call.params
    await call.write((scope) => movePhoto(scope, survey_id, photo_id, call.query))
    return noContent
  })
}

const versioned = { 'tus-resumable': TUS_VERSION }

/** Every request and every reply of the protocol names its version, even refusals. */
async function inTus<R extends { status: number; headers?: Record<string, string> }>(
  call: { header(name: string): string | undefined },
  work: () => Promise<R>,
) {
  try {
    assertVersion(call.header('tus-resumable'))
    const reply = await work()
    return { ...reply, headers: { ...reply.headers, ...versioned } }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw problem(error.kind, error.errorInfo, { ...error.headers, ...versioned })
  }
}

function metadataOf(header: string | undefined): UploadMetadata {
  // Names without a value are left out, like empty fields elsewhere.
  const given = Object.entries(toMetadata(header)).filter(([, value]) => value !== '')
  const { value, violations } = readMetadata(Object.fromEntries(given))
  if (violations.length === 0) return value as UploadMetadata
  const words = violations.map(({ info }) => info).join('; ')
  throw problem('invalidHeader', `Upload-Metadata: ${words}`)
}
