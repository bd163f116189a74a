// Removes a video from its survey while answers can change (D5). Its files go later, unless another survey has the same.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { leaveFiles } from '../media/leave-files.ts'
import { getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import * as store from './store.ts'

export async function removeVideo(scope: Scope, surveyId: string, videoId: string): Promise<void> {
  const survey = await getPlace(scope, surveyId, {})
  const video = await store.findVideo(scope, surveyId, videoId)
  if (!video) throw problem('noSuchResource', `survey "${surveyId}" has no video "${videoId}"`)
  assertAnswersOpen(survey)
  await store.deleteVideo(scope, surveyId, videoId)
  await leaveFiles(scope, {
    videos: video.file === null ? [video.source] : [video.source, video.file],
    posters: video.poster === null ? [] : [video.poster],
  })
}
