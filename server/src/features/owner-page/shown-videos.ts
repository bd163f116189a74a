// The videos of the owner's page: those that can be watched, and those that are being prepared.
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { OwnerVideo } from '@walkaround/contract/owner-page.ts'
import { isFilm } from '@walkaround/contract/rules/missing.ts'
import type { Scope } from '../../scope.ts'
import { listComingVideos } from '../surveys/missing.ts'
import { listVideosJson } from '../videos/read-videos.ts'

/** A video is no longer announced if nothing of it has arrived for this long. */
const COMING_MS = 24 * 3_600_000

export type ShownVideo = OwnerVideo & Pick<Video, 'questionId'>

/** Includes videos that are still arriving, so that an owner who was told about a video does not miss it. */
export async function listShownVideos(scope: Scope, surveyId: string): Promise<ShownVideo[]> {
  const videos = (JSON.parse(await listVideosJson(scope, surveyId)) as Video[]).filter(isFilm)
  const since = new Date(scope.now.getTime() - COMING_MS)
  const coming = (await listComingVideos(scope, surveyId, since)).filter(
    ({ id }) => !videos.some((video) => video.id === id),
  )
  return [
    ...videos.map(({ questionId, ...video }) => ({
      ...describe(video),
      ...(questionId === undefined ? {} : { questionId }),
    })),
    ...coming.map((video) => ({
      ...video,
      hasPoster: false,
      contentType: 'video/mp4',
      isBeingPrepared: true,
    })),
  ]
}

/** As the page has it, placed at its question. */
export const toOwnerVideo = ({ questionId: _, ...video }: ShownVideo): OwnerVideo => video

const describe = ({
  id,
  hasPoster = false,
  durationSeconds,
  contentType,
  beingPrepared,
}: Omit<Video, 'questionId'>): OwnerVideo => ({
  id,
  hasPoster,
  ...(durationSeconds === undefined ? {} : { seconds: durationSeconds }),
  contentType: contentType ?? 'video/mp4',
  ...(beingPrepared ? { isBeingPrepared: true } : {}),
})
