// Texts that mean something to a database, a browser, a log or a template: to the service they are texts, in every
// field that takes one, and come back as they were sent.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { makeClient, request, type TestClient, testApp } from '../support/api.ts'
import { fullAnswer, fullDeal, fullLead, fullOrder } from '../support/bodies.ts'
import { putOrder, questionsOf, readSurvey, surveyIdOf } from '../support/scenes.ts'

// biome-ignore format: a table
const hostile = [
  "'; drop table service_orders; --", "' or '1'='1", "$1 $2 \u0024{x} $$ %s %n %% \\ \\\\ \\u0000",
  '"}],"closed":true,"x":[{"a":"', '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>&lt;&amp;&#39;', '{{7*7}} <%= 7*7 %> #{7*7} \u0024{7*7}',
  'a\r\nSet-Cookie: x=1\r\n\r\n<html>', '../../../../etc/passwd\\..\\..',
  '=cmd|\' /C calc\'!A0\t+1\t-1\t@x', '\u0001\u0007\u001b[31m\u007f\u0080\u009f',
  '\u202eright to left\u202c \u200b\u200d\ufeff\u2028\u2029',
  '\ufffd\ufffe\uffff \u{10ffff} \u{1f469}\u200d\u{1f527}',
  'e\u0301 é ﷽ Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d',
  'null', 'undefined', 'NaN', 'true', '[]', '{}', '0', '-0', '1e400', '__proto__', ' ', '\t', '\n', '',
]

// Values with a form of their own are not free texts.
const formed =
  /Timestamp$|Date$|DateTime$|[cC]urrency$|^(category|gender|fuelType|airIntakeType|mileageUnit|itemCategory|unitOfMeasure|unitOfMeasurement|status|parentOrderId|externalBranchId)$/

/** The same body with this text in every field that takes any. */
function filled(value: unknown, text: string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => filled(part, text, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, text, key)]))
  }
  return typeof value === 'string' && !formed.test(name) ? text : value
}

const countOf = (value: unknown, text: string): number =>
  Array.isArray(value)
    ? value.reduce((sum: number, part) => sum + countOf(part, text), 0)
    : typeof value === 'object' && value !== null
      ? countOf(Object.values(value), text)
      : Number(value === text)

async function readJson(client: TestClient, path: string): Promise<Record<string, unknown>> {
  const response = await client.get(path)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  return response.json()
}

describe('hostile texts', () => {
  test('in every field of an order come back as they were, also on its surveys', async () => {
    const client = await makeClient()
    for (const text of hostile) {
      const body = filled(fullOrder, text) as Record<string, unknown>
      assert.ok(countOf(body, text) > 40, 'hardly a field was filled')
      const response = await client.put('/service-orders/1', body)
      assert.ok([201, 204].includes(response.statusCode), `${JSON.stringify(text)} ${response.body}`)
      const shown = await readJson(client, '/service-orders/1')
      for (const [name, value] of Object.entries(body)) assert.deepEqual(shown[name], value, name)
      const surveys = shown.surveys as { id: string }[]
      assert.equal(surveys.length, 3)
      for (const { id } of surveys) {
        const survey = await readSurvey(client, id)
        assert.deepEqual([survey.customer, survey.vehicle], [body.customer, body.vehicle])
      }
    }
  })

  test('in every field of a lead and its deals come back as they were', async () => {
    const client = await makeClient()
    for (const text of hostile) {
      const deals = [{ ...(filled(fullDeal, text) as object), id: 'd' }]
      const body: Record<string, unknown> = { ...(filled(fullLead, text) as object), deals }
      const response = await client.put('/leads/1', body)
      assert.ok([201, 204].includes(response.statusCode), response.body)
      const shown = await readJson(client, '/leads/1')
      for (const [name, value] of Object.entries(body)) assert.deepEqual(shown[name], value, name)
      assert.equal((await client.put('/leads/1/deals/e', { ...deals[0], id: 'e' })).statusCode, 204)
      assert.equal((await client.delete('/leads/1/deals/e')).statusCode, 204)
    }
  })

  test('in every field of an answer come back as they were', async () => {
    const client = await makeClient()
    const surveyId = surveyIdOf(await putOrder(client))
    const [question] = questionsOf(await readSurvey(client, surveyId))
    const path = `/surveys/${surveyId}/questions/${question?.id}/answers`
    const sent = hostile.map((text) => filled(fullAnswer, text))
    for (const body of sent) assert.equal((await client.post(path, body)).statusCode, 201)
    const [first] = questionsOf(await readSurvey(client, surveyId))
    const kept = first?.answers
      .filter((answer) => answer.custom)
      .map(({ id: _, custom: __, ...rest }) => rest)
    assert.deepEqual(kept, sent)
  })

  test('as long as a text may be, in the widest characters', async () => {
    const client = await makeClient()
    const surveyId = surveyIdOf(await putOrder(client))
    const [question] = questionsOf(await readSurvey(client, surveyId))
    const path = `/surveys/${surveyId}/questions/${question?.id}/answers`
    const longest = '🚗'.repeat(20_000)
    assert.equal((await client.post(path, { value: longest, comment: longest })).statusCode, 201)
    const refused = await client.post(path, { value: `${longest}x` })
    assert.equal(refused.json().errorCode, 40015)
    assert.ok(refused.body.length < 1000, 'the text is not sent back whole')
    await client.put('/service-orders/1', { externalBranchId: 'B1', description: longest })
    assert.equal((await readJson(client, '/service-orders/1')).description, longest)
  })

  test('leave the tables as they were', async () => {
    const { database } = await testApp()
    const row = await database.row<{ count: number }>(sql`
      select count(*) as count from information_schema.tables
      where table_schema = current_schema() and table_name in ('service_orders', 'leads', 'surveys', 'survey_answers')`)
    assert.equal(row?.count, 4)
  })

  test('in error messages stay on their line and inside JSON', async () => {
    const client = await makeClient()
    for (const text of hostile) {
      const response = await client.put('/service-orders/1', { externalBranchId: 'B1', currency: text })
      assert.equal(response.statusCode, 400)
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(response.json().errorInfo.split('\n').length, 1, JSON.stringify(text))
    }
  })

  test('in the address of a page are shown, not run', async () => {
    for (const path of [
      '/<script>alert(1)</script>',
      '/%3Cscript%3Ealert(1)%3C/script%3E',
      '/?lang=<script>',
      '/x?<script>',
      '/assets/<script>',
      "/'onload='",
    ]) {
      const response = await request({ method: 'GET', url: path, headers: { 'accept-language': '<script>' } })
      assert.ok([200, 404].includes(response.statusCode), path)
      assert.doesNotMatch(response.body, /<script>alert|<script>\s*<|lang="<|onload='/)
      assert.match(String(response.headers['content-security-policy']), /script-src|default-src/)
    }
  })
})
