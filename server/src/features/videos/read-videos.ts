// Reads videos: which a survey has, and the address of one or its poster.

import type { Video } from '@walkaround/contract/dms/media.ts'
import { type ReadyJson, toJson } from '../../lib/ready-json.ts'
import { withoutNulls } from '../../lib/without-nulls.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { linkTo } from '../media/serve-file.ts'
import { posterKey, videoKey } from './add-video.ts'
import * as store from './store.ts'

export type { Media }

export async function listVideosJson(scope: Scope, surveyId: string): Promise<ReadyJson<Video[]>> {
  const rows = await store.listVideos(scope, surveyId)
  if (!rows) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return toJson(rows.map(toVideo))
}

/** The state of each video of the survey. */
export async function listVideoStates(scope: Scope, surveyId: string): Promise<Video['state'][]> {
  return ((await store.listVideos(scope, surveyId)) ?? []).map(stateOf)
}

/** Nobody is shown the recorder's metadata: a video that is not cleaned yet waits for that. */
const isBeingPrepared = ({ cleaned, state }: store.VideoRow) => !cleaned && state !== 'failed'

const stateOf = (row: store.VideoRow): Video['state'] => (isBeingPrepared(row) ? 'waiting' : row.state)

function toVideo(row: store.VideoRow): Video {
  const { id, questionId, answerId, failure, width, height } = row
  return {
    ...withoutNulls({ id, questionId, answerId, failure, width, height }),
    state: stateOf(row),
    beingPrepared: isBeingPrepared(row) || undefined,
    progress: stateOf(row) === 'waiting' ? row.progress : undefined,
    contentType: row.state === 'failed' ? undefined : (row.contentType ?? row.sourceType),
    bytes: row.state === 'failed' ? undefined : (row.bytes ?? row.sourceBytes),
    durationSeconds: row.durationMs === null ? undefined : row.durationMs / 1000,
    hasPoster: row.poster !== null,
    chapters: row.chapters ?? undefined,
    createdAt: row.createdAt.toISOString(),
  }
}

async function getVideoRow(scope: Scope, surveyId: string, videoId: string): Promise<store.VideoRow> {
  const video = await store.findVideo(scope, surveyId, videoId)
  if (!video) throw problem('noSuchResource', `survey "${surveyId}" has no video "${videoId}"`)
  return video
}

/** The original recording until it is converted. */
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
  const contentType = video.contentType ?? video.sourceType
  return linkTo(media, { key: videoKey(scope.clientId, file), contentType, etag: file }, scope)
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
  return linkTo(media, { key, contentType: 'image/jpeg', etag: poster }, scope)
}
