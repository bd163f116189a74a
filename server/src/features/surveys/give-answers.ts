// Answers given at the car (D3): standard answers are selected, a number selects the answer of its band, words are
// entered. What a DMS may do through the interface is in answers.ts.
import { type Answer, answersPerQuestion } from '@walkaround/contract/dms/surveys.ts'
import type { Person } from '@walkaround/contract/shared.ts'
import type { TemplateQuestion } from '@walkaround/contract/template-document.ts'
import { newId } from '../../lib/ids.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import { findBand } from '../templates/rules.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import {
  type AnswerToSave,
  countOtherCustom,
  deleteAnswers,
  saveAnswers,
  saveSurveyor,
} from './answer-store.ts'
import { assertAnswerSaysSomething, assertAnswersOpen, tooManyAnswers } from './rules.ts'
import * as store from './store.ts'

export interface GivenAtCar extends Pick<Answer, 'value' | 'unitOfMeasurement' | 'status' | 'comment'> {
  questionId: string
  /** A standard answer. Left out on a measured question, `value` decides; on any other, `value` is entered. */
  answerId?: string
  /** Entered, not chosen; `answerId` is then the id it gets. */
  custom?: boolean
}

/** The first answers make `surveyor` the one who performs the inspection (C6). */
export async function giveAnswers(
  scope: Scope,
  surveyId: string,
  surveyor: Person,
  given: readonly GivenAtCar[],
): Promise<void> {
  const survey = await getState(scope, surveyId)
  assertAnswersOpen(survey)
  const template = await getTemplateVersion(scope.db, store.templateRef(survey))
  const answers = mergeRepeated(given.map((answer) => toSave(scope, template, answer)))
  assertOneAtATime(answers)
  await assertRoomForCustom(scope, surveyId, answers)
  await saveAnswers(scope, surveyId, surveyor, answers)
}

/** Whoever starts first is the surveyor; another one who does so later changes nothing (C6). */
export async function startSurvey(scope: Scope, surveyId: string, surveyor: Person): Promise<void> {
  assertAnswersOpen(await getState(scope, surveyId))
  await saveSurveyor(scope, surveyId, surveyor)
}

/** Takes one answer of a question back, or all of them. What is not there needs no taking back. */
export async function takeBackAnswers(
  scope: Scope,
  surveyId: string,
  questionId: string,
  answerId: string | undefined,
): Promise<void> {
  const survey = await getState(scope, surveyId)
  assertAnswersOpen(survey)
  const template = await getTemplateVersion(scope.db, store.templateRef(survey))
  if (!template.questions.has(questionId)) {
    throw problem('noSuchResource', `there is no question "${questionId}"`)
  }
  await deleteAnswers(scope, surveyId, questionId, answerId)
}

async function assertRoomForCustom(
  scope: Scope,
  surveyId: string,
  answers: readonly AnswerToSave[],
): Promise<void> {
  const custom = answers.filter((answer) => answer.custom)
  for (const [questionId, added] of Map.groupBy(custom, (answer) => answer.questionId)) {
    const others = await countOtherCustom(
      scope,
      surveyId,
      questionId,
      added.map(({ id }) => id),
    )
    if (others + added.length > answersPerQuestion) throw tooManyAnswers(questionId)
  }
}

async function getState(scope: Scope, surveyId: string): Promise<store.SurveyState> {
  const survey = await store.findStateForUpdate(scope, surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${surveyId}"`)
  return survey
}

function toSave(scope: Scope, template: TemplateVersion, given: GivenAtCar): AnswerToSave {
  const { questionId, answerId, custom, ...values } = given
  const question = template.questions.get(questionId)
  if (!question) throw problem('noSuchResource', `there is no question "${questionId}"`)
  if (custom) return toSaveCustom(scope, template, given)
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

function toSaveCustom(scope: Scope, template: TemplateVersion, given: GivenAtCar): AnswerToSave {
  const { questionId, answerId: id = newId(scope.now.getTime()), custom: _, ...values } = given
  assertAnswerSaysSomething(values)
  if (template.answers.get(questionId)?.has(id)) {
    throw problem('idTaken', `answerId: "${id}" is a standard answer of question "${questionId}"`)
  }
  return { ...values, questionId, id, custom: true, isOnlyOne: false }
}

function bandOf(question: TemplateQuestion, value: string | undefined): string | undefined {
  if (!question.clientSettings?.bounds) return undefined
  const number = Number(value)
  if (!value?.trim() || !Number.isFinite(number)) {
    throw problem('invalidArgument', `${question.id}: ${JSON.stringify(value)} is not a number`)
  }
  return findBand(question, number)?.answerId
}

/** The same answer given twice at once is one answer, and the later word counts. */
function mergeRepeated(answers: readonly AnswerToSave[]): AnswerToSave[] {
  const merged = new Map<string, AnswerToSave>()
  for (const answer of answers) {
    const key = JSON.stringify([answer.questionId, answer.id])
    merged.set(key, { ...merged.get(key), ...answer })
  }
  return [...merged.values()]
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
