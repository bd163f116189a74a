// A rich day of one dealer: every operation succeeds at least once, and every reply is one the description promises,
// field by field. The check itself is tested too: a check that cannot fail proves nothing.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getServiceOrder, putServiceOrder } from '@walkaround/contract/dms/service-orders.ts'
import { addAnswer } from '@walkaround/contract/dms/surveys.ts'
import type { LightMyRequestResponse } from 'fastify'
import { giveAnswers } from '../../src/features/surveys/give-answers.ts'
import { type Method, makeClient, type TestClient } from '../support/api.ts'
import { fullAnswer, fullDeal, fullLead, fullOrder } from '../support/bodies.ts'
import { assertDescribed, assertErrorBody, findOperation, hasNull } from '../support/contract-check.ts'
import { operations } from '../support/every-operation.ts'
import { complete, inClientOf, putOrder, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'

/** The operations this scene knows; others have scenes of their own. */
const headings = ['Service orders', 'Surveys', 'Survey templates', 'Leads and deals']
const known = operations.filter(
  ({ heading, path }) => headings.includes(heading) && !/package|photos|videos|pdf-forms|damage/.test(path),
)

describe('every answer', () => {
  test('of a full order, its surveys, answers, a lead with deals and the templates is as described', async () => {
    const client = await makeClient({ timeZone: 'Europe/Berlin', language: 'de' })
    const answered = new Set<string>()
    const call = async (
      method: Method,
      path: string,
      body?: unknown,
      status = 200,
    ): Promise<LightMyRequestResponse> => {
      const response = await client.call(method, path, body)
      assert.equal(response.statusCode, status, `${method} ${path} ${response.body}`)
      const operation = findOperation(method, `/v1/system-clients/${client.id}${path}`)
      assert.ok(operation, path)
      answered.add(operation.id)
      return response
    }

    await call('PUT', '/service-orders/1', fullOrder, 201)
    await call('PUT', '/service-orders/1', { ...fullOrder, description: 'changed' }, 204)
    const { surveys } = (await call('GET', '/service-orders/1')).json<{ surveys: { id: string }[] }>()
    await call('GET', '/service-orders/1/surveys')
    const plan = {
      promisedTimestamp: '2026-11-16T16:30:00+01:00',
      technician: { id: 'T-7', lastName: 'Example' },
    }
    await call('PUT', '/service-orders/1/work-plan', plan, 204)
    await call('GET', '/service-orders/1/work-plan')
    for (const { id } of surveys) await call('GET', `/surveys/${id}`)

    const survey = surveys[0]?.id as string
    const answers = `/surveys/${survey}/questions/h.warningLamps/answers`
    const { headers } = await call('POST', answers, fullAnswer, 201)
    const answer = `${answers}/${String(headers.location).split('/').at(-1)}`
    await call('PUT', answer, { ...fullAnswer, status: 'amber' }, 204)
    await inClientOf(client, (scope) =>
      giveAnswers(scope, survey, { id: 'SA-3', lastName: 'Sample' }, [
        { questionId: 'h.warningLamps', answerId: 'ok', comment: 'looked twice' },
        { questionId: 'h.mileage', value: '61250' },
      ]),
    )
    await call('GET', `/surveys/${survey}`)
    await call('DELETE', answer, undefined, 204)

    for (const { id } of (await call('GET', '/survey-templates')).json<{ id: string }[]>()) {
      await call('GET', `/survey-templates/${encodeURIComponent(id)}`)
    }

    await call('PUT', '/leads/1', fullLead, 201)
    await call('PUT', '/leads/1', { ...fullLead, description: 'changed' }, 204)
    await call('PUT', '/leads/2', { externalBranchId: 'B1' }, 201)
    const { id: _, ...deal } = fullDeal
    await call('PUT', '/leads/2/deals/D-9', deal, 204)
    await call('GET', '/leads/1')
    await call('GET', '/leads/2')
    await call('GET', '/leads/1/surveys')
    await call('GET', '/leads')
    await call('GET', '/leads?limit=1')
    await call('GET', '/service-orders')
    await call('GET', '/surveys')
    await call('DELETE', '/leads/2/deals/D-9', undefined, 204)

    await call('PUT', '/service-orders/1', { ...fullOrder, closed: true }, 204)
    await call('PUT', '/leads/1', { ...fullLead, rejected: true }, 204)
    for (const { id } of surveys) await call('GET', `/surveys/${id}`)
    await call('GET', '/service-orders/1/surveys')
    await call('GET', '/leads/1/surveys')

    assert.deepEqual(
      known.map(({ id }) => id).filter((id) => !answered.has(id)),
      [],
      'every operation was called',
    )
  })

  test('of a completed survey is as described', async () => {
    const client: TestClient = await makeClient()
    await useOwnTemplate(client)
    const surveyId = surveyIdOf(await putOrder(client, fullOrder))
    await complete(client, surveyId)
    const survey = (await client.get(`/surveys/${surveyId}`)).json()
    assert.equal(survey.completed, true)
  })
})

describe('the check of answers', () => {
  const answer = (statusCode: number, body: unknown, headers: Record<string, string> = {}) =>
    ({
      statusCode,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': 'r',
        etag: '"x"',
        ...headers,
      },
      body: body === undefined ? '' : JSON.stringify(body),
      json: () => body,
    }) as unknown as LightMyRequestResponse
  const order = { id: '1', externalBranchId: 'B1', branchId: 'B1', siteId: 's', siteName: 'S', surveys: [] }

  test('passes what is described', () => {
    assertDescribed('GET', getServiceOrder, answer(200, order))
    assertDescribed('PUT', putServiceOrder, answer(204, undefined))
  })

  const wrong: [string, unknown][] = [
    ['null', { ...order, description: null }],
    ['a field nobody described', { ...order, secret: 1 }],
    ['a field of another type', { ...order, closed: 'yes' }],
    ['an alias instead of its value', { ...order, contents: [{ itemCategory: 'part' }] }],
    ['a missing field', { ...order, externalBranchId: undefined }],
    ['a partner without category', { ...order, customer: { lastName: 'x' } }],
    ['something that is no date', { ...order, plannedStartTimestamp: 'soon' }],
    ['a survey without its type', { ...order, surveys: [{ id: '1', templateId: 't' }] }],
  ]
  for (const [what, body] of wrong) {
    test(`fails for ${what}`, () => {
      const plain = JSON.parse(JSON.stringify(body)) as unknown
      assert.throws(() => assertDescribed('GET', getServiceOrder, answer(200, plain)), assert.AssertionError)
    })
  }

  test('fails for a status, header or body the operation does not have', () => {
    const refused = (
      method: string,
      operation: typeof getServiceOrder | typeof addAnswer,
      response: LightMyRequestResponse,
    ) => assert.throws(() => assertDescribed(method, operation, response), assert.AssertionError)
    refused('GET', getServiceOrder, answer(204, undefined))
    refused('GET', getServiceOrder, answer(200, order, { etag: '' }))
    refused('GET', getServiceOrder, answer(200, order, { 'content-type': 'text/plain' }))
    refused('POST', addAnswer, answer(201, undefined))
    refused('POST', addAnswer, answer(201, { id: '1' }, { location: 'x' }))
    refused('GET', getServiceOrder, answer(400, { errorCode: 40018, error: '', errorInfo: '' }))
  })

  test('fails for an error body that is not one', () => {
    const body = { errorCode: 40401, error: 'Not found', errorInfo: 'x' }
    assertErrorBody(answer(404, body))
    for (const [status, other] of [
      [400, body],
      [404, { ...body, errorCode: 1 }],
      [404, { ...body, error: 'Other words' }],
      [404, { ...body, errorInfo: '' }],
      [404, { ...body, more: 1 }],
      [404, { errorCode: 40401, error: 'Not found' }],
    ] as const) {
      assert.throws(() => assertErrorBody(answer(status, other)), assert.AssertionError)
    }
  })

  test('null is found at any depth', () => {
    assert.equal(hasNull({ a: [{ b: null }] }), true)
    assert.equal(hasNull({ a: [{ b: 0, c: '', d: false, e: [] }] }), false)
  })
})
