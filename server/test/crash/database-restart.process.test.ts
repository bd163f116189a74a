// The database goes away and comes back under load: 503 with Retry-After meanwhile, no crash, no half-done write, and
// nobody has to restart anything.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  makeAccess,
  makeFolderOn,
  makePostgres,
  onDatabase,
  onlyPostgres,
  type Server,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'
import { assertLogWhole, beginNumbering, follow } from './follower.ts'
import { acknowledgedSince, assertUnavailable, assertWhole, newLedger, verifyAll, write } from './ledger.ts'

const WRITERS = 6
/** Events that wait when the database goes away. */
const BACKLOG = 4_000

const statusOf = async (server: Server, path: string) => (await server.send({ path })).status

async function assertNotReady(server: Server): Promise<void> {
  const answer = await server.send({ path: '/readyz' })
  assert.equal(answer.status, 503)
  assert.match(String(answer.headers['retry-after']), /^\d+$/)
  assert.equal(await statusOf(server, '/healthz'), 200, 'the process itself is well')
}

describe('the database', { skip: onlyPostgres }, () => {
  test('restarted and killed under load: everyone is told to come back, and then served', async () => {
    const cluster = await makePostgres()
    const env = await makeFolderOn(cluster)
    const access = await makeAccess(env)
    const server = await startServer(env)
    const ledger = newLedger(access)
    const follower = follow(access, server)
    const reads = {
      path: `/v1/system-clients/${access.clientId}/leads`,
      headers: { 'x-api-key': access.key },
    }
    const ways = [cluster.stop, cluster.kill, cluster.kill]
    for (const away of ways) {
      let isOver = false
      const writers = Array.from({ length: WRITERS }, () => write(ledger, server.send, () => isOver))
      const from = ledger.acknowledgements
      await until('enough was written', () => acknowledgedSince(ledger, from, 20))
      await until('the reader has begun', () => follower.hasBegun())
      await onDatabase(env, (database) => beginNumbering(database, BACKLOG))
      const refusedBefore = ledger.unavailable
      await away()
      await until('the writers were told', () => ledger.unavailable > refusedBefore + WRITERS)
      await assertNotReady(server)
      await until('readers are told as well', async () => (await server.send(reads)).status === 503)
      assertUnavailable(await server.send(reads))
      // A key nobody has may be refused or not yet be known, but it never opens anything.
      const stranger = await server.send({ ...reads, headers: { 'x-api-key': 'nobody' } })
      assert.equal(stranger.status, 401)

      await cluster.start()
      const back = ledger.acknowledgements
      await until('it writes again', () => acknowledgedSince(ledger, back, 20))
      await until('it is ready again', async () => (await statusOf(server, '/readyz')) === 200)
      isOver = true
      const ends = await Promise.all(writers)
      assert.deepEqual(ends, Array.from({ length: WRITERS }), 'a connection was cut')
    }
    assert.ok(server.isRunning(), server.output())
    await verifyAll(ledger, server.send)
    const seen = await follower.finish(ledger, server.send)
    await onDatabase(env, async (database) => {
      await assertWhole(database, access)
      await assertLogWhole(database, access, { seen, backlog: ways.length * BACKLOG })
    })
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
  })

  test('away when the service starts: it waits, says so, and prepares the schema when it comes', async () => {
    const cluster = await makePostgres()
    const env = await makeFolderOn(cluster)
    await cluster.stop()
    const server = await startServer(env)
    await assertNotReady(server)
    for (const path of ['/v1/system-clients/x/leads', '/v1/nothing'])
      assertUnavailable(await server.send({ path }))
    assert.equal(await statusOf(server, '/v1/openapi.json'), 200)
    assert.match(server.output(), /cannot be reached/)

    await cluster.start()
    await until('it is ready', async () => (await statusOf(server, '/readyz')) === 200)
    const ledger = newLedger(await makeAccess(env))
    await write(ledger, server.send, () => ledger.acknowledgements >= 10)
    await verifyAll(ledger, server.send)
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
  })

  test('away for good: the service still stops when it is asked to', async () => {
    const cluster = await makePostgres()
    const env = await makeFolderOn(cluster)
    const access = await makeAccess(env)
    const server = await startServer(env)
    const ledger = newLedger(access)
    await write(ledger, server.send, () => ledger.acknowledgements >= 5)
    await cluster.stop()
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })

    const waiting = await startServer(env)
    waiting.kill('SIGTERM')
    assert.deepEqual(await waiting.ended, { code: 0, signal: null })
  })
})
