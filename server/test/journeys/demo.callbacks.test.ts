// The callbacks of a new demo: a receiver that takes everything, and one callback of the time before that still fails.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addDemoReceiver } from '@walkaround/demo/add-receiver.ts'
import type { Database } from '../../src/db/database.ts'
import { numberEvents } from '../../src/db/log/number-events.ts'
import { sql } from '../../src/db/sql.ts'
import { type DemoReceiver, startDemoReceiver } from '../../src/features/callbacks/demo-receiver.ts'
import { callbackTeller } from '../../src/features/callbacks/enqueue-events.ts'
import { getDelivery, listDeliveries } from '../../src/features/callbacks/read-log.ts'
import { getReceiver, sealReceiver, setReceiver } from '../../src/features/callbacks/set-receiver.ts'
import { listPlacesOf } from '../../src/organisation/branch-reach.ts'
import { createGuardedHttp, type GuardedHttp } from '../../src/outside/guarded-http.ts'
import type { DemoCallbacks } from '../../src/process/demo.ts'
import type { ClientSettings } from '../../src/scope.ts'
import { box } from '../support/callback-door.ts'
import { inClient } from '../support/clients.ts'
import { makeDemo, NOW } from '../support/demo.ts'

const MINUTE = 60_000
let database: Database
let client: ClientSettings
let receiver: DemoReceiver
let http: GuardedHttp
let callbacks: DemoCallbacks

const add = (isNew: boolean) =>
  addDemoReceiver(database, callbacks, {
    now: NOW,
    isNew,
    baseUrl: 'https://localhost',
    clientId: client.clientId,
  })
const addressNow = async () => (await getReceiver({ db: database, clientId: client.clientId, now: NOW })).url
const deliveries = () => inClient(client, (scope) => listDeliveries(scope, {}), NOW)

describe('the demo', () => {
  before(async () => {
    ;({ database, client } = await makeDemo())
    receiver = await startDemoReceiver()
    http = createGuardedHttp({ own: receiver.own })
    callbacks = {
      box,
      http,
      deliverOptions: (to, clock) => ({
        database: to,
        http,
        box,
        clock,
        retryMs: 10 * MINUTE,
        version: 'test',
      }),
    }
  })
  after(async () => {
    http.close()
    await receiver.close()
  })

  test('has a callback at attempt 3 of 5, and a receiver that takes the next ones', async () => {
    await add(true)
    assert.match(await addressNow(), /\/204$/)
    const { kinds } = await getReceiver({ db: database, clientId: client.clientId, now: NOW })
    assert.deepEqual(kinds, ['surveyCompleted', 'ownerDecided'])
    // What the demo's people did before is not told: the log of a new demo is always the same.
    while ((await numberEvents(database, listPlacesOf, { teller: callbackTeller })).isMore);
    const [failing, ...more] = await deliveries()
    assert.deepEqual(more, [])
    assert.equal(failing?.outputType, 'surveyResultsEmail')
    assert.equal(failing.referenceObjectId, 'SO-1006')
    assert.deepEqual([failing.state, failing.attempts, failing.mostAttempts], ['waiting', 3, 5])
    assert.equal(failing.dueAt, new Date(NOW.getTime() + 9 * MINUTE).toISOString())
    const detail = await inClient(
      client,
      (scope) => getDelivery(scope, box, failing.id, async (url) => url),
      NOW,
    )
    assert.match(detail.url, /\/500$/)
    assert.deepEqual(
      detail.log.map(({ startedAt, status }) => [(NOW.getTime() - Date.parse(startedAt)) / MINUTE, status]),
      [
        [21, 500],
        [11, 500],
        [1, 500],
      ],
    )
    const received = receiver.list(client.clientId)
    assert.deepEqual(
      received.map(({ body }) => body),
      [detail.body, detail.body, detail.body],
    )
    assert.deepEqual(
      received.map(({ at }) => at),
      detail.log.map(({ startedAt }) => startedAt).reverse(),
    )
    const message = await database.row<{ state: string; via: string }>(sql`
      select state, via from messages where system_client_id = ${client.clientId} and id = ${failing.id}`)
    assert.deepEqual(message, { state: 'sent', via: 'outbox' })
  })

  test('keeps a receiver that is there, whatever it is', async () => {
    const own = await sealReceiver(callbacks, client.clientId, {
      url: 'https://dms.example.com/in',
      key: 'my-own-key-for-it',
    })
    await inClient(client, (scope) => setReceiver(scope, own))
    await add(true)
    assert.equal(await addressNow(), 'https://dms.example.com/in')
    assert.equal((await deliveries()).length, 1)
  })

  test('that was interrupted before it had its receiver gets it at the next start', async () => {
    const former = await sealReceiver(callbacks, client.clientId, {
      url: 'http://callback-receiver.invalid/demo/callback-receiver/500',
      key: 'former-demo-receiver-key',
    })
    await inClient(client, (scope) => setReceiver(scope, former))
    await add(false)
    assert.match(await addressNow(), /\/204$/)
    assert.equal((await deliveries()).length, 1)
  })
})
