// Damage marks on the drawing of the vehicle: set and removed while the survey is open, read together with those of earlier visits.
import type { Damage, DamageMark } from '@walkaround/contract/dms/media.ts'
import { problem } from '../../problems.ts'
import type { Fields, Scope } from '../../scope.ts'
import { chooseBodyStyle } from '../outlines/choose-style.ts'
import type { BodyStyle } from '../outlines/outline.ts'
import { getOutline } from '../outlines/outlines.ts'
import { panelAt } from '../outlines/panel-at.ts'
import { findSurveyHeader } from '../surveys/places.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import { vehicleKeys } from '../vehicles/keys.ts'
import { assertOnDrawing, toDamage } from './rules.ts'
import * as store from './store.ts'

/** Most marks of earlier visits; more would make the drawing unreadable. */
const MOST_EARLIER = 200
/** A car with more marks than this is a write-off. */
const MOST_MARKS = 200

async function getSurvey(scope: Scope, surveyId: string) {
  const survey = await findSurveyHeader(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return survey
}

export async function getDamage(scope: Scope, surveyId: string): Promise<Damage> {
  const { header } = await getSurvey(scope, surveyId)
  const marks = await store.listMarks(scope, surveyId)
  const keys = vehicleKeys(header.vehicle)
  const earlier = keys.length === 0 ? [] : await store.listEarlierMarks(scope, surveyId, keys, MOST_EARLIER)
  return toDamage(styleOf(marks, header.vehicle), marks, earlier)
}

/** Marks stay on the drawing they were made on, even if the vehicle's data change later. */
const styleOf = (
  marks: readonly store.MarkRow[],
  vehicle: Parameters<typeof chooseBodyStyle>[0] | undefined,
  given?: BodyStyle,
) => (marks[0]?.bodyStyle as BodyStyle | undefined) ?? given ?? chooseBodyStyle(vehicle ?? {})

/** True if it is new. */
export async function putMark(
  scope: Scope,
  surveyId: string,
  id: string,
  fields: Fields<DamageMark>,
): Promise<boolean> {
  const { header, state } = await getSurvey(scope, surveyId)
  const { kind, x, y, size, comment, internalComment, bodyStyle: given } = fields.get()
  const marks = await store.listMarks(scope, surveyId)
  const bodyStyle = styleOf(marks, header.vehicle, given)
  const outline = getOutline(bodyStyle)
  assertOnDrawing({ x, y }, outline.viewBox)
  assertAnswersOpen(state)
  if (marks.length >= MOST_MARKS && !marks.some((mark) => mark.id === id)) {
    throw problem('tooLong', `a survey has at most ${MOST_MARKS} damage marks`)
  }
  const panel = panelAt(outline, x, y)
  const [vehicleKey] = vehicleKeys(header.vehicle)
  return store.saveMark(scope, surveyId, id, {
    kind,
    bodyStyle,
    x,
    y,
    vehicleKey,
    panel,
    size,
    comment,
    internalComment,
  })
}

export async function removeMark(scope: Scope, surveyId: string, id: string): Promise<void> {
  const { state } = await getSurvey(scope, surveyId)
  assertAnswersOpen(state)
  if (!(await store.deleteMark(scope, surveyId, id))) {
    throw problem('noSuchResource', `survey "${surveyId}" has no damage mark "${id}"`)
  }
}
