// Cars for the checks of the desk, as the DMS and staff make them: received with worn wipers, completed, put off. Holds no check of its
// own.
import assert from 'node:assert/strict'
import type { SurveyPage } from '@walkaround/contract/app/board.ts'
import type { EditFields, EditResult } from '@walkaround/contract/app/edits.ts'
import type { Page } from 'playwright-core'
import { actTextOf } from '../src/workshop/store/act.ts'
import { findSurvey } from './media-survey.ts'
import type { Trusted } from './trust.ts'
import type { Service } from './visit.ts'
import { makeSurvey } from './workshop-survey.ts'

export interface Car {
  readonly plate: string
  /** Of the reception. */
  readonly surveyId: string
  readonly orderId: string
}

const owner = {
  category: 'person',
  firstName: 'Ada',
  lastName: 'Example',
  mobilePhone: '+49 170 000001',
}

/** All that a reception must have, and wipers that streak. */
const answers = [
  { questionId: 'h.mileage', answerId: 'value', value: '61250', unitOfMeasurement: 'km' },
  { questionId: 'h.energyLevel', answerId: 'v3' },
  { questionId: 'h.request', value: 'The wipers streak' },
  ...['warningLamps', 'body', 'tyresLook', 'pedal'].map((name) => ({
    questionId: `h.${name}`,
    answerId: 'ok',
  })),
  { questionId: 'h.wipers', answerId: 'adv' },
  { questionId: 'h.belongings', value: 'none' },
  { questionId: 'h.contact', answerId: 'v1' },
  { questionId: 'h.limit', answerId: 'v1' },
  { questionId: 'h.sign', answerId: 'v1' },
] as const

const api = ({ plain }: Service, path: string) => `${plain}/app/system-clients/demo/${path}`

/** As whoever is signed in on the page. */
export async function write(
  page: Page,
  service: Service,
  way: 'put' | 'post',
  path: string,
  data: object,
): Promise<unknown> {
  const session = await page.request.get(`${service.plain}/app/session`)
  const { csrf } = (await session.json()) as { csrf: string }
  const headers = { 'x-walkaround-csrf': csrf, origin: service.plain }
  const reply = await page.request[way](api(service, path), { headers, data })
  assert.ok(reply.ok(), `${path}: ${reply.status()} ${await reply.text()}`)
  const text = await reply.text()
  return text === '' ? undefined : JSON.parse(text)
}

export async function edit(
  page: Page,
  service: Service,
  surveyId: string,
  fields: EditFields,
): Promise<void> {
  const body = { edits: [{ id: crypto.randomUUID(), ...fields }] }
  const { results } = (await write(page, service, 'post', `surveys/${surveyId}/edits`, body)) as {
    results: EditResult[]
  }
  assert.deepEqual(
    results.map(({ state, errorInfo }) => errorInfo ?? state),
    ['applied'],
  )
}

/** Arrived, and its wipers were found to streak. */
export async function makeCar(page: Page, service: Service, trusted: Trusted, name: string): Promise<Car> {
  const { plate, orderId } = await makeSurvey(trusted, name, {}, owner)
  const surveyId = await findSurvey(trusted.asDms, `/system-clients/demo/service-orders/${orderId}`, 'health')
  await edit(page, service, surveyId, { kind: 'answers', answers: [...answers] })
  return { plate, surveyId, orderId }
}

export async function completeReception(page: Page, service: Service, { surveyId }: Car): Promise<void> {
  const shown = await page.request.get(api(service, `surveys/${surveyId}`))
  const signature = {
    role: 'customer',
    name: 'Ada Example',
    questionId: 'h.sign',
    strokes: [[0.1, 0.1, 0.5, 0.6, 0.9, 0.2]],
    shown: actTextOf((await shown.json()) as SurveyPage),
  }
  await write(page, service, 'put', `surveys/${surveyId}/signatures/ada`, signature)
  await edit(page, service, surveyId, { kind: 'complete' })
}

/** Work for the wipers that the owner did not want now, and of which the day has come. */
export async function putOff({ asDms }: Trusted, { surveyId }: Car, description: string): Promise<void> {
  const { status } = await asDms(`/system-clients/demo/surveys/${surveyId}/quotes/put-off`, {
    method: 'PUT',
    body: {
      category: 'quote',
      currency: 'EUR',
      description,
      questionId: 'h.wipers',
      answerId: 'adv',
      approvalStatus: 'deferred',
      deferralDate: '2020-03-01T00:00:00Z',
      contents: [{ itemCategory: 'material', description, amountExVat: 20, amountIncVat: 23.8 }],
    },
  })
  assert.equal(status, 201)
}

/** The order has this line of the reception, and no other. */
export async function putLine({ asDms }: Trusted, car: Car, line: object): Promise<void> {
  const { plate, surveyId, orderId } = car
  const amounts = { amountExVat: 20, amountIncVat: 23.8 }
  const { status } = await asDms(`/system-clients/demo/service-orders/${orderId}`, {
    method: 'PUT',
    body: {
      externalBranchId: 'DE1001',
      currency: 'EUR',
      customer: owner,
      vehicle: { make: 'Norvik', model: 'Sund', fuelType: 'hybrid', numberPlate: plate },
      contents: [
        { itemCategory: 'material', description: 'Blades', ...amounts, healthSurveyId: surveyId, ...line },
      ],
    },
  })
  assert.equal(status, 204)
}
