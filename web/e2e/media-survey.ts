// A reception of the DMS for the checks of media, handover and quotes, and the app opened at one of its screens. Holds no check
// of its own.
import assert from 'node:assert/strict'
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { BrowserContext, Page } from 'playwright-core'
import type { Trusted } from './trust.ts'
import type { Service } from './visit.ts'
import { openBoard } from './workshop-survey.ts'

export type Act = (context: BrowserContext, service: Service, trusted: Trusted) => Promise<void>

export async function makeSurvey({ asDms }: Trusted, name: string, more: object = {}): Promise<string> {
  const path = `/system-clients/demo/service-orders/${name}-${Date.now() % 1_000_000}`
  const { status } = await asDms(path, {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      technicianSurveyRelease: true,
      customer: { category: 'person', firstName: 'Ada', lastName: 'Example', email: 'ada@example.org' },
      vehicle: { numberPlate: `M ${name}`, make: 'Norvik', model: 'Fjell Estate', fuelType: 'diesel' },
      ...more,
    },
  })
  assert.equal(status, 201)
  return findSurvey(asDms, path, 'health')
}

export async function findSurvey(asDms: Trusted['asDms'], orderPath: string, type: string): Promise<string> {
  const { body } = await asDms<{ id: string; surveyType: string }[]>(
    `${orderPath}/surveys?survey-type=${type}`,
  )
  const [survey] = body
  assert.ok(survey, `no ${type} survey`)
  return survey.id
}

export async function open(
  context: BrowserContext,
  service: Service,
  path: string,
  language: Language = 'en',
): Promise<Page> {
  const page = await openBoard(context, service, language)
  await page.goto(`${service.base}/workshop/${path}?lang=${language}`)
  return page
}
