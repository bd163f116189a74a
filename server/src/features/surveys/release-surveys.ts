// Makes and closes the surveys of an order or lead; called by the features of orders and leads.
import type { SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { newId } from '../../lib/ids.ts'
import type { Scope } from '../../scope.ts'
import { chooseTemplates } from '../templates/choose-templates.ts'
import { toShownId } from '../templates/rules.ts'
import type { VersionRef } from '../templates/versions.ts'
import type { SurveyHeader } from './header.ts'
import { vehicleKeyOf } from './search-text.ts'
import * as store from './store.ts'

interface MadeFor {
  branchId: string
  make?: string
}

/** A survey that was started elsewhere: its id and its template version are given. */
export interface Begun extends VersionRef {
  id: string
}
export type BegunSurveys = ReadonlyMap<SurveyType, Begun>

/** Chooses templates and makes ids unless they are given; nothing is stored before `insertPlanned`. */
export async function planSurveys(
  scope: Scope,
  types: SurveyType[],
  place: MadeFor,
  begun: BegunSurveys = new Map(),
): Promise<store.NewSurvey[]> {
  if (types.length === 0) return []
  const templates = await chooseTemplates(
    scope,
    types.filter((type) => !begun.has(type)),
    place,
  )
  return types.map((surveyType) => {
    const given = begun.get(surveyType)
    const chosen = given ?? templates.get(surveyType)
    if (!chosen) throw new Error(`no template was chosen for ${surveyType}`)
    return {
      id: given?.id ?? newId(scope.now.getTime()),
      surveyType,
      templateId: toShownId(scope.clientId, chosen),
      masterClientId: chosen.masterClientId,
      plainTemplateId: chosen.templateId,
      templateVersion: chosen.version,
    }
  })
}

export const toRefs = (surveys: store.NewSurvey[]): SurveyRef[] =>
  surveys.map(({ id, surveyType, templateId }) => ({ id, surveyType, templateId }))

export function insertPlanned(scope: Scope, origin: store.Origin, surveys: store.NewSurvey[]): void {
  if (surveys.length > 0) store.insertSurveys(scope, origin, surveys)
}

/** Called before they are closed: a closed survey keeps the vehicle it was made on. */
export async function followVehicle(
  scope: Scope,
  origin: store.Origin,
  existing: readonly SurveyRef[],
  before: SurveyHeader,
  header: SurveyHeader,
): Promise<void> {
  const key = vehicleKeyOf(header)
  if (existing.length > 0 && key !== vehicleKeyOf(before)) await store.setVehicleKey(scope, origin, key)
}

export const closeAll = store.closeSurveys
