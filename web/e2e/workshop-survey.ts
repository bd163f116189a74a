// A survey of the DMS for the checks of the workshop app, and how the DMS reads it afterwards. Holds no check of its own.

import assert from 'node:assert/strict'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { boardShown } from './board.ts'
import type { Trusted } from './trust.ts'
import type { Service } from './visit.ts'
import { advisor, enter } from './workshop.ts'

export interface Answer {
  id: string
  selected?: boolean
  status?: string
  value?: string
  comment?: string
  packages?: { id: string; variants?: { id: string; selected?: boolean }[] }[]
}
export interface Element {
  category: string
  id: string
  visible?: boolean
  contents?: Element[]
  answers?: Answer[]
  photos?: unknown[]
}
export interface Survey {
  completed: boolean
  contents: Element[]
}

export const questionsOf = (elements: readonly Element[]): Element[] =>
  elements.flatMap((one) =>
    one.contents ? questionsOf(one.contents) : one.category === 'question' ? [one] : [],
  )

/** What is selected at a question, as the DMS reads it. */
export async function readSelected({ asDms }: Trusted, surveyId: string, questionId: string) {
  const { body } = await asDms<Survey>(`/system-clients/demo/surveys/${surveyId}`)
  const question = questionsOf(body.contents).find(({ id }) => id === questionId)
  return (question?.answers ?? []).filter(({ selected }) => selected)
}

/** An order of the DMS for a hybrid: every question of the template is asked. */
export async function makeSurvey(
  { asDms }: Trusted,
  name: string,
  vehicle: { numberPlate?: string; vin?: string; engineCapacity?: number } = {},
  customer: object = { category: 'legalEntity', name: 'Test drives' },
): Promise<{ surveyId: string; orderId: string; plate: string }> {
  const number = String(Date.now() % 1_000_000).padStart(6, '0')
  const stamp = `${name}-${number}`
  const plate = vehicle.numberPlate ?? `E2E ${number}`
  const path = `/system-clients/demo/service-orders/${stamp}`
  const { status } = await asDms(path, {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      technicianSurveyRelease: true,
      customer,
      vehicle: { make: 'Norvik', model: 'Sund', fuelType: 'hybrid', ...vehicle, numberPlate: plate },
    },
  })
  assert.equal(status, 201)
  const { body } = await asDms<{ id: string; surveyType: string }[]>(`${path}/surveys?survey-type=VC`)
  const surveyId = body.find(({ surveyType }) => surveyType === 'VC')?.id
  assert.ok(surveyId, 'the order has no VC survey')
  return { surveyId, orderId: stamp, plate }
}

/** Whoever gave the answer, as the log has it. */
export async function authorsOf(service: Service, surveyId: string, questionId: string): Promise<string[]> {
  const told = await service.run(['history', 'demo', surveyId, '--json'])
  const { entries } = JSON.parse(told) as { entries: { by?: string; details?: string }[] }
  const given = entries.filter(({ details }) => details?.includes(`"${questionId}"`))
  return [...new Set(given.map(({ by }) => by ?? ''))]
}

export async function openBoard(
  context: BrowserContext,
  service: Service,
  language: Language = 'en',
  login = advisor,
): Promise<Page> {
  const page = await context.newPage()
  await enter(context, service, service.base, login)
  await page.goto(`${service.base}/workshop/?lang=${language}`)
  await boardShown(page)
  return page
}
