// Adds a completely received video to its survey: judged by its content, cleaned of the recorder's metadata, durable in the store
// of files, then written to the database together with the job that converts it.
import { open } from 'node:fs/promises'
import { enqueue } from '../../jobs/enqueue.ts'
import { fileKey } from '../../outside/files/file-key.ts'
import { VideoRefused } from '../../outside/videos/videos.ts'
import { Busy } from '../../outside/worker-pool.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import { SNIFFED_BYTES, sniffVideo } from './rules.ts'
import * as store from './store.ts'

export const CONVERT_JOB = 'video.convert'
/** Enqueued when a video can be watched; announces it to people. */
export const VIDEO_READY_JOB = 'video.ready'

export const videoKey = (clientId: string, file: string) => fileKey(clientId, 'videos', file)
export const posterKey = (clientId: string, poster: string) => fileKey(clientId, 'posters', `${poster}.jpg`)

export type KeptVideo = Pick<store.NewVideo, 'source' | 'sourceType' | 'sourceBytes'>

/** Cleans a complete local file in place, before anybody else can see it. */
export async function cleanArrived(media: Media, clientId: string, path: string): Promise<KeptVideo> {
  const found = sniffVideo(await headOf(path))
  if (!found) throw problem('videoRefused', 'it is not an MP4, QuickTime or WebM file')
  const { sha256, bytes } = await media.videos
    .clean(path, found.container, clientId)
    .catch((error: unknown) => {
      if (error instanceof VideoRefused) throw problem('videoRefused', error.message)
      if (error instanceof Busy) throw tooBusy()
      throw error
    })
  return { source: sha256, sourceType: found.contentType, sourceBytes: bytes }
}

const tooBusy = () =>
  problem('busy', 'too many videos are being processed right now; try again', { 'retry-after': '2' })

/** Stores what cleanArrived left at the path. */
export const keepVideo = (media: Media, clientId: string, path: string, { source, sourceType }: KeptVideo) =>
  media.files.put(videoKey(clientId, source), { path }, sourceType)

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** True if the video is new, false if the same one exists. `isBegun`: its upload began while it was allowed. */
export async function attachVideo(
  scope: Scope,
  surveyId: string,
  video: store.NewVideo,
  { isBegun = false } = {},
): Promise<boolean> {
  const survey = await getPlace(scope, surveyId, video)
  const there = await store.findVideo(scope, surveyId, video.id)
  if (there) {
    if (there.source === video.source) return false
    throw problem('idTaken', `video_id: "${video.id}" is another video of this survey`)
  }
  if (!isBegun) assertAnswersOpen(survey)
  // Another request with the same id came first: run again.
  if (!(await store.insertVideo(scope, surveyId, video)))
    return attachVideo(scope, surveyId, video, { isBegun })
  await enqueue(scope, { kind: CONVERT_JOB, payload: { surveyId, videoId: video.id } })
  return true
}
