// The videos of the owner's page: those that can be watched, and those that are being prepared.
import type { Video } from '@walkaround/contract/dms/media.ts'
import type { OwnerVideo } from '@walkaround/contract/owner-page.ts'
import { isFilm } from '@walkaround/contract/rules/missing.ts'
import type { Scope } from '../../scope.ts'
import { listComingVideos } from '../surveys/missing.ts'
import { listVideosJson } from '../videos/read-videos.ts'

/** A video is no longer announced if nothing of it has arrived for this long. */
const COMING_MS = 24 * 3_600_000

export type ShownVideo = Omit<OwnerVideo, 'chapters'> & Pick<Video, 'questionId' | 'chapters'>

/** Includes videos that are still arriving, so that an owner who was told about a video does not miss it. */
export async function listShownVideos(scope: Scope, surveyId: string): Promise<ShownVideo[]> {
  const videos = (JSON.parse(await listVideosJson(scope, surveyId)) as Video[]).filter(isFilm)
  const since = new Date(scope.now.getTime() - COMING_MS)
  const coming = (await listComingVideos(scope, surveyId, since)).filter(
    ({ id }) => !videos.some((video) => video.id === id),
  )
  return [
    ...videos.map(({ questionId, chapters, ...video }) => ({
      ...describe(video),
      ...(questionId === undefined ? {} : { questionId }),
      ...(chapters === undefined ? {} : { chapters }),
    })),
    ...coming.map((video) => ({
      ...video,
      hasPoster: false,
      contentType: 'video/mp4',
      isBeingPrepared: true,
    })),
  ]
}

/** As the page has it, placed at its question. Chapters of what the page does not name are left out, like those after the end. */
export function toOwnerVideo(
  { questionId: _, chapters = [], ...video }: ShownVideo,
  titles: ReadonlyMap<string, string>,
): OwnerVideo {
  const named = chapters.flatMap(({ second, questionId }) => {
    const title = titles.get(questionId)
    return title === undefined || second >= (video.seconds ?? Infinity) ? [] : [{ second, title }]
  })
  return named.length === 0 ? video : { ...video, chapters: named }
}

const describe = ({
  id,
  hasPoster = false,
  durationSeconds,
  contentType,
  beingPrepared,
}: Omit<Video, 'questionId' | 'chapters'>): Omit<OwnerVideo, 'chapters'> => ({
  id,
  hasPoster,
  ...(durationSeconds === undefined ? {} : { seconds: durationSeconds }),
  contentType: contentType ?? 'video/mp4',
  ...(beingPrepared ? { isBeingPrepared: true } : {}),
})
