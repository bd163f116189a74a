// A DMS with a client generated from the document: sends an order, reads its survey, prices and offers work, the customer decides,
// reads the order back, and prints the results. If it does not compile, the document is wrong.
import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { components, paths } from './generated/openapi-typescript.ts'

type Reply<T> = { data?: T; error?: components['schemas']['ApiError']; response: Response }

/** The result of a call; throws the refusal in words. */
function taken<T>({ data, error, response }: Reply<T>, status: number): T {
  assert.equal(response.status, status, `${response.url} answered ${JSON.stringify(error)}`)
  return data as T
}

export async function playJourney(baseUrl: string, key: string, systemClientId: string): Promise<void> {
  const api = createClient<paths>({ baseUrl: `${baseUrl}/v1`, headers: { 'X-API-KEY': key } })
  const client = { system_client_id: systemClientId }
  const order = { ...client, id: 'JOURNEY/1' }
  const orderPath = '/system-clients/{system_client_id}/service-orders/{id}'

  const sent: components['schemas']['ServiceOrderInput'] = {
    externalBranchId: 'DE1001',
    currency: 'EUR',
    orderText: 'Noise from the front left',
    customer: { id: 'C-1', firstName: 'Ada', lastName: 'Example', email: null },
    vehicle: { make: 'Example', numberPlate: 'B WA 1042', recordedMileage: 38_000, mileageUnit: 'mile' },
    contents: [{ id: '10', itemCategory: 'part', quantity: 1, unitOfMeasure: 'pc', amountExVat: 10 }],
    technicianSurveyRelease: true,
  }
  const put = await api.PUT(orderPath, { params: { path: order }, body: sent })
  taken(put, 201)
  assert.match(put.response.headers.get('location') ?? '', /\/service-orders\/JOURNEY%2F1$/)

  const listed = taken(await api.GET(`${orderPath}/surveys`, { params: { path: order } }), 200)
  assert.deepEqual(listed.map(({ surveyType }) => surveyType).sort(), ['VC', 'health'])
  const check = listed.find(({ surveyType }) => surveyType === 'VC')
  assert.ok(check)
  const survey = taken(
    await api.GET('/system-clients/{system_client_id}/surveys/{id}', {
      params: { path: { ...client, id: check.id } },
    }),
    200,
  )
  assert.equal(survey.vehicle?.numberPlate, 'B WA 1042')
  const answer = findAnswer(survey.contents)

  const package_ = { ...client, id: 'pads-front' }
  const packagePath = '/system-clients/{system_client_id}/packages/{id}'
  taken(
    await api.PUT(packagePath, {
      params: { path: package_ },
      body: {
        description: 'Front brake pads',
        currency: 'EUR',
        variants: [
          {
            id: 'all',
            contents: [
              {
                id: '1',
                itemCategory: 'labour',
                quantity: 1,
                unitOfMeasure: 'hr',
                amountExVat: 90,
                amountIncVat: 107.1,
              },
            ],
          },
        ],
      },
    }),
    201,
  )
  taken(
    await api.PUT(`${packagePath}/prices`, {
      params: { path: package_ },
      body: {
        currency: 'EUR',
        variants: [{ id: 'all', contents: [{ id: '1', amountExVat: 95, amountIncVat: 113.05 }] }],
      },
    }),
    204,
  )
  const priced = taken(await api.GET(packagePath, { params: { path: package_ } }), 200)
  assert.equal(priced.variants?.[0]?.priceIncVat, 113.05)

  const quote = { ...client, id: check.id, quote_id: 'Q-1' }
  const quotePath = '/system-clients/{system_client_id}/surveys/{id}/quotes/{quote_id}'
  const offer: components['schemas']['QuoteInput'] = {
    category: 'quote',
    currency: 'EUR',
    ...answer,
    description: 'Front brake pads',
    contents: [{ id: '1', itemCategory: 'labour', amountExVat: 95, amountIncVat: 113.05 }],
  }
  taken(await api.PUT(quotePath, { params: { path: quote }, body: offer }), 201)
  const decided = { ...offer, approvalStatus: 'approved' as const, approvalTimestamp: '2026-11-16T10:00:00Z' }
  taken(await api.PUT(quotePath, { params: { path: quote }, body: decided }), 204)
  const readQuote = taken(await api.GET(quotePath, { params: { path: quote } }), 200)
  assert.equal(readQuote.approvalStatus, 'approved')

  const read = taken(await api.GET(orderPath, { params: { path: order } }), 200)
  assert.equal(read.description, sent.orderText)
  assert.equal(read.vehicle?.mileageUnit, 'mi')
  assert.equal(read.contents?.[0]?.itemCategory, 'material')
  assert.deepEqual(read.surveys.map(({ id }) => id).sort(), listed.map(({ id }) => id).sort())
  // A reply may be sent back unchanged, which the types allow too.
  taken(await api.PUT(orderPath, { params: { path: order }, body: read }), 204)

  const pdf = taken(
    await api.GET('/system-clients/{system_client_id}/surveys/{id}/pdf-forms/{form}', {
      params: { path: { ...client, id: check.id, form: 'survey-summary' } },
      parseAs: 'arrayBuffer',
    }),
    200,
  )
  assert.equal(Buffer.from(pdf).subarray(0, 5).toString(), '%PDF-')

  const missing = await api.GET(orderPath, { params: { path: { ...client, id: 'nobody' } } })
  assert.equal(missing.response.status, 404)
  assert.equal(missing.error?.errorCode, 40401)
}

/** The first standard answer of the survey, by the kinds that the document distinguishes. */
function findAnswer(elements: readonly components['schemas']['SurveyElement'][]): {
  questionId: string
  answerId: string
} {
  for (const element of elements) {
    if (element.category === 'question') {
      const answer = element.answers?.[0]
      if (answer) return { questionId: element.id, answerId: answer.id }
    } else if (element.category === 'section') return findAnswer(element.contents)
  }
  throw new Error('the survey has no question with an answer')
}
