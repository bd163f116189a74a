// Carries out what happened at the demo dealership, through the same use cases and the same reading of bodies as any
// DMS and any app meet, each at its time and in the name of whoever did it.
import { CustomerReviewRequest, DealItem } from '@walkaround/contract/dms/leads.ts'
import { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { Answer, type SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import type { Static, TSchema } from 'typebox'
import type { Db } from '../db/sql.ts'
import { putDeal } from '../features/leads/deals.ts'
import { getLeadJson } from '../features/leads/get-lead.ts'
import { putLead } from '../features/leads/put-lead.ts'
import { getOrderJson } from '../features/service-orders/get-order.ts'
import { putOrder } from '../features/service-orders/put-order.ts'
import { addCustomAnswer } from '../features/surveys/answers.ts'
import { completeSurvey, reopenSurvey } from '../features/surveys/complete-survey.ts'
import { giveAnswers } from '../features/surveys/give-answers.ts'
import { compileReader } from '../http/reader.ts'
import { problemOf } from '../problems.ts'
import type { Scope } from '../scope.ts'
import { type Dealership, staff } from './dealership.ts'
import { OWN_HEALTH_SURVEY, type Step, type SurveyOf } from './steps.ts'

const always = { isGiven: false, assert: () => {} }

const readOrder = bodyReader(ServiceOrder)
const readLead = bodyReader(CustomerReviewRequest)
const readDeal = bodyReader(DealItem)
const readAnswer = bodyReader(Answer)

/** As the door reads a body: checked, and in canonical form. */
function bodyReader<S extends TSchema>(schema: S) {
  const read = compileReader(schema)
  return (body: unknown) => ({
    get() {
      const { value, violations } = read(body)
      if (violations.length > 0) throw problemOf(violations)
      return value as Static<S>
    },
  })
}

export async function play(db: Db, dealership: Dealership, steps: readonly Step[]): Promise<void> {
  const { client } = dealership
  const known = new Map<string, SurveyRef[]>()

  function scopeAt(step: Step): Scope {
    const id = ('by' in step && dealership.staff.get(step.by)) || dealership.dms
    return { db, clientId: client.clientId, client, actor: { kind: 'login', id }, now: step.at }
  }

  async function surveyIdOf(scope: Scope, survey: SurveyOf): Promise<string> {
    const owner = 'orderId' in survey ? `order/${survey.orderId}` : `lead/${survey.leadId}`
    const find = () => known.get(owner)?.find(({ surveyType }) => surveyType === survey.type)?.id
    if (find() === undefined) {
      const json = await ('orderId' in survey
        ? getOrderJson(scope, survey.orderId)
        : getLeadJson(scope, survey.leadId))
      known.set(owner, (JSON.parse(json) as { surveys: SurveyRef[] }).surveys)
    }
    const id = find()
    if (id === undefined) throw new Error(`${owner} has no ${survey.type} survey`)
    return id
  }

  async function withOrigins(scope: Scope, id: string, order: ServiceOrder): Promise<ServiceOrder> {
    if (!order.contents?.some(({ healthSurveyId }) => healthSurveyId === OWN_HEALTH_SURVEY)) return order
    const healthSurveyId = await surveyIdOf(scope, { orderId: id, type: 'health' })
    const contents = order.contents.map((line) => (line.healthSurveyId ? { ...line, healthSurveyId } : line))
    return { ...order, contents }
  }

  async function take(step: Step): Promise<void> {
    const scope = scopeAt(step)
    switch (step.do) {
      case 'putOrder':
        await putOrder(scope, step.id, readOrder(await withOrigins(scope, step.id, step.order)), always)
        return
      case 'putLead':
        await putLead(scope, step.id, readLead(step.lead), always)
        return
      case 'putDeal':
        return putDeal(scope, step.leadId, step.id, readDeal(step.deal))
      case 'addAnswer': {
        const surveyId = await surveyIdOf(scope, step.survey)
        await addCustomAnswer(scope, { surveyId, questionId: step.questionId }, readAnswer(step.answer))
        return
      }
      case 'inspect': {
        const surveyId = await surveyIdOf(scope, step.survey)
        return giveAnswers(scope, surveyId, staff[step.by].person, step.answers)
      }
      case 'complete':
        return completeSurvey(scope, await surveyIdOf(scope, step.survey))
      case 'reopen':
        return reopenSurvey(scope, await surveyIdOf(scope, step.survey), step.reason)
    }
  }

  for (const step of steps) {
    try {
      await take(step)
    } catch (cause) {
      // Which of a few hundred steps it was; what is wrong with it says the cause.
      const subject = 'survey' in step ? JSON.stringify(step.survey) : 'id' in step ? step.id : ''
      if (cause instanceof Error) cause.message = `${step.do} ${subject}: ${cause.message}`
      throw cause
    }
  }
}
