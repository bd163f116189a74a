// The videos of the owner's page: those that can be watched, and those that are being prepared.
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { OwnerVideo } from '@walkaround/contract/owner-page.ts'
import type { Scope } from '../../scope.ts'
import { listVideosJson } from '../videos/read-videos.ts'
import { listComingVideos } from './store.ts'

/** A video of which nothing has arrived for so long is not announced any more. */
const COMING_MS = 24 * 3_600_000

export type ShownVideo = OwnerVideo & Pick<Video, 'questionId'>

/** Also those on their way, so that whoever was told of a video does not think that there is none. */
export async function listShownVideos(scope: Scope, surveyId: string): Promise<ShownVideo[]> {
  const videos = (JSON.parse(await listVideosJson(scope, surveyId)) as Video[]).filter(
    ({ state }) => state !== 'failed',
  )
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

/** As the page has it, where it stands in its place. */
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
