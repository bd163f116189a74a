// The page of the DMS simulator: looking changes nothing, a play needs a test key or the demo, and ends when nobody looks any more.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as callHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { languages } from '@walkaround/contract/rules/texts.ts'
import { createKeyLender } from '../../src/features/simulator-page/lend-key.ts'
import { listScenarios } from '../../src/simulator/scenarios.ts'
import { BASE_URL, makeClient, type TestClient, testApp } from '../support/api.ts'
import { type OnWire, openOnWire } from '../support/on-wire.ts'
import { eventsOf, refusal } from '../support/scenes.ts'
import { until } from '../support/until.ts'

const QUICK = 'closed-in-mid-inspection'
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

async function start(body: unknown, headers: Record<string, string> = {}) {
  const { app } = await testApp()
  return app.inject({
    method: 'POST',
    url: '/simulator/plays?lang=de',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

describe('the page', () => {
  test('has every scenario in every language, and asks for a key where there is no demo', async () => {
    const { app } = await testApp()
    for (const language of languages) {
      const { statusCode, body } = await app.inject({ url: `/simulator?lang=${language}` })
      assert.equal(statusCode, 200)
      for (const { id } of listScenarios()) assert.ok(body.includes(`value="${id}"`), `${language} ${id}`)
      assert.match(body, /name="key"/)
      assert.doesNotMatch(body, /data-begins/)
    }
  })

  test('begins by itself only after a button of this service was pressed', async () => {
    const { app } = await testApp()
    const post = (url: string, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    const begins = /data-begins="normal-day"/
    assert.match((await post('/simulator?play=normal-day', { origin: BASE_URL })).body, begins)
    for (const reply of [
      await app.inject({ url: '/simulator?play=normal-day' }),
      await post('/simulator?play=normal-day', { 'sec-fetch-site': 'cross-site' }),
      await post('/simulator?play=normal-day', { origin: 'https://elsewhere.test' }),
      await post('/simulator?play=lunch'),
    ]) {
      assert.equal(reply.statusCode, 200)
      assert.doesNotMatch(reply.body, /data-begins/)
    }
  })
})

describe('a play', () => {
  test('tells every step in the language of the page, as lines', async () => {
    const client = await makeClient({ isSandbox: true })
    const reply = await start({ scenario: QUICK, key: client.key, dealerCode: 'B1' }, { origin: BASE_URL })
    assert.equal(reply.statusCode, 200, reply.body)
    assert.match(String(reply.headers['content-type']), /^application\/x-ndjson/)
    const lines = linesOf(reply.body)
    assert.equal(lines[0].title, 'Mitten in der Prüfung geschlossen')
    const { kind, steps, faults } = lines.at(-1)
    assert.deepEqual({ kind, steps, faults }, { kind: 'ended', steps: 9, faults: 0 })
    const first = lines.find((line) => line.kind === 'step')
    assert.match(first.body, /"externalBranchId": "B1"/)
    assert.deepEqual(Object.keys(first.changes[0]), ['kind', 'subject'])
    assert.ok(!reply.body.includes(client.key), 'the key is not told again')
  })

  test('is refused without a test key, before anything is sent', async () => {
    const live = await makeClient()
    const told = (body: object) => start({ scenario: QUICK, ...body })
    assert.match(refusal(await told({}), 'missingField'), /^key: is missing; give a test key/)
    assert.match(refusal(await told({ key: 'wrong' }), 'invalidArgument'), /^key: the service does not know/)
    assert.match(
      refusal(await told({ key: live.key }), 'invalidArgument'),
      /^key: the key reaches no sandbox/,
    )
    assert.deepEqual(
      (await eventsOf(live)).filter(({ kind }) => kind === 'order.created'),
      [],
    )
  })

  test('what is wrong with the request is named', async () => {
    const { key } = await makeClient({ isSandbox: true })
    assert.match(refusal(await start({ scenario: 'lunch', key }), 'invalidArgument'), /no scenario "lunch"/)
    refusal(await start('{'), 'malformedJson')
    refusal(await start([]), 'wrongJsonType')
    refusal(await start({ key }), 'missingField')
    refusal(await start({ scenario: QUICK, key, pauseMs: 20_000 }), 'outOfRange')
    refusal(await start({ scenario: QUICK, key }, { 'content-type': 'text/plain' }), 'notJson')
    refusal(await start({ scenario: QUICK, key }, { 'sec-fetch-site': 'cross-site' }), 'wrongOrigin')
    refusal(await start({ scenario: QUICK, key }, { origin: 'https://elsewhere.test' }), 'wrongOrigin')
  })
})

describe('plays on the wire', () => {
  let wire: OnWire
  let client: TestClient
  before(async () => {
    client = await makeClient({ isSandbox: true })
    const { database } = await testApp()
    const lendKey = createKeyLender(database, { login: client.login, dealerCode: 'B1' }, () => new Date())
    wire = await openOnWire({ demoPlace: () => ({ lendKey, dealerCode: 'B1' }) })
  })
  after(() => wire.close())

  /** Resolves with the status and a way to leave, once the first lines have come. */
  async function begin(body: object) {
    const call = callHttps({
      host: '127.0.0.1',
      servername: 'localhost',
      port: (wire.app.server.address() as AddressInfo).port,
      ca: wire.ca,
      agent: false,
      method: 'POST',
      path: '/simulator/plays',
      headers: { 'content-type': 'application/json' },
    })
    call.on('error', () => {})
    call.end(JSON.stringify(body))
    const [response] = await once(call, 'response')
    let text = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    let isEnded = false
    response.on('end', () => {
      isEnded = true
    })
    response.on('error', () => {})
    await until('lines come', () => text.includes('\n') || isEnded)
    return {
      status: response.statusCode as number,
      text: () => text,
      leave: () => call.destroy(),
      ended: () => isEnded,
    }
  }

  test('the demo lends a key, the same one for every play', async () => {
    const first = await begin({ scenario: QUICK })
    assert.equal(first.status, 200, first.text())
    await until('it is over', first.ended)
    const second = await begin({ scenario: QUICK })
    await until('it is over', second.ended)
    for (const play of [first, second]) assert.equal(linesOf(play.text()).at(-1).faults, 0, play.text())
    const issued = (await eventsOf(client)).filter(({ kind }) => kind === 'key.issued')
    // The one of the test, and the one that was lent.
    assert.equal(issued.length, 2)
  })

  test('a process plays three at a time, and one that nobody looks at ends', async () => {
    const slow = { scenario: 'normal-day', pauseMs: 10_000 }
    const three = [await begin(slow), await begin(slow), await begin(slow)]
    const fourth = await begin(slow)
    assert.equal(fourth.status, 503)
    assert.match(fourth.text(), /3 plays are running/)
    for (const play of three) play.leave()
    await until('there is room again', async () => {
      const next = await begin({ scenario: QUICK })
      next.leave()
      return next.status === 200
    })
  })
})
