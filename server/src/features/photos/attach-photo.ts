// Photos join and leave a survey (D5, D6). Their bytes are in the store of files before and, until they are swept,
// after that.
import type { Attachment } from '@walkaround/contract/app/media.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import type { ReceivedPhoto } from './receive-photo.ts'
import * as store from './store.ts'

export const toPlace = (at: Attachment): store.PhotoPlace => ({
  ...(at.question_id === undefined ? {} : { questionId: at.question_id }),
  ...(at.answer_id === undefined ? {} : { answerId: at.answer_id }),
  ...(at.mark_id === undefined ? {} : { markId: at.mark_id }),
})

/** Before a byte of the photo is read: is there a place for it? */
export async function assertPhotoWelcome(
  scope: Scope,
  surveyId: string,
  photoId: string,
  attachment: Fields<Attachment>,
): Promise<store.PhotoPlace> {
  const place = toPlace(attachment.get())
  const survey = await getPlace(scope, surveyId, place)
  // A repeat of what is there already is answered in any state.
  if (!(await store.findPhoto(scope, surveyId, photoId))) assertAnswersOpen(survey)
  return place
}

/** True when the photo is new, false when the same one was there. `isBegun`: its upload began while it was welcome. */
export async function attachPhoto(
  scope: Scope,
  surveyId: string,
  photo: ReceivedPhoto & store.PhotoPlace & { id: string },
  { isBegun = false } = {},
): Promise<boolean> {
  const survey = await getPlace(scope, surveyId, photo)
  const there = await store.findPhoto(scope, surveyId, photo.id)
  if (there) {
    if (photo.source.equals(there.source)) return false
    throw problem('idTaken', `photo_id: "${photo.id}" is another photo of this survey`)
  }
  if (!isBegun) assertAnswersOpen(survey)
  // Another request with the same id got in between: the transaction runs again and finds it.
  if (!(await store.insertPhoto(scope, surveyId, photo)))
    return attachPhoto(scope, surveyId, photo, { isBegun })
  return true
}

export async function removePhoto(scope: Scope, surveyId: string, photoId: string): Promise<void> {
  const survey = await getPlace(scope, surveyId, {})
  if (!(await store.findPhoto(scope, surveyId, photoId))) {
    throw problem('noSuchResource', `survey "${surveyId}" has no photo "${photoId}"`)
  }
  assertAnswersOpen(survey)
  await store.deletePhoto(scope, surveyId, photoId)
}
