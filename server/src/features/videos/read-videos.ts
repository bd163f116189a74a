// Reading videos: which a survey has, and an address for one or its poster.
import type { Video } from '@walkaround/contract/dms/media.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { linkTo } from '../media/serve-file.ts'
import { posterKey, videoKey } from './add-video.ts'
import * as store from './store.ts'

export { findFilesInUse } from './store.ts'
export type { Media }

export async function listVideosJson(scope: Scope, surveyId: string): Promise<string> {
  const rows = await store.listVideos(scope, surveyId)
  if (!rows) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return JSON.stringify(rows.map(toVideo))
}

/** How far each video of the survey is. */
export async function listVideoStates(scope: Scope, surveyId: string): Promise<Video['state'][]> {
  return ((await store.listVideos(scope, surveyId)) ?? []).map(stateOf)
}

/** Nobody is shown what the recorder wrote into a video: one that came before videos were cleaned waits for that. */
const isBeingPrepared = ({ cleaned, state }: store.VideoRow) => !cleaned && state !== 'failed'

const stateOf = (row: store.VideoRow): Video['state'] => (isBeingPrepared(row) ? 'waiting' : row.state)

function toVideo(row: store.VideoRow): Video {
  return {
    id: row.id,
    state: stateOf(row),
    ...(isBeingPrepared(row) ? { beingPrepared: true } : {}),
    ...(row.question_id === null ? {} : { questionId: row.question_id }),
    ...(row.answer_id === null ? {} : { answerId: row.answer_id }),
    ...(stateOf(row) === 'waiting' ? { progress: row.progress } : {}),
    ...(row.failure === null ? {} : { failure: row.failure }),
    ...(row.state === 'failed' ? {} : { contentType: row.content_type ?? row.source_type }),
    ...(row.state === 'failed' ? {} : { bytes: row.bytes ?? row.source_bytes }),
    ...(row.duration_ms === null ? {} : { durationSeconds: row.duration_ms / 1000 }),
    ...(row.width === null ? {} : { width: row.width }),
    ...(row.height === null ? {} : { height: row.height }),
    hasPoster: row.poster !== null,
    createdAt: row.created_at.toISOString(),
  }
}

async function getVideoRow(scope: Scope, surveyId: string, videoId: string): Promise<store.VideoRow> {
  const video = await store.findVideo(scope, surveyId, videoId)
  if (!video) throw problem('noSuchResource', `survey "${surveyId}" has no video "${videoId}"`)
  return video
}

/** The pictures as they were recorded until it is converted. */
export async function linkToVideo(
  scope: Scope,
  media: Media,
  surveyId: string,
  videoId: string,
): Promise<string> {
  const video = await getVideoRow(scope, surveyId, videoId)
  if (video.state === 'failed') {
    throw problem('noSuchResource', `video "${videoId}" cannot be shown: ${video.failure ?? 'it failed'}`)
  }
  if (isBeingPrepared(video)) {
    throw problem('busy', `video "${videoId}" is being prepared; try again`, { 'retry-after': '60' })
  }
  const file = video.file ?? video.source
  const contentType = video.content_type ?? video.source_type
  return linkTo(media, { key: videoKey(scope.clientId, file), contentType, etag: file }, scope.now)
}

export async function linkToPoster(
  scope: Scope,
  media: Media,
  surveyId: string,
  videoId: string,
): Promise<string> {
  const { poster } = await getVideoRow(scope, surveyId, videoId)
  if (poster === null) throw problem('noSuchResource', `video "${videoId}" has no poster`)
  const key = posterKey(scope.clientId, poster)
  return linkTo(media, { key, contentType: 'image/jpeg', etag: poster }, scope.now)
}
