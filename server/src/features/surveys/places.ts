// Places in a survey that something can be attached to: the survey itself, a question, an answer, a damage mark.
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { getTemplateVersion } from '../templates/versions.ts'
import type { SurveyHeader } from './header.ts'
import * as store from './store.ts'

export interface Place {
  questionId?: string
  answerId?: string
  markId?: string
}

/** Returns the survey's state and keeps it from being completed or closed meanwhile; throws if the place does not exist. */
export async function getPlace(scope: Scope, surveyId: string, place: Place): Promise<store.SurveyState> {
  const survey = await store.findStateForAnswer(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  const { questionId, answerId, markId } = place
  if (markId !== undefined) {
    if (questionId !== undefined || answerId !== undefined) {
      throw problem('invalidArgument', 'mark_id: a photo of a damage mark cannot belong to a question')
    }
    if (!(await store.hasMark(scope, surveyId, markId))) {
      throw problem('noSuchResource', `there is no damage mark "${markId}"`)
    }
  }
  if (answerId !== undefined && questionId === undefined) {
    throw problem('missingField', 'question_id: must be given with answer_id')
  }
  if (questionId === undefined) return survey
  const template = await getTemplateVersion(scope.db, store.templateRef(survey))
  if (!template.questions.has(questionId)) {
    throw problem('noSuchResource', `there is no question "${questionId}"`)
  }
  if (answerId === undefined || template.answers.get(questionId)?.has(answerId)) return survey
  if (!(await store.hasAnswer(scope, { surveyId, questionId }, answerId))) {
    throw problem('noSuchResource', `question "${questionId}" has no answer "${answerId}"`)
  }
  return survey
}

/** Throws if the survey does not ask one of these. */
export async function assertQuestions(
  scope: Scope,
  survey: store.SurveyState,
  questionIds: readonly string[],
): Promise<void> {
  if (questionIds.length === 0) return
  const { questions } = await getTemplateVersion(scope.db, store.templateRef(survey))
  const unknown = questionIds.find((id) => !questions.has(id))
  if (unknown !== undefined)
    throw problem('noSuchResource', `there is no question ${JSON.stringify(unknown.slice(0, 128))}`)
}

/** The state of a survey, locked against changes, with the header it follows or keeps. */
export async function findSurveyHeader(
  scope: Scope,
  surveyId: string,
): Promise<{ state: store.SurveyState; header: SurveyHeader } | undefined> {
  const row = await store.findStateAndHeader(scope, surveyId)
  if (!row) return undefined
  const { header, ...state } = row
  return { state, header: header === null ? {} : (JSON.parse(header) as SurveyHeader) }
}
