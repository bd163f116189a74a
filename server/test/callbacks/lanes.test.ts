// Who delivers what: lanes taken, read and given back by several processes, on a real database and real sockets, with a clock
// moved by hand.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { claimNow, deliver } from '../../src/features/callbacks/deliver.ts'
import { listDueDeliveries, recordAttempts } from '../../src/features/callbacks/delivery-store.ts'
import { releaseLanes, takeLanes } from '../../src/features/callbacks/lane-store.ts'
import { box } from '../support/callback-door.ts'
import {
  answering,
  type Bench,
  guardOf,
  makeBench,
  START,
  scenes,
  startReceiver,
} from '../support/callbacks.ts'
import { until } from '../support/until.ts'

const { scene, closing } = scenes()

/** Lanes of this bench alone. */
async function take(bench: Bench, holder: string) {
  const now = bench.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const taken = await takeLanes(bench.database, {
    now,
    leasedUntil: after(30_000),
    renewBefore: after(25_000),
    holder,
  })
  return taken.filter(({ clientId }) => clientId === bench.client.clientId)
}

const attemptAt = (at: Date) => ({ startedAt: at, totalMs: 1, request: '' })

describe('a lane', () => {
  test('of a process that died is taken over after its lease, and its word comes too late', async () => {
    const { bench, receiver } = await scene(answering(204))
    await bench.add('m1')
    const [dead] = await take(bench, 'dead')
    assert.ok(dead)
    assert.deepEqual(await take(bench, 'alive'), [])
    bench.pass(30_000)
    const [alive] = await take(bench, 'alive')
    assert.equal(alive?.fence, dead.fence + 1)
    const claim = { clientId: bench.client.clientId, id: 'm1', fence: 0, attempts: 0 }
    const word = { attempt: attemptAt(START), state: 'givenUp', dueAt: START, now: START } as const
    assert.deepEqual(await recordAttempts(bench.database, [{ claim: { ...claim, lane: dead }, ...word }]), [
      false,
    ])
    assert.deepEqual(
      (await bench.rows()).map(({ state, attempts, logged }) => [state, attempts, logged]),
      [['waiting', 0, 0]],
    )
    await releaseLanes(bench.database, 'alive', [alive as typeof dead])
    await bench.start().drain()
    assert.equal(receiver.arrivals.length, 1)
    assert.equal((await bench.rows())[0]?.attempts, 1)
  })

  test('is one process’s: it keeps it while something is due, and gives back only its own', async () => {
    const { bench } = await scene(answering(204))
    for (let number = 0; number < 20; number++) await bench.add(`m${number}`)
    const [mine] = await take(bench, 'one')
    assert.ok(mine)
    assert.deepEqual(await take(bench, 'one'), [], 'it has it for long enough')
    bench.pass(10_000)
    assert.deepEqual(await take(bench, 'one'), [mine], 'for longer, under the same number')
    bench.pass(20_000)
    assert.deepEqual(await take(bench, 'other'), [])
    await releaseLanes(bench.database, 'other', [mine])
    assert.deepEqual(await take(bench, 'other'), [])
    await releaseLanes(bench.database, 'one', [mine])
    assert.deepEqual(await take(bench, 'other'), [{ ...mine, fence: mine.fence + 1 }])
  })

  test('is read in the order of what is due, without what is not, is had already or is sent beside it', async () => {
    const { bench } = await scene(answering(204))
    const { clientId } = bench.client
    for (const id of ['m3', 'm1']) await bench.add(id)
    bench.pass(1_000)
    for (const id of ['m0', 'm2', 'm4']) await bench.add(id)
    await bench.database.run(sql`
      update callback_queue set due_at = ${new Date(bench.now().getTime() + 1)}
      where system_client_id = ${clientId} and id = 'm4'`)
    assert.ok(await claimNow(bench.database, { clientId, id: 'm2', now: bench.now() }))
    const [lane] = await take(bench, 'one')
    assert.ok(lane)
    const read = async (most: number, held: string[]) =>
      (await listDueDeliveries(bench.database, bench.now(), [{ ...lane, most, held }])).map(({ id }) => id)
    assert.deepEqual(await read(100, []), ['m1', 'm3', 'm0'])
    assert.deepEqual(await read(2, []), ['m1', 'm3'])
    assert.deepEqual(await read(100, ['m3']), ['m1', 'm0'])
    bench.pass(30_000)
    assert.deepEqual(await read(100, []), ['m1', 'm3', 'm0', 'm2', 'm4'])
  })

  test('takes no word about what it no longer has in the queue', async () => {
    const { bench } = await scene(answering(204))
    await bench.add('m1')
    const [lane] = await take(bench, 'one')
    const claim = { clientId: bench.client.clientId, id: 'm1', fence: 0, attempts: 0, lane: lane ?? null }
    const word = { claim, attempt: attemptAt(START), dueAt: START, now: START }
    assert.deepEqual(await recordAttempts(bench.database, [{ ...word, state: 'delivered' }]), [true])
    assert.deepEqual(await recordAttempts(bench.database, [{ ...word, state: 'waiting' }]), [false])
    assert.deepEqual(
      (await bench.rows()).map(({ state, attempts, logged }) => [state, attempts, logged]),
      [['delivered', 1, 1]],
    )
  })
})

describe('what is sent beside its lane', () => {
  test('is left alone by the lane, and by every other process that wants it', async () => {
    const { bench, receiver } = await scene(answering(204))
    const { clientId } = bench.client
    await bench.add('m1')
    const claimed = await claimNow(bench.database, { clientId, id: 'm1', now: bench.now() })
    assert.ok(claimed)
    assert.equal(await claimNow(bench.database, { clientId, id: 'm1', now: bench.now() }), undefined)
    await bench.start().drain()
    assert.equal(receiver.arrivals.length, 0)
    const options = {
      database: bench.database,
      http: guardOf(),
      box,
      clock: bench.now,
      retryMs: 600_000,
      version: 'test',
    }
    assert.equal(await deliver(options, claimed), 'delivered')
    assert.deepEqual([receiver.arrivals.length, (await bench.rows())[0]?.attempts], [1, 1])
    assert.equal(await deliver(options, claimed), 'lost', 'nobody asked for it a second time')
  })
})

describe('loops', () => {
  test('of two processes bring each callback once, four at a time', async () => {
    let inFlight = 0
    let most = 0
    const { bench, receiver } = await scene((_arrival, response) => {
      most = Math.max(most, ++inFlight)
      setImmediate(() => {
        inFlight--
        response.writeHead(204).end()
      })
    })
    for (let number = 0; number < 60; number++) await bench.add(`m${number}`)
    const loops = [bench.start(), bench.start()]
    await Promise.all(loops.map((loop) => loop.drain()))
    await until('all are delivered', async () =>
      (await bench.rows()).every(({ state }) => state === 'delivered'),
    )
    assert.equal(receiver.arrivals.length, 60)
    assert.equal(new Set(receiver.arrivals.map(({ path }) => path)).size, 60)
    assert.ok(most <= 4, `${most} at once`)
  })

  test('that stop leave what they read ahead, due as before', async () => {
    const { bench, receiver } = await scene(answering(204))
    for (let number = 0; number < 60; number++) await bench.add(`m${number}`)
    const waiting: (() => void)[] = []
    receiver.answer((_arrival, response, number) => {
      // The first replies let the lane read further ahead.
      if (number <= 16) response.writeHead(204).end()
      else waiting.push(() => response.writeHead(204).end())
    })
    const loop = bench.start()
    await until('four are on their way', () => waiting.length === 4)
    const stopped = loop.stop()
    for (const finish of waiting) finish()
    await stopped
    const leased = await bench.database.rows(sql`
      select lane from callback_lanes where system_client_id = ${bench.client.clientId} and leased_until is not null`)
    assert.deepEqual(leased, [])
    const rows = await bench.rows()
    assert.equal(rows.filter(({ state }) => state === 'delivered').length, 20)
    assert.ok(
      rows.every(
        ({ state, attempts, dueAt }) =>
          state === 'delivered' || (attempts === 0 && dueAt?.getTime() === START.getTime()),
      ),
    )
  })

  test('that are cut off leave it uncounted', async () => {
    const { bench, receiver } = await scene(() => {})
    await bench.add('m1')
    const loop = bench.start()
    await until('it is being sent', () => receiver.arrivals.length === 1)
    await loop.stop()
    const [row] = await bench.rows()
    assert.deepEqual([row?.state, row?.attempts], ['waiting', 0])
    receiver.answer(answering(204))
    await bench.start().drain()
    assert.equal((await bench.rows())[0]?.attempts, 1)
    assert.equal(receiver.arrivals[0]?.body, receiver.arrivals[1]?.body)
  })
})

describe('lanes', () => {
  test('a silent receiver with a thousand waiting delays no other', async () => {
    const dead = await scene(() => {})
    const healthy = await scene(answering(204))
    await dead.bench.add('first')
    await dead.bench.database.run(sql`
      with new as (
        insert into callback_deliveries (system_client_id, id, output_type, body, url, lane, sealed_key, created_at)
        select system_client_id, 'd' || n, output_type, '{}', url, lane, sealed_key, created_at
        from callback_deliveries, generate_series(1, 1000) n where system_client_id = ${dead.bench.client.clientId}
        returning system_client_id, id, lane, created_at
      )
      insert into callback_queue (system_client_id, id, lane, due_at) select * from new`)
    for (let number = 0; number < 20; number++) await healthy.bench.add(`h${number}`)
    const loop = healthy.bench.start()
    await until('all of the healthy are delivered', async () =>
      (await healthy.bench.rows()).every(({ state }) => state === 'delivered'),
    )
    // No callback to the dead receiver got a reply or was given up meanwhile: nothing waited for them.
    assert.equal(dead.receiver.arrivals.length, 4)
    const rows = await dead.bench.rows()
    assert.ok(
      rows.length === 1001 && rows.every(({ state, attempts }) => state === 'waiting' && attempts === 0),
    )
    await dead.receiver.close()
    await loop.stop()
  })

  test('fifty silent receivers, more than are read at once, delay no other', async () => {
    const silent = await startReceiver(() => {})
    closing.push(silent.close)
    const benches = await Promise.all(Array.from({ length: 50 }, makeBench))
    for (const bench of benches) {
      closing.push(bench.close)
      await bench.setReceiver(silent.url)
      for (let number = 0; number < 4; number++) await bench.add(`s${number}`)
    }
    const healthy = await scene(answering(204))
    const loop = healthy.bench.start()
    await until('all of the silent are asked', () => silent.arrivals.length === 200)
    const rows = (await Promise.all(benches.map((bench) => bench.rows()))).flat()
    assert.ok(
      rows.every(({ attempts }) => attempts === 0),
      'and nobody waited until one of them had ended',
    )
    for (let number = 0; number < 8; number++) await healthy.bench.add(`h${number}`)
    loop.nudge()
    await until('all of the healthy are delivered', async () =>
      (await healthy.bench.rows()).every(({ state }) => state === 'delivered'),
    )
    await silent.close()
    await loop.stop()
  })
})
