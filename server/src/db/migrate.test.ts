// Migrations that arrive in another order than their numbers, what their first lines say, and code that is older than the database.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openMemory } from '../../test/support/in-memory.ts'
import { applyInTransaction, migrate } from './migrate.ts'
import { listMigrations } from './migrations.ts'
import { describeSchema, examineSchema } from './schema-state.ts'
import { sql } from './sql.ts'

const rolling = new URL('../../test/fixtures/rolling/', import.meta.url)

test('a migration that came later with a lower number is applied too, and none twice', async () => {
  const database = await openMemory('new')
  try {
    const all = await listMigrations()
    const [first, second] = all
    assert.ok(first && second)
    await migrate(database, { upTo: first.version })
    // As if the database had already applied a later migration than the second.
    const early = { version: second.version + 1, name: 'early.sql' }
    await database.script(
      `insert into schema_migrations (version, name) values (${early.version}, '${early.name}')`,
    )
    assert.deepEqual(await migrate(database, { upTo: early.version }), [second.name])
    assert.deepEqual(await migrate(database, { upTo: early.version }), [])
  } finally {
    await database.close()
  }
})

test('expand, fill and contract: each version works beside its neighbour, and is refused by what came after', async () => {
  const database = await openMemory('new')
  const as = (upTo: number) => migrate(database, { folder: rolling, upTo })
  const seenBy = async (upTo: number) =>
    examineSchema(
      database,
      (await listMigrations(rolling)).filter(({ version }) => version <= upTo),
    )
  try {
    assert.deepEqual(await as(1), ['0001_cars.sql'])
    await database.run(sql`
      insert into cars (system_client_id, id, plate)
      select 'acme', 'car ' || n, 'B AB ' || n from generate_series(1, 2500) as n`)
    assert.deepEqual(await as(3), ['0002_folded_plates.sql', '0003_cars_by_plate.sql'])
    assert.deepEqual(await as(1), [], 'the former version starts')
    const former = await seenBy(1)
    assert.deepEqual([former.isOlder, former.tooNew, former.missing], [true, undefined, []])
    assert.equal(describeSchema(former), 'schema 3, works with 1')
    assert.deepEqual(former.fillings, [{ version: 2, rows: 0 }], 'the filling waits for the service')
    // The embedded database has no other process that would do it.
    assert.deepEqual(await as(5), ['0004_folded_plates_only.sql', '0005_no_plates.sql'])
    assert.deepEqual((await seenBy(5)).fillings, [])
    const row = await database.row(sql`
      select count(*) as cars, count(distinct folded) as plates, max(m.filled_rows) as filled
      from cars, schema_migrations m where m.version = 2`)
    assert.deepEqual(row, { cars: 2500, plates: 2500, filled: 2500 })
    assert.deepEqual(await as(4), [])
    await assert.rejects(as(3), {
      name: 'SchemaTooNew',
      message:
        'the database has schema 5, which works with versions of Walkaround that know schema 4 or later; this version knows 3: ' +
        'start the version that made it, or a newer one',
    })
    assert.equal(describeSchema(await seenBy(3)), 'schema 5 does not work with this version, which knows 3')
  } finally {
    await database.close()
  }
})

test('a restore does all of it in its one transaction', async () => {
  const database = await openMemory('new')
  const all = await listMigrations(rolling)
  try {
    await migrate(database, { folder: rolling, upTo: 0 })
    await database.exclusively(async (script, db) => {
      await script('begin')
      await applyInTransaction(script, db, all, ({ version }) => version <= 1)
      await db.run(sql`insert into cars (system_client_id, id, plate) values ('acme', 'one', 'B ON 1')`)
      await applyInTransaction(script, db, all, ({ version }) => version > 1)
      await script('commit')
    })
    assert.deepEqual(await database.rows(sql`select id, folded from cars`), [{ id: 'one', folded: 'bon1' }])
    const { missing, fillings } = await examineSchema(database, all)
    assert.deepEqual([missing, fillings], [[], []])
    assert.deepEqual(
      await migrate(database, { folder: rolling, upTo: 4 }),
      [],
      'it keeps what works with what',
    )
  } finally {
    await database.close()
  }
})

test('what cannot be done or understood is refused with the name of the migration', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walkaround-migrations-'))
  const url = pathToFileURL(`${folder}/`)
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  const database = await openMemory('new')
  try {
    await write('0001_cars.sql', '-- works with 0000\nselect 1;')
    await assert.rejects(listMigrations(url), /0001_cars\.sql has a first line that is not understood/)
    await write('0001_cars.sql', '-- after the filling of: 0001\nselect 1;')
    await assert.rejects(listMigrations(url), /0001_cars\.sql waits for the filling of 1, and no earlier/)
    await write('0001_cars.sql', '-- without a transaction\ncreate table cars (id text);')
    await assert.rejects(migrate(database, { folder: url }), /0001_cars\.sql .* cannot be repeated: create/)
    await write('0001_cars.sql', 'create table cars (id text);')
    assert.deepEqual(await migrate(database, { folder: url }), ['0001_cars.sql'])
    assert.equal(
      (await examineSchema(database, [])).tooNew?.name,
      'SchemaTooNew',
      'it names no former version',
    )
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
})
