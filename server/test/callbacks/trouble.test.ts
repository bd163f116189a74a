// Callbacks when things go wrong beside the receiver: a process that slept, a database that does not write, two who want the same.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { recordAttempts } from '../../src/features/callbacks/delivery-store.ts'
import { requeueDeliveries } from '../../src/features/callbacks/log-store.ts'
import { answering, type Bench, START, scenes } from '../support/callbacks.ts'
import { onlyPostgres } from '../support/process.ts'
import { until } from '../support/until.ts'

const { scene } = scenes()

const outcomes = async (bench: Bench) =>
  (await bench.rows()).map(({ state, attempts, logged }) => [state, attempts, logged])

test('a process that slept longer than its lease, and lost its lane to nobody, sends nothing twice', async () => {
  const { bench, receiver } = await scene(answering(204))
  for (let number = 0; number < 100; number++) await bench.add(`m${number}`)
  const waiting: (() => void)[] = []
  receiver.answer((_arrival, response, number) => {
    // The first replies let the lane read further ahead.
    if (number <= 30) response.writeHead(204).end()
    else waiting.push(() => response.writeHead(204).end())
  })
  const loop = bench.start()
  await until('four are on their way', () => waiting.length === 4)
  bench.pass(31_000)
  loop.nudge()
  receiver.answer(answering(204))
  for (const finish of waiting) finish()
  await loop.drain()
  assert.equal(new Set(receiver.arrivals.map(({ path }) => path)).size, 100)
  assert.equal(receiver.arrivals.length, 100)
  assert.ok((await bench.rows()).every(({ state, attempts }) => state === 'delivered' && attempts === 1))
})

test('what cannot be written down is sent again after a pause, not at once', async () => {
  const { bench, receiver } = await scene(answering(204))
  for (let number = 0; number < 60; number++) await bench.add(`m${number}`)
  let isFull = true
  let looks = 0
  const told: string[] = []
  const loop = bench.start({
    pollMs: 20,
    database: {
      ...bench.database,
      rows(statement) {
        looks++
        const isRecord = statement.text.includes('insert into callback_attempts')
        if (isFull && isRecord) throw Object.assign(new Error('disk full'), { code: '53100' })
        return bench.database.rows(statement)
      },
    },
    onFailure: (what) => told.push(what),
  })
  await until('four were told to have failed', () => told.length >= 4)
  const { length } = receiver.arrivals
  const before = looks
  await until('it has looked for work many times more', () => looks >= before + 10)
  assert.equal(receiver.arrivals.length, length)
  assert.ok(length < 60 && told.every((what) => what === 'delivery'), `${length}`)
  isFull = false
  bench.pass(10_000)
  await until('all are delivered', async () =>
    (await bench.rows()).every(({ state }) => state === 'delivered'),
  )
  await loop.stop()
})

test('an attempt that is written twice counts once', async () => {
  const { bench } = await scene(answering(500))
  await bench.add('m1')
  const claim = { clientId: bench.client.clientId, id: 'm1', fence: 0, attempts: 0, lane: null }
  const attempt = { startedAt: START, totalMs: 1, request: '' }
  const record = { claim, attempt, state: 'waiting', dueAt: START, now: START } as const
  assert.deepEqual(await recordAttempts(bench.database, [record]), [true])
  assert.deepEqual(await recordAttempts(bench.database, [record]), [false])
  assert.deepEqual(await outcomes(bench), [['waiting', 1, 1]])
})

describe('a replay at the same moment', { skip: onlyPostgres }, () => {
  /** Runs `second` while `first` has done its work and is not committed. */
  async function together(
    { database }: Bench,
    first: (db: Parameters<typeof requeueDeliveries>[0]) => Promise<unknown>,
    second: (db: Parameters<typeof requeueDeliveries>[0]) => Promise<unknown>,
  ): Promise<void> {
    let later: Promise<unknown> | undefined
    await inTransaction(database, async (db) => {
      await first(db)
      later ??= inTransaction(database, second)
      await until('the second waits for the first', async () => {
        const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return (await database.rows(waiting)).length > 0
      })
    })
    await later
  }

  test('as its attempt is recorded replays what was delivered, under the next number', async () => {
    const { bench, receiver } = await scene(answering(500))
    const { clientId } = bench.client
    await bench.add('m1')
    const loop = bench.start()
    await loop.drain()
    const claim = { clientId, id: 'm1', fence: 0, attempts: 1, lane: null }
    const attempt = { startedAt: START, totalMs: 1, request: '', status: 204 }
    const record = { claim, attempt, state: 'delivered', dueAt: START, now: START } as const
    await together(
      bench,
      (db) => recordAttempts(db, [record]),
      (db) => requeueDeliveries(db, clientId, bench.now(), { id: 'm1' }),
    )
    assert.deepEqual(await outcomes(bench), [['waiting', 0, 2]])
    receiver.answer(answering(204))
    await loop.drain()
    assert.deepEqual(await outcomes(bench), [['delivered', 1, 3]])
    assert.deepEqual(
      (await bench.log('m1')).map(({ number }) => number),
      [1, 2, 3],
    )
  })

  test('as it is given up does not stand in its way', async () => {
    const { bench } = await scene(answering(500))
    const { clientId } = bench.client
    await bench.add('m1')
    const claim = { clientId, id: 'm1', fence: 0, attempts: 0, lane: null }
    const attempt = { startedAt: START, totalMs: 1, request: '', status: 500 }
    const record = { claim, attempt, state: 'givenUp', dueAt: START, now: START } as const
    await together(
      bench,
      (db) => requeueDeliveries(db, clientId, bench.now(), { id: 'm1' }),
      (db) => recordAttempts(db, [record]),
    )
    assert.deepEqual(await outcomes(bench), [['givenUp', 1, 1]])
  })

  test('as another replays the same once', async () => {
    const { bench } = await scene(answering(204))
    const { clientId } = bench.client
    await bench.add('m1')
    const loop = bench.start()
    await loop.drain()
    const replay = (db: Parameters<typeof requeueDeliveries>[0]) =>
      requeueDeliveries(db, clientId, bench.now(), { since: START })
    await together(bench, replay, replay)
    assert.deepEqual(await outcomes(bench), [['waiting', 0, 1]])
    await loop.drain()
    assert.deepEqual(await outcomes(bench), [['delivered', 1, 2]])
  })
})
