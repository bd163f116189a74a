// The app's routes of videos: show and remove one. Resumable uploads, a separate feature, add them.
import { deleteVideo, getSurveyPoster, getSurveyVideo } from '@walkaround/contract/app/media.ts'
import { type Door, serve } from '../../http/door.ts'
import { fromRoot } from '../../http/from-root.ts'
import { noContent, redirected } from '../../http/reply.ts'
import { linkToPoster, linkToVideo, type Media } from './read-videos.ts'
import { removeVideo } from './remove-video.ts'

export function videoAppRoutes(door: Door, media: Media): void {
  serve(door, deleteVideo, async (call) => {
    await call.write((scope) => removeVideo(scope, call.params.survey_id, call.params.video_id))
    return noContent
  })

  serve(door, getSurveyVideo, async (call) => {
    const { survey_id, video_id } = call.params
    const link = await call.read((scope) => linkToVideo(scope, media, survey_id, video_id))
    return redirected(fromRoot(door, getSurveyVideo, link))
  })

  serve(door, getSurveyPoster, async (call) => {
    const { survey_id, video_id } = call.params
    const link = await call.read((scope) => linkToPoster(scope, media, survey_id, video_id))
    return redirected(fromRoot(door, getSurveyPoster, link))
  })
}
