// Adds a video that needs no conversion to its survey: one that every browser plays, with its poster.
import { hash } from 'node:crypto'
import { copyFile, rm } from 'node:fs/promises'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import { cleanArrived, type KeptVideo, keepVideo, posterKey } from './add-video.ts'
import * as store from './store.ts'

export interface ReadyVideo {
  kept: KeptVideo
  converted: store.Converted
}

/** Puts a local file and its poster into the store of files. */
export async function keepReadyVideo(
  media: Media,
  clientId: string,
  file: { path: string; poster: Buffer; durationMs: number; width: number; height: number },
): Promise<ReadyVideo> {
  const { path, poster: picture, ...extent } = file
  const kept = await keepCopy(media, clientId, path)
  const poster = hash('sha256', picture, 'hex')
  await media.files.put(posterKey(clientId, poster), picture, 'image/jpeg')
  return {
    kept,
    converted: {
      state: 'ready',
      file: kept.source,
      contentType: kept.sourceType,
      bytes: kept.sourceBytes,
      poster,
      ...extent,
    },
  }
}

/** The file itself stays unchanged. */
async function keepCopy(media: Media, clientId: string, path: string): Promise<KeptVideo> {
  const copy = media.files.tempPath()
  try {
    await copyFile(path, copy)
    const kept = await cleanArrived(media, clientId, copy)
    await keepVideo(media, clientId, copy, kept)
    return kept
  } finally {
    await rm(copy, { force: true })
  }
}

/** True if the video is new. */
export async function attachReadyVideo(
  scope: Scope,
  surveyId: string,
  place: Pick<store.NewVideo, 'id' | 'questionId' | 'answerId' | 'chapters'>,
  { kept, converted }: ReadyVideo,
): Promise<boolean> {
  assertAnswersOpen(await getPlace(scope, surveyId, place))
  if (!(await store.insertVideo(scope, surveyId, { ...place, ...kept }))) return false
  await store.setConverted(scope, surveyId, place.id, converted)
  return true
}
