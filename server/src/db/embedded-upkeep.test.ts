// The embedded engine keeps its tables in order: statistics for the planner, and room where rows were.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInMemory } from './embedded.ts'
import { tidyEmbedded } from './embedded-upkeep.ts'

test('tables that have changed get statistics and room; others are left alone', async () => {
  const database = await openInMemory()
  const one = async (text: string) =>
    Object.values((await database.row<object>({ name: '', text, values: [] })) ?? {})[0]
  try {
    await database.script(`
      create table busy (id int primary key, word text);
      create table calm (id int primary key);
      create table empty (id int primary key);
      insert into busy select n, 'word' from generate_series(1, 5000) n;
      insert into calm select n from generate_series(1, 10) n`)
    assert.equal(await one(`select reltuples from pg_class where relname = 'busy'`), -1)
    assert.equal(await tidyEmbedded(database), 2, 'busy, and calm for the first time')
    assert.equal(await one(`select reltuples from pg_class where relname = 'busy'`), 5000)
    assert.equal(await tidyEmbedded(database), 0)

    const size = () => one(`select pg_relation_size('busy')`)
    const before = Number(await size())
    for (let round = 0; round < 5; round++) {
      await database.script(
        `update busy set word = word || ${round}; insert into calm values (${100 + round})`,
      )
      assert.equal(await tidyEmbedded(database), 1, 'calm has changed too little')
    }
    assert.ok(Number(await size()) < 3 * before, 'five times as many rows were written, in the same room')
  } finally {
    await database.close()
  }
})

test('a long list of tables is continued in the next run', async () => {
  const database = await openInMemory()
  try {
    for (const name of ['one', 'two', 'three'])
      await database.script(
        `create table ${name} (id int); insert into ${name} select generate_series(1, 100)`,
      )
    assert.equal(await tidyEmbedded(database, 0), 1)
    assert.equal(await tidyEmbedded(database), 2)
    assert.equal(await tidyEmbedded(database), 0)
  } finally {
    await database.close()
  }
})
