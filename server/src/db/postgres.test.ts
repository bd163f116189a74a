// A PostgreSQL that takes too long, and one that stops replying although no connection was closed.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startWire, type Wire } from '../../test/support/wire.ts'
import type { Database } from './database.ts'
import { isUnavailable } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { sql } from './sql.ts'

const url = process.env.WALKAROUND_TEST_DATABASE_URL
/** Long enough for a reply from a busy machine. */
const TIMEOUT_MS = 1_000
const GRACE_MS = 500

const backend = async (database: Database) =>
  (await database.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid

describe('a PostgreSQL that does not answer', {
  skip: url ? false : 'runs with the suite on PostgreSQL: npm run test:postgres',
}, () => {
  const ends: (() => Promise<void>)[] = []
  after(async () => {
    for (const end of ends.reverse()) await end()
  })
  async function open(): Promise<{ database: Database; wire: Wire }> {
    const wire = await startWire(new URL(url as string))
    ends.push(() => wire.close())
    const database = openPostgres({
      url: wire.url,
      poolSize: 1,
      timeoutMs: TIMEOUT_MS,
      graceMs: GRACE_MS,
    })
    ends.push(() => database.close())
    return { database, wire }
  }

  test('a statement that takes too long is given up, and the connection goes on', async () => {
    const { database } = await open()
    const before = await backend(database)
    await assert.rejects(
      database.transaction((db) => db.row(sql`select pg_sleep(20)`)),
      (failure: unknown) => {
        assert.match(String(failure), /statement timeout/)
        return isUnavailable(failure)
      },
    )
    assert.equal(await backend(database), before)
  })

  test('a statement that gets no reply is given up, and the next one gets another connection', async () => {
    const { database, wire } = await open()
    for (const ask of [
      () => database.row(sql`select 1 as one`),
      () => database.transaction((db) => db.row(sql`select 1 as one`)),
      () =>
        database.transaction(async (db) => {
          await db.row(sql`select 1 as one`)
          wire.freeze()
          await db.row(sql`select 2 as two`)
        }),
    ]) {
      const before = await backend(database)
      wire.freeze()
      await assert.rejects(ask(), isUnavailable)
      assert.notEqual(await backend(database), before)
    }
  })

  test('what may take long takes long, and then the rule is back', async () => {
    const { database } = await open()
    const seconds = (TIMEOUT_MS + GRACE_MS + 200) / 1000
    await database.script(`select pg_sleep(${seconds})`)
    await database.exclusively((_script, db) => db.row(sql`select pg_sleep(${seconds})`))
    await assert.rejects(database.row(sql`select pg_sleep(20)`), isUnavailable)
  })
})
