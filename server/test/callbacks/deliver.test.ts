// Callbacks on a real database and real sockets, with a clock moved by hand: when they are sent, how often, and what stays
// the same each time.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { WebhookOutputInfo } from '@walkaround/contract/dms/events.ts'
import { Value } from 'typebox/value'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { enqueueCallback } from '../../src/features/callbacks/enqueue.ts'
import { forgetOldDeliveries } from '../../src/features/callbacks/forget-deliveries.ts'
import { getDelivery, listDeliveries } from '../../src/features/callbacks/read-log.ts'
import { replayDelivery, replaySince } from '../../src/features/callbacks/replay.ts'
import { sampleInfo, sendTest } from '../../src/features/callbacks/send-test.ts'
import { openSecretBox } from '../../src/outside/secret-box.ts'
import { box } from '../support/callback-door.ts'
import {
  type Answerer,
  answering,
  type Bench,
  KEY,
  makeBench,
  START,
  scenes,
  startReceiver,
} from '../support/callbacks.ts'
import { inClient } from '../support/clients.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000
const { scene, closing } = scenes()

/** What the log shows instead of the link. */
const shown = async (url: string) => (url.includes('/o/') ? 'shown' : url)

const minutesOf = async (bench: Bench, id: string) =>
  (await bench.log(id)).map(({ startedAt }) => (startedAt.getTime() - START.getTime()) / MINUTE)

describe('a callback', () => {
  test('to an address without a path has the id alone', async () => {
    const { bench, receiver } = await scene(answering(204))
    await bench.setReceiver(new URL(receiver.url).origin)
    await bench.add('m1')
    await bench.start().drain()
    assert.deepEqual(
      receiver.arrivals.map(({ path }) => path),
      ['/m1'],
    )
  })

  test('is a PUT of the whole body to the address and the id, with the key', async () => {
    const { bench, receiver } = await scene(answering(204))
    assert.equal(await bench.add('a/b ä'), true)
    await bench.start().drain()
    const [arrival, ...more] = receiver.arrivals
    assert.equal(more.length, 0)
    assert.equal(arrival?.method, 'PUT')
    assert.equal(arrival?.path, '/in/a%2Fb%20%C3%A4')
    assert.equal(arrival?.headers['x-api-key'], KEY)
    assert.equal(arrival?.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(arrival?.headers['webhook-signature'], undefined)
    const info = JSON.parse(arrival?.body ?? '')
    assert.deepEqual(info, sampleInfo(bench.client.clientId, 'a/b ä', START))
    assert.ok(Value.Check(WebhookOutputInfo, info))
    const [row] = await bench.rows()
    assert.deepEqual([row?.state, row?.attempts], ['delivered', 1])
  })

  test('is signed when the receiver has a secret', async () => {
    const bytes = Buffer.alloc(32, 3)
    const { bench, receiver } = await scene(answering(204), `whsec_${bytes.toString('base64')}`)
    await bench.add('m1')
    await bench.start().drain()
    const { headers, body = '' } = receiver.arrivals[0] ?? { headers: {} as Record<string, string> }
    assert.equal(headers['webhook-id'], 'm1')
    assert.equal(headers['webhook-timestamp'], String(START.getTime() / 1000))
    const signed = createHmac('sha256', bytes)
      .update(`m1.${headers['webhook-timestamp']}.${body}`)
      .digest('base64')
    assert.equal(headers['webhook-signature'], `v1,${signed}`)
  })

  test('is signed with both secrets for a day after a change, what waited included', async () => {
    const [former, next] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)]
    const secretOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`
    const { bench, receiver } = await scene(answering(500), secretOf(former))
    const loop = bench.start()
    await bench.add('m1')
    await loop.drain()
    await bench.setReceiver(receiver.url, secretOf(next))
    receiver.answer(answering(204))
    bench.pass(10 * MINUTE)
    await bench.add('m2')
    await loop.drain()
    bench.pass(24 * 60 * MINUTE)
    await bench.add('m3')
    await loop.drain()
    const signers = receiver.arrivals.map(({ headers, body, path }) => {
      const signed = (bytes: Buffer) =>
        createHmac('sha256', bytes)
          .update(`${path.slice(-2)}.${headers['webhook-timestamp']}.${body}`)
          .digest('base64')
      const given = String(headers['webhook-signature']).split(' ')
      const known = [former, next].filter((bytes) => given.includes(`v1,${signed(bytes)}`))
      assert.equal(known.length, given.length)
      return [path.slice(-2), known.map((bytes) => bytes[0])]
    })
    assert.deepEqual(signers, [
      ['m1', [3]],
      ['m1', [3, 4]],
      ['m2', [3, 4]],
      ['m3', [4]],
    ])
  })

  test('is not written without a receiver, nor twice, nor when its transaction fails', async () => {
    const bench = await makeBench()
    closing.push(bench.close)
    assert.equal(await bench.add('m1'), false)
    const receiver = await startReceiver(answering(204))
    closing.push(receiver.close)
    await bench.setReceiver(receiver.url)
    await assert.rejects(
      inTransaction(bench.database, async (db) => {
        const scope = { db, clientId: bench.client.clientId, now: START }
        await enqueueCallback(scope, box, sampleInfo(bench.client.clientId, 'm1', START))
        throw new Error('the message was not sent')
      }),
    )
    assert.deepEqual(await bench.rows(), [])
    assert.equal(await bench.add('m1'), true)
    assert.equal(await bench.add('m1', { vin: 'another' }), false)
    await bench.start().drain()
    assert.equal(receiver.arrivals.length, 1)
    assert.doesNotMatch(receiver.arrivals[0]?.body ?? '', /another/)
  })

  test('that fails is tried at 0, 10, 20, 30 and 40 minutes, with the same bytes, and never again', async () => {
    const { bench, receiver } = await scene(answering(500))
    await bench.add('m1')
    const loop = bench.start()
    for (let minute = 0; minute <= 120; minute += 1) {
      await loop.drain()
      bench.pass(MINUTE)
    }
    assert.deepEqual(await minutesOf(bench, 'm1'), [0, 10, 20, 30, 40])
    assert.equal(receiver.arrivals.length, 5)
    assert.equal(new Set(receiver.arrivals.map(({ body }) => body)).size, 1)
    assert.equal(new Set(receiver.arrivals.map(({ path }) => path)).size, 1)
    const [row] = await bench.rows()
    assert.deepEqual([row?.state, row?.attempts, row?.failure], ['givenUp', 5, 'answered 500, not 2XX'])
  })

  test('keeps bytes, address and key while the receiver is changed', async () => {
    const { bench, receiver } = await scene(answering(503))
    await bench.add('m1')
    const loop = bench.start()
    await loop.drain()
    const other = await startReceiver(answering(204))
    closing.push(other.close)
    await bench.setReceiver(other.url)
    bench.pass(10 * MINUTE)
    await loop.drain()
    assert.deepEqual([receiver.arrivals.length, other.arrivals.length], [2, 0])
    assert.equal(receiver.arrivals[0]?.body, receiver.arrivals[1]?.body)
  })

  test('ends with the first 2XX, whichever it is', async () => {
    for (const status of [200, 201, 202, 204, 226, 299]) {
      const { bench, receiver } = await scene((_arrival, response, number) =>
        response.writeHead(number < 3 ? 500 : status).end(),
      )
      await bench.add('m1')
      const loop = bench.start()
      for (let minute = 0; minute <= 60; minute += 10) {
        await loop.drain()
        bench.pass(10 * MINUTE)
      }
      assert.equal(receiver.arrivals.length, 3, `${status}`)
      assert.equal((await bench.rows())[0]?.state, 'delivered')
    }
  })

  test('is a failure with its words: redirect, refusal, silence, nobody there', async () => {
    const expected: [Answerer, RegExp][] = [
      [
        (_a, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
        /302: redirects are not followed/,
      ],
      [answering(401), /401: is the key right\?/],
      [answering(404), /404, not 2XX/],
      [(_a, response) => response.destroy(), /closed without a reply/],
    ]
    for (const [answer, words] of expected) {
      const { bench, receiver } = await scene(answer)
      await bench.add('m1')
      await bench.start().drain()
      assert.equal(receiver.arrivals.length, 1)
      assert.match((await bench.log('m1'))[0]?.failure ?? '', words)
    }
    const silent = await scene(() => {})
    await silent.bench.add('m1')
    await silent.bench.start({ guard: { timeoutMs: 300 } }).drain()
    assert.match((await silent.bench.log('m1'))[0]?.failure ?? '', /no answer within 0.3 s/)
    const { bench, receiver } = await scene(answering(204))
    await receiver.close()
    await bench.add('m1')
    await bench.start().drain()
    assert.match((await bench.rows())[0]?.failure ?? '', /nothing is listening there/)
  })

  test('never leads to where it may not: the attempt fails and nothing is reached', async () => {
    const { bench, receiver } = await scene(answering(204))
    await bench.add('m1')
    await bench.start({ guard: { allow: [] } }).drain()
    assert.equal(receiver.arrivals.length, 0)
    assert.match((await bench.rows())[0]?.failure ?? '', /not public: it is loopback/)
  })
})

describe('the log', () => {
  test('has every attempt with request, response and times, the key masked', async () => {
    const { bench } = await scene((_arrival, response) =>
      response.writeHead(418, { 'x-brew': 'tea' }).end(`no\0${'x'.repeat(30_000)}`),
    )
    await bench.add('m1')
    await bench.start().drain()
    const detail = await inClient(bench.client, (scope) => getDelivery(scope, box, 'm1', shown), bench.now())
    const [attempt] = detail.log
    assert.match(attempt?.request ?? '', /^PUT http:\/\/127\.0\.0\.1:\d+\/in\/m1\n/)
    assert.ok(!JSON.stringify(detail).includes(KEY), 'the key is nowhere')
    assert.match(attempt?.request ?? '', /x-api-key: rece\*\*\*$/m)
    assert.match(attempt?.responseHead ?? '', /418(.|\n)*x-brew: tea/)
    assert.equal(attempt?.responseBody?.length, 20_000)
    assert.deepEqual([attempt?.number, attempt?.status], [1, 418])
    assert.equal(detail.body, JSON.stringify(sampleInfo(bench.client.clientId, 'm1', START)))
    assert.equal(detail.dueAt, new Date(START.getTime() + 10 * MINUTE).toISOString())
  })

  test('says that a success was a web page, and that an address is gone for good', async () => {
    const { bench } = await scene((arrival, response) =>
      arrival.path.endsWith('m1')
        ? response
            .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
            .end('<!doctype html><p>Welcome')
        : response
            .writeHead(arrival.path.endsWith('m2') ? 410 : 200, { 'content-type': 'application/json' })
            .end('{}'),
    )
    for (const id of ['m1', 'm2', 'm3']) await bench.add(id)
    await bench.start().drain()
    const read = (id: string) =>
      inClient(bench.client, (scope) => getDelivery(scope, box, id, shown), bench.now())
    const [page, gone, fine] = [await read('m1'), await read('m2'), await read('m3')]
    assert.deepEqual([page.state, page.log[0]?.isWebPage], ['delivered', true])
    assert.match(gone.failure ?? '', /410: .*gone for good/)
    assert.deepEqual([fine.state, fine.log[0]?.isWebPage], ['delivered', undefined])
  })

  test('is listed newest first, by state, since a time, page by page; and never to another client', async () => {
    const { bench } = await scene((arrival, response) =>
      response.writeHead(arrival.path.endsWith('2') ? 500 : 204).end(),
    )
    for (const id of ['m1', 'm2', 'm3']) {
      await bench.add(id)
      bench.pass(MINUTE)
    }
    await bench.start().drain()
    const list = async (query: Parameters<typeof listDeliveries>[1]) =>
      (await inClient(bench.client, (scope) => listDeliveries(scope, query), bench.now())).map(({ id }) => id)
    assert.deepEqual(await list({}), ['m3', 'm2', 'm1'])
    assert.deepEqual(await list({ state: 'waiting' }), ['m2'])
    assert.deepEqual(await list({ since: '2026-03-01T12:01:00Z' }), ['m3', 'm2'])
    assert.deepEqual(await list({ limit: 2 }), ['m3', 'm2'])
    assert.deepEqual(await list({ limit: 2, after: 'm2' }), ['m1'])
    await assert.rejects(list({ since: 'yesterday' }), { kind: 'invalidDate' })
    const stranger = await makeBench()
    closing.push(stranger.close)
    assert.deepEqual(await inClient(stranger.client, (scope) => listDeliveries(scope, {})), [])
    await assert.rejects(
      inClient(stranger.client, (scope) => getDelivery(scope, box, 'm1', shown)),
      { kind: 'noSuchResource' },
    )
    await assert.rejects(
      inClient(stranger.client, (scope) => replayDelivery(scope, 'm1')),
      { kind: 'noSuchResource' },
    )
  })

  test('forgets after 90 days what is over, and never what waits', async () => {
    const { bench } = await scene((arrival, response) =>
      response.writeHead(arrival.path.endsWith('1') ? 204 : 500).end(),
    )
    await bench.add('m1')
    await bench.add('m2')
    await bench.start().drain()
    const after = (days: number) => new Date(START.getTime() + days * 24 * 60 * MINUTE)
    await forgetOldDeliveries(bench.database, after(89))
    assert.equal((await bench.rows()).length, 2)
    await forgetOldDeliveries(bench.database, after(91))
    assert.deepEqual(
      (await bench.rows()).map(({ id }) => id),
      ['m2'],
    )
    assert.deepEqual(await bench.log('m1'), [])
  })
})

describe('a replay', () => {
  test('sends the same bytes with five new attempts, to the receiver as it is now', async () => {
    const { bench, receiver } = await scene(answering(500))
    await bench.add('m1')
    const loop = bench.start()
    for (let time = 0; time < 5; time++) {
      await loop.drain()
      bench.pass(10 * MINUTE)
    }
    assert.equal((await bench.rows())[0]?.state, 'givenUp')
    const healthy = await startReceiver(answering(204))
    closing.push(healthy.close)
    await bench.setReceiver(healthy.url)
    await inClient(bench.client, (scope) => replayDelivery(scope, 'm1'), bench.now())
    await loop.drain()
    assert.deepEqual([receiver.arrivals.length, healthy.arrivals.length], [5, 1])
    assert.equal(healthy.arrivals[0]?.body, receiver.arrivals[0]?.body)
    const [row] = await bench.rows()
    assert.deepEqual([row?.state, row?.attempts, row?.logged], ['delivered', 1, 6])
    assert.deepEqual(
      (await bench.log('m1')).map(({ number }) => number),
      [1, 2, 3, 4, 5, 6],
    )
  })

  test('of all since a time leaves older ones and those that wait alone', async () => {
    const { bench, receiver } = await scene((arrival, response) =>
      response.writeHead(arrival.path.endsWith('3') ? 500 : 204).end(),
    )
    for (const id of ['m1', 'm2', 'm3']) {
      await bench.add(id)
      bench.pass(MINUTE)
    }
    const loop = bench.start()
    await loop.drain()
    const since = '2026-03-01T12:01:00Z'
    const replay = (state?: 'givenUp') =>
      inClient(bench.client, (scope) => replaySince(scope, { since, state }), bench.now())
    assert.deepEqual(await replay('givenUp'), { replayed: 0 })
    assert.deepEqual(await replay(), { replayed: 1 })
    await loop.drain()
    const [again, ...first] = receiver.arrivals.map(({ path }) => path.slice(-2)).reverse()
    assert.deepEqual([first.sort(), again], [['m1', 'm2', 'm3'], 'm2'])
  })

  test('of all since a time sends no test once more', async () => {
    const { bench, receiver } = await scene(answering(204))
    await inClient(bench.client, (scope) => sendTest(scope, box), bench.now())
    await bench.add('m1')
    const loop = bench.start()
    await loop.drain()
    const since = '2026-03-01T12:00:00Z'
    const again = await inClient(bench.client, (scope) => replaySince(scope, { since }), bench.now())
    assert.deepEqual(again, { replayed: 1 })
    await loop.drain()
    assert.equal(receiver.arrivals.at(-1)?.path, '/in/m1')
    assert.equal(receiver.arrivals.length, 3)
  })

  test('brings forward what waits, and leaves alone what is being sent', async () => {
    const { bench, receiver } = await scene(answering(500))
    await bench.add('m1')
    const loop = bench.start()
    await loop.drain()
    await inClient(bench.client, (scope) => replayDelivery(scope, 'm1'), bench.now())
    await loop.drain()
    assert.deepEqual([receiver.arrivals.length, (await bench.rows())[0]?.attempts], [2, 2])
    bench.pass(10 * MINUTE)
    let finish = () => {}
    receiver.answer((_arrival, response) => {
      finish = () => response.writeHead(204).end()
    })
    loop.nudge()
    await until('it is being sent', () => receiver.arrivals.length === 3)
    await assert.rejects(
      inClient(bench.client, (scope) => replayDelivery(scope, 'm1'), bench.now()),
      { kind: 'callbackInFlight' },
    )
    finish()
    await loop.drain()
    assert.equal((await bench.rows())[0]?.state, 'delivered')
  })
})

describe('a test', () => {
  test('is sent once, says that it is one, and needs a receiver', async () => {
    const bench = await makeBench()
    closing.push(bench.close)
    await assert.rejects(
      inClient(bench.client, (scope) => sendTest(scope, box)),
      { kind: 'noSuchResource' },
    )
    const receiver = await startReceiver(answering(500))
    closing.push(receiver.close)
    await bench.setReceiver(receiver.url)
    const { id } = await inClient(bench.client, (scope) => sendTest(scope, box), bench.now())
    const loop = bench.start()
    await loop.drain()
    bench.pass(60 * MINUTE)
    await loop.drain()
    assert.equal(receiver.arrivals.length, 1)
    const info = JSON.parse(receiver.arrivals[0]?.body ?? '')
    assert.ok(Value.Check(WebhookOutputInfo, info))
    assert.match(info.id, /^test-/)
    assert.deepEqual([info.surveyId, info.referenceObjectId], ['test-survey', 'test-order'])
    const detail = await inClient(bench.client, (scope) => getDelivery(scope, box, id, shown), bench.now())
    assert.deepEqual([detail.isTest, detail.state], [true, 'givenUp'])
  })
})

describe('a body at rest', () => {
  const stored = (bench: Bench) =>
    bench.database.rows<{ body: string | null; sealed: string | null }>(sql`
      select body, encode(sealed_body, 'escape') as sealed from callback_deliveries
      where system_client_id = ${bench.client.clientId}`)

  test('is sealed, and opened for the receiver and for whoever reads the log', async () => {
    const { bench, receiver } = await scene(answering(500))
    const linkUrl = `https://workshop.example/o/acme.${'t'.repeat(32)}`
    await bench.add('m1', { linkUrl })
    const [row] = await stored(bench)
    assert.equal(row?.body, null)
    assert.ok(row?.sealed && !row.sealed.includes('tttt') && !row.sealed.includes('example'))
    const loop = bench.start()
    await loop.drain()
    bench.pass(10 * MINUTE)
    await loop.drain()
    const expected = JSON.stringify({ ...sampleInfo(bench.client.clientId, 'm1', START), linkUrl })
    assert.deepEqual(
      receiver.arrivals.map(({ body }) => body),
      [expected, expected],
    )
    const read = (with_: typeof box) =>
      inClient(bench.client, (scope) => getDelivery(scope, with_, 'm1', shown))
    const readable = JSON.stringify({ ...sampleInfo(bench.client.clientId, 'm1', START), linkUrl: 'shown' })
    assert.equal((await read(box)).body, readable, 'every byte but the link')
    const wrong = openSecretBox({ dataDir: '.', secretKey: Buffer.alloc(32, 9).toString('base64') })
    const detail = await read(wrong)
    assert.deepEqual([detail.body, detail.log.length], [undefined, 2])
  })

  test('opens for its own delivery alone', async () => {
    const { bench, receiver } = await scene(answering(204))
    await bench.add('m1')
    await bench.add('m2')
    await bench.database.run(sql`
      update callback_deliveries d set sealed_body = o.sealed_body from callback_deliveries o
      where d.system_client_id = ${bench.client.clientId} and d.id = 'm1'
        and o.system_client_id = d.system_client_id and o.id = 'm2'`)
    await bench.start().drain()
    assert.deepEqual(
      receiver.arrivals.map(({ path }) => path),
      ['/in/m2'],
    )
  })

  test('that was written before bodies were sealed is read and sent as it is', async () => {
    const { bench, receiver } = await scene(answering(204))
    await bench.add('m1')
    const old = '{"id": "m1",  "as":"it was"}'
    await bench.database.run(sql`
      update callback_deliveries set body = ${old}, sealed_body = null
      where system_client_id = ${bench.client.clientId}`)
    await bench.start().drain()
    assert.equal(receiver.arrivals[0]?.body, old)
    assert.equal((await inClient(bench.client, (scope) => getDelivery(scope, box, 'm1', shown))).body, old)
  })

  test('stays open where the key cannot be had, for no callback may be lost', async () => {
    const { bench } = await scene(answering(204))
    const noKey = openSecretBox({ dataDir: '.', secretKey: 'no key' })
    const written = await inClient(
      bench.client,
      (scope) => enqueueCallback(scope, noKey, sampleInfo(bench.client.clientId, 'm1', START)),
      START,
    )
    assert.equal(written, true)
    const [row] = await stored(bench)
    assert.deepEqual(
      [row?.body, row?.sealed],
      [JSON.stringify(sampleInfo(bench.client.clientId, 'm1', START)), null],
    )
  })
})

describe('a key that cannot be opened', () => {
  test('sends nothing, uses up no attempt, says why; and all is well once the right one is back', async () => {
    const { bench, receiver } = await scene(answering(204))
    await bench.add('m1')
    const told: string[] = []
    const wrong = openSecretBox({ dataDir: '.', secretKey: Buffer.alloc(32, 9).toString('base64') })
    const astray = bench.start({ box: wrong, onFailure: (what) => told.push(what) })
    for (let time = 0; time < 7; time++) {
      await astray.drain()
      bench.pass(10 * MINUTE)
    }
    await astray.stop()
    const [row] = await bench.rows()
    assert.deepEqual([row?.state, row?.attempts, receiver.arrivals.length], ['waiting', 0, 0])
    assert.match(row?.failure ?? '', /sealed with another key/)
    assert.ok(told.every((what) => what === 'unopened') && told.length === 7)
    await bench.start().drain()
    assert.equal(receiver.arrivals.length, 1)
  })
})
