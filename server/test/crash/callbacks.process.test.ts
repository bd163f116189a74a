// kill -9 in the middle of delivering, again and again: every callback arrives, with the bytes it was written with, and
// none that was recorded as delivered is sent once more.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadConfig } from '../../src/config/config.ts'
import { recordEvents } from '../../src/db/events.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { enqueueCallback } from '../../src/features/callbacks/enqueue.ts'
import { MOST_UNWRITTEN } from '../../src/features/callbacks/lanes.ts'
import { LANE_WIDTH } from '../../src/features/callbacks/rules.ts'
import { sampleInfo } from '../../src/features/callbacks/send-test.ts'
import { sealReceiver, setReceiver } from '../../src/features/callbacks/set-receiver.ts'
import { getClient } from '../../src/organisation/clients.ts'
import { openCallbacks } from '../../src/process/open-callbacks.ts'
import { type Arrival, startReceiver } from '../support/callbacks.ts'
import {
  type Env,
  endLeases,
  makeAccess,
  makeData,
  makeDatabase,
  makeFolderOn,
  onDatabase,
  onlyEmbedded,
  onlyPostgres,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'

const COUNT = 200
/** Callbacks of our own: at the first start they are only events without a position. */
const EVENTS = 40
const KILLS = 3
/** How many callbacks of one receiver a kill can find sent without a reply, or with a reply that is not written yet. */
const OPEN = LANE_WIDTH + MOST_UNWRITTEN

const idOf = ({ path }: Arrival) => path.split('/').at(-1) ?? ''

async function writeAll(env: Env, clientId: string, url: string): Promise<Map<string, string>> {
  const callbacks = openCallbacks(loadConfig(env))
  const bodies = new Map<string, string>()
  await onDatabase(env, async (database) => {
    const sealed = await sealReceiver(callbacks, clientId, {
      url,
      key: 'the-key-of-the-receiver',
      kinds: ['photoReady'],
    })
    await inTransaction(database, async (db) => {
      const system = { db, actor: { kind: 'system', id: 'test' } as const, now: new Date() }
      const scope = { ...system, clientId, client: await getClient(system, clientId) }
      await setReceiver(scope, sealed)
      for (let number = 0; number < COUNT; number++) {
        const info = sampleInfo(clientId, `m${number}`, scope.now)
        bodies.set(info.id, JSON.stringify(info))
        assert.equal(await enqueueCallback(scope, callbacks.box, info), true)
      }
      await recordEvents(
        scope,
        Array.from({ length: EVENTS }, (_, number) => ({
          kind: 'photo.added',
          subject: `survey/s${number}`,
          payload: { photoId: `p${number}` },
        })),
      )
    })
  })
  await callbacks.close()
  return bodies
}

const states = (env: Env) =>
  onDatabase(env, (database) =>
    database.rows<{ id: string; state: string; attempts: number }>(
      sql`select id, state, attempts from callback_states`,
    ),
  )

async function killAgainAndAgain(base: Env, clientId: string): Promise<void> {
  // Replies take a moment, so that each kill finds some on their way.
  const receiver = await startReceiver((_arrival, response) => {
    setTimeout(() => response.writeHead(204).end(), 20)
  })
  const env = { ...base, WALKAROUND_CALLBACK_ALLOW: '127.0.0.0/8', WALKAROUND_CALLBACK_RETRY_SECONDS: '1' }
  try {
    const bodies = await writeAll(env, clientId, receiver.url)
    const done = new Set<string>()
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = receiver.arrivals.length
      const doomed = await startServer(env)
      await until('some have arrived', () => receiver.arrivals.length >= before + 6)
      doomed.kill('SIGKILL')
      await doomed.ended
      for (const { id } of receiver.arrivals.slice(before).map((arrival) => ({ id: idOf(arrival) }))) {
        assert.ok(!done.has(id), `${id} was recorded as delivered and came again`)
      }
      for (const { id, state, attempts } of await states(env)) {
        if (state === 'delivered') done.add(id)
        else assert.equal(attempts, 0, 'an attempt cut off is not counted')
      }
      // The last one's lease is waited for, though not for its half minute.
      await onDatabase(env, (database) => endLeases(database, kill < KILLS ? -1_000 : 2_000))
    }
    const before = receiver.arrivals.length
    const server = await startServer(env)
    await until('every one has arrived', () => new Set(receiver.arrivals.map(idOf)).size === COUNT + EVENTS)
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
    assert.ok(receiver.arrivals.slice(before).every((arrival) => !done.has(idOf(arrival))))
    assert.ok((await states(env)).every(({ state, attempts }) => state !== 'givenUp' && attempts <= 1))
    const photos = new Set<string>()
    for (const arrival of receiver.arrivals) {
      const id = idOf(arrival)
      const info = JSON.parse(arrival.body)
      if (info.kind === 'photoReady') {
        photos.add(`${info.surveyId} ${info.photoId}`)
        // Known from its first arrival on; each further one must have the same bytes.
        bodies.set(id, bodies.get(id) ?? arrival.body)
      }
      assert.equal(arrival.body, bodies.get(id))
    }
    assert.equal(photos.size, EVENTS)
    assert.ok(
      receiver.arrivals.length <= COUNT + EVENTS + KILLS * OPEN,
      `${receiver.arrivals.length} arrivals`,
    )
  } finally {
    await receiver.close()
  }
}

describe('kill -9 while callbacks are delivered, embedded', { skip: onlyEmbedded }, () => {
  test('loses none, changes none, and repeats none that was recorded', async () => {
    const { env, access } = await makeData()
    await killAgainAndAgain(env, access.clientId)
  })
})

describe('kill -9 while callbacks are delivered, on PostgreSQL', { skip: onlyPostgres }, () => {
  test('loses none, changes none, and repeats none that was recorded', async () => {
    const database = await makeDatabase()
    const env = await makeFolderOn(database)
    const { clientId } = await makeAccess(env)
    await killAgainAndAgain(env, clientId)
  })
})
