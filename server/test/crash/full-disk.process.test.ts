// The disk is full under load: everyone is told to come back, nothing acknowledged is lost, and when there is room again the service
// goes on by itself.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import {
  type Access,
  type Env,
  makeAccess,
  makeFolderOn,
  makePostgres,
  onDatabase,
  onlyEmbedded,
  onlyPostgres,
  startServer,
} from '../support/process.ts'
import { makeDisk, type SmallDisk, withoutDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { addBacklog, assertLogWhole, follow } from './follower.ts'
import { acknowledgedSince, assertWhole, newLedger, verifyAll, write } from './ledger.ts'

const WRITERS = 3
/** Events that wait for positions when the disk is full. */
const BACKLOG = 10_000
/** The write-ahead log grows by this. With less left, tables can grow and it cannot. */
const SEGMENT = 16 * 2 ** 20
const TOO_LITTLE = SEGMENT / 2
/** Left of a segment when the service starts. With less than a quarter, the engine would make the next one at its start. */
const NEARLY = SEGMENT / 4 + 2 ** 19

interface Trouble {
  env: Env
  access: Access
  disk: SmallDisk
  /** Fills the disk, each in another way. */
  ways: readonly (() => Promise<void>)[]
  /** What an operator does besides making room. */
  mend?: () => Promise<void>
}

async function live({ env, access, disk, ways, mend }: Trouble): Promise<void> {
  const ledger = newLedger(access)
  const server = await startServer(env)
  const follower = follow(access, server)
  let isOver = false
  const writers = Array.from({ length: WRITERS }, () => write(ledger, server.send, () => isOver))
  for (const fill of ways) {
    const from = ledger.acknowledgements
    await until('it writes', () => acknowledgedSince(ledger, from, 10) && follower.hasBegun())
    const refusedBefore = ledger.unavailable
    await until('the writers were told', async () => {
      // Again and again: the database gives back what it no longer needs.
      await fill()
      return ledger.unavailable > refusedBefore + WRITERS
    })
    assert.equal((await server.send({ path: '/healthz' })).status, 200, 'the process itself is well')
    disk.makeRoom()
    const back = ledger.acknowledgements
    await until('it writes again', async () => {
      await mend?.()
      return acknowledgedSince(ledger, back, 10)
    })
  }
  isOver = true
  assert.deepEqual(await Promise.all(writers), Array.from({ length: WRITERS }), 'a connection was cut')
  await verifyAll(ledger, server.send)
  const seen = await follower.finish(ledger, server.send)
  server.kill('SIGTERM')
  assert.deepEqual(await server.ended, { code: 0, signal: null }, server.output())
  await onDatabase(env, async (database) => {
    await assertWhole(database, access)
    await assertLogWhole(database, access, { seen, backlog: BACKLOG })
  })
}

describe('a full disk', { skip: withoutDisk }, () => {
  test('stops the embedded database, and the service goes on when there is room', {
    skip: onlyEmbedded,
  }, async () => {
    const disk = makeDisk(256)
    const env = { WALKAROUND_DATA: join(disk.folder, 'data'), WALKAROUND_DEMO: '0' }
    const access = await makeAccess(env)
    await onDatabase(env, async (database) => {
      await addBacklog(database, BACKLOG)
      // Numbering soon needs the next segment of the write-ahead log, and there is none to use again.
      await database.script('set wal_recycle = off')
      await database.script('alter system set wal_recycle = off')
      const { used = 0 } =
        (await database.row<{ used: number }>(sql`
          select (pg_current_wal_insert_lsn() - '0/0') % ${SEGMENT}::bigint as used`)) ?? {}
      await database.row(sql`
        select pg_logical_emit_message(true, 'test', repeat('x', ${(2 * SEGMENT - Number(used) - NEARLY) % SEGMENT}::int))`)
    })
    const ways = [async () => disk.fill(TOO_LITTLE), async () => disk.fill()]
    await live({ env, access, disk, ways })
  })

  test('stops PostgreSQL, and the service goes on when there is room', { skip: onlyPostgres }, async () => {
    const disk = makeDisk(384)
    const cluster = await makePostgres({ parent: disk.folder, settings: { wal_recycle: 'off' } })
    const env = await makeFolderOn(cluster)
    const access = await makeAccess(env)
    await onDatabase(env, (database) => addBacklog(database, BACKLOG))
    const fillLog = async () => {
      disk.fill(TOO_LITTLE)
      // The server may end before it replies.
      await onDatabase(env, (database) => database.row(sql`select pg_switch_wal()`)).catch(() => {})
    }
    await live({ env, access, disk, ways: [async () => disk.fill(), fillLog], mend: cluster.start })
  })
})
