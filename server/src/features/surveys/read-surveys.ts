// Reads surveys: one completely, or the headers of those of an order or lead.
import type { Survey, SurveyListItem } from '@walkaround/contract/dms/surveys.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import { type ReadyJson, toJsonArray } from '../../lib/ready-json.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { toShownId } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import { composeContents } from './compose.ts'
import { getLoadedSurvey, type LoadedSurvey } from './load-survey.ts'
import { packagesJson } from './offered.ts'
import { listItemJson, surveyJson } from './render.ts'
import * as store from './store.ts'

/** In the language of the system client, because its staff read the survey, in the app or the DMS. */
async function templateOf(scope: Scope, row: store.SurveyRow): Promise<TemplateVersion> {
  return inLanguage(await getTemplateVersion(scope.db, store.templateRef(row)), scope.client.language)
}

const namedFor = (scope: Scope, template: TemplateVersion) => ({
  text: template.document.text,
  templateId: toShownId(scope.clientId, template),
})

export async function getSurveyJson(scope: Scope, surveyId: string): Promise<ReadyJson<Survey>> {
  return toSurveyJson(scope, await getLoadedSurvey(scope, surveyId))
}

export function toSurveyJson(scope: Scope, survey: LoadedSurvey): ReadyJson<Survey> {
  const { row, header, template, answers, isVisible, selected, photos } = survey
  const contents = composeContents(template, {
    answers,
    isVisible,
    packages: packagesJson(survey.offered(), selected),
    photos,
  })
  return surveyJson(row, header, namedFor(scope, template), contents, photos?.own)
}

async function listJson(scope: Scope, rows: store.SurveyRow[]): Promise<ReadyJson<SurveyListItem[]>> {
  const items: ReadyJson<SurveyListItem>[] = []
  for (const row of rows) items.push(listItemJson(row, namedFor(scope, await templateOf(scope, row))))
  return toJsonArray(items)
}

/** The type is read late, because a missing order is reported before an invalid type (B2). */
export async function listOrderSurveysJson(
  scope: Scope,
  orderId: string,
  typeOf: () => SurveyType | undefined,
): Promise<ReadyJson<SurveyListItem[]>> {
  const rows = await store.findSurveysOfOrder(scope, orderId)
  if (!rows) throw problem('noSuchResource', `there is no service order "${orderId}"`)
  const wanted = typeOf()
  return listJson(
    scope,
    rows.filter((row) => wanted === undefined || row.surveyType === wanted),
  )
}

export async function listLeadSurveysJson(
  scope: Scope,
  leadId: string,
): Promise<ReadyJson<SurveyListItem[]>> {
  const rows = await store.findSurveysOfLead(scope, leadId)
  if (!rows) throw problem('noSuchResource', `there is no lead "${leadId}"`)
  return listJson(scope, rows)
}
