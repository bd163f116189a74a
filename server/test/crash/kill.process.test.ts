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
import { acknowledgedSince, assertWhole, newLedger, verify, verifyAll, write } from './ledger.ts'

const ROUNDS = 5
const WRITERS = 6
/** The pause of writers that write all the time. */
const PAUSE_MS = 50

/** Somewhere in the middle of the work, another place every time. */
const someWork = () => 5 + Math.floor(Math.random() * 60)

describe('kill -9 on the embedded database', { skip: onlyEmbedded }, () => {
  test(`loses nothing that was acknowledged, ${ROUNDS} times in a row`, async () => {
    const { env, access } = await makeData()
    const ledger = newLedger(access)
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer(env)
      await verify(ledger, server.send)
      const from = ledger.acknowledgements
      const target = someWork()
      const writers = Array.from({ length: WRITERS }, () => write(ledger, server.send, () => false))
      await until('enough was written', () => acknowledgedSince(ledger, from, target))
      server.kill('SIGKILL')
      assert.equal((await server.ended).signal, 'SIGKILL')
      for (const broken of await Promise.all(writers)) assert.ok(broken, 'a writer did not notice')
    }
    const server = await startServer(env)
    await verifyAll(ledger, server.send)
    server.kill('SIGTERM')
    assert.deepEqual(await server.ended, { code: 0, signal: null })
    await onDatabase(env, (database) => assertWhole(database, access))
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
    let isOver = false
    const steadyWriters = Array.from({ length: 2 }, () => write(ledger, steady.send, () => isOver, PAUSE_MS))
    for (let round = 0; round < ROUNDS; round++) {
      const doomed = await startServer(one)
      const from = ledger.acknowledgements
      const target = someWork()
      const writers = Array.from({ length: WRITERS }, () => write(ledger, doomed.send, () => false))
      await until('enough was written', () => acknowledgedSince(ledger, from, target))
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
    steady.kill('SIGTERM')
    assert.deepEqual(await steady.ended, { code: 0, signal: null })
    await onDatabase(one, (database) => assertWhole(database, access))
  })
})
