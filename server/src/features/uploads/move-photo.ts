// Moves a photo to another place of its survey (D5), also one whose bytes are still arriving: a tablet announces a photo first.
import type { Attachment } from '@walkaround/contract/app/media.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import * as photos from '../photos/attach-photo.ts'
import { getPlace } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import * as store from './store.ts'

export async function movePhoto(
  scope: Scope,
  surveyId: string,
  photoId: string,
  attachment: Fields<Attachment>,
): Promise<void> {
  const place = photos.toPlace(attachment.get())
  assertAnswersOpen(await getPlace(scope, surveyId, place))
  if (await photos.movePhoto(scope, surveyId, photoId, place)) return
  if (await store.moveUpload(scope, surveyId, photoId, place)) return
  // Its last bytes arrived between the two.
  if (await photos.movePhoto(scope, surveyId, photoId, place)) return
  throw problem('noSuchResource', `survey "${surveyId}" has no photo "${photoId}"`)
}
