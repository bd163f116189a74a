// Reading surveys: one whole, or those of an order or lead by their headers.
import type { SurveyType } from '@walkaround/contract/shared.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { toShownId } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import { composeContents } from './compose.ts'
import { getLoadedSurvey, type LoadedSurvey } from './load-survey.ts'
import { packagesJson } from './offered.ts'
import { listItemJson, surveyJson } from './render.ts'
import * as store from './store.ts'

/** In the language of the system client: whoever reads the survey, app or DMS, is its staff. */
async function templateOf(scope: Scope, row: store.SurveyRow): Promise<TemplateVersion> {
  return inLanguage(await getTemplateVersion(scope.db, store.templateRef(row)), scope.client.language)
}

const namedFor = (scope: Scope, template: TemplateVersion) => ({
  text: template.document.text,
  templateId: toShownId(scope.clientId, template),
})

export async function getSurveyJson(scope: Scope, surveyId: string): Promise<string> {
  return toSurveyJson(scope, await getLoadedSurvey(scope, surveyId))
}

export function toSurveyJson(scope: Scope, survey: LoadedSurvey): string {
  const { row, header, template, answers, isVisible, selected, photos } = survey
  const contents = composeContents(template, {
    answers,
    isVisible,
    packages: packagesJson(survey.offered(), selected),
    ...(photos ? { photos } : {}),
  })
  return surveyJson(row, header, namedFor(scope, template), contents, photos?.own)
}

async function listJson(scope: Scope, rows: store.SurveyRow[]): Promise<string> {
  const items: string[] = []
  for (const row of rows) items.push(listItemJson(row, namedFor(scope, await templateOf(scope, row))))
  return `[${items.join(',')}]`
}

/** The wanted type is asked for late: an order that is not there goes before a type that is none (B2). */
export async function listOrderSurveysJson(
  scope: Scope,
  orderId: string,
  typeOf: () => SurveyType | undefined,
): Promise<string> {
  const rows = await store.findSurveysOfOrder(scope, orderId)
  if (!rows) throw problem('noSuchResource', `there is no service order "${orderId}"`)
  const wanted = typeOf()
  return listJson(
    scope,
    rows.filter((row) => wanted === undefined || row.survey_type === wanted),
  )
}

export async function listLeadSurveysJson(scope: Scope, leadId: string): Promise<string> {
  const rows = await store.findSurveysOfLead(scope, leadId)
  if (!rows) throw problem('noSuchResource', `there is no lead "${leadId}"`)
  return listJson(scope, rows)
}
