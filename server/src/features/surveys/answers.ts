// Custom answers through the interface (D3): added, changed and removed while the survey is open.
import { hash } from 'node:crypto'
import type { Answer } from '@walkaround/contract/dms/surveys.ts'
import { tooManyAnswers } from '@walkaround/contract/rules/given-answers.ts'
import { newId } from '../../lib/ids.ts'
import { problem, problemOf } from '../../problems.ts'
import type { Fields, Precondition, Scope } from '../../scope.ts'
import { getTemplateVersion, type TemplateVersion } from '../templates/versions.ts'
import { assertAnswerSaysSomething, assertAnswersOpen, assertNotReserved } from './rules.ts'
import * as store from './store.ts'

export interface IdempotentPost {
  key: string
  body: Buffer
}

/** No operation reads a single answer; its ETag comes with the reply to a POST or PUT. */
export async function findCustomAnswerJson(
  scope: Scope,
  at: store.AnswerRef,
  answerId: string,
): Promise<string | undefined> {
  const answer = await store.findCustomAnswer(scope, at, answerId)
  return answer && JSON.stringify(answer)
}

interface AddedAnswer {
  id: string
  /** A repeated request made it before (B7). */
  isReplayed: boolean
}

export async function addCustomAnswer(
  scope: Scope,
  at: store.AnswerRef,
  fields: Fields<Answer>,
  post?: IdempotentPost,
): Promise<AddedAnswer> {
  const survey = await getOpenableSurvey(scope, at)
  const answer = fields.get()
  assertAnswerSaysSomething(answer)
  assertNotReserved(at.questionId)
  const id = newId(scope.now.getTime())
  if (post) {
    const bodyHash = hash('sha256', post.body, 'buffer')
    const earlier = await store.rememberPost(scope, at, post.key, bodyHash, id)
    if (earlier && !bodyHash.equals(earlier.bodyHash)) {
      throw problem(
        'idempotencyKeyReused',
        `Idempotency-Key: "${post.key}" was used with another body for this question`,
      )
    }
    if (earlier) return { id: earlier.answerId, isReplayed: true }
  }
  assertAnswersOpen(survey)
  if (!(await store.insertCustomAnswer(scope, at, id, answer)))
    throw problemOf([tooManyAnswers(at.questionId)])
  return { id, isReplayed: false }
}

export async function putCustomAnswer(
  scope: Scope,
  at: store.AnswerRef,
  answerId: string,
  fields: Fields<Answer>,
  precondition: Precondition,
): Promise<void> {
  const survey = await getOpenableSurvey(scope, at)
  await assertCustom(scope, survey.template, at, answerId, async () => {
    assertAnswerSaysSomething(fields.get())
    await precondition.check()
    assertAnswersOpen(survey)
  })
  await store.updateCustomAnswer(scope, at, answerId, fields.get())
}

export async function deleteCustomAnswer(
  scope: Scope,
  at: store.AnswerRef,
  answerId: string,
  precondition: Precondition,
): Promise<void> {
  const survey = await getOpenableSurvey(scope, at)
  await assertCustom(scope, survey.template, at, answerId, async () => {
    await precondition.check()
    assertAnswersOpen(survey)
  })
  await store.deleteCustomAnswer(scope, at, answerId)
}

async function getOpenableSurvey(scope: Scope, at: store.AnswerRef) {
  const survey = await store.findStateForAnswer(scope, at.surveyId)
  if (!survey) throw problem('noSuchResource', `there is no survey "${at.surveyId}"`)
  const template = await getTemplateVersion(scope.db, store.templateRef(survey))
  // upSale is in no template, but it is known: its own rule refuses it, not "missing".
  if (!template.questions.has(at.questionId) && at.questionId !== 'upSale') {
    throw problem('noSuchResource', `survey "${at.surveyId}" has no question "${at.questionId}"`)
  }
  return { ...survey, template }
}

/** 404 of the answer comes before the rules of its fields and state (B2), "not custom" after them. */
async function assertCustom(
  scope: Scope,
  template: TemplateVersion,
  at: store.AnswerRef,
  answerId: string,
  assertRules: () => Promise<void>,
): Promise<void> {
  const given = await store.findAnswerForUpdate(scope, at, answerId)
  const isStandard = template.answers.get(at.questionId)?.has(answerId) ?? false
  if (!given && !isStandard) {
    throw problem('noSuchResource', `question "${at.questionId}" has no answer "${answerId}"`)
  }
  await assertRules()
  if (!given?.custom) {
    throw problem(
      'answerNotCustom',
      `answer "${answerId}" belongs to the template; only custom answers can be changed`,
    )
  }
}
