// Compares what the service sends of surveys and orders, which it may have kept, with what it would compose just now.
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { getOrderJson } from '../../src/features/service-orders/get-order.ts'
import { getSurveyJson } from '../../src/features/surveys/read-surveys.ts'
import type { TestClient } from './api.ts'
import { inClientOf } from './scenes.ts'

/** Returns what they are now. */
export async function assertKept(
  client: TestClient,
  surveyIds: Iterable<string>,
  when = '',
): Promise<string> {
  const all: string[] = []
  for (const surveyId of surveyIds) {
    const sent = await client.get(`/surveys/${encodeURIComponent(surveyId)}`)
    const composed = await inClientOf(client, (scope) => getSurveyJson(scope, surveyId))
    assert.equal(sent.body, composed, `what is sent of survey ${surveyId} differs from what it is ${when}`)
    all.push(composed)
  }
  await assertOrdersKept(client, when)
  return all.join('\n')
}

async function assertOrdersKept(client: TestClient, when: string): Promise<void> {
  const orders = await inClientOf(client, ({ db }) =>
    db.rows<{ id: string }>(sql`select id from service_orders where system_client_id = ${client.id}`),
  )
  for (const { id } of orders) {
    const sent = await client.get(`/service-orders/${encodeURIComponent(id)}`)
    const composed = await inClientOf(client, (scope) => getOrderJson(scope, id))
    assert.equal(sent.body, composed, `what is sent of order ${id} differs from what it is ${when}`)
  }
}
