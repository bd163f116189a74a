// Answers given at the car (D3): standard answers are selected, a number selects the answer of its band, words are
// entered. What a DMS may do through the interface is in answers.ts.
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { newId } from '../../lib/ids.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findBand } from '../templates/rules.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import { type AnswerToSave, saveAnswers } from './answer-store.ts'
import { assertAnswerSaysSomething, assertAnswersOpen } from './rules.ts'
import * as store from './store.ts'

export interface GivenAtCar extends Pick<Answer, 'value' | 'unitOfMeasurement' | 'status' | 'comment'> {
  questionId: string
  /** A standard answer. Left out on a measured question, `value` decides; on any other, `value` is entered. */
  answerId?: string
}

/** The first answers make `surveyor` the one who performs the inspection (C6). */
export async function giveAnswers(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  given: readonly GivenAtCar[],
): Promise<void> {
  const survey = await store.findStateForUpdate(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  assertAnswersOpen(survey)
  const template = await getTemplateVersion(scope.db, store.templateRef(survey))
  const answers = given.map((answer) => toSave(scope, template, answer))
  assertOneAtATime(answers)
  await saveAnswers(scope, surveyId, surveyor, answers)
}

function toSave(scope: Scope, template: TemplateVersion, given: GivenAtCar): AnswerToSave {
  const { questionId, answerId, ...values } = given
  const question = template.questions.get(questionId)
  if (!question) throw problem('noSuchResource', `there is no question "${questionId}"`)
  const standardId = answerId ?? bandOf(question, values.value)
  if (standardId === undefined) {
    if (question.questionCategory === 'valueSelection') {
      throw problem('invalidArgument', `${questionId}: takes one of its standard answers, nothing else`)
    }
    assertAnswerSaysSomething(values)
    return { ...values, questionId, id: newId(scope.now.getTime()), custom: true, isOnlyOne: false }
  }
  const standard = template.answers.get(questionId)?.get(standardId)
  if (!standard) throw problem('noSuchResource', `question "${questionId}" has no answer "${standardId}"`)
  return {
    ...values,
    questionId,
    id: standardId,
    custom: false,
    isOnlyOne: !question.multipleValueAnswer,
    // Conditions of the template look at the stored finding; the text stays the template's, for every language.
    ...(standard.status === undefined ? {} : { status: standard.status }),
    ...(values.value !== undefined && values.unitOfMeasurement === undefined && standard.unitOfMeasurement
      ? { unitOfMeasurement: standard.unitOfMeasurement }
      : {}),
  }
}

function bandOf(question: TemplateQuestion, value: string | undefined): string | undefined {
  if (!question.clientSettings?.bounds) return undefined
  const number = Number(value)
  if (!value?.trim() || !Number.isFinite(number)) {
    throw problem('invalidArgument', `${question.id}: ${JSON.stringify(value)} is not a number`)
  }
  return findBand(question, number)?.answerId
}

function assertOneAtATime(answers: readonly AnswerToSave[]): void {
  const seen = new Set<string>()
  for (const { questionId, isOnlyOne } of answers) {
    if (isOnlyOne && seen.has(questionId)) {
      throw problem('invalidArgument', `${questionId}: takes one standard answer at a time`)
    }
    if (isOnlyOne) seen.add(questionId)
  }
}
