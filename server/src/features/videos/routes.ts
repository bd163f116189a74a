// The routes of videos in the DMS interface: which exist, and where their bytes are.
import { getVideo, getVideoPoster, listVideos } from '@walkaround/contract/dms/media.ts'
import { type Door, serve } from '../../http/door.ts'
import { okJson, redirected } from '../../http/reply.ts'
import { linkToPoster, linkToVideo, listVideosJson, type Media } from './read-videos.ts'

export function videoRoutes(door: Door, media: Media): void {
  const address = (path: string) => `${door.baseUrl()}${path}`

  serve(door, listVideos, async (call) =>
    okJson(await call.read((scope) => listVideosJson(scope, call.params.survey_id))),
  )

  serve(door, getVideo, async (call) => {
    const { survey_id, video_id } = call.params
    return redirected(address(await call.read((scope) => linkToVideo(scope, media, survey_id, video_id))))
  })

  serve(door, getVideoPoster, async (call) => {
    const { survey_id, video_id } = call.params
    return redirected(address(await call.read((scope) => linkToPoster(scope, media, survey_id, video_id))))
  })
}
