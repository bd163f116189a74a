// Migrations that arrive in another order than their numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMemory } from '../../test/support/in-memory.ts'
import { migrate } from './migrate.ts'
import { listMigrations } from './migrations.ts'

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
