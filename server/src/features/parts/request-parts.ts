// Asks for parts for a finding, and takes that back. Taps of tablets arrive late, twice, or after those of others: the later tap counts.

import type { NewPartRequest } from '@walkaround/contract/app/parts.ts'
import { timeOfTap } from '@walkaround/contract/rules/conflicting-taps.ts'
import { findSite } from '../../organisation/client-store.ts'
import { problem } from '../../problems.ts'
import { atSite, type Fields, type Scope } from '../../scope.ts'
import { holdSurvey } from '../surveys/hold-survey.ts'
import { getTemplateVersion } from '../templates/versions.ts'
import type { SurveyOfParts } from './model.ts'
import { afterAsk, afterWithdrawal } from './rules.ts'
import * as store from './store.ts'

export interface At {
  surveyId: string
  questionId: string
}

export async function requestParts(
  scope: Scope,
  { surveyId, questionId }: At,
  fields: Fields<NewPartRequest>,
  { name }: { name: string },
): Promise<void> {
  const survey = await holdForParts(scope, surveyId)
  await assertQuestion(scope, survey, { surveyId, questionId })
  const { tap, text, ...time } = fields.get()
  const row = await store.findRequest(scope, surveyId, questionId)
  const ask = { tap, text, at: timeOfTap(atSite(scope, survey.siteId), time), by: scope.actor.id, name }
  const next = afterAsk(row, ask)
  if (!next) return
  assertSurveyOpen(survey, surveyId)
  await assertPartsStep(scope, survey)
  await store.saveRequest(scope, { ...next, surveyId, questionId })
  store.settleOld(scope)
}

export async function withdrawParts(
  scope: Scope,
  { surveyId, questionId }: At,
  time: TimeOfTap,
  { name }: { name: string },
): Promise<void> {
  const survey = await holdForParts(scope, surveyId)
  const row = await store.findRequest(scope, surveyId, questionId)
  const next = afterWithdrawal(row, { at: timeOfTap(atSite(scope, survey.siteId), time), name })
  if (!next) return
  assertSurveyOpen(survey, surveyId)
  await store.saveWithdrawal(scope, next)
}

/** Two people who change the same request do so one after the other. */
export async function holdForParts(scope: Scope, surveyId: string): Promise<SurveyOfParts> {
  await holdSurvey(scope, surveyId)
  const survey = await store.findSurveyOfParts(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return survey
}

/** Of the survey, whatever is visible now. Of what is answered green the request waits outside the queue. */
async function assertQuestion(
  scope: Scope,
  { masterClientId, templateId, templateVersion: version }: SurveyOfParts,
  { surveyId, questionId }: At,
): Promise<void> {
  const { questions } = await getTemplateVersion(scope.db, { masterClientId, templateId, version })
  if (!questions.has(questionId))
    throw problem('noSuchResource', `survey "${surveyId}" has no question "${questionId}"`)
}

export function assertSurveyOpen({ closed }: Pick<SurveyOfParts, 'closed'>, surveyId: string): void {
  if (closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
}

/** A survey without a branch is at no site. */
export async function assertPartsStep(
  scope: Scope,
  { siteId }: Pick<SurveyOfParts, 'siteId'>,
): Promise<void> {
  const site = siteId === null ? undefined : await findSite(scope.db, scope.clientId, siteId)
  if (!site?.partsStep)
    throw problem('partsStepOff', `parts are not asked for at ${site ? `the site "${site.id}"` : 'no site'}`)
}

interface TimeOfTap {
  at?: string | undefined
  clockAhead?: number | undefined
}
