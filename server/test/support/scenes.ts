// Steps that many tests of the interface begin with, and looks behind it: events written, surveys completed.
import assert from 'node:assert/strict'
import type { ServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import type { Answer, SurveyRef } from '@walkaround/contract/dms/surveys.ts'
import { type ProblemKind, problems } from '@walkaround/contract/problems.ts'
import type { SurveyType } from '@walkaround/contract/survey-types.ts'
import type { TemplateDocument, TemplateQuestion } from '@walkaround/contract/template-document.ts'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { completeSurvey } from '../../src/features/surveys/complete-survey.ts'
import { useTemplate } from '../../src/features/templates/choose-templates.ts'
import { importTemplate } from '../../src/features/templates/import-template.ts'
import { getClient } from '../../src/organisation/clients.ts'
import type { Scope } from '../../src/scope.ts'
import { order, type TestClient, testApp } from './api.ts'

export type ShownOrder = ServiceOrder & { surveys: SurveyRef[]; branchId: string; siteId: string }

export type ShownAnswer = Answer & { id: string; selected: boolean }

export interface ShownQuestion {
  photos?: { id: string }[]
  category: 'question'
  id: string
  text: string
  visible: boolean
  answers: ShownAnswer[]
}

type Shown = Record<string, unknown>

/** Creates or changes an order and reads it back. */
export async function putOrder(client: TestClient, more: Shown = {}, id = '1'): Promise<ShownOrder> {
  const response = await client.put(`/service-orders/${encodeURIComponent(id)}`, order(more))
  assert.ok([201, 204].includes(response.statusCode), response.body)
  return readOrder(client, id)
}

export async function readOrder(client: TestClient, id = '1'): Promise<ShownOrder> {
  const response = await client.get(`/service-orders/${encodeURIComponent(id)}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

export const typesOf = ({ surveys }: { surveys: SurveyRef[] }): string[] =>
  surveys.map(({ surveyType }) => surveyType).sort()

export function surveyIdOf({ surveys }: { surveys: SurveyRef[] }, type: SurveyType = 'health'): string {
  const survey = surveys.find(({ surveyType }) => surveyType === type)
  assert.ok(survey, `there is no ${type} survey`)
  return survey.id
}

export async function readSurvey<T = Shown>(client: TestClient, id: string): Promise<T> {
  const response = await client.get(`/surveys/${id}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

interface Element {
  category: string
  contents?: Element[]
}

export function questionsOf(survey: { contents?: unknown }): ShownQuestion[] {
  const walk = (elements: Element[]): ShownQuestion[] =>
    elements.flatMap((element) =>
      element.category === 'question'
        ? [element as unknown as ShownQuestion]
        : element.contents
          ? walk(element.contents)
          : [],
    )
  return walk(survey.contents as Element[])
}

export async function readQuestion(client: TestClient, surveyId: string, id: string): Promise<ShownQuestion> {
  const question = questionsOf(await readSurvey(client, surveyId)).find((one) => one.id === id)
  assert.ok(question, `there is no question ${id}`)
  return question
}

/** One transaction as the service itself, inside a client. */
export async function inClientOf<T>(client: TestClient, work: (scope: Scope) => Promise<T>): Promise<T> {
  const { database } = await testApp()
  return inTransaction(database, async (db) => {
    const scope = { db, actor: { kind: 'system', id: 'test' } as const, now: new Date() }
    return work({ ...scope, clientId: client.id, client: await getClient(scope, client.id) })
  })
}

export interface WrittenEvent {
  kind: string
  subject: string
}

export async function eventsOf(client: TestClient): Promise<WrittenEvent[]> {
  const { database } = await testApp()
  return database.rows<WrittenEvent>(sql`
    select kind, subject from events where system_client_id = ${client.id} order by sequence`)
}

/** What was written meanwhile. */
export async function eventsDuring(client: TestClient, work: () => Promise<unknown>): Promise<string[]> {
  const before = (await eventsOf(client)).length
  await work()
  return (await eventsOf(client)).slice(before).map(({ kind }) => kind)
}

export const smallQuestion: TemplateQuestion = {
  category: 'question',
  id: 'glass',
  text: 'Glass',
  questionCategory: 'valueSelection',
  answerCategory: 'text',
  answers: [
    { id: 'ok', value: 'Clear', status: 'green' },
    { id: 'bad', value: 'Cracked', status: 'red' },
  ],
}

export const smallTemplate = (more: Partial<TemplateDocument> = {}): TemplateDocument => ({
  id: 'small',
  text: 'Small check',
  surveyType: 'health',
  contents: [smallQuestion],
  ...more,
})

/** A template of the client's own, in use for its survey type. */
export function useOwnTemplate(client: TestClient, more: Partial<TemplateDocument> = {}): Promise<void> {
  return inClientOf(client, async (scope) => {
    const { id, surveyType } = smallTemplate(more)
    await importTemplate(scope, smallTemplate(more))
    await useTemplate(scope, { surveyType, template: id })
  })
}

export const complete = (client: TestClient, surveyId: string): Promise<void> =>
  inClientOf(client, (scope) => completeSurvey(scope, surveyId))

/** Asserts that the reply refuses with this entry of the catalogue; returns its body for further checks. */
export function refusal(response: LightMyRequestResponse, kind: ProblemKind, info?: RegExp): string {
  const where = `${response.statusCode} ${response.body}`
  assert.equal(response.statusCode, problems[kind].status, where)
  const { errorCode, errorInfo } = response.json<{ errorCode: number; errorInfo: string }>()
  assert.equal(errorCode, problems[kind].errorCode, where)
  if (info) assert.match(errorInfo, info)
  return errorInfo
}
