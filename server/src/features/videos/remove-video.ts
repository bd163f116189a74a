// Removes a video from its survey while answers can change (D5). Its files are swept later: another survey may have the same.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import * as store from './store.ts'

export async function removeVideo(scope: Scope, surveyId: string, videoId: string): Promise<void> {
  const survey = await getPlace(scope, surveyId, {})
  if (!(await store.findVideo(scope, surveyId, videoId))) {
    throw problem('noSuchResource', `survey "${surveyId}" has no video "${videoId}"`)
  }
  assertAnswersOpen(survey)
  await store.deleteVideo(scope, surveyId, videoId)
}
