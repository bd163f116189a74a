// The web door of videos: removing one. They are added by resumable uploads, a feature of their own.
import { deleteVideo } from '@walkaround/contract/app/media.ts'
import { type Door, noContent, serve } from '../../http/door.ts'
import { removeVideo } from './remove-video.ts'

export function videoAppRoutes(door: Door): void {
  serve(door, deleteVideo, async (call) => {
    await call.write((scope) => removeVideo(scope, call.params.survey_id, call.params.video_id))
    return noContent
  })
}
