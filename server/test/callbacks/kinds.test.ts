// Callbacks of our own, from what people do over HTTP to what arrives: each kind once it is switched on and not before, at the
// receiver of the site or else of the client, with nothing personal, and never at another client's.
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { CallbackDelivery, CallbackDetail } from '@walkaround/contract/app/callbacks.ts'
import { type CallbackKind, callbackKindNames, callbackKinds } from '@walkaround/contract/callback-kinds.ts'
import { sampleEvent, WebhookEventInfo } from '@walkaround/contract/dms/event-callbacks.ts'
import { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import { Value } from 'typebox/value'
import { sql } from '../../src/db/sql.ts'
import { startCallbacks } from '../../src/features/callbacks/deliver-loop.ts'
import { callbackTeller } from '../../src/features/callbacks/enqueue-events.ts'
import { reopenSurvey } from '../../src/features/surveys/complete-survey.ts'
import { addBranch } from '../../src/organisation/branches.ts'
import { addSite } from '../../src/organisation/sites.ts'
import { type TestClient, testApp } from '../support/api.ts'
import { type AppPerson, person } from '../support/app.ts'
import { box } from '../support/callback-door.ts'
import { type Answerer, type Arrival, answering, guardOf, startReceiver } from '../support/callbacks.ts'
import { numberAll } from '../support/numbered.ts'
import { decide, makeOwnerScene } from '../support/owner.ts'
import { sendTo, startPost } from '../support/post.ts'
import { complete, inClientOf, putOrder, surveyIdOf, useOwnTemplate } from '../support/scenes.ts'
import { putPhoto } from '../support/survey-media.ts'
import { until } from '../support/until.ts'

const KEY = 'a-key-of-the-receiver'
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const infosOf = (receiver: { arrivals: Arrival[] }) =>
  receiver.arrivals.map(({ body }) => JSON.parse(body) as WebhookEventInfo)
const kindsAt = (receiver: { arrivals: Arrival[] }) => infosOf(receiver).map(({ kind }) => kind)

/** The events get their positions, and what follows from them is delivered. */
async function startTelling() {
  const { database } = await testApp()
  const http = guardOf()
  const loop = startCallbacks({
    database,
    http,
    box,
    clock: () => new Date(),
    retryMs: 600_000,
    version: 'test',
    pollMs: 3_600_000,
    onFailure: () => {},
  })
  closing.push(async () => http.close(), loop.stop)
  const number = () => numberAll({ teller: callbackTeller })
  return {
    number,
    nudge: loop.nudge,
    async tell() {
      await number()
      await loop.drain()
    },
  }
}

async function receiverOf(answer: Answerer = answering(204)) {
  const receiver = await startReceiver(answer)
  closing.push(receiver.close)
  return receiver
}

/** A dealership with a second site, `north` with branch B2, and its manager. */
async function makeDealership() {
  const scene = await makeOwnerScene()
  const { client } = scene
  const { database } = await testApp()
  closing.push(() => database.run(sql`delete from callback_deliveries where system_client_id = ${client.id}`))
  await inClientOf(client, async (scope) => {
    await addSite(scope, { clientId: client.id, id: 'north', name: 'North' })
    await addBranch(scope, { clientId: client.id, code: 'B2', siteId: 'north' })
  })
  // From now on surveys can be completed at once.
  await useOwnTemplate(client, { surveyType: 'VC' })
  const carId = await makeCarOf(client, 'B1', 'car')
  return { ...scene, carId, manager: await person(client.id, 'manager') }
}

async function makeCarOf(client: TestClient, externalBranchId: string, id: string): Promise<string> {
  const customer = { id: 'P-1', firstName: 'Ada', lastName: 'Secretname', email: 'ada@example.org' }
  return surveyIdOf(await putOrder(client, { externalBranchId, customer }, id), 'VC')
}

async function setReceiver(manager: AppPerson, url: string, kinds?: readonly CallbackKind[], site?: string) {
  const path = site === undefined ? '/callback-receiver' : `/callback-receivers/${site}`
  const response = await manager.put(path, { url, key: KEY, secret: 'new', kinds })
  assert.equal(response.statusCode, 200, response.body)
}

/** Everything that makes a callback, each once; returns what each is about. */
async function doEverything(scene: Awaited<ReturnType<typeof makeDealership>>) {
  const { client, surveyId, carId, manager, ids } = scene
  assert.equal((await putPhoto(client, surveyId, 'photo 2')).statusCode, 201)
  const decided = await decide(scene, { [ids.pads]: 'approve', [ids.battery]: 'later' })
  assert.ok(decided.statusCode < 400, decided.body)
  await complete(client, carId)
  await inClientOf(client, (scope) => reopenSurvey(scope, carId, 'A mistake of Ada Secretname'))
  const vehicle = { vin: 'ZZZ1A2B35PX000777', numberPlate: 'B WA 777' }
  const begun = await manager.put('/inspections/m1', { branchId: 'B1', surveyTypes: ['VC'], ...vehicle })
  assert.equal(begun.statusCode, 200, begun.body)
  await putOrder(client, { vehicle, customer: { firstName: 'Ada', lastName: 'Secretname' } }, 'd1')
  const matched = await manager.post('/inspections/m1/match', { orderId: 'd1' })
  assert.equal(matched.statusCode, 204, matched.body)
}

describe('callbacks of our own', () => {
  test('arrive once switched on, each kind once, and not before', async () => {
    const scene = await makeDealership()
    const { client, manager, surveyId, carId, ids } = scene
    const receiver = await receiverOf()
    const { tell } = await startTelling()
    await setReceiver(manager, receiver.url)
    await complete(client, carId)
    await inClientOf(client, (scope) => reopenSurvey(scope, carId, 'Not finished'))
    // What happened before is not told, even if it has no position yet.
    await setReceiver(manager, receiver.url, callbackKindNames)
    await tell()
    assert.deepEqual(kindsAt(receiver), [])
    await doEverything(scene)
    await tell()
    assert.deepEqual(kindsAt(receiver).sort(), [...callbackKindNames].sort())
    for (const { method, path, headers, body } of receiver.arrivals) {
      const info = JSON.parse(body) as WebhookEventInfo
      assert.ok(Value.Check(WebhookEventInfo, info), body)
      assert.ok(!Value.Check(WebhookOutputInfo, info))
      assert.equal(`${method} ${path}`, `PUT /in/${info.id}`)
      assert.deepEqual([headers['webhook-kind'], headers['webhook-id']], [info.kind, info.id])
      assert.match(String(headers['webhook-signature']), /^v1,/)
      assert.deepEqual([info.systemClientId, info.siteId, info.branchId], [client.id, 'main', 'B1'])
      assert.ok(!/Ada|Secretname|example\.org|WA 100|ZZZ/.test(body), body)
      const own = Object.keys(info).filter((name) => !common.includes(name))
      const told: readonly string[] = callbackKinds[info.kind].has
      assert.deepEqual(
        own.filter((name) => !told.includes(name)),
        [],
        info.kind,
      )
    }
    const by = Object.fromEntries(infosOf(receiver).map((info) => [info.kind, info]))
    for (const kind of ['surveyCompleted', 'surveyReopened'] as const)
      assert.deepEqual([by[kind]?.surveyId, by[kind]?.orderId], [carId, 'car'], kind)
    for (const kind of ['ownerDecided', 'photoReady'] as const)
      assert.deepEqual([by[kind]?.surveyId, by[kind]?.orderId], [surveyId, '1'], kind)
    assert.equal(by.photoReady?.photoId, 'photo 2')
    assert.deepEqual(
      by.ownerDecided?.decisions?.map(({ quoteId, approvalStatus, incVat }) => [
        quoteId,
        approvalStatus,
        incVat,
      ]),
      [
        [ids.pads, 'approved', 156],
        [ids.battery, 'deferred', 142.8],
      ],
    )
    const { orderId, inspectionId } = by.orderMatched ?? {}
    assert.deepEqual([orderId, inspectionId], ['d1', 'm1'])
    // Switched off again, and only some.
    await setReceiver(manager, receiver.url, ['surveyCompleted'])
    await complete(client, carId)
    assert.equal((await putPhoto(client, surveyId, 'photo 3')).statusCode, 201)
    await tell()
    assert.deepEqual(kindsAt(receiver).slice(callbackKindNames.length), ['surveyCompleted'])
  })

  test('have a place in the log, and are sent again with the same bytes', async () => {
    const scene = await makeDealership()
    const { client, manager, carId } = scene
    const receiver = await receiverOf()
    const { tell } = await startTelling()
    await setReceiver(manager, receiver.url, ['surveyCompleted', 'photoReady'])
    await complete(client, carId)
    await tell()
    const listed = async (query: string) =>
      (await manager.get(`/callbacks?${query}`)).json<{ deliveries: CallbackDelivery[] }>().deliveries
    const [one, ...more] = await listed('kind=surveyCompleted&siteId=main')
    assert.deepEqual(
      [one?.outputType, one?.referenceObjectId, one?.state, more],
      ['surveyCompleted', 'car', 'delivered', []],
    )
    for (const none of ['kind=photoReady', 'siteId=north', 'kind=messageSent'])
      assert.deepEqual(await listed(none), [])
    const detail = (await manager.get(`/callbacks/${one?.id}`)).json<CallbackDetail>()
    assert.equal(detail.body, receiver.arrivals[0]?.body)
    assert.equal((await manager.post(`/callbacks/${one?.id}/replay`, undefined)).statusCode, 204)
    await tell()
    assert.equal(receiver.arrivals.length, 2)
    assert.equal(receiver.arrivals[1]?.body, receiver.arrivals[0]?.body)
    assert.equal(receiver.arrivals[1]?.headers['webhook-kind'], 'surveyCompleted')
  })

  test('never reach another client, and a restored event is the same callback', async () => {
    const [mine, theirs] = [await makeDealership(), await makeDealership()]
    const receivers = [await receiverOf(), await receiverOf()] as const
    const { tell } = await startTelling()
    await setReceiver(mine.manager, receivers[0].url, callbackKindNames)
    await setReceiver(theirs.manager, receivers[1].url, callbackKindNames)
    await complete(mine.client, mine.carId)
    await tell()
    assert.deepEqual([kindsAt(receivers[0]), kindsAt(receivers[1])], [['surveyCompleted'], []])
    assert.equal((await theirs.manager.get(`/callbacks/${infosOf(receivers[0])[0]?.id}`)).statusCode, 404)
    // As after a restore of a backup that was made before the event got its position.
    const { database } = await testApp()
    await database.run(sql`
      insert into event_inbox (system_client_id, sequence, at, kind, version, subject, actor, payload) overriding system value
      select system_client_id, sequence, at, kind, version, subject, actor, payload from event_log
      where system_client_id = ${mine.client.id} and kind = 'survey.completed'`)
    await tell()
    assert.equal(receivers[0].arrivals.length, 1)
  })
})

describe('a site', () => {
  test('with a receiver of its own gets what is about its cars; others are told to the client’s', async () => {
    const { client, manager } = await makeDealership()
    const [main, north] = [await receiverOf(), await receiverOf()]
    const { tell, nudge } = await startTelling()
    const [here, there] = [await makeCarOf(client, 'B1', 'here'), await makeCarOf(client, 'B2', 'there')]
    await setReceiver(manager, main.url, ['surveyCompleted'])
    // Without its own, a site is told to the client's.
    await complete(client, there)
    await tell()
    assert.deepEqual(
      infosOf(main).map(({ siteId, orderId }) => [siteId, orderId]),
      [['north', 'there']],
    )
    await setReceiver(manager, north.url, ['surveyReopened'], 'north')
    for (const id of [here, there]) {
      if (id === here) await complete(client, id)
      await inClientOf(client, (scope) => reopenSurvey(scope, id, 'Once more'))
    }
    await tell()
    assert.deepEqual([kindsAt(main).slice(1), kindsAt(north)], [['surveyCompleted'], ['surveyReopened']])
    // The callback of the interface follows the site, too, and looks as it always did.
    for (const id of [here, there]) await complete(client, id)
    const post = await startPost(client)
    for (const id of [here, there]) await sendTo(manager, id)
    await post.drain()
    await post.stop()
    nudge()
    await tell()
    const messagesAt = ({ arrivals }: { arrivals: Arrival[] }) =>
      arrivals.filter(({ body }) => Value.Check(WebhookOutputInfo, JSON.parse(body)))
    assert.deepEqual(
      [main, north].map((one) => messagesAt(one).map(({ body }) => JSON.parse(body).referenceObjectId)),
      [['here'], ['there']],
    )
    assert.ok(messagesAt(north).every(({ headers }) => headers['webhook-kind'] === undefined))
    // Taken away: the client's gets it again, and a replay of what went to the site, too.
    assert.equal((await manager.delete('/callback-receivers/north')).statusCode, 204)
    assert.equal((await manager.delete('/callback-receivers/north')).statusCode, 404)
    const [told] = infosOf(north)
    assert.equal((await manager.post(`/callbacks/${told?.id}/replay`, undefined)).statusCode, 204)
    await tell()
    assert.deepEqual(infosOf(main).at(-1), told)
  })

  test('without a receiver, at a client without one, is told nothing', async () => {
    const { client, manager } = await makeDealership()
    const north = await receiverOf()
    const { tell } = await startTelling()
    await setReceiver(manager, north.url, callbackKindNames, 'north')
    await complete(client, await makeCarOf(client, 'B1', 'here'))
    await tell()
    assert.deepEqual(north.arrivals, [])
    const { database } = await testApp()
    const [row] = await database.rows<{ count: number }>(
      sql`select count(*)::int as count from callback_deliveries where system_client_id = ${client.id}`,
    )
    assert.equal(row?.count, 0)
  })

  test('whose receiver is silent delays no other, even at the same host', async () => {
    const { client, manager } = await makeDealership()
    const held: (() => void)[] = []
    const receiver = await receiverOf(({ path }, response) => {
      if (path.startsWith('/in/north')) held.push(() => response.writeHead(204).end())
      else response.writeHead(204).end()
    })
    const { number, nudge } = await startTelling()
    await setReceiver(manager, receiver.url, ['photoReady'])
    await setReceiver(manager, `${receiver.url}/north`, ['photoReady'], 'north')
    const [here, there] = [await makeCarOf(client, 'B1', 'here'), await makeCarOf(client, 'B2', 'there')]
    for (let photo = 1; photo <= 6; photo++) await putPhoto(client, there, `slow ${photo}`)
    await putPhoto(client, here, 'quick')
    await number()
    nudge()
    // Four of the silent one are on their way and stay there.
    await until('the other site is told', () => infosOf(receiver).some(({ photoId }) => photoId === 'quick'))
    await until('the silent one has four', () => held.length === 4)
    while (held.length > 0 || receiver.arrivals.length < 7) {
      held.shift()?.()
      await new Promise(setImmediate)
    }
  })

  test('is set, shown and tested as the client is, and refused by field, value and rule', async () => {
    const { manager } = await makeDealership()
    const north = await receiverOf()
    const { tell } = await startTelling()
    const refused: [string, object, number, RegExp][] = [
      ['/callback-receivers/south', { url: north.url, key: KEY }, 404, /site: there is no site "south"/],
      ['/callback-receivers/north', { url: north.url }, 400, /key: is required/],
      [
        '/callback-receivers/north',
        { url: 'ftp://a.example/', key: KEY },
        400,
        /url: "ftp:\/\/a.example\/" is refused/,
      ],
      [
        '/callback-receivers/north',
        { url: north.url, key: KEY, kinds: ['surveyLost'] },
        400,
        /kinds.*"surveyLost".*surveyCompleted/,
      ],
      [
        '/callback-receiver',
        { url: north.url, key: KEY, kinds: ['messageSent'] },
        400,
        /kinds.*"messageSent"/,
      ],
    ]
    for (const [path, body, status, words] of refused) {
      const answer = await manager.put(path, body)
      assert.equal(answer.statusCode, status, answer.body)
      assert.match(answer.json<{ errorInfo: string }>().errorInfo, words)
    }
    await setReceiver(manager, north.url, ['photoReady'], 'north')
    const moved = await manager.put('/callback-receivers/north', { url: 'https://evil.example.com/in' })
    assert.match(moved.body, /the host it was given for/)
    const shown = (await manager.get('/callback-receivers')).json()
    assert.equal(shown.receiver, undefined)
    assert.deepEqual(
      shown.sites.map(({ id, receiver }: { id: string; receiver?: { kinds: string[]; siteId: string } }) => [
        id,
        receiver?.siteId,
        receiver?.kinds,
      ]),
      [
        ['main', undefined, undefined],
        ['north', 'north', ['photoReady']],
      ],
    )
    assert.equal((await manager.post('/callback-tests?siteId=main', undefined)).statusCode, 404)
    assert.equal((await manager.post('/callback-tests?siteId=south', undefined)).statusCode, 404)
    assert.equal((await manager.post('/callback-tests?siteId=north', undefined)).statusCode, 200)
    for (const kind of callbackKindNames) {
      assert.equal(
        (await manager.post(`/callback-tests?siteId=north&kind=${kind}`, undefined)).statusCode,
        200,
      )
    }
    await tell()
    const [first, ...others] = north.arrivals
    assert.ok(Value.Check(WebhookOutputInfo, JSON.parse(first?.body ?? '')))
    for (const { body } of others) assert.match(JSON.parse(body).id, /^test-/)
    assert.deepEqual(kindsAt({ arrivals: others }).sort(), [...callbackKindNames].sort())
  })
})

const common = ['id', 'kind', 'systemClientId', 'occurredTimestamp', 'siteId', 'branchId']

test('the sample of each kind is valid and has all its fields', () => {
  for (const kind of callbackKindNames) {
    const sample = sampleEvent(
      kind,
      { id: 'c', systemClientId: 'a', occurredTimestamp: '2026-03-01' },
      'test-',
    )
    assert.ok(Value.Check(WebhookEventInfo, sample), kind)
    const has = Object.keys(sample).filter((name) => !common.includes(name))
    assert.deepEqual(has.sort(), callbackKinds[kind].has.filter((name) => name !== 'leadId').sort())
  }
})
