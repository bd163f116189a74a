// kill -9 at any moment of a busy day: what was acknowledged is there afterwards, and nothing is half done.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  isOnPostgres,
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
import { addBacklog, assertLogWhole, beginNumbering, type Follower, follow } from './follower.ts'
import { acknowledgedSince, assertWhole, newLedger, verifyAll, write } from './ledger.ts'

const ROUNDS = 5
const WRITERS = 6
/** Events that wait when a process is killed. */
const BACKLOG = 4_000
/** The pause of writers that write all the time. */
const PAUSE_MS = 50

/** Somewhere in the middle of the work, another place every time. */
const someWork = (most: number) => 3 + Math.floor(Math.random() * most)

describe('kill -9 on the embedded database', { skip: onlyEmbedded }, () => {
  test(`loses nothing that was acknowledged, ${ROUNDS} times in a row`, async () => {
    const { env, access } = await makeData()
    // One process has the database, so all of it is there before: enough for all rounds.
    const backlog = 8_000
    await onDatabase(env, (database) => addBacklog(database, backlog))
    const ledger = newLedger(access)
    let follower: Follower | undefined
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(env)
      if (follower) follower.leadTo(server)
      else follower = follow(access, server)
      const from = ledger.acknowledgements
      const target = someWork(15)
      const writers = Array.from({ length: WRITERS }, () => write(ledger, server.send, () => false))
      await until('enough was written', () => acknowledgedSince(ledger, from, target))
      await until('the reader has begun', () => follower?.hasBegun() === true)
      server.kill('SIGKILL')
      assert.equal((await server.ended).signal, 'SIGKILL')
      for (const broken of await Promise.all(writers)) assert.ok(broken, 'a writer did not notice')
    }
    const server = await startServer(env)
    follower?.leadTo(server)
    await verifyAll(ledger, server.send)
    const seen = await follower?.finish(ledger, server.send)
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
    await onDatabase(env, async (database) => {
      await assertWhole(database, access)
      await assertLogWhole(database, access, { seen: seen ?? [], backlog })
    })
  })
})

describe('kill -9 of one of two processes on PostgreSQL', { skip: onlyPostgres }, () => {
  test(`loses nothing that was acknowledged and disturbs the other one in nothing, ${ROUNDS} times`, async () => {
    assert.ok(isOnPostgres)
    const database = await makeDatabase()
    const [one, two] = [await makeFolderOn(database), await makeFolderOn(database)]
    const access = await makeAccess(one)
    const ledger = newLedger(access)
    const steady = await startServer(two)
    const follower = follow(access, steady)
    let isOver = false
    const steadyWriters = Array.from({ length: 2 }, () => write(ledger, steady.send, () => isOver, PAUSE_MS))
    for (let round = 0; round < ROUNDS; round++) {
      const doomed = await startServer(one)
      follower.leadTo(doomed)
      const from = ledger.acknowledgements
      const target = someWork(60)
      const writers = Array.from({ length: WRITERS }, () => write(ledger, doomed.send, () => false))
      await until('enough was written', () => acknowledgedSince(ledger, from, target))
      await until('the reader has begun', () => follower.hasBegun())
      await onDatabase(one, (database) => beginNumbering(database, BACKLOG))
      doomed.kill('SIGKILL')
      await doomed.ended
      for (const broken of await Promise.all(writers)) assert.ok(broken, 'a writer did not notice')
    }
    isOver = true
    assert.deepEqual(
      await Promise.all(steadyWriters),
      [undefined, undefined],
      'the other process was disturbed',
    )
    assert.equal(ledger.unavailable, 0)
    await verifyAll(ledger, steady.send)
    follower.leadTo(steady)
    const seen = await follower.finish(ledger, steady.send)
    steady.kill('SIGTERM')
    assert.deepEqual(await steady.ended, { code: 0, signal: null })
    await onDatabase(one, async (database) => {
      await assertWhole(database, access)
      await assertLogWhole(database, access, { seen, backlog: ROUNDS * BACKLOG })
    })
  })
})
