// Saves what staff draw on a photo, and reads it (D5, D6). The photo itself is never changed.

import type { PhotoMarkup, ShownMarkup } from '@walkaround/contract/app/markup.ts'
import { timeOfTap } from '@walkaround/contract/rules/conflicting-taps.ts'
import { findShapeFault, tidyShapes } from '@walkaround/contract/rules/markup.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { leaveFiles } from '../media/leave-files.ts'
import { getPlace } from '../surveys/places.ts'
import { atSurvey } from '../surveys/rows.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import * as store from './markup-store.ts'
import { fileIn, namesOf, settleMarkup } from './rules.ts'
import { findPhoto } from './store.ts'

/** It may come before its photo, so the number of photos does not limit it. */
const MOST = 500

export async function putMarkup(
  scope: Scope,
  surveyId: string,
  photoId: string,
  fields: Fields<PhotoMarkup>,
  by: { name: string },
): Promise<void> {
  const survey = await getPlace(scope, surveyId, {})
  const { shapes: given, version, seen, at, clockAhead } = fields.get()
  const shapes = tidyShapes(given)
  const fault = findShapeFault(shapes)
  if (fault !== undefined) throw problem('outOfRange', fault)
  const savedAt = timeOfTap(await atSurvey(scope, surveyId), { at, clockAhead })
  const next = { version, savedAt, savedBy: by.name, shapes, ...namesOf(shapes) }
  const known = await store.findMarkup(scope, surveyId, photoId)
  const settled = known ? settleMarkup(known, { ...next, seen }) : {}
  if (settled === 'repeated') return
  assertAnswersOpen(survey)
  if (known === undefined) {
    if ((await store.countMarkups(scope, surveyId)) >= MOST)
      throw problem('tooLong', `shapes: a survey has at most ${MOST} photos that are drawn on`)
    // Another device was first: the transaction finds its save and settles both.
    if (!(await store.insertMarkup(scope, surveyId, photoId, next)))
      return putMarkup(scope, surveyId, photoId, fields, by)
    return
  }
  if (settled === 'older') return store.noteOlderMarkup(scope, surveyId, photoId, next)
  await store.updateMarkup(scope, surveyId, photoId, { ...next, ...settled })
  const photo = await findPhoto(scope, surveyId, photoId)
  if (photo) await leavePictures(scope, { ...known, file: photo.file })
}

/** Pictures of former shapes are removed like other files that nothing refers to. */
async function leavePictures(
  scope: Scope,
  former: { file: string; blurred: string | null; drawn: string | null },
): Promise<void> {
  const photos = (['blurred', 'drawn'] as const).map((look) => fileIn(former, look))
  const left = [...new Set(photos)].filter((name) => name !== former.file)
  if (left.length > 0) await leaveFiles(scope, { photos: left })
}

export async function listMarkups(scope: Scope, surveyId: string): Promise<ShownMarkup[]> {
  const rows = await store.listMarkups(scope, surveyId)
  return rows.map(({ photoId, version, shapes, savedAt, savedBy, replacedAt, replacedBy }) => ({
    photoId,
    version,
    shapes: JSON.parse(shapes) as ShownMarkup['shapes'],
    savedAt: savedAt.toISOString(),
    savedBy,
    ...(replacedAt && { replaced: { at: replacedAt.toISOString(), by: replacedBy ?? undefined } }),
  }))
}
