// What a transaction promises on both engines, also for statements that nobody waits for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '../../test/support/database.ts'
import { newId } from '../lib/ids.ts'
import type { Database } from './database.ts'
import { type Db, sql } from './sql.ts'
import { inTransaction } from './transaction.ts'

const add = (id: string, site = newId()) =>
  sql`insert into sites (system_client_id, id, name) values (${id}, ${site}, 'A site')`
const fails = (id: string) => sql`insert into sites (system_client_id, id, name) values (${id}, 'x', null)`

async function makeClient(): Promise<{ database: Database; id: string; count(): Promise<number> }> {
  const database = await testDatabase()
  const id = newId()
  await database.transaction(async (db) => {
    db.send(sql`
      insert into system_clients (system_client_id, name, default_site_id) values (${id}, 'Acme', 'main')`)
  })
  const count = async () => {
    const row = await database.row<{ count: number }>(sql`
      select count(*)::int as count from sites where system_client_id = ${id}`)
    return row?.count ?? 0
  }
  return { database, id, count }
}

test('what was sent is there when the transaction returns, in its order', async () => {
  const { database, id, count } = await makeClient()
  const seen = await database.transaction(async (db) => {
    db.send(add(id))
    db.send(add(id))
    const [row] = await db.rows<{ count: number }>(sql`
      select count(*)::int as count from sites where system_client_id = ${id}`)
    db.send(add(id))
    return row?.count
  })
  assert.deepEqual([seen, await count()], [2, 3])
})

test('a statement that was sent and fails takes the transaction with it', async () => {
  const { database, id, count } = await makeClient()
  // 23502: a value is missing. What fails behind it only says that something failed before.
  for (const work of [
    async (db: Db) => {
      db.send(add(id))
      db.send(fails(id))
    },
    async (db: Db) => {
      db.send(fails(id))
      await db.run(add(id)).catch(() => {})
    },
    async (db: Db) => {
      db.send(fails(id))
      await db.run(add(id))
    },
    async (db: Db) => {
      await db.run(fails(id)).catch(() => {})
    },
  ])
    await assert.rejects(database.transaction(work), { code: '23502' })
  assert.equal(await count(), 0)
  await inTransaction(database, async (db) => db.send(add(id)))
  assert.equal(await count(), 1, 'the connection is as good as before')
})

test('a value that cannot be sent leaves nothing half done', async () => {
  const { database, id, count } = await makeClient()
  const refuse = () => assert.fail('this has no text')
  const value = { toPostgres: refuse, toString: refuse }
  const cannot = sql`insert into sites (system_client_id, id, name) values (${id}, 'y', ${value})`
  await assert.rejects(
    database.transaction(async (db) => {
      db.send(add(id))
      db.send(cannot)
    }),
  )
  await assert.rejects(database.transaction((db) => db.run(cannot)))
  assert.equal(await count(), 0)
  await database.transaction((db) => db.run(add(id)))
  assert.equal(await count(), 1)
})

test('work that goes on after a failure reaches no other transaction', async () => {
  const { database, id, count } = await makeClient()
  let late: Promise<unknown> | undefined
  await assert.rejects(
    database.transaction(async (db) => {
      const goesOn = async () => {
        for (let turn = 0; turn < 5; turn++) await db.run(add(id))
      }
      late = goesOn()
      await Promise.all([late, db.run(fails(id))])
    }),
  )
  await assert.rejects(late as Promise<unknown>)
  assert.equal(await count(), 0)
})

test('outside of a transaction nothing is sent that nobody waits for', async () => {
  const { database, id } = await makeClient()
  assert.throws(() => database.send(add(id)), /for transactions/)
})
