// Completing freezes an inspection (D5); a manager may take that back, with a reason.
import { recordEvents } from '../../db/events.ts'
import { problem, problemOf, type Violation } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { isMandatory, isVisible } from '../templates/rules.ts'
import { getTemplateVersion, inLanguage, type TemplateVersion } from '../templates/versions.ts'
import { factsOf, type GivenAnswers, toGivenAnswers } from './compose.ts'
import { toFrozen, visibilityNow } from './frozen.ts'
import type { SurveyHeader } from './header.ts'
import { assertAnswersOpen } from './rules.ts'
import * as store from './store.ts'

export async function completeSurvey(scope: Scope, surveyId: string): Promise<void> {
  const locked = await store.findStateForUpdate(scope, surveyId)
  const survey = locked && (await store.findSurvey(scope, surveyId))
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  assertAnswersOpen(survey)
  const version = await getTemplateVersion(scope.db, store.templateRef(survey))
  const template = inLanguage(version, scope.client.language)
  const { vehicle } = JSON.parse(survey.header ?? '{}') as SurveyHeader
  const answers = toGivenAnswers(survey.answers)
  const missing = unansweredQuestions(template, vehicle, answers)
  if (missing.length > 0) throw problemOf(missing)
  const frozen = toFrozen(template, visibilityNow(template, vehicle, answers), scope.client.language)
  await store.setCompleted(scope, surveyId, JSON.stringify(frozen))
  await recordEvents(scope, [{ kind: 'survey.completed', subject: `survey/${surveyId}` }])
}

/** Every visible mandatory question needs a selected answer; signatures and videos join with the app that takes them. */
function unansweredQuestions(
  template: TemplateVersion,
  vehicle: SurveyHeader['vehicle'],
  answers: GivenAnswers,
): Violation[] {
  const facts = factsOf(vehicle, answers)
  const { conditions } = template.document
  return [...template.questions.values()]
    .filter((question) => isVisible(question, facts, conditions) && isMandatory(question, facts, conditions))
    .filter((question) => !facts.answers.has(question.id))
    .map((question) => ({
      kind: 'surveyIncomplete',
      info: `${question.id}: "${question.text}" has no answer`,
    }))
}

const REASON_LENGTH = 1000

export async function reopenSurvey(scope: Scope, surveyId: string, reason: string): Promise<void> {
  if (reason.trim() === '' || reason.length > REASON_LENGTH) {
    throw problem('invalidArgument', `reason: give one of at most ${REASON_LENGTH} characters`)
  }
  const survey = await store.findStateForUpdate(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  if (survey.closed) throw problem('surveyClosed', `survey "${surveyId}" is closed`)
  if (!survey.completed) throw problem('surveyNotCompleted', `survey "${surveyId}" is not completed`)
  await store.setReopened(scope, surveyId)
  await recordEvents(scope, [{ kind: 'survey.reopened', subject: `survey/${surveyId}`, payload: { reason } }])
}
