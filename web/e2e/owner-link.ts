// Links to the owner's pages of the demo's cars, for every check that reads one.
import assert from 'node:assert/strict'
import type { BrowserContext } from 'playwright-core'
import type { Service } from './visit.ts'

export interface Car {
  readonly order: string
  /** Of its survey. */
  readonly type: string
}

/** One whose findings wait for a decision, and one decided about on the telephone. */
export const waiting: Car = { order: 'SO-1001', type: 'VC' }
export const decided: Car = { order: 'SO-1005', type: 'health' }
/** One whose rear pads were measured at three visits. */
export const measured: Car = { order: 'SO-1005', type: 'VC' }

export async function findSurvey(
  { request }: BrowserContext,
  service: Service,
  { order, type }: Car,
): Promise<string> {
  const path = `/v1/system-clients/demo/service-orders/${order}/surveys`
  const response = await request.get(service.base + path, { headers: { 'x-api-key': service.key } })
  const surveys = (await response.json()) as { id: string; surveyType: string }[]
  const survey = surveys.find(({ surveyType }) => surveyType === type)
  assert.ok(survey)
  return survey.id
}

const links = new WeakMap<Service, Map<Car, Promise<string>>>()

/** One for all checks: the command line takes its time. */
export function makeLink(context: BrowserContext, service: Service, car: Car): Promise<string> {
  const ofService = links.get(service) ?? new Map<Car, Promise<string>>()
  links.set(service, ofService)
  const link = ofService.get(car) ?? createLink(context, service, car)
  ofService.set(car, link)
  return link
}

async function createLink(context: BrowserContext, service: Service, car: Car): Promise<string> {
  const survey = await findSurvey(context, service, car)
  const told = await service.run(['owner-link', 'create', 'demo', survey, '--deciding', '--json'])
  return (JSON.parse(told) as { url: string }).url
}
