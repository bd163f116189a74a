// Adds photos to a survey and removes them (D5, D6). Their bytes are stored before that and remain until they are swept.
import type { Attachment } from '@walkaround/contract/app/media.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { leaveFiles } from '../media/leave-files.ts'
import { getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import type { ReceivedPhoto } from './receive-photo.ts'
import { fileIn } from './rules.ts'
import * as store from './store.ts'

export const toPlace = (at: Attachment): store.PhotoPlace => ({
  questionId: at.question_id,
  answerId: at.answer_id,
  markId: at.mark_id,
})

/** Checks that the photo can be added, before any of it is read. */
export async function assertPhotoWelcome(
  scope: Scope,
  surveyId: string,
  photoId: string,
  attachment: Fields<Attachment>,
): Promise<store.PhotoPlace> {
  const place = toPlace(attachment.get())
  const survey = await getPlace(scope, surveyId, place)
  // A repeated upload of an existing photo is accepted in any state.
  if (!(await store.findPhoto(scope, surveyId, photoId))) assertAnswersOpen(survey)
  return place
}

/** True if the photo is new, false if the same one exists. `isBegun`: its upload began while it was allowed. */
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
  // Another request with the same id came first: the transaction runs again and finds it.
  if (!(await store.insertPhoto(scope, surveyId, photo)))
    return attachPhoto(scope, surveyId, photo, { isBegun })
  return true
}

/** False if there is no such photo: it may still be arriving. The place must exist. */
export async function movePhoto(
  scope: Scope,
  surveyId: string,
  photoId: string,
  place: store.PhotoPlace,
): Promise<boolean> {
  const photo = await store.findPhoto(scope, surveyId, photoId)
  if (!photo) return false
  const isThere =
    photo.questionId === (place.questionId ?? null) &&
    photo.answerId === (place.answerId ?? null) &&
    photo.markId === (place.markId ?? null)
  if (!isThere) await store.movePhoto(scope, surveyId, photoId, place)
  return true
}

export async function removePhoto(scope: Scope, surveyId: string, photoId: string): Promise<void> {
  const survey = await getPlace(scope, surveyId, {})
  const photo = await store.findPhoto(scope, surveyId, photoId)
  if (!photo) throw problem('noSuchResource', `survey "${surveyId}" has no photo "${photoId}"`)
  assertAnswersOpen(survey)
  if (!(await store.deletePhoto(scope, surveyId, photoId))) return
  const photos = (['original', 'blurred', 'drawn'] as const).map((look) => fileIn(photo, look))
  await leaveFiles(scope, { photos: [...new Set(photos)] })
}
