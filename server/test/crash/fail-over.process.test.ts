// The primary is demoted while our connections to it stay open, as a proxy before two servers leaves them. Real servers: a primary,
// and a hot standby that is promoted.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startPostgres } from '../../../scripts/postgres.ts'
import { isUnavailable } from '../../src/db/errors.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { sql } from '../../src/db/sql.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { makePostgres, onlyPostgres } from '../support/process.ts'
import { until } from '../support/until.ts'
import { startWire } from '../support/wire.ts'

const CONNECTIONS = 4

describe('a fail-over', { skip: onlyPostgres }, () => {
  test('a demoted server loses all our connections at its first refusal, and the write goes to the new primary', async () => {
    const primary = await makePostgres()
    const standby = await startPostgres({ standbyOf: primary, fsync: false })
    after(() => standby.remove())
    const wire = await startWire(new URL(primary.url))
    after(() => wire.close())
    const database = openPostgres({ url: wire.url, poolSize: CONNECTIONS })
    const [onPrimary, onStandby] = [primary, standby].map(({ url }) => openPostgres({ url, poolSize: 1 }))
    after(() => Promise.all([database.close(), onPrimary?.close(), onStandby?.close()]))
    const ours = async () =>
      (
        await onPrimary?.row<{ count: number }>(sql`
          select count(*) as count from pg_stat_activity
          where application_name = 'walkaround' and pid <> pg_backend_pid()`)
      )?.count
    /** Each in a transaction of its own, all at the same time. */
    const useAll = () =>
      Promise.all(Array.from({ length: CONNECTIONS }, () => database.row(sql`select pg_sleep(0.2)`)))

    await database.script('create table notes (text text primary key)')
    await useAll()
    assert.equal(await ours(), CONNECTIONS)
    await until('the standby follows', async () => {
      const row = await onStandby?.row<{ there: boolean }>(
        sql`select to_regclass('notes') is not null as there`,
      )
      return row?.there === true
    })

    // The new primary is there, but the proxy does not know it yet: the write is refused, twice at most, and never as a fault of ours.
    await onPrimary?.script('alter system set default_transaction_read_only = on')
    await onPrimary?.row(sql`select pg_reload_conf()`)
    await onStandby?.row(sql`select pg_promote()`)
    const write = (text: string) =>
      inTransaction(database, (db) => db.run(sql`insert into notes values (${text})`))
    await until('the old primary refuses', async () => {
      const row = await onPrimary?.row<{ isOn: string }>(sql`show default_transaction_read_only`)
      return Object.values(row ?? {})[0] === 'on'
    })
    await assert.rejects(write('lost'), isUnavailable)

    await useAll()
    wire.leadTo(new URL(standby.url))
    const held = database.transaction(async (db) => {
      await db.row(sql`select 1 as one`)
      await write('kept')
      // Was taken before the fail-over: it ends in peace, and its connection is not used again.
      return db.row(sql`select 1 as one`)
    })
    await held
    await until('no connection to the old primary is left', async () => (await ours()) === 0)
    assert.deepEqual(await onStandby?.rows(sql`select text from notes`), [{ text: 'kept' }])
    await useAll()
    assert.equal(await ours(), 0)

    // A statement outside of a transaction is not repeated by itself: its caller gets the usual 503.
    await onStandby?.script('alter system set default_transaction_read_only = on')
    await onStandby?.row(sql`select pg_reload_conf()`)
    await until('a write is refused', async () => {
      const refused = await database.run(sql`insert into notes values (gen_random_uuid()::text)`).then(
        () => false,
        (failure: unknown) => isUnavailable(failure),
      )
      return refused
    })
  })
})
