// Compares what the service sends of surveys, orders, leads and the board, which it may have kept, with what it would compose just now.
import assert from 'node:assert/strict'
import type { Board } from '@walkaround/contract/app/board.ts'
import { sql } from '../../src/db/sql.ts'
import { listLeadPage } from '../../src/features/leads/list-leads.ts'
import { getOrderJson } from '../../src/features/service-orders/get-order.ts'
import { getSurveyJson } from '../../src/features/surveys/read-surveys.ts'
import { getBoard } from '../../src/features/workshop/read-board.ts'
import type { Scope } from '../../src/scope.ts'
import { type TestClient, testApp } from './api.ts'
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
  await assertLeadsKept(client, when)
  await assertBoardKept(client, when)
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

/** Inside a transaction nothing is known of before. */
async function assertLeadsKept(client: TestClient, when: string): Promise<void> {
  const sent = await client.get('/leads?limit=1000')
  const { items: leads } = await inClientOf(client, (scope) => listLeadPage(scope, { limit: 1000 }))
  assert.equal(sent.body, leads.toString(), `what is sent of the leads differs from what they are ${when}`)
}

/** Inside a transaction nothing is known of before. */
async function assertBoardKept(client: TestClient, when: string): Promise<void> {
  const { database } = await testApp()
  const viewer = { login: 'jo', loginId: 'l-1', name: 'Jo Sample', role: 'manager' as const }
  const cardsOf = async (scope: Scope) => {
    const board = await getBoard(scope, {}, viewer)
    return (JSON.parse(board.toString()) as Board).cards
  }
  const [kept, made] = await inClientOf(client, async (scope) => [
    { ...scope, db: database },
    await cardsOf(scope),
  ])
  assert.deepEqual(await cardsOf(kept), made, `what is kept of the board differs from what it is ${when}`)
}
