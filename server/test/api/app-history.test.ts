// The support box: whatever somebody has in hand leads to the car and to everything that happened to it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FoundCars, History } from '@walkaround/contract/app/history.ts'
import type { RequestDetail } from '@walkaround/contract/app/requests.ts'
import { sql } from '../../src/db/sql.ts'
import { makeClient, order, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { numberAll } from '../support/numbered.ts'
import { makeOwnerScene } from '../support/owner.ts'
import { sendTo } from '../support/post.ts'
import { refusal } from '../support/scenes.ts'

const find = async (me: AppPerson, text: string): Promise<FoundCars> => {
  const response = await me.get(`/cards?text=${encodeURIComponent(text)}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function read(me: AppPerson, path: string): Promise<History> {
  const { requestLog } = await testApp()
  await requestLog.flush()
  await numberAll()
  const response = await me.get(`/cards/${path}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

describe('the history of a car', () => {
  test('is found by plate, VIN, order, survey and message, and tells all of it, the newest first', async () => {
    const { client, surveyId, orderId } = await sceneWithMessage()
    const me = await person(client.id, 'manager', 'Kim Manager')
    const { database } = await testApp()
    const message = await database.row<{ id: string }>(sql`
      select id from messages where system_client_id = ${client.id} and survey_id = ${surveyId} order by output_id limit 1`)
    const messageId = message?.id ?? ''
    await database.run(sql`
      insert into callback_deliveries (system_client_id, id, output_type, body, url, lane, sealed_key, created_at)
      values (${client.id}, ${messageId}, 'ownerOutput', '{}', 'https://dms.invalid', 'l', '\\x00', now())
      on conflict do nothing`)
    await database.run(sql`
      insert into callback_attempts (system_client_id, delivery_id, number, started_at, total_ms, request, failure, status)
      values (${client.id}, ${messageId}, 1, now(), 1, '', 'answered 500', 500), (${client.id}, ${messageId}, 2, now(), 1, '', null, 204)`)
    for (const text of [orderId, surveyId, messageId]) {
      const { cards } = await find(me, text)
      assert.deepEqual(
        cards.map(({ kind, id }) => [kind, id]),
        [['order', orderId]],
        text,
      )
    }
    const { entries, hasMore } = await read(me, `${encodeURIComponent(`order/${orderId}`)}/history`)
    assert.equal(hasMore, undefined)
    const times = entries.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted().toReversed())
    const events = entries.map(({ event }) => event)
    for (const kind of ['order.created', 'survey.created', 'photo.added', 'message.created'])
      assert.ok(events.includes(kind), `${kind} of ${events}`)
    const created = entries.find(({ event }) => event === 'order.created')
    assert.equal(created?.subject, `order/${orderId}`)
    assert.equal(created?.isBySystem, undefined)
    const attempts = entries.filter(({ kind }) => kind === 'attempt')
    assert.deepEqual(attempts.map(({ attempt, status, failure }) => [attempt, status, failure]).toSorted(), [
      [1, 500, 'answered 500'],
      [2, 204, undefined],
    ])
  })

  test('says that there is more than was asked for, and refuses more than it gives', async () => {
    const client = await makeClient()
    const me = await person(client.id, 'admin')
    for (const description of ['a', 'b', 'c'])
      await client.put('/service-orders/1', order({ description, vehicle: { numberPlate: 'B WA 77' } }))
    const refused = { 'x-request-id': `refused-${client.id}` }
    await client.put('/service-orders/1', order({ vehicle: { fuelType: 'steam' } }), refused)
    const { entries: all } = await read(me, 'order%2F1/history')
    const request = all.find(({ kind, status }) => kind === 'request' && status === 400)
    assert.equal(request?.operation, 'putServiceOrder')
    assert.equal(request?.errorCode, 40012)
    assert.match(request?.failure ?? '', /vehicle\.fuelType/)
    assert.ok(client.key.startsWith(request?.by ?? 'none'))
    const logged = (await me.get(`/requests/${request?.logId}`)).json<RequestDetail>()
    assert.deepEqual([logged.id, logged.requestId], [request?.logId, refused['x-request-id']])
    assert.equal(all.filter(({ kind }) => kind === 'request').length, 4)
    assert.equal((await find(me, refused['x-request-id'])).cards[0]?.id, '1')
    const { entries, hasMore } = await read(me, 'order%2F1/history?limit=2')
    assert.deepEqual([entries.length, hasMore], [2, true])
    const changed = all.find(({ event }) => event === 'order.changed')
    const details = JSON.parse(changed?.details ?? '{}') as { changed: string[] }
    assert.deepEqual(details.changed, ['description'])
    assert.equal((await find(me, 'bwa77')).cards[0]?.id, '1')
    refusal(await me.get('/cards/order%2F1/history?limit=2001'), 'outOfRange', /limit/)
    refusal(await me.get('/cards'), 'missingField', /text/)
  })

  test('is of one client, and only for those who set it up', async () => {
    const [mine, theirs] = [await makeClient(), await makeClient()]
    await theirs.put('/service-orders/secret', order({ vehicle: { numberPlate: 'X YZ 99' } }))
    const admin = await person(mine.id, 'admin')
    assert.deepEqual(await find(admin, 'secret'), { cards: [] })
    refusal(await admin.get('/cards/order%2Fsecret/history'), 'noSuchResource', /order/)
    refusal(await admin.get('/cards/boat%2F1/history'), 'noSuchResource')
    for (const role of ['advisor', 'technician'] as const) {
      const me = await person(theirs.id, role)
      refusal(await me.get('/cards?text=secret'), 'forbidden')
      refusal(await me.get('/cards/order%2Fsecret/history'), 'forbidden')
    }
  })
})

async function sceneWithMessage() {
  const { client, surveyId } = await makeOwnerScene()
  const advisor = await person(client.id, 'advisor', 'Jo Sample')
  assert.equal((await sendTo(advisor, surveyId, { language: 'de' })).status, 200)
  const { database } = await testApp()
  const found = await database.row<{ orderId: string }>(sql`
    select order_id from surveys where system_client_id = ${client.id} and id = ${surveyId}`)
  return { client, surveyId, orderId: found?.orderId ?? '' }
}
