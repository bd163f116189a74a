// What we expect of the embedded engine at the level of the protocol.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openMemory } from '../../test/support/in-memory.ts'
import type { Database } from './database.ts'
import { sql, unprepared } from './sql.ts'

describe('the session of the embedded engine', () => {
  let database: Database
  before(async () => {
    database = await openMemory('new')
    await database.script('create table things (id int primary key, name text, made timestamptz)')
  })
  after(() => database.close())

  const countThings = async () =>
    (await database.row<{ count: number }>(sql`select count(*)::int as count from things`))?.count

  test('gives values of every type back as they were bound, however often the statement runs', async () => {
    const at = new Date('2026-03-04T05:06:07.089Z')
    for (let run = 0; run < 8; run++) {
      const row = await database.row(sql`
        select ${run}::int as number, ${'ä"\\'}::text as text, ${at}::timestamptz as at, ${['a', 'b,"c"']}::text[] as texts,
          ${Buffer.from([0, 255])}::bytea as bytes, ${{ a: [1] }}::json as json, ${null}::text as nothing, ${true}::boolean as yes,
          ${2 ** 40}::bigint as long`)
      assert.deepEqual(row, {
        number: run,
        text: 'ä"\\',
        at,
        texts: ['a', 'b,"c"'],
        bytes: new Uint8Array([0, 255]),
        json: { a: [1] },
        nothing: null,
        yes: true,
        long: 2 ** 40,
      })
    }
  })

  test('names what rows hold in camelCase, prepared or not, and leaves what stands in JSON alone', async () => {
    const statement = sql`select 1 as due_at, json_build_object('due_at', 2) as some_json`
    const row = { dueAt: 1, someJson: { due_at: 2 } }
    assert.deepEqual(
      [
        await database.row(statement),
        await database.row(statement),
        await database.row(unprepared(statement)),
      ],
      [row, row, row],
    )
  })

  test('tells how many rows a statement changed', async () => {
    const insert = (id: number) =>
      sql`insert into things (id, name) values (${id}, 'one') on conflict do nothing`
    assert.deepEqual([await database.run(insert(1)), await database.run(insert(1))], [1, 0])
    assert.equal(await database.run(sql`update things set name = 'two'`), 1)
    assert.equal(await database.run(sql`delete from things`), 1)
  })

  test('goes on after an error, with the statement that failed too', async () => {
    const divide = (by: number) => sql`select 6 / ${by}::int as result`
    for (let run = 0; run < 2; run++) {
      await assert.rejects(database.row(divide(0)), { code: '22012' })
      assert.deepEqual(await database.row(divide(2)), { result: 3 })
      await assert.rejects(database.row(sql`select nothing from nowhere`), { code: '42P01' })
    }
  })

  test('prepares a statement again after a script has changed its table', async () => {
    const all = () => database.rows(sql`select * from things`)
    await database.run(sql`insert into things (id) values (7)`)
    assert.deepEqual(await all(), [{ id: 7, name: null, made: null }])
    await database.script(
      'alter table things drop column made; alter table things add column size int default 3',
    )
    assert.deepEqual(await all(), [{ id: 7, name: null, size: 3 }])
    await database.script('delete from things')
  })

  test('runs a statement that must not be prepared', async () => {
    const plain = (n: number) => unprepared(sql`select ${n}::int as n`)
    assert.deepEqual([await database.row(plain(1)), await database.row(plain(2))], [{ n: 1 }, { n: 2 }])
  })

  test('undoes a transaction that throws, and one whose failure was swallowed is an error', async () => {
    const broken = database.transaction(async (tx) => {
      await tx.run(sql`insert into things (id) values (1)`)
      throw new Error('no')
    })
    await assert.rejects(broken, /^Error: no$/)
    const swallowed = database.transaction(async (tx) => {
      await tx.run(sql`insert into things (id) values (2)`)
      await tx.run(sql`select 1 / 0`).catch(() => {})
    })
    await assert.rejects(swallowed, { code: '22012' })
    assert.equal(await countThings(), 0)
  })

  test('lets nobody into an open transaction, and nobody on after its end', async () => {
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
    let left: Parameters<Parameters<Database['transaction']>[0]>[0] | undefined
    const first = database.transaction(async (tx) => {
      left = tx
      await tx.run(sql`insert into things (id) values (1)`)
      await isAsked
      await Promise.all([2, 3].map((id) => tx.run(sql`insert into things (id) values (${id})`)))
    })
    const seen = countThings()
    ask()
    await first
    assert.equal(await seen, 3)
    assert.ok(left)
    await assert.rejects(left.run(sql`delete from things`), /the transaction is over/)
    assert.equal(await countThings(), 3)
  })

  test('returns nothing when it is closed', async () => {
    const other = await openMemory('new')
    await other.close()
    await assert.rejects(other.row(sql`select 1 as one`), /the database is closed/)
  })
})
