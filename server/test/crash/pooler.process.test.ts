// The service behind PgBouncer in transaction mode: every transaction meets another connection of the server. server/test/api runs
// through it as well (npm run test:pgbouncer); here is what that suite cannot see: starts, sessions, time limits.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { findPgBouncer, knowsStatements, type PgBouncer, startPgBouncer } from '../../../scripts/pgbouncer.ts'
import type { Database } from '../../src/db/database.ts'
import { isUnavailable } from '../../src/db/errors.ts'
import { PoolerError } from '../../src/db/pooler-error.ts'
import { openPostgres, type PostgresOptions } from '../../src/db/postgres.ts'
import { sql } from '../../src/db/sql.ts'
import { cliResult, runCli } from '../support/cli.ts'
import {
  makeAccess,
  makeDatabase,
  makeFolder,
  makeFolderOn,
  onDatabase,
  onlyPostgres,
  startProcess,
  startServer,
} from '../support/process.ts'
import { until } from '../support/until.ts'
import { assertWhole, newLedger, verifyAll, write } from './ledger.ts'

const program = findPgBouncer()
const skip = onlyPostgres || (program === undefined && 'needs PgBouncer on this machine')

describe('a pooler in transaction mode', { skip }, () => {
  let pgBouncer: PgBouncer
  before(async () => {
    pgBouncer = await startPgBouncer({ server: process.env.WALKAROUND_TEST_DATABASE_URL as string })
  })
  after(() => pgBouncer.remove())
  const through = (url: string) => new URL(new URL(url).pathname, pgBouncer.url).href

  /** Opens it, tries a statement, and returns what that fails with. */
  async function refusal(options: Partial<PostgresOptions>, url: string): Promise<string> {
    const database = openPostgres({ url: through(url), poolSize: 2, ...options })
    const failure = await database
      .exclusively(() => Promise.resolve())
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    await database.close()
    assert.ok(failure instanceof PoolerError, String(failure))
    return failure.message
  }

  test('that the settings do not mention, or mention wrongly, is noticed, and the words say what to set', async () => {
    const { url } = await makeDatabase()
    assert.match(await refusal({}, url), /^DATABASE_URL .* set WALKAROUND_DATABASE_POOLER=transaction/)
    assert.match(await refusal({ pooler: 'transaction' }, url), /set DATABASE_DIRECT_URL/)
    assert.match(
      await refusal({ pooler: 'transaction', directUrl: through(url) }, url),
      /^DATABASE_DIRECT_URL leads through a pooler/,
    )
    const other = await makeDatabase()
    assert.match(await refusal({ pooler: 'transaction', directUrl: other.url }, url), /different databases/)
    if (!knowsStatements(program as string)) {
      assert.match(
        await refusal({ pooler: 'transaction-prepared', directUrl: url }, url),
        /does not keep prepared statements/,
      )
    }
  })

  test('one in session mode needs no setting', async () => {
    const { url } = await makeDatabase()
    const sessions = await startPgBouncer({ server: url, settings: { pool_mode: 'session' } })
    try {
      const database = openPostgres({
        url: new URL(new URL(url).pathname, sessions.url).href,
        poolSize: 3,
      })
      await database.exclusively(() => database.row(sql`select 1 as one`))
      await database.close()
    } finally {
      await sessions.remove()
    }
  })

  test('the service prepares a new database through the direct address, and serves through the pooler', async () => {
    const { url } = await makeDatabase()
    const env = { ...(await makeFolderOn({ url: through(url) })), WALKAROUND_DATABASE_POOLER: 'transaction' }
    const lost = startProcess(env)
    assert.equal((await lost.ended).code, 1)
    assert.match(lost.output(), /^error: .*DATABASE_DIRECT_URL/m)
    assert.doesNotMatch(lost.output(), /\n\s+at /, 'a message, not a stack')

    const both = { ...env, DATABASE_DIRECT_URL: url }
    const access = await makeAccess(both)
    // One process has the direct address, the other does not need it any more.
    const servers = [
      await startServer(both),
      await startServer({ ...env, WALKAROUND_DATA: join(await makeFolder(), 'data') }),
    ]
    const ledgers = servers.map(() => newLedger(access))
    await Promise.all(
      servers.map(async ({ send }, index) => {
        const ledger = ledgers[index] as (typeof ledgers)[number]
        await write(ledger, send, () => ledger.acknowledgements >= 30)
        await verifyAll(ledger, send)
      }),
    )
    const file = join(await makeFolder(), 'walkaround.backup')
    const refused = await runCli(['backup', file], env)
    assert.equal(refused.code, 3)
    assert.match(refused.stderr, /set DATABASE_DIRECT_URL/)
    const written = await cliResult(['backup', file], both)
    assert.ok(written.rows > 60)
    await onDatabase(both, (database) => assertWhole(database, access))
    const second = await makeDatabase()
    const elsewhere = { ...both, DATABASE_URL: through(second.url), DATABASE_DIRECT_URL: second.url }
    assert.equal((await cliResult(['restore', file], elsewhere)).rows, written.rows)
    for (const server of servers) {
      server.kill('SIGTERM')
      assert.deepEqual(await server.ended, { code: 0, signal: null })
    }
  })

  test('a statement that takes too long is cancelled on the server, alone or in a transaction', async () => {
    const { url } = await makeDatabase()
    const database = openPostgres({
      url: through(url),
      directUrl: url,
      pooler: 'transaction',
      poolSize: 2,
      timeoutMs: 300,
    })
    const slow = sql`select pg_sleep(600)`
    const runs = () =>
      database.session((db) =>
        db.rows(sql`select 1 from pg_stat_activity where query like '%pg_sleep(600)%' and state = 'active'
          and pid <> pg_backend_pid()`),
      )
    for (const ask of [
      (on: Database) => on.row(slow),
      (on: Database) => on.transaction((db) => db.row(slow)),
    ]) {
      await assert.rejects(ask(database), (failure: unknown) => {
        assert.equal((failure as { code?: string }).code, '57014')
        return isUnavailable(failure)
      })
      await until('the server is free', async () => (await runs()).length === 0)
    }
    const settings = await database.transaction((db) =>
      db.row(sql`select current_setting('jit') as jit, current_setting('statement_timeout') as timeout`),
    )
    assert.deepEqual(settings, { jit: 'off', timeout: '300ms' })
    await database.close()
  })
})
