// What the dealership of a survey looks like, for its pages and their previews. Read-only.
import type { Scope } from '../../scope.ts'
import { coloursOf, findFace, getPicture, linkToPicture, type Picture, pictures } from '../faces/face.ts'
import type { Media } from '../media/media.ts'
import { assertSurveyExists } from '../surveys/hold-survey.ts'

export { pictures }

/** Undefined if it has chosen none. */
export async function findColours(scope: Scope, surveyId: string): Promise<ReturnType<typeof coloursOf>> {
  await assertSurveyExists(scope, surveyId)
  return coloursOf(await findFace(scope, surveyId))
}

export async function showPicture(
  scope: Scope,
  media: Media,
  surveyId: string,
  name: (typeof pictures)[number],
): Promise<Picture> {
  return getPicture(scope, media, await findFace(scope, surveyId), name)
}

export async function linkToFacePicture(
  scope: Scope,
  media: Media,
  surveyId: string,
  name: string,
): Promise<string> {
  await assertSurveyExists(scope, surveyId)
  return linkToPicture(scope, media, surveyId, name)
}
